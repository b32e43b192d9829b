// The racetrack: the wheel's order as an oval or a ribbon, with every number as the middle of a neighbours wager and
// the sectors inside. Which specials are neighbours and which are sectors is read from what they cover on the wheel.
import type { LayoutView, SpotView } from "../wire/messages";
import { colourOf, type Colour, type Point } from "./drawing";

export type TrackLook = "oval" | "ribbon" | "run" | "diamond";

export interface Pocket {
  readonly number: string;
  readonly colour: Colour | null;
  /** The outline, as an SVG path. */
  readonly path: string;
  readonly at: Point;
  /** The wager on it and its neighbours, where the rules have one. */
  readonly spot: SpotView | null;
}

export interface Sector {
  readonly spot: SpotView;
  readonly path: string;
  readonly at: Point;
  readonly width: number;
}

export interface Track {
  readonly width: number;
  readonly height: number;
  readonly depth: number;
  readonly pockets: readonly Pocket[];
  readonly sectors: readonly Sector[];
}

const WIDTH = 1400;
/** How deep a number is, at least and at most, and how many px it should be on the screen. */
const DEPTH = [64, 92] as const;
const DEPTH_PX = 62;
/** The room of the sectors between the two sides, by the depth of a number. */
const INSIDE = 1.36;
/** A stretch of fewer numbers is no part of the wheel that anybody would name. */
const STRETCH_MIN = 3;
const STRETCHES_MAX = 2;

/** The racetrack of a layout, or nothing where the rules have neither neighbours nor sectors. */
export function drawTrack(layout: LayoutView, look: TrackLook, widthPx = WIDTH): Track | null {
  const centres = centresOf(layout);
  const sectors = sectorsOf(layout);
  if (layout.wheel.length === 0 || (centres.size === 0 && sectors.length === 0)) return null;
  const depth = Math.max(DEPTH[0], Math.min(DEPTH[1], (DEPTH_PX * WIDTH) / Math.max(1, widthPx)));
  const inside = sectors.length > 0 ? INSIDE * depth : 16;
  const height = 2 * depth + inside;
  const isRound = look === "oval" || look === "diamond";
  const shape = (isRound ? oval : ribbon)(layout.wheel.length, height, depth);
  const places = new Map(layout.wheel.map((number, index) => [number, shape[index]?.at]));
  return {
    width: WIDTH,
    height,
    depth,
    pockets: layout.wheel.map((number, index) => ({
      number,
      colour: colourOf(layout, number),
      path: shape[index]?.path ?? "",
      at: shape[index]?.at ?? { x: 0, y: 0 },
      spot: centres.get(number) ?? null,
    })),
    sectors: placeSectors(
      sectors,
      places,
      { from: isRound ? depth + 28 : 6, top: depth + 6, bottom: depth + inside - 6 },
      isRound,
    ),
  };
}

/** The stretches of neighbouring numbers on a wheel that a wager covers: where each begins, and how long it is. */
export function stretchesOf(
  wheel: readonly string[],
  covers: readonly string[],
): readonly (readonly [from: number, length: number])[] {
  const isCovered = wheel.map((number) => covers.includes(number));
  if (isCovered.every(Boolean)) return [[0, wheel.length]];
  const stretches: [number, number][] = [];
  for (const [index, now] of isCovered.entries()) {
    if (!now || isCovered.at(index - 1)) continue;
    let length = 1;
    while (isCovered[(index + length) % wheel.length]) length += 1;
    stretches.push([index, length]);
  }
  return stretches;
}

/** For each number the wager on it and as many neighbours on both sides. */
export function centresOf({ wheel, specials }: LayoutView): ReadonlyMap<string, SpotView> {
  const centres = new Map<string, SpotView>();
  for (const spot of specials) {
    const [, number = ""] = spot.name.split(":");
    const [stretch, ...others] = stretchesOf(wheel, spot.covers);
    if (stretch === undefined || others.length > 0 || stretch[1] % 2 === 0 || stretch[1] < STRETCH_MIN)
      continue;
    if (wheel[(stretch[0] + (stretch[1] - 1) / 2) % wheel.length] === number) centres.set(number, spot);
  }
  return centres;
}

/** The specials that are parts of the wheel: one stretch or two, each long enough to be seen as one. */
export function sectorsOf({ wheel, specials }: LayoutView): readonly SpotView[] {
  return specials.filter((spot) => {
    const stretches = stretchesOf(wheel, spot.covers);
    const isPart = stretches.length > 0 && stretches.length <= STRETCHES_MAX;
    return isPart && !spot.name.includes(":") && stretches.every(([, length]) => length >= STRETCH_MIN);
  });
}

interface Place {
  readonly path: string;
  readonly at: Point;
}

/**
 * Two rows, the upper one read to the right and the lower one back, so that neighbours stay neighbours. The first of
 * the wheel lies at the right end of the upper row.
 */
