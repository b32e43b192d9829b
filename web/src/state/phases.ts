// What the phase of a round means to a player: which message stands on the screen and what may be done now.
import type { Phase, TableView } from "../wire/messages";
import { PHASES } from "../wire/messages";
import { serverNow, type Clock } from "./clock";

/** A phase, or `WAITING` before the first round. */
export type ShownPhase = Phase | "WAITING";

export function shownPhase(table: Pick<TableView, "phase"> | null): ShownPhase {
  return PHASES.find((phase) => phase === table?.phase) ?? "WAITING";
}

export interface Allowed {
  /** Whether wagers may be placed, taken back and cleared as far as the phase goes; the server has the last word. */
  readonly wager: boolean;
  /** Whether this round's outcome is still to come. */
  readonly waitForOutcome: boolean;
}

const WAGERING: readonly ShownPhase[] = ["OPEN", "FINISHING"];

export function allowed(phase: ShownPhase): Allowed {
  return { wager: WAGERING.includes(phase), waitForOutcome: phase === "CLOSED" };
}

export interface Countdown {
  readonly leftMs: number;
  /** Whole seconds still to go; 0 means "any moment", never "closed": that is for the server to say. */
  readonly seconds: number;
  /** From 1 at the opening to 0 at the planned close. */
  readonly part: number;
}

/** What a countdown is drawn from. */
export type Timed = Pick<TableView, "phase" | "opened_at_ms" | "closes_at_ms">;

/** How long the wagering period is still planned to last; nothing outside it, or where a person ends it. */
export function countdown(table: Timed | null, clock: Clock, localMs: number): Countdown | null {
  const now = serverNow(clock, localMs);
  if (table === null || now === null || !allowed(shownPhase(table)).wager) return null;
  if (table.closes_at_ms === 0) return null;
  const whole = Math.max(1, table.closes_at_ms - table.opened_at_ms);
  const leftMs = Math.min(whole, Math.max(0, table.closes_at_ms - now));
  return { leftMs, seconds: Math.ceil(leftMs / 1000), part: leftMs / whole };
}
