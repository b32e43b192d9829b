// Keeps a terminal connected: opens the line, feeds the state, comes back after a loss, notices a dead line.
// Time and the line are given to it, so that tests run without either.
import type { FromTerminal, ToTerminal } from "../wire/messages";
import { reduce, type Happening } from "./reduce";
import { newTerminal, type TerminalState } from "./terminal";
import type { Line, Timers, Transport } from "./transport";

const FIRST_WAIT_MS = 250;
const LONGEST_WAIT_MS = 5_000;
export const PING_EVERY_MS = 4_000;
/** A line on which nothing has come for so long is dead. */
export const SILENCE_MAX_MS = 10_000;

/** How long to wait before try number `tries` (from 0): doubling, with a spread so that not all come at once. */
export function waitBefore(tries: number, chance: number): number {
  const whole = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** tries);
  return whole / 2 + (whole / 2) * chance;
}

export class Session {
  state: TerminalState;
  private line: Line | null = null;
  private tries = 0;
  private heardAt = 0;
  private cancelTimer: () => void = () => undefined;
  private readonly transport: Transport;
  private readonly timers: Timers;
  private readonly changed: (state: TerminalState) => void;

  constructor(
    who: { terminal: string; key: string },
    transport: Transport,
    timers: Timers,
    changed: (state: TerminalState) => void,
  ) {
    this.state = newTerminal(who.terminal, who.key);
    this.transport = transport;
    this.timers = timers;
    this.changed = changed;
  }

  /** Opens the line; also after the session has ended, when a person asks for it. */
  start(): void {
    this.drop();
    this.act({ kind: "retried" });
    this.heardAt = this.timers.now();
    this.line = this.transport.open({
      opened: () => this.act({ kind: "opened" }),
      received: (text) => this.receive(text),
      closed: () => this.lost(),
    });
    this.watch();
  }

  stop(): void {
    this.drop();
  }

  /** A happening from the player or the line. */
  act(happening: Happening): void {
    const { state, send } = reduce(this.state, happening);
    this.state = state;
    for (const message of send) this.send(message);
    this.changed(state);
  }

  private receive(text: string): void {
    this.heardAt = this.timers.now();
    const message = parse(text);
    if (message === null) {
      this.lost();
      return;
    }
    this.act({ kind: "received", message, at: this.heardAt });
    if (message.type === "welcome") this.tries = 0;
    if (message.type === "bye") this.lost();
  }

  private send(message: FromTerminal): void {
    this.line?.send(JSON.stringify(message));
  }

  private lost(): void {
    this.drop();
    this.act({ kind: "closed" });
    if (this.state.link.kind === "ended") return;
    const wait = waitBefore(this.tries, this.timers.chance());
    this.tries += 1;
    this.cancelTimer = this.timers.after(wait, () => this.start());
  }

  private watch(): void {
    this.cancelTimer = this.timers.after(PING_EVERY_MS, () => {
      const now = this.timers.now();
      if (now - this.heardAt > SILENCE_MAX_MS) {
        this.lost();
        return;
      }
      if (this.state.link.kind === "standing") this.send({ type: "ping", at: Math.round(now) });
      this.watch();
    });
  }

  private drop(): void {
    this.cancelTimer();
    this.line?.close();
    this.line = null;
  }
}

/** A message, or nothing if the text is none. */
function parse(text: string): ToTerminal | null {
  try {
    const found: unknown = JSON.parse(text);
    return typeof found === "object" && found !== null && "type" in found ? (found as ToTerminal) : null;
  } catch {
    return null;
  }
}
