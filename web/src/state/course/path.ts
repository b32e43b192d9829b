// How one quantity of a picture moves: an angle, a height, an opacity. Pure numbers in time, without a jump.
//
// A path is a chain of glides, each begun where and as fast as the one before is there, so that whatever is heard
// later bends the course and never breaks it. Every path comes to a stand by itself: no picture moves for ever.

/** From a value and a speed to a value and a speed; times in ms, speeds per ms. */
export interface Glide {
  readonly from: number;
  readonly until: number;
  readonly value: number;
  readonly speed: number;
  readonly endValue: number;
  readonly endSpeed: number;
}

/** Glides in the order of time; before the first it stands, after the last it goes on as it ended. */
export type Path = readonly [Glide, ...Glide[]];

export interface Point {
  readonly value: number;
  readonly speed: number;
}

export function standing(value: number): Path {
  return [{ from: 0, until: 0, value, speed: 0, endValue: value, endSpeed: 0 }];
}

/** Where a path is at a time, and how fast. */
export function at(path: Path, ms: number): Point {
  const glide = path.findLast((each) => each.from <= ms) ?? path[0];
  if (ms < glide.from) return { value: glide.value, speed: 0 };
  if (ms >= glide.until) {
    return { value: glide.endValue + glide.endSpeed * (ms - glide.until), speed: glide.endSpeed };
  }
  return within(glide, ms);
}

export function valueAt(path: Path, ms: number): number {
  return at(path, ms).value;
}

/** The cubic that has both values and both speeds. */
function within(glide: Glide, ms: number): Point {
  const span = glide.until - glide.from;
  const x = (ms - glide.from) / span;
  const way = glide.endValue - glide.value;
  const [first, last] = [glide.speed * span, glide.endSpeed * span];
  const [square, cube] = [3 * way - 2 * first - last, first + last - 2 * way];
  return {
    value: glide.value + x * (first + x * (square + x * cube)),
    speed: (first + x * (2 * square + 3 * x * cube)) / span,
  };
}

/** From what the path is now to a value and a speed; what was planned is forgotten. */
export function bend(path: Path, nowMs: number, forMs: number, endValue: number, endSpeed = 0): Path {
  const { value, speed } = at(path, nowMs);
  return [{ from: nowMs, until: nowMs + forMs, value, speed, endValue, endSpeed }];
}

/** The path and then a glide to a value and a speed. */
export function thenTo(path: Path, forMs: number, endValue: number, endSpeed = 0): Path {
  const from = endOf(path);
  const { value, speed } = at(path, from);
  return [...path, { from, until: from + forMs, value, speed, endValue, endSpeed }];
}

/** The path and then so long on at the speed it has. */
export function thenOn(path: Path, forMs: number): Path {
  const { value, speed } = at(path, endOf(path));
  return thenTo(path, forMs, value + speed * forMs, speed);
}

/** The path and then, ever more slowly, to a stand. */
export function thenStop(path: Path, forMs: number): Path {
  const { value, speed } = at(path, endOf(path));
  return thenTo(path, forMs, value + (speed * forMs) / 2);
}

/** From now on evenly to another speed. */
export function bendTo(path: Path, nowMs: number, forMs: number, endSpeed: number): Path {
  const { value, speed } = at(path, nowMs);
  return bend(path, nowMs, forMs, value + ((speed + endSpeed) / 2) * forMs, endSpeed);
}

/** From when on it stands. */
export function endOf(path: Path): number {
  return (path.at(-1) ?? path[0]).until;
}

/** The place that is `place` of a turn round, nearest to a value; angles count turns. */
export function nearest(place: number, value: number): number {
  return place + Math.round(value - place);
}

/** The first such place at least so far ahead, in the direction of `way` (1 or -1). */
export function ahead(place: number, value: number, way: number, leastFar: number): number {
  return way > 0 ? place + Math.ceil(value + leastFar - place) : place + Math.floor(value - leastFar - place);
}
