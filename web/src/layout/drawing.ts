// Where the spots of a layout lie on the screen. Reads the server's layout and nothing else: no number, colour or
// band is known here by heart. Numbers with rows become a table of cells with zeros at its head, columns at its
// foot and bands beside it; a game without rows becomes bands of its spots.
import type { LayoutView, SpotView } from "../wire/messages";
import { drawBands, type BandPlan } from "./bands";

export type Colour = "red" | "black" | "green";
/** A screen that lies, one that stands, and one in the hand, where a table of numbers is moved sideways. */
export type Direction = "across" | "down" | "narrow";

export interface Cell {
  readonly spot: SpotView;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly label: string;
  /** What it pays, where that is printed in the cell. */
  readonly odds: string;
  /** Dice that are drawn instead of the label. */
  readonly faces: readonly number[];
  readonly kind: "number" | "outside" | "area";
  /** The one outcome it stands for, if it is one. */
  readonly stands: string | null;
  /** The colour of a number, or of the numbers a spot stands for. */
  readonly colour: Colour | null;
  /** Where the label and the chips stand. */
  readonly labelAt: Point;
  readonly chipsAt: Point;
}

export interface Point {
  readonly x: number;
  readonly y: number;
}

export interface Drawing {
  readonly width: number;
  readonly height: number;
  readonly cells: readonly Cell[];
  /** Where chips on a spot lie, for every spot, drawn as a cell or not. */
  readonly anchors: Readonly<Record<string, Point>>;
  /** How large chips are drawn, so that labels stay readable. */
  readonly chipScale: number;
  /** Names of bands, each in the middle above it. */
  readonly heads: readonly Head[];
}

export interface Head {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly title: string;
}

/** Sizes along the rows and across them. */
interface Measure {
  readonly along: number;
  readonly across: number;
  readonly zero: number;
  readonly foot: number;
  readonly band: number;
}

const MEASURES: Record<"across" | "down", Measure> = {
  across: { along: 100, across: 118, zero: 96, foot: 104, band: 96 },
  down: { along: 80, across: 262, zero: 80, foot: 80, band: 216 },
};
const BANDS: Record<Direction, BandPlan> = {
  across: { width: 1800, columns: 15, height: 620, lowest: 96, highest: 520 },
  down: { width: 1200, columns: 9, height: 900, lowest: 84, highest: 200 },
  narrow: { width: 720, columns: 6, height: 700, lowest: 112, highest: 160 },
};
/** From this width on, chips lie beside a label. */
const WIDE = 160;

export function draw(layout: LayoutView, direction: Direction): Drawing {
  if (layout.rows.length === 0) return drawBands(layout, BANDS[direction]);
  return drawTable(layout, direction === "down" ? "down" : "across");
}

/** The colour of a number on this layout. */
export function colourOf(layout: LayoutView | null, number: string): Colour | null {
  if (layout === null) return null;
  if (layout.red.includes(number)) return "red";
  if (layout.black.includes(number)) return "black";
  return layout.zeros.includes(number) ? "green" : null;
}

// A table of numbers.

type Box = readonly [alongFrom: number, alongTo: number, acrossFrom: number, acrossTo: number];

function drawTable(layout: LayoutView, direction: "across" | "down"): Drawing {
  const bands = outsideBands(layout);
  const plan = new Plan(layout, direction, bands.length);
  const cells = layout.spots.flatMap((spot) => tableCell(layout, plan, spot));
  bands.forEach((band, index) => {
    band.forEach((spot, position) =>
      cells.push(bandCell(layout, plan, spot, index, position / band.length, 1 / band.length)),
    );
  });
  return finish(layout, plan, cells);
}

class Plan {
  readonly measure: Measure;
  readonly rows: number;
  readonly columns: number;
  readonly direction: "across" | "down";
  private readonly bandCount: number;

  constructor(layout: LayoutView, direction: "across" | "down", bandCount: number) {
    this.direction = direction;
    this.measure = MEASURES[direction];
    this.rows = layout.rows.length;
    this.columns = layout.rows[0]?.length ?? 1;
    this.bandCount = bandCount;
  }

  /** Where the numbers begin, beyond the bands. */
  get inner(): number {
    return this.bandCount * this.measure.band;
  }

  get acrossLength(): number {
    return this.inner + this.columns * this.measure.across;
  }

  get alongLength(): number {
    return this.measure.zero + this.rows * this.measure.along + this.measure.foot;
  }

