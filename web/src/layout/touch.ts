// Which spot a point of the layout means, and which one lies beside another. By geometry, never by what is drawn on
// top: lines and crossings are thin, so the nearest one within reach is meant, and a cell everywhere else.
import type { Drawing, Point, Rectangle } from "./drawing";
import { middleOf } from "./drawing";

export type Way = "left" | "right" | "up" | "down";

/** How far beside a cell it is still meant. */
const SLACK = 12;

export function spotAt(drawing: Drawing, point: Point): string | null {
  return betweenAt(drawing, point) ?? cellAt(drawing, point);
}

/** Whether a point is on the cloth at all. */
export function isWithin({ width, height }: Pick<Drawing, "width" | "height">, { x, y }: Point): boolean {
  return x >= -SLACK && y >= -SLACK && x <= width + SLACK && y <= height + SLACK;
}

/** The spot that a key to one side leads to: not far off that side, and the nearest of those. */
export function spotBeside(drawing: Drawing, from: string, way: Way): string | null {
  const middles = middlesOf(drawing);
  const here = middles.get(from);
  if (here === undefined) return null;
  let [best, least]: [string | null, number] = [null, Infinity];
  for (const [name, there] of middles) {
    const [ahead, aside] = turned(there.x - here.x, there.y - here.y, way);
    const cost = ahead + 3 * Math.abs(aside);
    if (ahead > 0.5 && cost < least) [best, least] = [name, cost];
  }
  return best;
}

function turned(x: number, y: number, way: Way): readonly [ahead: number, aside: number] {
  if (way === "left") return [-x, y];
  if (way === "right") return [x, y];
  return way === "up" ? [-y, x] : [y, x];
}

function middlesOf({ cells, between }: Drawing): ReadonlyMap<string, Point> {
  return new Map([
    ...cells.map((cell) => [cell.spot.name, middleOf(cell)] as const),
    ...between.map(({ spot, at }) => [spot.name, at] as const),
  ]);
}

function betweenAt({ between, reach }: Drawing, point: Point): string | null {
  let [best, least]: [string | null, number] = [null, 1];
  for (const { spot, core } of between) {
    const away = Math.max(
      beyond(point.x, core.x, core.width) / reach.x,
      beyond(point.y, core.y, core.height) / reach.y,
    );
    if (away < least) [best, least] = [spot.name, away];
  }
  return best;
}

function cellAt({ cells }: Drawing, point: Point): string | null {
  let [best, least]: [string | null, number] = [null, SLACK];
  for (const cell of cells) {
    const away = distance(cell, point);
    if (away === 0) return cell.spot.name;
    if (away < least) [best, least] = [cell.spot.name, away];
  }
  return best;
}

function distance({ x, y, width, height }: Rectangle, point: Point): number {
  return Math.max(beyond(point.x, x, width), beyond(point.y, y, height));
}

/** How far a value lies outside of a stretch. */
function beyond(value: number, from: number, length: number): number {
  return Math.max(0, from - value, value - from - length);
}
