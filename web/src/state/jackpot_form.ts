// The parameters of a jackpot as somebody types them, and the rules that follow from it: exact, or not at all. No DOM.
import { centsIn } from "./acts";
import type { Trigger } from "../wire/messages";
import type { JackpotRules, LevelRules } from "../wire/console";

/** Contributions are so many millionths of the turnover. */
const PER_TURNOVER = 1_000_000;
const PER_PERCENT = PER_TURNOVER / 100;
const DECIMALS = 4;

export type Kind = "progressive" | "mystery";

export interface TypedLevel {
  readonly level: string;
  readonly title: string;
  readonly seed: string;
  /** Percent of the turnover, by table; empty where the table does not play for it. */
  readonly rates: Readonly<Record<string, string>>;
  readonly reserve: string;
  readonly ceiling: string;
  readonly low: string;
  readonly high: string;
  readonly wagers: readonly string[];
  readonly run: string;
  /** What must fall, with spaces between; empty for the same outcome every time. */
  readonly outcomes: string;
  readonly laid: "every" | "last";
  readonly least: string;
  readonly several: "share" | "in_order";
}

export interface TypedJackpot {
  readonly name: string;
  readonly title: string;
  readonly kind: Kind;
  readonly levels: readonly TypedLevel[];
  readonly lockFrom: string;
  readonly byHandAbove: string;
}

export type FormField = keyof TypedLevel | "name" | "kind" | "lockFrom" | "byHandAbove" | "levels";

export type Read =
  | { readonly ok: true; readonly jackpot: string; readonly rules: JackpotRules }
  /** The first field that does not fit; `level` counts from zero and is -1 for the jackpot itself. */
  | { readonly ok: false; readonly field: FormField; readonly level: number };

export const NEW_LEVEL: TypedLevel = {
  level: "",
  title: "",
  seed: "",
  rates: {},
  reserve: "",
  ceiling: "",
  low: "",
  high: "",
  wagers: [],
  run: "2",
  outcomes: "",
  laid: "every",
  least: "",
  several: "share",
};

export function newJackpot(kind: Kind): TypedJackpot {
  return {
    name: "",
    title: "",
    kind,
    levels: [{ ...NEW_LEVEL, level: "main" }],
    lockFrom: "",
    byHandAbove: "",
  };
}

/** Millionths of `0.5` or `0.5 %`; nothing if it is no percentage of at most four decimals. */
export function ppmIn(typed: string): number | undefined {
  const found = /^(\d{1,3})(?:\.(\d{1,4}))?\s*%?$/.exec(typed.trim());
  if (found === null) return undefined;
  const ppm = Number(found[1]) * PER_PERCENT + Number((found[2] ?? "").padEnd(DECIMALS, "0"));
  return ppm <= PER_TURNOVER ? ppm : undefined;
}

/** The other way round, as short as it can be said exactly: `0.5`. */
export function percentOf(ppm: number): string {
  const rest = String(ppm % PER_PERCENT)
    .padStart(DECIMALS, "0")
    .replace(/0+$/, "");
  return `${Math.trunc(ppm / PER_PERCENT)}${rest === "" ? "" : `.${rest}`}`;
}

/** Cents as they are typed; empty for zero. */
export function typedCents(cents: number | undefined): string {
  if (cents === undefined || cents === 0) return "";
  return `${Math.trunc(cents / 100)}.${String(cents % 100).padStart(2, "0")}`;
}

/** A jackpot as it stands, to be changed. */
export function typedOf(name: string, rules: JackpotRules): TypedJackpot {
  return {
    name,
    title: rules.title,
    kind: rules.kind,
    levels: rules.levels.map(typedLevel),
    lockFrom: typedCents(rules.lock_from),
    byHandAbove: typedCents(rules.by_hand_above),
  };
}

function typedLevel(rules: LevelRules): TypedLevel {
  const trigger = rules.trigger ?? null;
  return {
    level: rules.level,
    title: rules.title,
    seed: typedCents(rules.seed),
    rates: Object.fromEntries(Object.entries(rules.rates).map(([table, ppm]) => [table, percentOf(ppm)])),
    reserve:
      rules.reserve_rate === undefined || rules.reserve_rate === 0 ? "" : percentOf(rules.reserve_rate),
    ceiling: typedCents(rules.ceiling),
    low: typedCents(rules.low),
    high: typedCents(rules.high),
    wagers: trigger?.wagers ?? [],
    run: String(trigger?.run ?? 1),
    outcomes: (trigger?.outcomes ?? []).join(" "),
    laid: trigger?.laid ?? "every",
    least: typedCents(trigger?.least),
    several: rules.several ?? "share",
  };
}

