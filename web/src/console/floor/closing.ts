// How a table closes, as the next thing to do: what the rulebook wants first, how long it takes, what is left behind.
import type { ClosingView } from "../../wire/console";

export type ClosingStep =
  /** An official of the authority must be told. */
  | "official"
  /** A sign must be shown. */
  | "notice"
  /** The sign has to stand for longer. */
  | "wait"
  /** It may close now. */
  | "close"
  /** No further round opens; what runs is played to its end. */
  | "under_way"
  /** It is closed, and credits are left. */
  | "clear"
  | "closed";

export interface ClosingNow {
  readonly step: ClosingStep;
  /** When it may close at the earliest; zero where that is not a matter of time. */
  readonly earliestMs: number;
  readonly leftMs: number;
}

const BY_REASON: Readonly<Record<string, ClosingStep>> = {
  official_not_told: "official",
  no_notice: "notice",
  too_early: "wait",
};

/** What is next on the way to a closed table. */
export function closingNow(
  closing: ClosingView,
  table: { readonly isOpen: boolean; readonly creditLeft: number },
  nowMs: number,
): ClosingNow {
  const at = (step: ClosingStep): ClosingNow => ({ step, earliestMs: 0, leftMs: 0 });
  if (!table.isOpen) return at(table.creditLeft > 0 ? "clear" : "closed");
  if (closing.under_way) return at("under_way");
  const { obstacle } = closing;
  if (obstacle === null) return at("close");
  const step = BY_REASON[obstacle.reason] ?? "notice";
  if (step !== "wait") return at(step);
  const earliestMs = Number(obstacle.details["at_ms"] ?? 0);
  const leftMs = Math.max(0, earliestMs - nowMs);
  // The floor says it anew with its next entry; until then its clock does.
  return { step: leftMs === 0 ? "close" : "wait", earliestMs, leftMs };
}

/** `19:59` until a moment. */
export function minutesAndSeconds(leftMs: number): string {
  const seconds = Math.ceil(leftMs / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}
