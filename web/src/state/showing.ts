// What stands on a public display, from the layout and what fell: which chances share the outcomes and how they ran,
// what came often and what seldom, which odds are paid, which limits bind. Pure; knows no number and no odds by heart.
import { diceIn } from "../layout/dice";
import { colourOf, kindOf, kindTitle, type Colour } from "../layout/drawing";
import type { DisplayView, OddsLine as NoticeLine, Sign } from "../wire/console";
import type { LayoutView, LimitView, SpotView } from "../wire/messages";
import { allowed, shownPhase } from "./phases";
import { counted, outcomesOf, type Count } from "./statistics";

/** One of the chances that share the outcomes, such as red. */
export interface Chance {
  /** Its spot; empty for what none of the others covers. */
  readonly spot: string;
  readonly title: string;
  readonly count: number;
}

/** Chances of which at most one wins: red and black, small and big, the dozens. */
export interface Race {
  readonly chances: readonly Chance[];
  readonly of: number;
  /** The chance that came last, and how often it came in a row. */
  readonly run: { readonly title: string; readonly spot: string; readonly count: number } | null;
}

/** More chances than that are no race to follow, but a list. */
const CHANCES_MAX = 3;
/** Together they cover so much of what may fall. */
const COVERED_MIN = 0.75;

/** An outcome as spots name it: dice in rising order. */
export function canonical(outcome: string): string {
  const dice = diceIn(outcome);
  return dice === null ? outcome : [...dice].sort((a, b) => a - b).join("-");
}

/** Spots that share the outcomes among them: of one size, apart from each other, and together nearly everything. */
export function sharing(layout: LayoutView): readonly (readonly SpotView[])[] {
  const all = new Set(layout.spots.flatMap(({ covers }) => covers)).size;
  const left = layout.spots.filter(
    ({ covers }) => covers.length > 1 && covers.length * (CHANCES_MAX + 1) > all,
  );
  const found: SpotView[][] = [];
  for (let first = left.shift(); first !== undefined; first = left.shift()) {
    const group = [first];
    for (const other of left) if (group.every((each) => areApart(each, other))) group.push(other);
    for (const each of group.slice(1)) left.splice(left.indexOf(each), 1);
    const covered = group.reduce((sum, { covers }) => sum + covers.length, 0);
    if (group.length > 1 && group.length <= CHANCES_MAX && covered >= COVERED_MIN * all) found.push(group);
  }
  return found.sort((a, b) => rank(layout, a) - rank(layout, b));
}

/** Colours before all, pairs before threes, neighbours on the layout before others. */
function rank(layout: LayoutView, spots: readonly SpotView[]): number {
  if (spots.some(({ name }) => chanceColour(layout, name) !== null)) return 0;
  const order = layout.rows.flat();
  const areBlocks = spots.every(({ covers }) => {
    const at = covers.map((outcome) => order.indexOf(outcome));
    return Math.max(...at) - Math.min(...at) === covers.length - 1;
  });
  return spots.length + (areBlocks ? 0 : 0.5);
}

function areApart(one: SpotView, other: SpotView): boolean {
  return (
    one.covers.length === other.covers.length && !one.covers.some((outcome) => other.covers.includes(outcome))
  );
}

/** How the chances of a layout ran, over what fell, newest first. */
export function races(layout: LayoutView, past: readonly string[]): readonly Race[] {
  const fallen = past.map(canonical);
  return sharing(layout).map((spots) => {
    const chances = spots.map(({ name, title, covers }) => ({
      spot: name,
      title,
      count: fallen.filter((outcome) => covers.includes(outcome)).length,
    }));
    const rest = restOf(layout, spots);
    const others = fallen.length - chances.reduce((sum, { count }) => sum + count, 0);
    return {
      chances: rest === null ? chances : [...chances, { ...rest, count: others }],
      of: fallen.length,
      run: runOf(spots, fallen),
    };
  });
}

/** What none of the chances covers: by the spot that is just that, or by the outcomes themselves. */
function restOf(layout: LayoutView, spots: readonly SpotView[]): { spot: string; title: string } | null {
  const all = new Set(layout.spots.flatMap(({ covers }) => covers));
  const rest = [...all].filter((outcome) => !spots.some(({ covers }) => covers.includes(outcome)));
  if (rest.length === 0) return null;
  const same = layout.spots.find(
    ({ covers }) => covers.length === rest.length && covers.every((outcome) => rest.includes(outcome)),
  );
  const isNumber = rest.length === 1 && layout.rows.length > 0;
  return { spot: "", title: isNumber || same === undefined ? rest.join(" ") : same.title };
}

