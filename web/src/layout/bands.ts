// A layout without a table of numbers: its spots in bands, one band for each kind of wager, each under its name.
// Kinds that have one spot only stand together; where there is room they flank the bands, the widest at both ends,
// as Small and Big do on a cloth. No odds and no spot is known here by heart.
import type { LayoutView, SpotView } from "../wire/messages";
import { kindsOf, kindTitle, type Cell, type Drawing, type Head, type Rectangle } from "./drawing";
import { facesOf, totalsOf } from "./dice";

export { kindTitle };

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
/** From so many columns on, spots that are alone stand at both ends of the bands. */
const FLANKED = 12;
/** A cell lower than that has no room for the totals it stands for. */
const RANGE_MIN = 156;
/** How many columns a spot that stands alone is wide. */
const FLANK = 1.5;

interface Band {
  /** What its spots have in common; empty where that is nothing. */
  readonly title: string;
  /** Whether its title stands above it. */
  readonly isHeaded: boolean;
  readonly spots: readonly SpotView[];
  /** How many columns one of its cells is wide. */
  readonly share: number;
}

export function drawBands(layout: LayoutView, given: BandPlan): Drawing {
  const plan = { ...given, columns: columnsFor(layout, given) };
  const lines = linesOf(layout, plan.columns);
  const fixed = lines.reduce((sum, line) => sum + headOf(line) + GAP, 0);
  const rows = lines.reduce((sum, line) => sum + rowsOfLine(line, plan), 0);
  const room = (plan.height - fixed) / Math.max(1, rows);
  const rowHeight = Math.min(plan.highest, Math.max(plan.lowest, room));
  const cells: Cell[] = [];
  const heads: Head[] = [];
  let y = 0;
  for (const line of lines) {
    drawLine(layout, line, plan, y, rowHeight, cells, heads);
    y += headOf(line) + rowsOfLine(line, plan) * rowHeight + GAP;
  }
  const anchors = Object.fromEntries(cells.map((cell) => [cell.spot.name, cell.chipsAt]));
  const chipScale = Math.min(1.2, (rowHeight * 0.36) / 64);
  const height = Math.max(1, y - GAP);
  const none = { between: [], reach: { x: 0, y: 0 }, crowded: {} };
  return { width: plan.width, height, cells, anchors, heads, chipScale, ...none };
}

/** A layout of one band stands in as many columns as give its cells the best shape, where there is height to fill. */
function columnsFor(layout: LayoutView, { width, height, highest, columns }: BandPlan): number {
  const count = layout.spots.length;
  if (columns >= FLANKED || kindsOf(layout.spots).size !== 1) return columns;
  const choices = Array.from({ length: columns }, (_, index) => index + 1);
  const worth = (across: number): number => {
    const rows = Math.ceil(count / across);
    const side = Math.min(width / across, 0.8 * Math.min(highest, height / rows));
    return side * (count / (across * rows)) ** 2;
  };
  return choices.reduce((best, choice) => (worth(choice) > worth(best) ? choice : best), 1);
}

function drawLine(
  layout: LayoutView,
  line: readonly Band[],
  plan: BandPlan,
  y: number,
  rowHeight: number,
  cells: Cell[],
  heads: Head[],
): void {
  const count = line.reduce((sum, band) => sum + across(band, plan.columns) * band.share, 0);
  const unit = (plan.width - (line.length - 1) * GAP) / count;
  const top = y + headOf(line);
  let x = 0;
  for (const band of line) {
    const columns = across(band, plan.columns);
    const width = unit * band.share;
    const [spot] = band.spots;
    if (band.isHeaded && spot !== undefined)
      heads.push({ x, y: y + HEAD / 2, width: columns * width, title: band.title, spot });
    // A cell without a name above it takes that room too.
    const [from, height] = band.isHeaded ? [top, rowHeight] : [y, rowHeight + headOf(line)];
    for (const [index, spot] of band.spots.entries()) {
      const row = Math.floor(index / columns);
      // The last row is as wide as the others, with fewer cells.
      const own = (columns * width) / Math.min(columns, band.spots.length - row * columns);
      const place = { x: x + (index % columns) * own, y: from + row * height };
      cells.push(cellOf(layout, spot, band, { ...place, width: own, height }));
    }
    x += columns * width + GAP;
  }
}

/** Room for the names of a line's bands, if they have any. */
function headOf(line: readonly Band[]): number {
  return line.some((band) => band.isHeaded) ? HEAD : 0;
}

function rowsOfLine(line: readonly Band[], plan: BandPlan): number {
  return Math.max(...line.map((band) => rowsOf(band, plan.columns)));
}

function linesOf(layout: LayoutView, columns: number): Band[][] {
  const groups = [...kindsOf(layout.spots).values()];
  const alone = groups.filter((spots) => spots.length === 1).flat();
  const bands = groups
    .filter((spots) => spots.length > 1)
    .map((spots) => bandOf(spots, commonTitle(spots), { isOnly: groups.length === 1 }));
  if (alone.length === 0) return packed(bands, columns);
  if (columns >= FLANKED && alone.length > 1 && bands.length > 0) return flanked(alone, bands, columns);
  return packed([bandOf(alone, "", { isOnly: false }), ...bands], columns);
}

/** A title above the only band there is would tell nobody anything. */
function bandOf(spots: readonly SpotView[], title: string, { isOnly }: { isOnly: boolean }): Band {
  return { title, spots, isHeaded: title !== "" && !isOnly, share: 1 };
}

function commonTitle(spots: readonly SpotView[]): string {
  const titles = new Set(spots.map(kindTitle));
  const [only = ""] = titles;
  return titles.size === 1 ? only : "";
}

/** The two that win most often at both ends of the first line, the others that stand alone within it. */
function flanked(alone: readonly SpotView[], bands: readonly Band[], columns: number): Band[][] {
  const most = [...alone].sort((a, b) => b.covers.length - a.covers.length).slice(0, 2);
  const [left, right] = alone.filter((spot) => most.includes(spot));
  const within = alone.filter((spot) => !most.includes(spot));
  const [first = [], ...lines] = packed(bands, columns);
  const single = (spot: SpotView): Band => ({ ...bandOf([spot], "", { isOnly: false }), share: FLANK });
  const middle = Math.ceil(first.length / 2);
  const line = [...first.slice(0, middle), ...within.map(single), ...first.slice(middle)];
  return [[...(left ? [single(left)] : []), ...line, ...(right ? [single(right)] : [])], ...lines];
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

function cellOf(layout: LayoutView, spot: SpotView, band: Band, box: Rectangle): Cell {
  const [, rest] = spot.name.split(":");
  const isWide = box.width > 1.8 * box.height;
  const middle = box.x + box.width * (isWide ? 0.4 : 0.5);
  const hasRange = rest === undefined && !isWide && box.height >= RANGE_MIN;
  const range = hasRange ? totalsOf(spot) : "";
  return {
    spot,
    ...box,
    label: band.title === "" || rest === undefined ? spot.title : rest,
    odds: spot.odds,
    count: layout.wheel.filter((outcome) => spot.covers.includes(outcome)).length,
    range,
    faces: facesOf(spot),
    kind: "area",
    colour: null,
    labelAt: { x: middle, y: box.y + box.height * (isWide ? 0.36 : range === "" ? 0.24 : 0.19) },
    chipsAt: isWide
      ? { x: box.x + box.width * 0.88, y: box.y + box.height / 2 }
      : { x: middle, y: box.y + box.height * 0.62 },
  };
}
