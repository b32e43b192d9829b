// The server's clock as seen from here. It only draws the countdown; it decides nothing.
//
// A time in a message was true when it was sent, or earlier, so it is never ahead of the server: of several
// samples the one that makes the server latest is the best.

export interface Sample {
  readonly at: number;
  readonly ahead: number;
}

/** Samples of the last minute, newest last. */
export type Clock = readonly Sample[];

export const NO_CLOCK: Clock = [];
const KEPT_MS = 60_000;
const KEPT_MAX = 32;

/** The clock after a message that said `serverMs`, received when the local clock showed `localMs`. */
export function hear(clock: Clock, serverMs: number, localMs: number): Clock {
  const recent = clock.filter((sample) => localMs - sample.at < KEPT_MS && sample.at <= localMs);
  return [...recent.slice(1 - KEPT_MAX), { at: localMs, ahead: serverMs - localMs }];
}

/** What the server's clock shows now; nothing before the first message. */
export function serverNow(clock: Clock, localMs: number): number | null {
  if (clock.length === 0) return null;
  return localMs + Math.max(...clock.map((sample) => sample.ahead));
}
