// One terminal as the floor tells it over HTTP, and its own record beside the journal. Types, and what follows from them.
import type { Comparison, Judged, TerminalView } from "../../wire/api";

/** The lines on which terminal and journal do not say the same, and those that do not follow from the one before. */
export function oddLines({ judged, broken_at }: Pick<Comparison, "judged" | "broken_at">): Judged[] {
  return judged.filter(({ k, verdict }) => verdict !== "agrees" || (k > 0 && broken_at.includes(k)));
}

/** Everything that lies on the layout of a table: what a chip would be drawn from. */
export function wagersAt(view: TerminalView, table: string): Readonly<Record<string, number>> {
  return view.rounds.find((round) => round.table === table)?.wagers ?? {};
}