  get size(): { width: number; height: number } {
    return this.direction === "across"
      ? { width: this.alongLength, height: this.acrossLength }
      : { width: this.acrossLength, height: this.alongLength };
  }

  /** A point on the screen. Drawn across, the first column is the lowest. */
  point(along: number, across: number): Point {
    return this.direction === "across"
      ? { x: along, y: this.acrossLength - across }
      : { x: across, y: along };
  }

  rectangle([alongFrom, alongTo, acrossFrom, acrossTo]: Box) {
    const [one, other] = [this.point(alongFrom, acrossFrom), this.point(alongTo, acrossTo)];
    return {
      x: Math.min(one.x, other.x),
      y: Math.min(one.y, other.y),
      width: Math.abs(one.x - other.x),
      height: Math.abs(one.y - other.y),
    };
  }

  row(index: number): number {
    return this.measure.zero + index * this.measure.along;
  }

  column(index: number): number {
    return this.inner + index * this.measure.across;
  }
}

const PLAIN = { odds: "", faces: [] } as const;

/** A single number or a whole column; the spots between numbers and the bands are not cells of the table. */
function tableCell(layout: LayoutView, plan: Plan, spot: SpotView): Cell[] {
  const box = boxOf(layout, plan, spot);
  if (box === null) return [];
  const isNumber = spot.covers.length === 1;
  const rectangle = plan.rectangle(box);
  const label = isNumber ? (spot.covers[0] ?? "") : spot.odds;
  const points = isNumber ? numberPoints(plan, rectangle) : sidePoints(rectangle);
  const colour = isNumber ? colourOf(layout, label) : null;
  const kind = isNumber ? "number" : "outside";
  const stands = isNumber ? label : null;
  return [{ spot, ...rectangle, ...points, ...PLAIN, label, kind, stands, colour }];
}

function boxOf(layout: LayoutView, plan: Plan, spot: SpotView): Box | null {
  const [number] = spot.covers;
  if (spot.covers.length === 1 && number !== undefined) return numberBox(layout, plan, number);
  const column = columnOf(layout, spot);
  if (column < 0) return null;
  const end = plan.row(plan.rows);
  return [end, end + plan.measure.foot, plan.column(column), plan.column(column + 1)];
}

function numberBox(layout: LayoutView, plan: Plan, number: string): Box | null {
  const zero = layout.zeros.indexOf(number);
  if (zero >= 0) {
    const share = (plan.columns * plan.measure.across) / layout.zeros.length;
    return [0, plan.measure.zero, plan.inner + zero * share, plan.inner + (zero + 1) * share];
  }
  const row = layout.rows.findIndex((numbers) => numbers.includes(number));
  const column = layout.rows[row]?.indexOf(number) ?? -1;
  if (column < 0) return null;
  return [plan.row(row), plan.row(row + 1), plan.column(column), plan.column(column + 1)];
}

/** The column a spot stands for, or -1. */
function columnOf(layout: LayoutView, spot: SpotView): number {
  if (spot.covers.length !== layout.rows.length || spot.covers.length === 1) return -1;
  const columns = layout.rows[0]?.map((_, index) => layout.rows.map((row) => row[index])) ?? [];
  return columns.findIndex((column) =>
    column.every((number) => number !== undefined && spot.covers.includes(number)),
  );
}

// The bands beside the numbers: spots that cover more than two rows, those of equal size together.

function outsideBands(layout: LayoutView): SpotView[][] {
  const two = 2 * (layout.rows[0]?.length ?? 0);
  const outside = layout.spots.filter((spot) => spot.covers.length > two && columnOf(layout, spot) < 0);
  const sizes = [...new Set(outside.map((spot) => spot.covers.length))].sort((a, b) => b - a);
  return sizes.map((size) =>
    inOrder(
      layout,
      outside.filter((spot) => spot.covers.length === size),
    ),
  );
}

/** Spots over neighbouring rows stand beside those rows; the others between them, colours in the middle. */
function inOrder(layout: LayoutView, spots: SpotView[]): SpotView[] {
  const blocks = spots.filter((spot) => rowsOf(layout, spot) !== null);
  const others = spots.filter((spot) => !blocks.includes(spot));
  const colours = others.filter((spot) => spotColour(layout, spot) !== null);
  const plain = others.filter((spot) => !colours.includes(spot));
  blocks.sort((a, b) => (rowsOf(layout, a)?.[0] ?? 0) - (rowsOf(layout, b)?.[0] ?? 0));
  const half = Math.ceil(plain.length / 2);
  const between = [...plain.slice(0, half), ...colours, ...plain.slice(half)];
  const middle = Math.ceil(blocks.length / 2);
  return between.length === 0 ? blocks : [...blocks.slice(0, middle), ...between, ...blocks.slice(middle)];
}

