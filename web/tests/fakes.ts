// A clock and a line for tests: no real time passes, nothing is sent.
import type { LineEvents, Timers, Transport } from "../src/state/transport";

export class FakeTimers implements Timers {
  private ms = 0;
  private waiting: { at: number; act: () => void }[] = [];

  now = () => this.ms;
  chance = () => 0.5;

  after(wait: number, act: () => void) {
    const timer = { at: this.ms + wait, act };
    this.waiting.push(timer);
    return () => {
      this.waiting = this.waiting.filter((each) => each !== timer);
    };
  }

  pass(ms: number): void {
    const until = this.ms + ms;
    for (;;) {
      const due = this.waiting.filter(({ at }) => at <= until).sort((a, b) => a.at - b.at)[0];
      if (due === undefined) break;
      this.waiting = this.waiting.filter((each) => each !== due);
      this.ms = due.at;
      due.act();
    }
    this.ms = until;
  }
}

export class FakeLine<Sent, Said> implements Transport {
  lines: { events: LineEvents; sent: Sent[]; isClosed: boolean }[] = [];

  open(events: LineEvents) {
    const line = { events, sent: [] as Sent[], isClosed: false };
    this.lines.push(line);
    return {
      send: (text: string) => {
        line.sent.push(JSON.parse(text) as Sent);
      },
      close: () => {
        line.isClosed = true;
      },
    };
  }

  get last() {
    const line = this.lines.at(-1);
    if (line === undefined) throw new Error("no line was opened");
    return line;
  }

  say(message: Said): void {
    this.last.events.received(JSON.stringify(message));
  }
}
