// The rounds this terminal has seen end, newest first: what fell, and what it brought.
// Two streams tell the story, in either order; both are merged by the number of the round.
import type { TableView } from "../wire/messages";

export interface Played {
  readonly round: number;
  readonly outcome: string | null;
  readonly isVoid: boolean;
  /** Why it is void and by which clause; empty if that was not said. */
  readonly cause: string;
  readonly clause: string;
  /** What it brought this terminal; nothing if it had no wagers standing. */
  readonly own: Brought | null;
}

export interface Brought {
  readonly win: number;
  readonly paid: number;
  /** What lay on the layout, as far as this page has seen it. */
  readonly spots: Readonly<Record<string, number>>;
}

export type History = readonly Played[];

const KEPT = 20;
const UNKNOWN: Omit<Played, "round"> = { outcome: null, isVoid: false, cause: "", clause: "", own: null };

/** The history with what was learned of one round. */
export function learn(history: History, round: number, learned: Partial<Omit<Played, "round">>): History {
  const before = history.find((played) => played.round === round);
  const merged: Played = { ...(before ?? { ...UNKNOWN, round }), ...learned };
  const rest = history.filter((played) => played.round !== round);
  return [...rest, merged].sort((a, b) => b.round - a.round).slice(0, KEPT);
}

/** What a new view of the table says about a round that has ended; the next one may have opened in the same breath. */
export function learnFromTable(history: History, before: TableView | null, now: TableView | null): History {
  if (now === null || now === before) return history;
  if (now.phase === "VOID") {
    return learn(history, now.round, { isVoid: true, cause: now.cause, clause: now.clause });
  }
  if (now.outcome !== null) return learn(history, now.round, { outcome: now.outcome, isVoid: false });
  if (before === null || now.round !== before.round + 1 || hasEnded(before)) return history;
  return sameOutcomes(before.outcomes, now.outcomes)
    ? learn(history, before.round, { isVoid: true })
    : learn(history, before.round, { outcome: now.last_outcome, isVoid: false });
}

function hasEnded(table: TableView): boolean {
  return table.phase === "VOID" || table.outcome !== null || table.round === 0;
}

function sameOutcomes(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((outcome, index) => outcome === other[index]);
}

/** A round that was kept from before this page was loaded. */
export interface Recalled extends Brought {
  readonly round: number;
  readonly table: string;
  /** Nothing if the round is void. */
  readonly outcome: string | null;
}

/** The history of a table with rounds that were kept; what this page has seen itself goes first. */
export function recalled(history: History, kept: readonly Recalled[], table: string): History {
  const known = new Set(history.map(({ round }) => round));
  const older = kept
    .filter((each) => each.table === table && !known.has(each.round))
    .map(({ round, outcome, win, paid, spots }) => ({
      ...UNKNOWN,
      round,
      outcome,
      isVoid: outcome === null,
      own: { win, paid, spots },
    }));
  return [...history, ...older].sort((a, b) => b.round - a.round).slice(0, KEPT);
}
