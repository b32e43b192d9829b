// Jackpots at a console: what waits for somebody, whether the accounts add up, what the figures are asked of. No DOM.
import { centsIn } from "./acts";
import { titleOf } from "./jackpots";
import type { JackpotRules } from "../wire/console";

interface Awarded {
  readonly state: string;
  readonly locked: boolean;
  readonly at_ms: number;
}

const UNPAID = ["due", "questioned"];

/** Prizes that wait for a person, the oldest first: to be paid, to be decided, or with a terminal to be cleared. */
export function dueOf<Award extends Awarded>(
  jackpots: readonly { readonly awards: readonly Award[] }[],
): readonly Award[] {
  return jackpots
    .flatMap(({ awards }) => awards)
    .filter(({ state }) => UNPAID.includes(state))
    .sort((one, other) => one.at_ms - other.at_ms);
}

/** Prizes of which nothing is to be paid any more, and whose terminals are still locked, the oldest first. */
export function toClear<Award extends Awarded>(
  jackpots: readonly { readonly awards: readonly Award[] }[],
): readonly Award[] {
  return jackpots
    .flatMap(({ awards }) => awards)
    .filter(({ state, locked }) => locked && !UNPAID.includes(state))
    .sort((one, other) => one.at_ms - other.at_ms);
}

/** What a prize is of, as on the screens: its jackpot and its level. */
export function titleIn(
  jackpots: readonly { readonly name: string; readonly title: string }[],
  award: { readonly jackpot: string; readonly title: string },
): string {
  const title = jackpots.find(({ name }) => name === award.jackpot)?.title ?? award.jackpot;
  return titleOf({ title, level_title: award.title });
}

interface Summed {
  readonly amount: number;
  readonly reserve: number;
  readonly overflow: number;
  readonly seeded: number;
  readonly contributed: number;
  readonly moved: number;
  readonly won: number;
  readonly off_by: number;
}

export interface Sums {
  /** What is in the accounts of a level. */
  readonly held: number;
  /** What its totals say must be there. */
  readonly expected: number;
  readonly agrees: boolean;
}

/** Pool, reserve and what waits, beside everything that came in less what was won; added up here once more. */
export function sumsOf(level: Summed): Sums {
  const held = level.amount + level.reserve + level.overflow;
  const expected = level.seeded + level.contributed + level.moved - level.won;
  return { held, expected, agrees: held === expected && level.off_by === 0 };
}

export interface Plays {
  readonly rules: JackpotRules;
  readonly plays: Readonly<
    Record<string, { readonly turnover: number; readonly wagers: Readonly<Record<string, number>> }>
  >;
}

/** What the figures are asked of: every table alike in what a terminal lays; nothing where something typed is no amount. */
export function playsOf(
  rules: JackpotRules,
  turnovers: Readonly<Record<string, string>>,
  usual: string,
  laid: string,
): Plays | null {
  const wagers = wagersIn(laid);
  if (wagers === null) return null;
  const plays: Record<string, Plays["plays"][string]> = {};
  for (const table of tablesIn(rules)) {
    const turnover = turnoverIn(turnovers[table] ?? usual);
    if (turnover === undefined) return null;
    plays[table] = { turnover, wagers };
  }
  return { rules, plays };
}

/** What a table turns over in a round; nothing if it is no amount above zero. */
export function turnoverIn(typed: string): number | undefined {
  const cents = centsIn(typed);
  return cents !== undefined && cents > 0 ? cents : undefined;
}

/** The tables of a jackpot, each once. */
export function tablesIn(rules: JackpotRules): readonly string[] {
  return [...new Set(rules.levels.flatMap(({ rates }) => Object.keys(rates)))];
}

/** `straight:17 5.00`, one a line; nothing where a line is something else. */
export function wagersIn(typed: string): Readonly<Record<string, number>> | null {
  const wagers: Record<string, number> = {};
  for (const line of typed.split("\n").filter((each) => each.trim() !== "")) {
    const [spot = "", amount = "", ...rest] = line.trim().split(/\s+/);
    const cents = centsIn(amount);
    if (cents === undefined || cents <= 0 || rest.length > 0) return null;
    wagers[spot] = cents;
  }
  return wagers;
}

/** The first spot of each kind, for the least that counts: what a terminal lays to win a progressive. */
export function usuallyLaid(rules: JackpotRules, spots: readonly { readonly name: string }[]): string {
  const lines = rules.levels.flatMap(({ trigger }) =>
    (trigger?.wagers ?? []).flatMap((kind) => {
      const spot = spots.find(({ name }) => name === kind || name.startsWith(`${kind}:`));
      const least = Math.max(trigger?.least ?? 0, 100);
      const amount = `${Math.trunc(least / 100)}.${String(least % 100).padStart(2, "0")}`;
      return spot === undefined ? [] : [`${spot.name} ${amount}`];
    }),
  );
  return [...new Set(lines)].join("\n");
}

const ASKED_MAX = 30;

/** The answer to a question that is asked again as long as whoever answers is busy; what else is wrong is thrown. */
export async function answered<Answer>(
  ask: () => Promise<Answer>,
  isBusy: (wrong: unknown) => boolean,
  wait: () => Promise<void>,
): Promise<Answer> {
  for (let times = 1; ; times += 1) {
    try {
      return await ask();
    } catch (wrong) {
      if (times >= ASKED_MAX || !isBusy(wrong)) throw wrong;
    }
    await wait();
  }
}

/** A decimal a hundred times as large, digit by digit: `0.013479` is `1.3479`. */
export function hundredfold(decimal: string): string {
  const found = /^(-?)(\d+)(?:\.(\d+))?(.*)$/.exec(decimal);
  if (found === null) return decimal;
  const [, sign = "", whole = "", part = "", rest = ""] = found;
  const digits = `${whole}${part.padEnd(2, "0")}`;
  const at = whole.length + 2;
  const [left, right] = [digits.slice(0, at).replace(/^0+(?=\d)/, ""), digits.slice(at)];
  return `${sign}${left}${right === "" ? "" : `.${right}`}${rest}`;
}

/** A decimal with its thousands set apart, digit by digit: `4880012499.00` is `4,880,012,499.00`. */
export function grouped(decimal: string): string {
  const found = /^(-?\d+)(.*)$/.exec(decimal);
  return found === null ? decimal : `${found[1]?.replace(/\B(?=(\d{3})+$)/g, ",")}${found[2]}`;
}
