// What officials are to be told, noted or reviewed, in the order in which somebody should look at it. Pure.
import type { Due } from "../wire/api";

export const GROUPS = ["overdue", "tell", "note", "review", "noted"] as const;
export type Group = (typeof GROUPS)[number];

export function groupOf(due: Due, nowMs: number): Group {
  if (due.noted_ms !== 0) return "noted";
  if (due.duty.startsWith("review_")) return "review";
  if (due.told_ms !== 0) return "note";
  return due.deadline_ms !== 0 && nowMs >= due.deadline_ms ? "overdue" : "tell";
}

/** Every group with what is in it: of those to come the one with the nearest deadline first, of the noted the newest. */
export function grouped(dues: readonly Due[], nowMs: number): Readonly<Record<Group, readonly Due[]>> {
  const of = (group: Group) => dues.filter((due) => groupOf(due, nowMs) === group);
  const when = ({ deadline_ms, since_ms }: Due) =>
    [deadline_ms === 0 ? Infinity : deadline_ms, since_ms] as const;
  const first = (one: Due, other: Due) => {
    const [[at, since], [otherAt, otherSince]] = [when(one), when(other)];
    return at === otherAt ? since - otherSince : at - otherAt;
  };
  return {
    overdue: of("overdue").sort(first),
    tell: of("tell").sort(first),
    note: of("note").sort(first),
    review: of("review").sort(first),
    noted: of("noted").sort((one, other) => other.noted_ms - one.noted_ms),
  };
}

/** How many ask for somebody now: overdue ones for whoever tells, and those to be noted or reviewed for the official. */
export function attention(dues: readonly Due[], nowMs: number, isOfficial: boolean): number {
  const found = grouped(dues, nowMs);
  return found.overdue.length + (isOfficial ? found.note.length + found.review.length : found.tell.length);
}