/** The first and last row of a spot that covers whole neighbouring rows. */
function rowsOf(layout: LayoutView, spot: SpotView): readonly [number, number] | null {
  const rows = layout.rows.flatMap((row, index) =>
    row.every((number) => spot.covers.includes(number)) ? [index] : [],
  );
  const [first, last] = [rows[0], rows.at(-1)];
  if (first === undefined || last === undefined || last - first + 1 !== rows.length) return null;
  const width = layout.rows[0]?.length ?? 0;
  return rows.length * width === spot.covers.length ? [first, last] : null;
}

function spotColour(layout: LayoutView, spot: SpotView): Colour | null {
  const colours = new Set(spot.covers.map((number) => colourOf(layout, number)));
  const [only] = colours;
  return colours.size === 1 && only !== undefined ? only : null;
}

function bandCell(
  layout: LayoutView,
  plan: Plan,
  spot: SpotView,
  band: number,
  from: number,
  part: number,
): Cell {
  const length = plan.rows * plan.measure.along;
  const start = plan.measure.zero + from * length;
  const across = band * plan.measure.band;
  const rectangle = plan.rectangle([start, start + part * length, across, across + plan.measure.band]);
  const rows = rowsOf(layout, spot);
  const ends = [spot.covers[0] ?? "", spot.covers.at(-1) ?? ""];
  const label = rows === null ? spot.title : ends.join("–");
  return {
    spot,
    ...rectangle,
    ...sidePoints(rectangle),
    ...PLAIN,
    label,
    kind: "outside",
    stands: null,
    colour: spotColour(layout, spot),
  };
}

type Rectangle = Pick<Cell, "x" | "y" | "width" | "height">;

/** In a cell of a number the label stays readable beside the chips. */
function numberPoints(plan: Plan, { x, y, width, height }: Rectangle): Pick<Cell, "labelAt" | "chipsAt"> {
  if (plan.direction === "down") {
    const middle = y + height / 2;
    return {
      labelAt: { x: x + Math.min(width * 0.3, 72), y: middle },
      chipsAt: { x: x + width * 0.66, y: middle },
    };
  }
  const isTall = height > 2 * width;
  return {
    labelAt: { x: x + width / 2, y: y + height * (isTall ? 0.42 : 0.26) },
    chipsAt: { x: x + width / 2, y: y + height * (isTall ? 0.62 : 0.71) },
  };
}

/** Beside the label in a wide cell, below it in a narrow one. */
function sidePoints({ x, y, width, height }: Rectangle): Pick<Cell, "labelAt" | "chipsAt"> {
  if (width >= WIDE) {
    const middle = y + height / 2;
    const label = width > height * 3 ? 0.5 : 0.38;
    return { labelAt: { x: x + width * label, y: middle }, chipsAt: { x: x + width - 40, y: middle } };
  }
  const centre = x + width / 2;
  return { labelAt: { x: centre, y: y + height * 0.32 }, chipsAt: { x: centre, y: y + height * 0.7 } };
}

function finish(layout: LayoutView, plan: Plan, cells: Cell[]): Drawing {
  const anchors: Record<string, Point> = {};
  for (const spot of layout.spots) anchors[spot.name] = betweenNumbers(layout, plan, spot);
  for (const cell of cells) anchors[cell.spot.name] = cell.chipsAt;
  return { ...plan.size, cells, anchors, heads: [], chipScale: 0.86 };
}

/** The middle of the numbers a spot covers; whole rows are wagered at the edge of the numbers. */
function betweenNumbers(layout: LayoutView, plan: Plan, spot: SpotView): Point {
  const boxes = spot.covers.flatMap((number) => numberBox(layout, plan, number) ?? []);
  const middle = (from: number) => {
    const sides = boxes.filter((_, index) => index % 4 === from || index % 4 === from + 1);
    return sides.reduce((sum, side) => sum + side, 0) / Math.max(1, sides.length);
  };
  return plan.point(middle(0), rowsOf(layout, spot) === null ? middle(2) : plan.inner);
}