function runOf(spots: readonly SpotView[], fallen: readonly string[]): Race["run"] {
  const [newest] = fallen;
  const won = spots.find(({ covers }) => newest !== undefined && covers.includes(newest));
  if (won === undefined) return null;
  const broken = fallen.findIndex((outcome) => !won.covers.includes(outcome));
  return { title: won.title, spot: won.name, count: broken < 0 ? fallen.length : broken };
}

/** The colour of a chance whose numbers all have it. */
export function chanceColour(layout: LayoutView, spot: string): Colour | null {
  const covers = layout.spots.find(({ name }) => name === spot)?.covers ?? [];
  const colours = new Set(covers.map((outcome) => colourOf(layout, outcome)));
  return colours.size === 1 ? ([...colours][0] ?? null) : null;
}

/** What an outcome is besides itself: red, odd, high; or what is left where it is none of two, such as a triple. */
export function alsoCalled(layout: LayoutView, outcome: string): readonly string[] {
  const fell = canonical(outcome);
  const pairs = sharing(layout).filter((spots) => spots.length === 2);
  const found = pairs.flatMap((spots) => spots.filter(({ covers }) => covers.includes(fell)));
  const rest = found.length > 0 ? [] : layout.spots.filter(({ name }) => !name.includes(":"));
  return [...found, ...rest.filter(({ covers }) => covers.includes(fell))].map(({ title }) => title);
}

export interface Seldom extends Count {
  /** How many rounds ago it fell; nothing if it did not as far back as is known. */
  readonly ago: number | null;
}

export interface Often {
  /** Most often first. */
  readonly hot: readonly Seldom[];
  /** Seldom first; of those alike, who was not seen for longest. */
  readonly cold: readonly Seldom[];
  readonly most: number;
}

/** What came often and what seldom; of dice, their totals. */
export function often(layout: LayoutView, past: readonly string[], shown: number): Often {
  const fallen = past.map((outcome) => totalOf(outcome) ?? outcome);
  const listed = counted(fallen, possible(layout)).map((each) => {
    const at = fallen.indexOf(each.outcome);
    return { ...each, ago: at < 0 ? null : at };
  });
  const age = ({ ago }: Seldom) => ago ?? Infinity;
  const hot = [...listed].sort((a, b) => b.count - a.count || age(a) - age(b));
  const cold = [...listed].sort((a, b) => a.count - b.count || compare(age(b), age(a)));
  return {
    hot: hot.filter(({ count }) => count > 0).slice(0, shown),
    cold: cold.slice(0, shown),
    most: hot[0]?.count ?? 0,
  };
}

/** Infinite ages are alike. */
function compare(one: number, other: number): number {
  return one === other ? 0 : one - other;
}

/** The total of three dice, as a word; nothing of anything else. */
export function totalOf(outcome: string): string | null {
  const dice = diceIn(outcome);
  return dice === null ? null : String(dice.reduce((sum, face) => sum + face, 0));
}

function possible(layout: LayoutView): readonly string[] {
  const known = outcomesOf(layout);
  if (known.length > 0) return known;
  const covered = layout.spots.flatMap(({ covers }) => covers).map((outcome) => totalOf(outcome) ?? outcome);
  return [...new Set(covered)].sort((a, b) => Number(a) - Number(b));
}

/** How often each outcome came, in the order of the layout; of dice, their totals, from the least. */
export function tallies(layout: LayoutView, past: readonly string[]): readonly Count[] {
  const fallen = past.map((outcome) => totalOf(outcome) ?? outcome);
  const order = possible(layout);
  return [...counted(fallen, order)].sort((a, b) => order.indexOf(a.outcome) - order.indexOf(b.outcome));
}

/** What one spot pays that stands for this outcome alone; empty where there is none. */
export function oddsOf(layout: LayoutView, outcome: string): string {
  const alone = layout.spots.find(({ covers }) => covers.length === 1 && covers[0] === canonical(outcome));
  return alone?.odds ?? "";
}

/** A line of a notice: a kind of wager, or one spot of it. */
type Noted = Pick<NoticeLine, "wager" | "odds" | "clause">;

export interface OddsLine {
  readonly title: string;
  readonly odds: string;
  readonly clause: string;
}

/** The bets and odds of a table: as its notice says, where the rulebook wants one; else every spot of the layout. */
export function oddsLines(layout: LayoutView, notice: readonly Noted[]): readonly OddsLine[] {
  const wagers =
    notice.length > 0 ? notice : layout.spots.map(({ name, ...spot }) => ({ ...spot, wager: name }));
  const groups = new Map<string, Noted[]>();
  for (const line of wagers) {
    const group = `${kindOf({ name: line.wager })} ${line.odds}`;
    groups.set(group, [...(groups.get(group) ?? []), line]);
  }
  return [...groups.values()].flatMap((lines) => {
    const [first] = lines;
    if (first === undefined) return [];
    return [{ title: oddsTitle(layout, lines, first), odds: first.odds, clause: first.clause }];
  });
}

