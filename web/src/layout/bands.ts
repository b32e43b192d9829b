// A layout without a table of numbers: its spots in bands, one band for each kind of wager, each under its name.
// Kinds that have one spot only stand together in the first band. No odds and no spot is known here by heart.
import type { LayoutView, SpotView } from "../wire/messages";
import type { Cell, Drawing, Head } from "./drawing";
import { facesOf } from "./dice";

export interface BandPlan {
  /** The width of the drawing. */
  readonly width: number;
  /** A row has no more cells than that. */
  readonly columns: number;
  /** What the drawing is as high as, if it can be. */
  readonly height: number;
  readonly lowest: number;
  readonly highest: number;
}

const HEAD = 36;
const GAP = 12;
/** Odds of more letters than that need a wide cell. */
const LONG_ODDS = 12;
const WIDE_SHARE = 2.5;

interface Band {
  readonly title: string;
  readonly spots: readonly SpotView[];
}

export function drawBands(layout: LayoutView, plan: BandPlan): Drawing {
  const lines = packed(bandsOf(layout), plan.columns);
  const fixed = lines.reduce((sum, line) => sum + headOf(line) + GAP, 0);
  const rows = lines.reduce((sum, line) => sum + rowsOfLine(line, plan), 0);
  const room = (plan.height - fixed) / Math.max(1, rows);
  const rowHeight = Math.min(plan.highest, Math.max(plan.lowest, room));
  const cells: Cell[] = [];
  const heads: Head[] = [];
  let y = 0;
  for (const line of lines) {
    drawLine(line, plan, y, rowHeight, cells, heads);
    y += headOf(line) + rowsOfLine(line, plan) * rowHeight + GAP;
  }
  const anchors = Object.fromEntries(cells.map((cell) => [cell.spot.name, cell.chipsAt]));
  const chipScale = Math.min(0.86, (rowHeight * 0.52) / 64);
  return { width: plan.width, height: Math.max(1, y - GAP), cells, anchors, heads, chipScale };
}

function drawLine(
  line: readonly Band[],
  plan: BandPlan,
  y: number,
  rowHeight: number,
  cells: Cell[],
  heads: Head[],
): void {
  const count = line.reduce((sum, band) => sum + across(band, plan.columns), 0);
  const unit = (plan.width - (line.length - 1) * GAP) / count;
  const top = y + headOf(line);
  let x = 0;
  for (const band of line) {
    const columns = across(band, plan.columns);
    if (band.title !== "") heads.push({ x, y: y + HEAD / 2, width: columns * unit, title: band.title });
    for (const [index, spot] of band.spots.entries()) {
      const place = { x: x + (index % columns) * unit, y: top + Math.floor(index / columns) * rowHeight };
      cells.push(cellOf(spot, band, { ...place, width: unit, height: rowHeight }));
    }
    x += columns * unit + GAP;
  }
}

/** Room for the names of a line's bands, if they have any. */
function headOf(line: readonly Band[]): number {
  return line.some((band) => band.title !== "") ? HEAD : 0;
}

function rowsOfLine(line: readonly Band[], plan: BandPlan): number {
  return Math.max(...line.map((band) => rowsOf(band, plan.columns)));
}

/** The kind of a spot: what stands before the colon of its name. */
export function kindOf(spot: SpotView): string {
  return spot.name.split(":")[0] ?? spot.name;
}

/** The title of a kind: that of its spots, without what tells them apart. */
export function kindTitle(spot: SpotView): string {
  const [, rest] = spot.name.split(":");
  const ending = ` ${rest ?? ""}`;
  return rest !== undefined && spot.title.endsWith(ending) ? spot.title.slice(0, -ending.length) : spot.title;
}

function bandsOf(layout: LayoutView): Band[] {
  const kinds = new Map<string, SpotView[]>();
  for (const spot of layout.spots) kinds.set(kindOf(spot), [...(kinds.get(kindOf(spot)) ?? []), spot]);
  const groups = [...kinds.values()];
  const alone = groups.filter((spots) => spots.length === 1).flat();
  const bands = groups
    .filter((spots) => spots.length > 1)
    .map((spots) => ({ title: spots[0] === undefined ? "" : kindTitle(spots[0]), spots }));
  return alone.length === 0 ? bands : [{ title: "", spots: alone }, ...bands];
}

/** Neighbouring bands share a line where they have room side by side. */
function packed(bands: readonly Band[], columns: number): Band[][] {
  const lines: Band[][] = [];
  for (const band of bands) {
    const line = lines.at(-1);
    const taken = line?.reduce((sum, each) => sum + each.spots.length, 0) ?? columns;
    const fits = taken + band.spots.length <= columns && widest(band, columns) === columns;
    if (line !== undefined && fits) line.push(band);
    else lines.push([band]);
  }
  return lines;
}

function rowsOf(band: Band, columns: number): number {
  return Math.ceil(band.spots.length / widest(band, columns));
}

/** How many cells of a band may stand side by side. */
function widest(band: Band, columns: number): number {
  const isLong = band.spots.some((spot) => spot.odds.length > LONG_ODDS);
  return isLong ? Math.max(1, Math.floor(columns / WIDE_SHARE)) : columns;
}

/** How many cells stand side by side: rows of one band are as even as they can be. */
function across(band: Band, columns: number): number {
  return Math.ceil(band.spots.length / rowsOf(band, columns));
}

function cellOf(spot: SpotView, band: Band, box: Pick<Cell, "x" | "y" | "width" | "height">): Cell {
  const [, rest] = spot.name.split(":");
  const isWide = box.width > 2.4 * box.height;
  const middle = box.x + box.width * (isWide ? 0.42 : 0.5);
  return {
    spot,
    ...box,
    label: band.title === "" || rest === undefined ? spot.title : rest,
    odds: spot.odds,
    faces: facesOf(spot),
    kind: "area",
    stands: spot.covers.length === 1 ? (spot.covers[0] ?? null) : null,
    colour: null,
    labelAt: { x: middle, y: box.y + box.height * 0.29 },
    chipsAt: isWide
      ? { x: box.x + box.width - 44, y: box.y + box.height / 2 }
      : { x: middle, y: box.y + box.height * 0.72 },
  };
}
