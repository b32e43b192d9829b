// What a spot would pay and how much may lie on it, as the server's layout and limits sign say. For showing only.
import type { LimitView, SpotView } from "../wire/messages";
import { kindOf } from "./drawing";

/** What an amount would win, for each of the odds a spot has, lowest first as printed; nothing that is not whole cents. */
export function winsOf(odds: string, cents: number): readonly number[] {
  return odds.split(",").flatMap((each) => {
    const [, to, from] = /^\s*(\d+) to (\d+)\s*$/.exec(each) ?? [];
    const won = (cents * Number(to)) / Number(from);
    return Number.isSafeInteger(won) ? [won] : [];
  });
}

/** The line of the limits sign that binds a spot: its own, that of its kind, or that of any. */
export function limitOf(limits: readonly LimitView[], spot: Pick<SpotView, "name">): LimitView | null {
  const named = (name: string) => limits.find(({ kind }) => kind === name);
  return named(spot.name) ?? named(kindOf(spot)) ?? named("any") ?? null;
}

/** The line of the limits sign for all wagers together. */
export function totalOf(limits: readonly LimitView[]): LimitView | null {
  return limits.find(({ kind }) => kind === "sum") ?? null;
}

/** Whether an outcome pays a spot. */
export function isWon(spot: Pick<SpotView, "covers">, outcome: string | null): boolean {
  return outcome !== null && spot.covers.includes(outcome);
}
