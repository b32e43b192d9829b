// A signature drawn with a finger or pen: points to a short path that is kept, sealed, with the payment. Pure.
//
// The path is SVG's own notation in a box of fixed size, made so short that it fits a field of the journal, and simple
// enough to be checked letter by letter before it is drawn again.

export interface Point {
  readonly x: number;
  readonly y: number;
}
/** One line from pen down to pen up. */
export type Stroke = readonly Point[];

/** The box the path is drawn in. */
export const BOX = { wide: 600, high: 200 } as const;
/** What the field of the command takes. */
export const LONGEST = 2_000;
const PATH = /^M\d{1,3} \d{1,3}(l[-\d ]+)?(M\d{1,3} \d{1,3}(l[-\d ]+)?)*$/;
/** A touch by accident is no signature: a line of this length at least, in units of the box. */
const SHORTEST_LINE = 40;

/** Points on a pad of any size, as points in the box. */
export function inBox(stroke: Stroke, pad: { readonly wide: number; readonly high: number }): Stroke {
  return stroke.map(({ x, y }) => ({
    x: clamped(Math.round((x / pad.wide) * BOX.wide), BOX.wide),
    y: clamped(Math.round((y / pad.high) * BOX.high), BOX.high),
  }));
}

function clamped(value: number, most: number): number {
  return Math.min(most, Math.max(0, value));
}

/** Whether somebody has drawn anything that may be a signature. */
export function isDrawn(strokes: readonly Stroke[]): boolean {
  const lines = strokes.map((stroke) =>
    stroke.slice(1).reduce((sum, point, at) => sum + distance(stroke[at] ?? point, point), 0),
  );
  return lines.reduce((sum, each) => sum + each, 0) >= SHORTEST_LINE;
}

/** Whether a path has so much line in it that the floor takes it for a signature: across and down together. */
export function isLine(path: string): boolean {
  const steps = [...path.matchAll(/l([-\d ]+)/g)].flatMap(([, line = ""]) => line.match(/-?\d+/g) ?? []);
  return steps.reduce((sum, step) => sum + Math.abs(Number(step)), 0) >= SHORTEST_LINE;
}

/** The shortest path that shows the strokes: as exact as fits. */
export function pathOf(strokes: readonly Stroke[], longest = LONGEST): string {
  const drawn = strokes.filter((stroke) => stroke.length > 0);
  let tolerance = 0.6;
  let path = written(drawn, tolerance);
  while (path.length > longest && tolerance < BOX.wide) {
    tolerance *= 1.4;
    path = written(drawn, tolerance);
  }
  // So many strokes that even their two ends are too long: the last ones go, whole.
  let kept = drawn;
  while (path.length > longest && kept.length > 1) {
    kept = kept.slice(0, -1);
    path = written(kept, tolerance);
  }
  return path;
}

/** Whether a kept text is such a path, and may be drawn; a number of a paper form is not. */
export function isPath(text: string): boolean {
  return text.length <= LONGEST && PATH.test(text);
}

function written(strokes: readonly Stroke[], tolerance: number): string {
  return strokes.map((stroke) => writtenOne(simplified(stroke, tolerance))).join("");
}

function writtenOne([first, ...rest]: Stroke): string {
  if (first === undefined) return "";
  let at = first;
  let path = `M${first.x} ${first.y}`;
  const steps = rest.map((point) => {
    const step = [point.x - at.x, point.y - at.y];
    at = point;
    return step;
  });
  if (steps.length > 0) path += `l${joined(steps.flat())}`;
  return path;
}

/** Numbers with as little between them as SVG allows: a minus parts them as well as a space. */
function joined(numbers: readonly number[]): string {
  return numbers.map((each, at) => (at === 0 || each < 0 ? String(each) : ` ${each}`)).join("");
}

/** The points that matter (Ramer, Douglas and Peucker): no left-out point is farther from the line than so much. */
export function simplified(stroke: Stroke, tolerance: number): Stroke {
  const [first, last] = [stroke[0], stroke.at(-1)];
  if (first === undefined || last === undefined || stroke.length < 3) return stroke;
  const keep = new Set<number>([0, stroke.length - 1]);
  const spans: [number, number][] = [[0, stroke.length - 1]];
  for (let span = spans.pop(); span !== undefined; span = spans.pop()) {
    const [from, to] = span;
    const far = farthest(stroke, from, to);
    if (far.by <= tolerance) continue;
    keep.add(far.at);
    spans.push([from, far.at], [far.at, to]);
  }
  return stroke.filter((_, at) => keep.has(at));
}

function farthest(stroke: Stroke, from: number, to: number): { at: number; by: number } {
  const [begin, end] = [stroke[from], stroke[to]];
  let found = { at: from, by: 0 };
  if (begin === undefined || end === undefined) return found;
  for (let at = from + 1; at < to; at += 1) {
    const point = stroke[at];
    if (point === undefined) continue;
    const by = offLine(point, begin, end);
    if (by > found.by) found = { at, by };
  }
  return found;
}

/** How far a point lies from a piece of line. */
function offLine(point: Point, begin: Point, end: Point): number {
  const [dx, dy] = [end.x - begin.x, end.y - begin.y];
  const length = dx * dx + dy * dy;
  if (length === 0) return distance(point, begin);
  const share = Math.min(1, Math.max(0, ((point.x - begin.x) * dx + (point.y - begin.y) * dy) / length));
  return distance(point, { x: begin.x + share * dx, y: begin.y + share * dy });
}

function distance(one: Point, other: Point): number {
  return Math.hypot(one.x - other.x, one.y - other.y);
}