/** So many letters the screens of terminals and walls can show. */
export const TITLE_MAX = 40;
const isTitle = (title: string) => title !== "" && [...title].length <= TITLE_MAX;

/** The rules that were typed; whether they are allowed the floor decides. */
export function rulesOf(typed: TypedJackpot): Read {
  const [name, title] = [typed.name.trim(), typed.title.trim()];
  const lockFrom = amountIn(typed.lockFrom);
  const byHand = amountIn(typed.byHandAbove);
  if (name === "") return wrong("name");
  if (!isTitle(title)) return wrong("title");
  if (lockFrom === undefined) return wrong("lockFrom");
  if (byHand === undefined) return wrong("byHandAbove");
  if (typed.levels.length === 0) return wrong("levels");
  const levels: LevelRules[] = [];
  for (const [index, each] of typed.levels.entries()) {
    const read = levelOf(each, typed.kind);
    if (typeof read === "string") return { ok: false, field: read, level: index };
    levels.push(read);
  }
  return {
    ok: true,
    jackpot: name,
    rules: { title, kind: typed.kind, levels, lock_from: lockFrom, by_hand_above: byHand },
  };
}

const wrong = (field: FormField): Read => ({ ok: false, field, level: -1 });

/** Empty is zero. */
function amountIn(typed: string): number | undefined {
  const cents = typed.trim() === "" ? 0 : centsIn(typed);
  return cents !== undefined && cents >= 0 ? cents : undefined;
}

function levelOf(typed: TypedLevel, kind: Kind): LevelRules | keyof TypedLevel {
  const [level, title] = [typed.level.trim(), typed.title.trim()];
  if (level === "") return "level";
  if (!isTitle(title)) return "title";
  const [seed, ceiling] = [amountIn(typed.seed), amountIn(typed.ceiling)];
  if (seed === undefined) return "seed";
  if (ceiling === undefined) return "ceiling";
  const rates = ratesOf(typed.rates);
  if (rates === undefined) return "rates";
  const reserve = typed.reserve.trim() === "" ? 0 : ppmIn(typed.reserve);
  if (reserve === undefined) return "reserve";
  const common = { level, title, seed, rates, reserve_rate: reserve, ceiling };
  return kind === "mystery" ? mysteryOf(typed, common) : progressiveOf(typed, common);
}

/** At least one table plays for it. */
function ratesOf(typed: Readonly<Record<string, string>>): Readonly<Record<string, number>> | undefined {
  const filled = Object.entries(typed).filter(([, percent]) => percent.trim() !== "");
  const read = filled.map(([table, percent]) => [table, ppmIn(percent)] as const);
  if (read.length === 0 || read.some(([, ppm]) => ppm === undefined || ppm === 0)) return undefined;
  return Object.fromEntries(read.map(([table, ppm]) => [table, ppm ?? 0]));
}

function mysteryOf(typed: TypedLevel, common: LevelRules): LevelRules | keyof TypedLevel {
  const [low, high] = [centsIn(typed.low), centsIn(typed.high)];
  if (low === undefined || low < common.seed) return "low";
  if (high === undefined || high < low) return "high";
  return { ...common, low, high };
}

function progressiveOf(typed: TypedLevel, common: LevelRules): LevelRules | keyof TypedLevel {
  const least = amountIn(typed.least);
  const run = /^\d{1,3}$/.test(typed.run.trim()) ? Number(typed.run) : 0;
  if (typed.wagers.length === 0) return "wagers";
  if (run < 1) return "run";
  if (least === undefined) return "least";
  const outcomes = typed.outcomes.split(/[\s,;]+/).filter((each) => each !== "");
  const trigger: Trigger = { wagers: typed.wagers, run, outcomes, laid: typed.laid, least };
  return { ...common, trigger, several: typed.several };
}

/** The kinds of wagers of a layout, each once: `straight` of `straight:17`. */
export function kindsOf(spots: readonly { readonly name: string }[]): readonly string[] {
  return [...new Set(spots.map(({ name }) => name.split(":")[0] ?? name))];
}
