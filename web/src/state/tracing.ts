// Money that was followed, as stations and ways between them, and where each is drawn. Pure.
//
// A station is an account the money passed; a way everything that went from one station to another. The bank of a table
// is two stations: what it paid as winnings begins there, what it won ends there.
import type { MoneyStep, Trace } from "../wire/api";

export interface Station {
  readonly key: string;
  readonly account: string;
  /** Whether money begins, ends or passes here. */
  readonly place: "origin" | "passing" | "end";
  readonly amount: number;
  /** How much of it stands here now. */
  readonly stands: number;
  readonly column: number;
  readonly x: number;
  readonly y: number;
}

export interface Way {
  readonly key: string;
  readonly from: Station;
  readonly to: Station;
  readonly amount: number;
  readonly steps: readonly MoneyStep[];
  /** Whether it leads back: wagers that came back to the meter. */
  readonly isBack: boolean;
  /** Whether the entry that was asked for is one of its steps. */
  readonly isHere: boolean;
}

export interface Flow {
  readonly stations: readonly Station[];
  readonly ways: readonly Way[];
  readonly width: number;
  readonly height: number;
}

export const BOX = { width: 196, height: 84 } as const;
const GAP = { x: 80, y: 46 } as const;
const EDGE = 16;
/** Accounts of the house: money owed to somebody begins or ends there. */
const HOUSE = new Set([
  "bank",
  "cash_box",
  "drop",
  "cage",
  "drawer",
  "demanded",
  "monitoring",
  "short_over",
  "seeding",
  "promoting",
]);
/** How far along the way an account usually is; columns nobody stands in take no room. */
const COLUMNS: Readonly<Record<string, number>> = {
  reserve: 0.2,
  overflow: 0.4,
  pool: 0.6,
  award: 0.8,
  prize: 0.8,
  meter: 1,
  hand: 1,
  chips: 1,
  play: 2,
  cloth: 2,
  printing: 2,
  withheld: 2,
  contested: 2,
  payable: 2,
  tickets: 3,
  forfeited: 3,
};
const BETWEEN = 2;
const ORIGIN = 0;
const END = 4;
/** What is played stands below, so that no way leads through a station it has nothing to do with. */
const PLAYED = new Set(["play", "cloth", "forfeited", "bank"]);
/** Where what is lost ends: beside the wagers. */
const LOST = 3;

export const kindOf = (account: string) => account.split("/")[0] ?? "";
const isHouse = (account: string) => HOUSE.has(kindOf(account));

/** Every step in the order in which it happened. */
export function stepsOf(trace: Trace): readonly MoneyStep[] {
  return [...trace.before, ...trace.here, ...trace.after];
}

interface Rough {
  key: string;
  account: string;
  place: Station["place"];
  column: number;
  amount: number;
  stands: number;
}

/** Stations and ways of money that was followed, each with its place in the picture. */
export function flowOf(trace: Trace): Flow {
  const rough = new Map<string, Rough>();
  const ways = new Map<string, { from: string; to: string; amount: number; steps: MoneyStep[] }>();
  const station = (account: string, place: Station["place"], column: number): string => {
    const key = `${place === "passing" ? "" : `${place} `}${account}`;
    if (!rough.has(key)) rough.set(key, { key, account, place, column, amount: 0, stands: 0 });
    return key;
  };
  const passing = (account: string, isSource: boolean): string => {
    if (!isHouse(account)) return station(account, "passing", COLUMNS[kindOf(account)] ?? BETWEEN);
    if (isSource) return station(account, "origin", ORIGIN);
    return station(account, "end", kindOf(account) === "bank" ? LOST : END);
  };
  for (const step of stepsOf(trace)) {
    const [from, to] = [passing(step.source, true), passing(step.destination, false)];
    const key = `${from} > ${to}`;
    const way = ways.get(key) ?? { from, to, amount: 0, steps: [] };
    ways.set(key, { ...way, amount: way.amount + step.amount, steps: [...way.steps, step] });
  }
  for (const { from, to, amount } of ways.values()) {
    const [source, destination] = [rough.get(from), rough.get(to)];
    if (source?.place === "origin") source.amount += amount;
    if (destination !== undefined) destination.amount += amount;
  }
  for (const { kind, account, amount } of trace.ends) {
    const where = kind === "stands" ? rough.get(account) : undefined;
    if (where !== undefined) where.stands += amount;
  }
  const placed = laidOut([...rough.values()]);
  return {
    ...bounds(placed),
    stations: [...placed.values()],
    ways: [...ways].flatMap(([key, way]) => drawn(key, way, placed, trace.sequence)),
  };
}

