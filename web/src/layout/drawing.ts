// Where the spots of a layout lie on the screen. Reads the server's layout and nothing else: no number, colour or
// band is known here by heart. Numbers with rows become a table (`table.ts`); a game without rows becomes bands of
// its spots (`bands.ts`).
import type { LayoutView, SpotView } from "../wire/messages";
import { drawBands, type BandPlan } from "./bands";
import { drawTable } from "./table";

export type Colour = "red" | "black" | "green";
/** A screen that lies, one that stands, and one in the hand, where a table of numbers is moved sideways. */
export type Direction = "across" | "down" | "narrow";

export interface Point {
  readonly x: number;
  readonly y: number;
}

export interface Rectangle extends Point {
  readonly width: number;
  readonly height: number;
}

/** A spot that is drawn as an area of its own. */
export interface Cell extends Rectangle {
  readonly spot: SpotView;
  readonly label: string;
  /** What it pays, where that is printed in the cell. */
  readonly odds: string;
  /** How often it stands on the wheel, where that is printed in the cell; otherwise nothing. */
  readonly count: number;
  /** The totals of dice it stands for, where that is printed in the cell: `4–10`. */
  readonly range: string;
  /** Dice that are drawn instead of the label. */
  readonly faces: readonly number[];
  readonly kind: "number" | "outside" | "area";
  /** The colour of a number, or of the numbers a spot stands for. */
  readonly colour: Colour | null;
  /** Where the label and the chips stand. */
  readonly labelAt: Point;
  readonly chipsAt: Point;
}

/** A spot on a line or a crossing of the table. */
export interface Between {
  readonly spot: SpotView;
  /** Where its chips lie. */
  readonly at: Point;
  /** The part of the line it is wagered on: as good as a point, and the nearest one to a finger is meant. */
  readonly core: Rectangle;
  /** What of the screen is surely its own: no other spot of this kind reaches into it. */
  readonly hit: Rectangle;
}

export interface Drawing {
  readonly width: number;
  readonly height: number;
  readonly cells: readonly Cell[];
  readonly between: readonly Between[];
  /** How far from a line or crossing it is still meant, along both sides of the screen. */
  readonly reach: Point;
  /** Where chips on a spot lie, for every spot. */
  readonly anchors: Readonly<Record<string, Point>>;
  /** How large chips are drawn, so that labels stay readable. */
  readonly chipScale: number;
  /** How much smaller chips are drawn on spots that lie close together. */
  readonly crowded: Readonly<Record<string, number>>;
  /** Names of bands, each in the middle above it. */
  readonly heads: readonly Head[];
}

export interface Head {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly title: string;
  /** The first of the spots below it, for whoever calls the band by another name. */
  readonly spot: SpotView;
}

/** The room a drawing has on the screen, in px. */
export interface Room {
  readonly width: number;
  readonly height: number;
}

const BANDS: Record<Direction, BandPlan> = {
  across: { width: 1800, columns: 15, height: 620, lowest: 96, highest: 720 },
  down: { width: 1200, columns: 9, height: 1060, lowest: 84, highest: 620 },
  narrow: { width: 720, columns: 6, height: 900, lowest: 148, highest: 190 },
};

/** In a room so much wider than high a table lies, even on a screen that stands. */
const FLAT = 1.3;

/** Fills its room as far as cells keep a good shape; without a room it has the shape it likes best. */
export function draw(layout: LayoutView, direction: Direction, room: Room | null = null): Drawing {
  const known = room !== null && room.width > 0 && room.height > 0 ? room : null;
  const isFlat = known !== null && known.width > FLAT * known.height;
  const along = direction === "down" && !isFlat ? "down" : "across";
  if (layout.rows.length > 0) return drawTable(layout, along, known);
  const plan = BANDS[direction];
  const height = known === null ? plan.height : (plan.width * known.height) / known.width;
  return drawBands(layout, { ...plan, height });
}

/** The colour of a number on this layout. */
export function colourOf(
  layout: Pick<LayoutView, "red" | "black" | "zeros"> | null,
  number: string,
): Colour | null {
  if (layout === null) return null;
  if (layout.red.includes(number)) return "red";
  if (layout.black.includes(number)) return "black";
  return layout.zeros.includes(number) ? "green" : null;
}

/** The kind of a spot: what stands before the colon of its name. */
export function kindOf(spot: Pick<SpotView, "name">): string {
  return spot.name.split(":")[0] ?? spot.name;
}

/** Spots by their kind, both in the order of the layout. */
export function kindsOf(spots: readonly SpotView[]): ReadonlyMap<string, readonly SpotView[]> {
  const kinds = new Map<string, SpotView[]>();
  for (const spot of spots) kinds.set(kindOf(spot), [...(kinds.get(kindOf(spot)) ?? []), spot]);
  return kinds;
}

/** The title of a kind: that of its spots, without what tells them apart. */
export function kindTitle(spot: Pick<SpotView, "name" | "title">): string {
  const [, rest] = spot.name.split(":");
  const ending = ` ${rest ?? ""}`;
  return rest !== undefined && spot.title.endsWith(ending) ? spot.title.slice(0, -ending.length) : spot.title;
}

/** The middle of a rectangle. */
export function middleOf({ x, y, width, height }: Rectangle): Point {
  return { x: x + width / 2, y: y + height / 2 };
}
