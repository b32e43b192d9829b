// Keeps a page connected: opens the line, feeds the state, comes back after a loss, notices a dead line.
// What the page is makes no difference here; time and the line are given, so that tests run without either.
import type { Line, Timers, Transport } from "./transport";

const FIRST_WAIT_MS = 250;
const LONGEST_WAIT_MS = 5_000;
export const PING_EVERY_MS = 4_000;
/** A line on which nothing has come for so long is dead. */
export const SILENCE_MAX_MS = 10_000;

export type Link =
  | { readonly kind: "connecting" }
  /** The line is open and hello is said. */
  | { readonly kind: "greeting" }
  | { readonly kind: "standing" }
  /** The line is gone; it is tried again by itself. */
  | { readonly kind: "lost" }
  /** The server said goodbye and coming back by itself would not help. */
  | { readonly kind: "ended"; readonly reason: string; readonly words: string };

/** What happens on a line. */
export type LineHappening<In> =
  /** It is open; `key` if the word for the hello had to be asked for first. */
  | { readonly kind: "opened"; readonly key?: string | undefined }
  | { readonly kind: "closed" }
  | { readonly kind: "retried" }
  /** The server will not have us. */
  | { readonly kind: "turned_away"; readonly reason: string; readonly words: string }
  /** Time to send again what the server had no room for. */
  | { readonly kind: "resend" }
  | { readonly kind: "received"; readonly message: In; readonly at: number };

/** What of the state concerns the line. */
export interface Kept {
  readonly link: Link;
  /** The server had no room; in so long it is asked again. */
  readonly busy: { readonly waitMs: number } | null;
}

/** Listens in on what is sent and received; it must return at once and never fail. */
export interface Tap<In, Out> {
  sent(message: Out): void;
  received(message: In): void;
}

export type Reduce<State, Happening, Out> = (
  state: State,
  happening: Happening,
) => { readonly state: State; readonly send: readonly Out[] };

/** How long to wait before try number `tries` (from 0): doubling, with a spread so that not all come at once. */
export function waitBefore(tries: number, chance: number): number {
  const whole = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** tries);
  return whole / 2 + (whole / 2) * chance;
}

export class Keeper<State extends Kept, In extends { readonly type: string }, Out, Wish> {
  state: State;
  /** Who takes note of the messages, if anybody does. */
  tap: Tap<In, Out> | null = null;
  private line: Line | null = null;
  private tries = 0;
  private heardAt = 0;
  private cancelTimer: () => void = () => undefined;
  private cancelResend: (() => void) | null = null;
  private readonly reduce: Reduce<State, LineHappening<In> | Wish, Out>;
  private readonly transport: Transport;
  private readonly timers: Timers;
  private readonly changed: (state: State) => void;

  constructor(
    state: State,
    reduce: Reduce<State, LineHappening<In> | Wish, Out>,
    transport: Transport,
    timers: Timers,
    changed: (state: State) => void,
  ) {
    this.state = state;
    this.reduce = reduce;
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
      opened: (key) => this.act({ kind: "opened", key }),
      received: (text) => this.receive(text),
      closed: () => this.lost(),
      turnedAway: (reason, words) => {
        this.drop();
        this.act({ kind: "turned_away", reason, words });
      },
    });
    this.watch();
  }

  stop(): void {
    this.drop();
  }

  /** A happening from the person or the line. */
  act(happening: LineHappening<In> | Wish): void {
    const { state, send } = this.reduce(this.state, happening);
    this.state = state;
    for (const message of send) {
      this.send(message);
      this.tap?.sent(message);
    }
    if (state.link.kind === "standing" && state.busy !== null) this.resendIn(state.busy.waitMs);
    this.changed(state);
  }

  /** Sends something on which no state depends; says no while the session does not stand. */
  say(message: Out): boolean {
    if (this.state.link.kind !== "standing") return false;
    this.send(message);
    return true;
  }

  private resendIn(waitMs: number): void {
    if (this.cancelResend !== null) return;
    // A little longer for some, so that not all come at once.
    this.cancelResend = this.timers.after(waitMs * (1 + this.timers.chance() / 2), () => {
      this.cancelResend = null;
      this.act({ kind: "resend" });
    });
  }

  private receive(text: string): void {
    this.heardAt = this.timers.now();
    const message = parse<In>(text);
    if (message === null) {
      this.lost();
      return;
    }
    this.tap?.received(message);
    this.act({ kind: "received", message, at: this.heardAt });
    if (message.type === "welcome") this.tries = 0;
    if (message.type === "bye") this.lost();
  }

  private send(message: Out | { readonly type: "ping"; readonly at: number }): void {
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
    this.cancelResend?.();
    this.cancelResend = null;
    this.line?.close();
    this.line = null;
  }
}

/** A message, or nothing if the text is none. */
function parse<In extends { readonly type: string }>(text: string): In | null {
  try {
    const found: unknown = JSON.parse(text);
    return typeof found === "object" && found !== null && "type" in found ? (found as In) : null;
  } catch {
    return null;
  }
}
