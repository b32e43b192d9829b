// What the outcomes of a table add up to: counts, how long something has not come, runs. Pure, and only about what fell:
// none of it says anything about what will fall.
import type { LayoutView } from "../wire/messages";

export interface Count {
  readonly outcome: string;
  readonly count: number;
}

/** How often each outcome of the layout fell, most often first; those that never fell are among them. */
export function counted(past: readonly string[], outcomes: readonly string[]): readonly Count[] {
  const counts = new Map(outcomes.map((outcome) => [outcome, 0]));
  for (const outcome of past) counts.set(outcome, (counts.get(outcome) ?? 0) + 1);
  return [...counts].map(([outcome, count]) => ({ outcome, count })).sort((a, b) => b.count - a.count);
}

export interface Share {
  /** The spot it is about, such as `red`. */
  readonly spot: string;
  readonly count: number;
  readonly of: number;
}

/** How often each of the spots would have won. */
export function shares(
  past: readonly string[],
  layout: LayoutView,
  spots: readonly string[],
): readonly Share[] {
  return spots.flatMap((name) => {
    const covers = layout.spots.find((spot) => spot.name === name)?.covers;
    if (covers === undefined) return [];
    return [
      { spot: name, count: past.filter((outcome) => covers.includes(outcome)).length, of: past.length },
    ];
  });
}

/** The spot that has won without a break up to now, and how often; nothing where none has won twice. */
export function run(past: readonly string[], layout: LayoutView, spots: readonly string[]): Share | null {
  let best: Share | null = null;
  for (const name of spots) {
    const covers = layout.spots.find((spot) => spot.name === name)?.covers ?? [];
    const broken = past.findIndex((outcome) => !covers.includes(outcome));
    const count = broken < 0 ? past.length : broken;
    if (count > 1 && count > (best?.count ?? 0)) best = { spot: name, count, of: past.length };
  }
  return best;
}

/** Every outcome that can fall, in the order of the layout. */
export function outcomesOf(layout: LayoutView): readonly string[] {
  const listed = [...layout.zeros, ...layout.rows.flat()];
  if (listed.length > 0) return listed;
  return [...new Set(layout.wheel ?? [])];
}

/** Spots that split the outcomes among them, such as red and black: the widest first, none below about a third. */
export function chances(layout: LayoutView): readonly string[] {
  const outcomes = new Set(layout.spots.flatMap((spot) => spot.covers)).size;
  return layout.spots
    .filter((spot) => 3.2 * spot.covers.length >= outcomes)
    .toSorted((a, b) => b.covers.length - a.covers.length)
    .map((spot) => spot.name);
}