function ribbon(count: number, height: number, depth: number): Place[] {
  const upper = Math.ceil(count / 2);
  const lower = count - upper;
  return Array.from({ length: count }, (_, index) => {
    // Counted from the left end of the upper row.
    const place = (index + upper - 1) % count;
    const isUpper = place < upper;
    const width = WIDTH / (isUpper ? upper : lower);
    const x = (isUpper ? place : count - 1 - place) * width;
    const y = isUpper ? 0 : height - depth;
    const path = `M${x} ${y} h${width} v${depth} h${-width} z`;
    return { path, at: { x: x + width / 2, y: y + depth / 2 } };
  });
}

/** Two straights and two half circles, the first of the wheel in the middle of the right one. */
function oval(count: number, height: number, depth: number): Place[] {
  const radius = height / 2;
  // Along the middle of the numbers, where their widths are alike.
  const straight = WIDTH - 2 * radius;
  const bend = Math.PI * (radius - depth / 2);
  const step = (2 * straight + 2 * bend) / count;
  const outline = (way: number, deep: number): Point => ovalPoint(way, deep, { radius, straight, bend });
  return Array.from({ length: count }, (_, index) => {
    const [from, to] = [(index - 0.5) * step, (index + 0.5) * step];
    const ways = Array.from({ length: 7 }, (_, part) => from + ((to - from) * part) / 6);
    const points = [
      ...ways.map((way) => outline(way, 0)),
      ...ways.reverse().map((way) => outline(way, depth)),
    ];
    const path = `M${points.map(({ x, y }) => `${x.toFixed(1)} ${y.toFixed(1)}`).join(" L")} z`;
    return { path, at: outline(index * step, depth / 2) };
  });
}

/** A point so far along the oval, clockwise from the middle of its right end, and so deep within it. */
function ovalPoint(
  way: number,
  depth: number,
  { radius, straight, bend }: { radius: number; straight: number; bend: number },
): Point {
  const whole = 2 * straight + 2 * bend;
  const along = (((way + bend / 2) % whole) + whole) % whole;
  const reach = radius - depth;
  const right = WIDTH - radius;
  if (along < bend) return round({ x: right, y: radius }, reach, -Math.PI / 2 + (along / bend) * Math.PI);
  if (along < bend + straight) return { x: right - (along - bend), y: radius + reach };
  const rest = along - bend - straight;
  if (rest < bend) return round({ x: radius, y: radius }, reach, Math.PI / 2 + (rest / bend) * Math.PI);
  return { x: radius + (rest - bend), y: radius - reach };
}

function round({ x, y }: Point, radius: number, angle: number): Point {
  return { x: x + radius * Math.cos(angle), y: y + radius * Math.sin(angle) };
}

/** Side by side between the numbers, each nearest to what it covers; a part of another stands beyond it. */
function placeSectors(
  spots: readonly SpotView[],
  places: ReadonlyMap<string, Point | undefined>,
  room: { readonly from: number; readonly top: number; readonly bottom: number },
  isRound: boolean,
): Sector[] {
  const across = (spot: SpotView) => {
    const xs = spot.covers.flatMap((number) => places.get(number)?.x ?? []);
    return xs.reduce((sum, x) => sum + x, 0) / Math.max(1, xs.length);
  };
  const ordered = [...spots].sort((a, b) => across(a) - across(b));
  const weights = ordered.map((spot) => 6 + Math.min(8, spot.covers.length / 2));
  const whole = weights.reduce((sum, weight) => sum + weight, 0);
  const length = WIDTH - 2 * room.from;
  const { top, bottom } = room;
  let x = room.from;
  return ordered.map((spot, index) => {
    const width = ((weights[index] ?? 0) * length) / whole;
    const [left, right] = [x + 4, x + width - 4];
    x += width;
    const ends = { isFirst: isRound && index === 0, isLast: isRound && index === ordered.length - 1 };
    const path = sectorPath(left, right, top, bottom, ends);
    return { spot, path, at: { x: (left + right) / 2, y: (top + bottom) / 2 }, width: right - left };
  });
}

/** An area with slanting sides, round where the oval is. */
function sectorPath(
  left: number,
  right: number,
  top: number,
  bottom: number,
  { isFirst, isLast }: { isFirst: boolean; isLast: boolean },
): string {
  const slant = 18;
  const half = (bottom - top) / 2;
  const start = isFirst
    ? `M${left + half} ${bottom} A${half} ${half} 0 0 1 ${left + half} ${top}`
    : `M${left - slant / 2} ${bottom} L${left + slant / 2} ${top}`;
  const end = isLast
    ? `L${right - half} ${top} A${half} ${half} 0 0 1 ${right - half} ${bottom}`
    : `L${right + slant / 2} ${top} L${right - slant / 2} ${bottom}`;
  return `${start} ${end} z`;
}