/** Columns without anybody in them are left out; what is played stands in a lane of its own, below the rest. */
function laidOut(rough: readonly Rough[]): ReadonlyMap<string, Station> {
  const columns = [...new Set(rough.map(({ column }) => column))].sort((one, other) => one - other);
  const isPlayed = ({ account }: Rough) => PLAYED.has(kindOf(account));
  const lanes = [rough.filter((each) => !isPlayed(each)), rough.filter(isPlayed)];
  const placed = new Map<string, Station>();
  let top = EDGE;
  for (const lane of lanes) {
    const rowsIn = (column: number) => lane.filter((each) => each.column === column).sort(byAccount);
    const tallest = Math.max(0, ...columns.map((column) => rowsIn(column).length));
    columns.forEach((column, index) => {
      const here = rowsIn(column);
      const above = top + ((tallest - here.length) * (BOX.height + GAP.y)) / 2;
      here.forEach((each, row) => {
        const [x, y] = [EDGE + index * (BOX.width + GAP.x), above + row * (BOX.height + GAP.y)];
        placed.set(each.key, { ...each, x, y });
      });
    });
    top += tallest * (BOX.height + GAP.y);
  }
  return placed;
}

function byAccount(one: Rough, other: Rough): number {
  return one.account < other.account ? -1 : one.account > other.account ? 1 : 0;
}

function bounds(placed: ReadonlyMap<string, Station>): { width: number; height: number } {
  const all = [...placed.values()];
  return {
    width: Math.max(BOX.width, ...all.map(({ x }) => x + BOX.width)) + EDGE,
    height: Math.max(BOX.height, ...all.map(({ y }) => y + BOX.height)) + EDGE + GAP.y,
  };
}

function drawn(
  key: string,
  way: { from: string; to: string; amount: number; steps: readonly MoneyStep[] },
  placed: ReadonlyMap<string, Station>,
  sequence: number,
): Way[] {
  const [from, to] = [placed.get(way.from), placed.get(way.to)];
  if (from === undefined || to === undefined) return [];
  const isHere = way.steps.some((step) => step.sequence === sequence);
  return [{ key, from, to, amount: way.amount, steps: way.steps, isBack: to.column <= from.column, isHere }];
}

/** The line of a way, and where its amount is written. */
export function lineOf({ from, to, isBack }: Way): { path: string; x: number; y: number } {
  const middle = BOX.height / 2;
  if (isBack) {
    // Out below the one, in below the other, under everything between them.
    const [x1, x2] = [from.x + BOX.width / 2 - 18, to.x + BOX.width / 2 + 18];
    const y1 = from.y + BOX.height;
    const y2 = to.y + BOX.height;
    const low = Math.max(y1, y2) + GAP.y * 0.8;
    return {
      path: `M ${x1} ${y1} C ${x1} ${low}, ${x2} ${low}, ${x2} ${y2}`,
      x: (x1 + x2) / 2,
      y: Math.max(y1, y2) + GAP.y * 0.55,
    };
  }
  const [x1, y1, x2, y2] = [from.x + BOX.width, from.y + middle, to.x, to.y + middle];
  const bend = Math.max((x2 - x1) / 2, 24);
  return {
    path: `M ${x1} ${y1} C ${x1 + bend} ${y1}, ${x2 - bend} ${y2}, ${x2} ${y2}`,
    x: x1 + GAP.x / 2 + (x2 - x1 > GAP.x ? 4 : 0),
    y: y1 + (y2 - y1) * (GAP.x / 2 / Math.max(x2 - x1, 1)) - 8,
  };
}

/** How thick a way is drawn: by the root of its part, so that a small one is still seen. */
export function thicknessOf(amount: number, whole: number): number {
  return 2 + 12 * Math.sqrt(Math.min(amount / Math.max(whole, 1), 1));
}
