// What a search has found, in the order and groups in which a person reads it. Pure.
import type { Found } from "../wire/api";

export interface Group {
  readonly kind: string;
  readonly found: readonly Found[];
}

/** The best kind first, and all of a kind together; within a kind as they were found, best first. */
export function grouped(found: readonly Found[]): readonly Group[] {
  const kinds = new Map<string, Found[]>();
  for (const each of found) kinds.set(each.kind, [...(kinds.get(each.kind) ?? []), each]);
  return [...kinds].map(([kind, those]) => ({ kind, found: those }));
}

/** In the order in which they are shown: arrows go through groups as if they were one list. */
export function inOrder(groups: readonly Group[]): readonly Found[] {
  return groups.flatMap(({ found }) => found);
}

/** Where an arrow leads in a list of so many. */
export function moved(at: number, key: string, count: number): number {
  if (count === 0) return 0;
  const wanted: Readonly<Record<string, number>> = {
    ArrowDown: at + 1,
    ArrowUp: at - 1,
    Home: 0,
    End: count - 1,
  };
  return Math.min(Math.max(wanted[key] ?? at, 0), count - 1);
}
