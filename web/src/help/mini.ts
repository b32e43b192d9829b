// A small layout of numbers with the chips of one wager on it, and what it covers: where a chip has to lie.
// Drawn from the server's layout alone.
import { colourOf, type Colour } from "../layout/drawing";
import type { LayoutView, SpotView } from "../wire/messages";

export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export interface MiniCell extends Box {
  /** What it stands for: a number, or the name of a spot. */
  readonly name: string;
  readonly label: string;
  readonly colour: Colour | null;
  readonly isCovered: boolean;
}

export interface MiniPoint {
  readonly x: number;
  readonly y: number;
}

export interface Mini {
  readonly width: number;
  readonly height: number;
  readonly cells: readonly MiniCell[];
  readonly chips: readonly MiniPoint[];
}

const CELL = { width: 24, height: 28 };
const ZERO = 26;
const FOOT = 26;
const BAND = 22;

/** The drawing for a wager; nothing for a game without a table of numbers. */
export function miniOf(layout: LayoutView, wager: SpotView): Mini | null {
  if (layout.rows.length === 0) return null;
  const grid = new Grid(layout);
  const covered = new Set(wager.covers);
  const numbers = [...layout.zeros, ...layout.rows.flat()].map((number) => ({
    ...grid.number(number),
    name: number,
    label: number,
    colour: colourOf(layout, number),
    isCovered: covered.has(number),
  }));
  const outside = [...grid.outside].map(([name, box]) => ({
    ...box,
    name,
    label: "",
    colour: null,
    isCovered: name === wager.name,
  }));
  const pieces = wager.pieces.length === 0 ? [wager.name] : wager.pieces;
  const spots = pieces.flatMap((piece) => layout.spots.find(({ name }) => name === piece) ?? []);
  return { ...grid.size, cells: [...numbers, ...outside], chips: spots.map((spot) => grid.chip(spot)) };
}

class Grid {
  readonly outside = new Map<string, Box>();
  private readonly layout: LayoutView;
  private readonly columns: number;
  private readonly bandCount: number;

  constructor(layout: LayoutView) {
    this.layout = layout;
    this.columns = layout.rows[0]?.length ?? 1;
    for (const spot of layout.spots) {
      const column = this.columnOf(spot);
      if (column >= 0) this.outside.set(spot.name, this.foot(column));
    }
    const bands = this.bands();
    this.bandCount = bands.length;
    bands.forEach((band, row) =>
      band.forEach((spot, at) => this.outside.set(spot.name, this.band(row, at, band.length))),
    );
  }

  get size(): { width: number; height: number } {
    return { width: this.end + FOOT, height: this.bottom + this.bandCount * BAND };
  }

  /** Where a number stands; the first of a row is the lowest. */
  number(number: string): Box {
    const zero = this.layout.zeros.indexOf(number);
    if (zero >= 0) {
      const height = this.bottom / this.layout.zeros.length;
      return { x: 0, y: this.bottom - (zero + 1) * height, width: ZERO, height };
    }
    const row = this.layout.rows.findIndex((numbers) => numbers.includes(number));
    const column = this.layout.rows[row]?.indexOf(number) ?? 0;
    return { x: ZERO + row * CELL.width, y: (this.columns - 1 - column) * CELL.height, ...CELL };
  }

  /** Where a chip on a spot lies: in its box, or on the lines between the numbers it covers. */
  chip(spot: SpotView): MiniPoint {
    const box = this.outside.get(spot.name);
    if (box !== undefined) return middle(box);
    const { zeros, rows } = this.layout;
    const others = spot.covers.filter((number) => !zeros.includes(number));
    const hasZero = others.length < spot.covers.length;
    const counted = others.length === 0 ? spot.covers : others;
    const points = counted.map((number) => middle(this.number(number)));
    const isWhole = rows.some((row) => row.every((number) => others.includes(number)));
    return {
      x: hasZero && others.length > 0 ? ZERO : mean(points.map(({ x }) => x)),
      y: isWhole ? this.bottom : mean(points.map(({ y }) => y)),
    };
  }

  private get bottom(): number {
    return this.columns * CELL.height;
  }

  private get end(): number {
    return ZERO + this.layout.rows.length * CELL.width;
  }

  private foot(column: number): Box {
    return { x: this.end, y: (this.columns - 1 - column) * CELL.height, width: FOOT, height: CELL.height };
  }

  private band(row: number, at: number, count: number): Box {
    const width = (this.end - ZERO) / count;
    return { x: ZERO + at * width, y: this.bottom + row * BAND, width, height: BAND };
  }

  private columnOf({ covers }: SpotView): number {
    const { rows } = this.layout;
    if (covers.length !== rows.length) return -1;
    const columns = Array.from({ length: this.columns }, (_, index) => rows.map((row) => row[index] ?? ""));
    return columns.findIndex((column) => column.every((number) => covers.includes(number)));
  }

  /** What covers more than two rows stands below the numbers, the smaller above the larger. */
  private bands(): SpotView[][] {
    const outside = this.layout.spots.filter(
      (spot) => spot.covers.length > 2 * this.columns && this.columnOf(spot) < 0,
    );
    const sizes = [...new Set(outside.map(({ covers }) => covers.length))].sort((one, other) => one - other);
    return sizes.map((size) => outside.filter(({ covers }) => covers.length === size));
  }
}

function middle({ x, y, width, height }: Box): MiniPoint {
  return { x: x + width / 2, y: y + height / 2 };
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
}
