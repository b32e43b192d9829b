// A table of numbers: zeros at its head, columns at its foot, bands beside it, and the spots on its lines and crossings.
// A spot between numbers lies where all of them meet; where they do not, it is wagered at the edge of the numbers.
import type { LayoutView, SpotView } from "../wire/messages";
import { colourOf, type Between, type Cell, type Colour, type Drawing, type Point } from "./drawing";
import type { Rectangle, Room } from "./drawing";

/** Sizes along the rows and across them. */
interface Measure {
  readonly along: number;
  readonly across: number;
  readonly zero: number;
  readonly foot: number;
  readonly band: number;
}

const MEASURES: Record<"across" | "down", Measure> = {
  across: { along: 100, across: 122, zero: 100, foot: 104, band: 96 },
  down: { along: 84, across: 262, zero: 84, foot: 84, band: 178 },
};
/** So much wider than high, chips lie beside a label. */
const WIDE = 1.5;
/** Half the width of a line for a finger: 22 px on a cabinet and a little for its edge, but never so much that a number has no room left. */
const REACH = 23.5;
const REACH_SHARE = 0.28;
/** How much narrower or wider than usual a row may be to fit the room. */
const ROW_MIN = 0.7;
const ROW_MAX = 1.7;
const BAND_MAX = 1.4;
/** Chips that lie close together are drawn smaller, but not smaller than can be read. */
const CROWDED_MIN = 0.62;
/** Room beside the numbers where there are no bands: what is wagered at their edge lies there. */
const EDGE = 40;

/** From and to, along the rows and across them. */
type Box = readonly [alongFrom: number, alongTo: number, acrossFrom: number, acrossTo: number];

export function drawTable(layout: LayoutView, direction: "across" | "down", room: Room | null): Drawing {
  const inner = layout.spots.filter((spot) => isInner(layout, spot));
  const onTable = onTableOf(layout);
  const meetings = meetingsOf(layout, inner);
  const beside = layout.spots.filter((spot) => !onTable.includes(spot) && !meetings.has(spot.name));
  const bands = bandsOf(layout, beside);
  const plan = new Plan(layout, direction, bands.length, room);
  const cells = onTable.flatMap((spot) => tableCell(layout, plan, spot));
  bands.forEach((band, index) => {
    band.forEach((spot, position) =>
      cells.push(bandCell(layout, plan, spot, index, position / band.length, 1 / band.length)),
    );
  });
  return finish(plan, cells, betweenOf(layout, plan, inner, meetings));
}

class Plan {
  measure: Measure;
  private finger = REACH;
  readonly rows: number;
  readonly columns: number;
  readonly direction: "across" | "down";
  private readonly bandCount: number;

  constructor(layout: LayoutView, direction: "across" | "down", bandCount: number, room: Room | null) {
    this.direction = direction;
    this.measure = MEASURES[direction];
    this.rows = layout.rows.length;
    this.columns = layout.rows[0]?.length ?? 1;
    this.bandCount = bandCount;
    if (room !== null) this.fit(direction === "across" ? room : { width: room.height, height: room.width });
  }

  /** Rows as wide as the room allows, lines as wide as a finger on the screen. */
  private fit({ width: along, height: across }: Room): void {
    const { along: usual } = this.measure;
    const wanted = ((along / across) * this.acrossLength) / (this.rows + 2);
    const row = Math.max(ROW_MIN * usual, Math.min(ROW_MAX * usual, wanted));
    this.measure = { ...this.measure, along: row, zero: row, foot: row };
    // What is left across goes to the bands, and some of it to the numbers.
    const left = Math.max(0, (across / along) * this.alongLength - this.acrossLength);
    const band = Math.min(
      this.measure.band * BAND_MAX,
      this.measure.band + left / (2 * Math.max(1, this.bandCount)),
    );
    this.measure = { ...this.measure, band };
    this.finger = REACH * Math.max(this.alongLength / along, this.acrossLength / across);
  }

