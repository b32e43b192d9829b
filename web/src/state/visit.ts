// How long a visit has lasted, and when a player is to be told so. Pure; what it may cost is for the floor to say.
import type { OwnView, ScreenView } from "../wire/messages";

export interface Reminder {
  readonly minutes: number;
  /** Whether a break is suggested, not just the time told. */
  readonly isBreak: boolean;
  /** When it became due, by the server's clock: told once, it is not told again. */
  readonly at: number;
}

const MINUTE_MS = 60_000;

/** The reminder that is due now and was not told yet. */
export function reminderDue(
  screen: ScreenView | null,
  own: OwnView | null,
  nowMs: number | null,
  toldAt: number,
): Reminder | null {
  const begun = own?.bounds?.begun_at_ms ?? 0;
  if (screen === null || nowMs === null || begun === 0) return null;
  const lasted = nowMs - begun;
  const rest = lastDue(lasted, screen.break_after_ms);
  const word = lastDue(lasted, screen.remind_every_ms);
  const due = Math.max(rest, word);
  if (due <= 0 || begun + due <= toldAt) return null;
  return { minutes: Math.floor(due / MINUTE_MS), isBreak: rest === due, at: begun + due };
}

/** The last multiple of `every` that has passed; zero for none. */
function lastDue(lasted: number, every: number): number {
  return every > 0 ? Math.floor(lasted / every) * every : 0;
}
