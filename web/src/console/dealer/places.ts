// Where a stack lies on the dealer's layout: its chips are larger than a terminal's, and must not lie across a border.
import type { Drawing, Point } from "../../layout/drawing";

/** The place of a stack of that radius: within its cell, where its wager has one; on the line it belongs to, else. */
export function placeOf(drawing: Drawing, wager: string, radius: number): Point | undefined {
  const at = drawing.anchors[wager];
  const cell = drawing.cells.find(({ spot }) => spot.name === wager);
  if (at === undefined || cell === undefined) return at;
  return {
    x: within(at.x, cell.x, cell.width, radius),
    y: within(at.y, cell.y, cell.height, radius),
  };
}

/** As near as can be, with room for the radius at both ends; in the middle where there is no such room. */
function within(at: number, from: number, length: number, radius: number): number {
  if (length <= 2 * radius) return from + length / 2;
  return Math.min(Math.max(at, from + radius), from + length - radius);
}