  /** Where the numbers begin, beyond the bands. */
  get inner(): number {
    return this.bandCount === 0 ? EDGE : this.bandCount * this.measure.band;
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

  /** How far a line reaches, along the rows and across them. */
  get reach(): readonly [along: number, across: number] {
    const { along, across } = this.measure;
    return [Math.min(this.finger, along * REACH_SHARE), Math.min(this.finger, across * REACH_SHARE)];
  }

  /** A point on the screen. Drawn across, the first column is the lowest. */
  point(along: number, across: number): Point {
    return this.direction === "across"
      ? { x: along, y: this.acrossLength - across }
      : { x: across, y: along };
  }

  rectangle([alongFrom, alongTo, acrossFrom, acrossTo]: Box): Rectangle {
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

const PLAIN = { odds: "", faces: [], count: 0, range: "" } as const;

/** The spots of single numbers and of whole columns, the first of each. */
function onTableOf(layout: LayoutView): readonly SpotView[] {
  const numbers = new Set([...layout.zeros, ...layout.rows.flat()]);
  const first = new Map<string, SpotView>();
  for (const spot of layout.spots) {
    const [number = ""] = spot.covers;
    const isNumber = spot.covers.length === 1 && numbers.has(number);
    const place = isNumber ? `number ${number}` : `column ${columnOf(layout, spot)}`;
    if ((isNumber || columnOf(layout, spot) >= 0) && !first.has(place)) first.set(place, spot);
  }
  return [...first.values()];
}

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
  return [{ spot, ...rectangle, ...points, ...PLAIN, label, kind, colour }];
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

// The spots between numbers.

/** Of no more numbers than two rows have: what covers more is a band beside them. */
function isInner(layout: LayoutView, spot: SpotView): boolean {
  const two = 2 * (layout.rows[0]?.length ?? 0);
  return spot.covers.length > 1 && spot.covers.length <= two && columnOf(layout, spot) < 0;
}

/** Where the numbers of each spot meet, in units of the table. A second spot at the same place has none. */
function meetingsOf(layout: LayoutView, spots: readonly SpotView[]): ReadonlyMap<string, Box> {
  const plan = new Plan(layout, "across", 0, null);
  const [meetings, taken] = [new Map<string, Box>(), new Set<string>()];
  for (const spot of spots) {
    const meeting = meetingOf(layout, plan, spot);
    if (meeting === null || taken.has(meeting.join(" "))) continue;
    taken.add(meeting.join(" "));
    meetings.set(spot.name, meeting);
  }
  return meetings;
}

function meetingOf(layout: LayoutView, plan: Plan, spot: SpotView): Box | null {
  const boxes = spot.covers.map((number) => numberBox(layout, plan, number));
  if (boxes.some((box) => box === null)) return null;
  const known = boxes.filter((box) => box !== null);
  const from = [0, 2].map((side) => Math.max(...known.map((box) => box[side] ?? 0)));
  const to = [1, 3].map((side) => Math.min(...known.map((box) => box[side] ?? 0)));
  const [alongFrom = 0, acrossFrom = 0] = from;
  const [alongTo = 0, acrossTo = 0] = to;
  if (alongTo < alongFrom) return null;
  const isApart = acrossTo < acrossFrom;
  return [alongFrom, alongTo, isApart ? plan.inner : acrossFrom, isApart ? plan.inner : acrossTo];
}

function betweenOf(
  layout: LayoutView,
  plan: Plan,
  spots: readonly SpotView[],
  meetings: ReadonlyMap<string, Box>,
): Between[] {
  const places = spots.flatMap((spot) => {
    const box = meetings.has(spot.name) ? meetingOf(layout, plan, spot) : null;
    return box === null ? [] : [{ spot, ...placeOf(plan, box) }];
  });
  return places.map((place) => ({ ...place, hit: hitOf(plan, place, places) }));
}

/** Where chips lie, and the core of a line: as much of it as is nearer to its middle than to a crossing. */
function placeOf(plan: Plan, [alongFrom, alongTo, acrossFrom, acrossTo]: Box): Pick<Between, "at" | "core"> {
  const [reachAlong, reachAcross] = plan.reach;
  const [a, b] = shrunk(alongFrom, alongTo, 2 * reachAlong);
  const [c, d] = shrunk(acrossFrom, acrossTo, 2 * reachAcross);
  return {
    at: plan.point((alongFrom + alongTo) / 2, (acrossFrom + acrossTo) / 2),
    core: plan.rectangle([a, b, c, d]),
  };
}

function shrunk(from: number, to: number, by: number): readonly [number, number] {
  const middle = (from + to) / 2;
  return [Math.min(from + by, middle), Math.max(to - by, middle)];
}

/** Around where its chips lie, as far as it reaches, and half the way at most to any other. */
function hitOf(plan: Plan, place: Pick<Between, "at">, places: readonly Pick<Between, "at">[]): Rectangle {
  const reach = screenReach(plan);
  let room = 1;
  for (const other of places) {
    const away = Math.max(
      Math.abs(other.at.x - place.at.x) / (2 * reach.x),
      Math.abs(other.at.y - place.at.y) / (2 * reach.y),
    );
    if (other !== place && away < room) room = away;
  }
  const half = { x: reach.x * room, y: reach.y * room };
  return { x: place.at.x - half.x, y: place.at.y - half.y, width: 2 * half.x, height: 2 * half.y };
}

function screenReach(plan: Plan): Point {
  const [along, across] = plan.reach;
  return plan.direction === "across" ? { x: along, y: across } : { x: across, y: along };
}

// The bands beside the numbers: what covers more than two rows, or is nowhere between numbers; equal sizes together.

function bandsOf(layout: LayoutView, outside: readonly SpotView[]): SpotView[][] {
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
  const colour = spotColour(layout, spot);
  return { spot, ...rectangle, ...sidePoints(rectangle), ...PLAIN, label, kind: "outside", colour };
}

/** In a cell of a number the label stays readable beside the chips. */
function numberPoints(plan: Plan, { x, y, width, height }: Rectangle): Pick<Cell, "labelAt" | "chipsAt"> {
  if (plan.direction === "down") {
    const middle = y + height / 2;
    return {
      labelAt: { x: x + Math.min(width * 0.27, 72), y: middle },
      chipsAt: { x: x + width * 0.66, y: middle },
    };
  }
  const isTall = height > 2 * width;
  return {
    labelAt: { x: x + width / 2, y: y + height * (isTall ? 0.42 : 0.3) },
    chipsAt: { x: x + width / 2, y: y + height * (isTall ? 0.58 : 0.66) },
  };
}

/** Beside the label in a wide cell, below it in a narrow or a tall one. */
function sidePoints({ x, y, width, height }: Rectangle): Pick<Cell, "labelAt" | "chipsAt"> {
  const centre = x + width / 2;
  if (width > WIDE * height) {
    const middle = y + height / 2;
    const label = width > height * 3 ? 0.5 : 0.38;
    return { labelAt: { x: x + width * label, y: middle }, chipsAt: { x: x + width * 0.86, y: middle } };
  }
  const share = height > width ? [0.38, Math.min(0.72, 0.38 + 64 / height)] : [0.32, 0.7];
  return {
    labelAt: { x: centre, y: y + height * (share[0] ?? 0) },
    chipsAt: { x: centre, y: y + height * (share[1] ?? 0) },
  };
}

function finish(plan: Plan, cells: readonly Cell[], between: readonly Between[]): Drawing {
  const anchors: Record<string, Point> = {};
  for (const cell of cells) anchors[cell.spot.name] = cell.chipsAt;
  const crowded: Record<string, number> = {};
  const reach = screenReach(plan);
  for (const { spot, at, hit } of between) {
    anchors[spot.name] = at;
    if (hit.width < 2 * reach.x) crowded[spot.name] = Math.max(CROWDED_MIN, hit.width / (2 * reach.x));
  }
  const chipScale = plan.direction === "across" ? 0.74 : 0.78;
  return { ...plan.size, cells, between, reach, anchors, heads: [], chipScale, crowded };
}