function oddsTitle(layout: LayoutView, lines: readonly Noted[], first: Noted): string {
  const kind = kindOf({ name: first.wager });
  const alike = layout.spots.filter((spot) => kindOf(spot) === kind);
  const title = alike[0] === undefined ? kind : kindTitle(alike[0]);
  const isKind = first.wager === kind;
  if (isKind || lines.length === alike.length) return alike.length === 1 ? (alike[0]?.title ?? kind) : title;
  const names = lines.map(({ wager }) => wager.split(":")[1] ?? wager);
  return `${title} ${names.join(", ")}`;
}

export interface LimitLine {
  /** `any`, `sum`, or a kind of wager. */
  readonly kind: string;
  /** The title of the kind; empty for `any` and `sum`, which have their own words. */
  readonly title: string;
  readonly min: number | null;
  readonly max: number | null;
  readonly step: number | null;
  readonly multiples: boolean;
}

/** What a sign says of the amounts in between: with steps and multiples of the minimum on it, both bind. */
export function stepsSaid(
  {
    step,
    multiples,
  }: { readonly step?: number | null | undefined; readonly multiples?: boolean | undefined },
  say: { readonly step: (cents: number) => string; readonly multiples: string },
): readonly string[] {
  return [...(step ? [say.step(step)] : []), ...(multiples ? [say.multiples] : [])];
}

/** The limits at terminals or on the cloth, one line for each kind. */
export function limitLines(
  limits: readonly LimitView[] | Readonly<Record<string, Partial<Sign>>>,
  layout: LayoutView | null,
): readonly LimitLine[] {
  const listed: readonly [string, Partial<Sign>][] = isListed(limits)
    ? limits.map((limit) => [limit.kind, limit])
    : Object.entries(limits);
  return listed.map(([kind, sign]) => {
    const spot = layout?.spots.find((each) => each.name === kind || kindOf(each) === kind);
    const title = kind === "any" || kind === "sum" ? "" : spot === undefined ? kind : kindTitle(spot);
    return {
      kind,
      title,
      min: sign.min ?? null,
      max: sign.max ?? null,
      step: sign.step ?? null,
      multiples: sign.multiples ?? false,
    };
  });
}

function isListed(
  limits: readonly LimitView[] | Readonly<Record<string, Partial<Sign>>>,
): limits is readonly LimitView[] {
  return Array.isArray(limits);
}

/** The least and the most of one wager, over all kinds; what binds a whole round is no limit of one wager. */
export function span(lines: readonly LimitLine[]): {
  readonly min: number | null;
  readonly max: number | null;
} {
  const single = lines.filter(({ kind }) => kind !== "sum");
  const mins = single.flatMap(({ min }) => (min === null ? [] : [min]));
  const maxs = single.flatMap(({ max }) => (max === null ? [] : [max]));
  return {
    min: mins.length === 0 ? null : Math.min(...mins),
    max: maxs.length === 0 ? null : Math.max(...maxs),
  };
}

const WIDE_FROM = 0x2e80;
const WIDE_EM = 1.02;
const NARROW_EM = 0.58;

/** About how wide a text is in letters of its own size, rather too wide than too narrow: so that it can be made to fit. */
export function widthOf(text: string): number {
  return [...text].reduce(
    (sum, letter) => sum + ((letter.codePointAt(0) ?? 0) < WIDE_FROM ? NARROW_EM : WIDE_EM),
    0,
  );
}

/** What stands below the phase on the wall. */
export type Hint =
  | { readonly kind: "none" | "held" | "wait" | "fallen" | "running" }
  | { readonly kind: "void"; readonly cause: string }
  | { readonly kind: "was_void"; readonly round: number }
  | { readonly kind: "closes"; readonly atMs: number };

/** A void round is named while bets on the next one are taken: that may open at once, so that no phase says it. */
export function hintOf({ table, is_open, notices, void_round }: DisplayView): Hint {
  const phase = shownPhase(table);
  const isBetting = allowed(phase).wager;
  if (!is_open) return { kind: "none" };
  if (phase === "HELD") return { kind: "held" };
  if (phase === "VOID") return { kind: "void", cause: table.cause };
  if (phase === "CLOSED") return { kind: table.outcome === null ? "wait" : "fallen" };
  if (isBetting && void_round > 0) return { kind: "was_void", round: void_round };
  if (isBetting && table.launched) return { kind: "running" };
  const atMs = notices["close"] ?? 0;
  return atMs > 0 ? { kind: "closes", atMs } : { kind: "none" };
}
