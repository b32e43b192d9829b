// The session keeps a line open, comes back after a loss, and notices a dead line. No real time passes.
import { describe, expect, test } from "vitest";
import { PING_EVERY_MS, Session, SILENCE_MAX_MS, waitBefore } from "../src/state/session";
import type { LineEvents, Timers, Transport } from "../src/state/transport";
import type { FromTerminal, ToTerminal } from "../src/wire/messages";
import { welcome } from "./samples";

class FakeTimers implements Timers {
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

class FakeLine implements Transport {
  lines: { events: LineEvents; sent: FromTerminal[]; isClosed: boolean }[] = [];

  open(events: LineEvents) {
    const line = { events, sent: [] as FromTerminal[], isClosed: false };
    this.lines.push(line);
    return {
      send: (text: string) => {
        line.sent.push(JSON.parse(text) as FromTerminal);
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

  say(message: ToTerminal): void {
    this.last.events.received(JSON.stringify(message));
  }
}

function started() {
  const [line, timers] = [new FakeLine(), new FakeTimers()];
  const session = new Session({ terminal: "T1", key: "key" }, line, timers, () => undefined);
  session.start();
  return { line, timers, session };
}

function stood() {
  const all = started();
  all.line.last.events.opened();
  all.line.say(welcome());
  return all;
}

describe("a session", () => {
  test("begins with hello and stands with the welcome", () => {
    const { line, session } = started();
    expect(session.state.link.kind).toBe("connecting");
    line.last.events.opened();
    expect(line.last.sent).toMatchObject([{ type: "hello", terminal: "T1", key: "key", boot: null }]);
    expect(session.state.link.kind).toBe("greeting");
    line.say(welcome());
    expect(session.state.link.kind).toBe("standing");
  });

  test("comes back by itself and sends again what was not answered", () => {
    const { line, timers, session } = stood();
    session.act({ kind: "place", wager: "red", amount: 500 });
    line.last.events.closed();
    expect(session.state.link.kind).toBe("lost");
    timers.pass(1_000);
    expect(line.lines).toHaveLength(2);
    line.last.events.opened();
    line.say(welcome({ layout: null, own: null, table: null }));
    expect(line.last.sent).toMatchObject([
      { type: "hello", boot: 7 },
      { type: "place", n: 1 },
      { type: "ping" },
    ]);
  });

  test("tries again, ever more slowly, and quickly again after a success", () => {
    const { line, timers } = started();
    for (let tries = 0; tries < 8; tries += 1) {
      line.last.events.closed();
      timers.pass(waitBefore(tries, 0.5) - 1);
      expect(line.lines).toHaveLength(tries + 1);
      timers.pass(1);
      expect(line.lines).toHaveLength(tries + 2);
    }
    line.last.events.opened();
    line.say(welcome());
    line.last.events.closed();
    timers.pass(waitBefore(0, 0.5));
    expect(line.lines).toHaveLength(10);
  });

  test("waits between an eighth of a second and five seconds", () => {
    expect(waitBefore(0, 0)).toBe(125);
    expect(waitBefore(3, 0.999)).toBeLessThan(2_000);
    expect(waitBefore(50, 1)).toBe(5_000);
  });

  test("asks whether the floor is there, and gives up a line that is silent", () => {
    const { line, timers, session } = stood();
    timers.pass(PING_EVERY_MS);
    expect(line.last.sent.filter(({ type }) => type === "ping")).toHaveLength(2);
    timers.pass(SILENCE_MAX_MS + PING_EVERY_MS - PING_EVERY_MS / 2);
    expect(line.lines[0]?.isClosed).toBe(true);
    expect(session.state.link.kind).not.toBe("standing");
  });

  test("keeps a line on which the floor answers", () => {
    const { line, timers, session } = stood();
    for (let turn = 0; turn < 20; turn += 1) {
      timers.pass(PING_EVERY_MS);
      line.say({ type: "pong", at: 0, now_ms: 0 });
    }
    expect(session.state.link.kind).toBe("standing");
    expect(line.lines).toHaveLength(1);
  });

  test("that was replaced stays away until a person wants it back", () => {
    const { line, timers, session } = stood();
    line.say({ type: "bye", reason: "replaced", words: "elsewhere" });
    timers.pass(60_000);
    expect(line.lines).toHaveLength(1);
    expect(session.state.link).toMatchObject({ kind: "ended", reason: "replaced" });
    session.start();
    expect(line.lines).toHaveLength(2);
  });

  test("that the floor stops comes back", () => {
    const { line, timers } = stood();
    line.say({ type: "bye", reason: "stopping", words: "" });
    timers.pass(1_000);
    expect(line.lines).toHaveLength(2);
  });

  test("drops a line that speaks no message", () => {
    const { line, session } = stood();
    line.last.events.received("{not json");
    expect(line.last.isClosed).toBe(true);
    expect(session.state.link.kind).toBe("lost");
  });

  test("ignores a message it does not know", () => {
    const { line, session } = stood();
    line.last.events.received('{"type":"fanfare","now_ms":5}');
    expect(session.state.link.kind).toBe("standing");
  });

  test("stops for good", () => {
    const { line, timers, session } = stood();
    session.stop();
    timers.pass(60_000);
    expect(line.lines).toHaveLength(1);
    expect(line.last.isClosed).toBe(true);
  });
});
