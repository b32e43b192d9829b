// The course of rotor and ball. Angles are turns clockwise from the top.
//
// The ball runs on the track against the rotor, comes down when it was seen to drop, and then rolls over the frets
// until the record says where it lies: only then does it fall into a pocket, and that one.
import { FADE_MS, type Heard, type Plan } from "./course";
import { lap, setOff } from "./laps";
import {
  ahead,
  at,
  bend,
  bendTo,
  endOf,
  standing,
  thenTo,
  thenOn,
  thenStop,
  valueAt,
  type Path,
} from "./path";

export interface BallCourse {
  readonly game: "roulette";
  readonly wheel: readonly string[];
  readonly rotor: Path;
  /** Where the ball is: in the bowl, or on the rotor once it is caught. */
  readonly ball: Path;
  readonly isCaught: boolean;
  /** From 0 on the track to 1 in the pockets. */
  readonly depth: Path;
  /** How high it jumps, and since when. */
  readonly hop: Path;
  readonly hopFrom: number;
  /** How much of the ball is seen. */
  readonly shown: Path;
}

/** What is drawn at one time. */
export interface BallPose {
  readonly rotor: number;
  readonly ball: number;
  readonly depth: number;
  readonly lift: number;
  readonly shown: number;
  /** Turns per ms, for the trail of a quick ball. */
  readonly speed: number;
}

const ROTOR_TURN_MS = 3_400;
const FIRST_TURN_MS = 650;
/** A ball that nobody speaks of slows down at least so long, and no ball is seen to stand on the track. */
const STOP_MS = 24_000;
const ROLL = 0.1 / 1_000;
const LEAVING = 0.45 / 1_000;
/** As deep as a ball comes that rolls over the frets. */
export const ON_THE_FRETS = 0.86;
const [SPIRAL_MS, FALL_MS, HOP_MS] = [4_200, 1_100, 380];
const [SETTLE_LEAST_MS, SETTLE_MOST_MS] = [1_300, 2_600];

export function ballPose(course: BallCourse, ms: number): BallPose {
  const rotor = at(course.rotor, ms);
  const ball = at(course.ball, ms);
  const wave = Math.abs(Math.sin((Math.PI * (ms - course.hopFrom)) / HOP_MS));
  return {
    rotor: rotor.value,
    ball: ball.value + (course.isCaught ? rotor.value : 0),
    depth: valueAt(course.depth, ms),
    lift: valueAt(course.hop, ms) * wave,
    shown: valueAt(course.shown, ms),
    speed: ball.speed + (course.isCaught ? rotor.speed : 0),
  };
}

export const BALL: Plan<BallCourse> = {
  empty,
  lie,
  launch,
  turn,
  drop,
  rest,
  settle,
  takeAway,
  stillAt,
  restsAt,
};

function empty(wheel: readonly string[]): BallCourse {
  const nothing = standing(0);
  return {
    game: "roulette",
    wheel,
    rotor: nothing,
    ball: nothing,
    isCaught: false,
    depth: nothing,
    hop: nothing,
    hopFrom: 0,
    shown: nothing,
  };
}

function lie(course: BallCourse, outcome: string): BallCourse {
  const place = placeOf(course.wheel, outcome);
  if (place === null) return course;
  return {
    ...course,
    rotor: standing(-place),
    ball: standing(place),
    isCaught: true,
    depth: standing(1),
    shown: standing(1),
  };
}

function launch(course: BallCourse, heard: Heard): BallCourse {
  const { nowMs, way, turnMs } = heard;
  return {
    ...course,
    rotor: running(course.rotor, heard),
    ball: setOff(inTheBowl(course, nowMs), nowMs, turnMs || FIRST_TURN_MS, -way, stopIn(heard)),
    isCaught: false,
    depth: bend(course.depth, nowMs, 600, 0),
    hop: bend(course.hop, nowMs, 300, 0),
    shown: seen(course, heard),
  };
}

function turn(course: BallCourse, heard: Heard): BallCourse {
  const isLeaving = valueAt(course.depth, endOf(course.depth)) > 0;
  const path = lap(inTheBowl(course, heard.nowMs), heard, -heard.way, stopIn(heard));
  return {
    ...course,
    rotor: running(course.rotor, heard),
    // A ball on its way down goes round once more and then slows down on the rotor.
    ball: isLeaving ? rolling([path[0]], 3_000, -heard.way, heard.patienceMs) : path,
    isCaught: false,
    shown: seen(course, heard),
  };
}

function drop(course: BallCourse, heard: Heard): BallCourse {
  const { nowMs, way, patienceMs } = heard;
  const leaving = bendTo(inTheBowl(course, nowMs), nowMs, SPIRAL_MS, -way * LEAVING);
  const spiral = thenTo(bend(course.depth, nowMs, SPIRAL_MS, 0.42, 0.00006), FALL_MS, ON_THE_FRETS);
  const struck = thenTo(bend(course.hop, nowMs, SPIRAL_MS, 0), 300, 1);
  return {
    ...course,
    rotor: running(course.rotor, heard),
    ball: rolling(leaving, 2_000, -way, patienceMs),
    isCaught: false,
    depth: spiral,
    hop: thenTo(struck, 2_400, 0.35),
    hopFrom: wavesFrom(course, nowMs),
    shown: seen(course, heard),
  };
}

function rest(course: BallCourse, heard: Heard): BallCourse {
  const { nowMs, way, patienceMs } = heard;
  const ball = bendTo(inTheBowl(course, nowMs), nowMs, 900, -way * ROLL);
  return {
    ...course,
    rotor: running(course.rotor, heard),
    ball: rolling(ball, 1, -way, patienceMs),
    isCaught: false,
    depth: bend(course.depth, nowMs, 700, ON_THE_FRETS),
    hop: bend(course.hop, nowMs, 500, 0.35),
    shown: seen(course, heard),
  };
}

function settle(course: BallCourse, outcome: string, nowMs: number): BallCourse {
  const place = placeOf(course.wheel, outcome);
  if (place === null) return takeAway(course, nowMs);
  const rotor = at(course.rotor, nowMs);
  const free = onTheRotor(course, nowMs);
  const { value, speed } = at(free, nowMs);
  const way = speed === 0 ? 1 : Math.sign(speed);
  const goal = ahead(place, value, way, Math.max(0.3, (Math.abs(speed) * SETTLE_LEAST_MS) / 2));
  const forMs = evenly(goal - value, speed, SETTLE_LEAST_MS, SETTLE_MOST_MS);
  return {
    ...course,
    rotor: comingUp(course.rotor, nowMs, forMs, place, Math.sign(rotor.speed) || 1),
    ball: thenTo(free, forMs, goal),
    isCaught: true,
    depth: fallingIn(course, nowMs, forMs),
    hop: jumping(course, nowMs, forMs),
    hopFrom: wavesFrom(course, nowMs),
    shown: bend(course.shown, nowMs, Math.min(FADE_MS, forMs), 1),
  };
}

/** A ball in the air goes on with the jump it is in. */
function wavesFrom(course: BallCourse, nowMs: number): number {
  return valueAt(course.hop, nowMs) === 0 ? nowMs : course.hopFrom;
}

/** The ball comes down to the frets and drops off the last one. */
function fallingIn(course: BallCourse, nowMs: number, forMs: number): Path {
  return thenTo(bend(course.depth, nowMs, forMs * 0.6, ON_THE_FRETS), forMs * 0.4, 1);
}

function jumping(course: BallCourse, nowMs: number, forMs: number): Path {
  return thenTo(bend(course.hop, nowMs, forMs * 0.35, 0.6), forMs * 0.65, 0);
}

function takeAway(course: BallCourse, nowMs: number): BallCourse {
  const slow = bendTo(course.rotor, nowMs, 5_000, 0);
  const ball = course.isCaught ? course.ball : bendTo(course.ball, nowMs, 5_000, 0);
  return { ...course, rotor: slow, ball, shown: bend(course.shown, nowMs, FADE_MS, 0) };
}

function stillAt(course: BallCourse): number {
  const { rotor, ball, depth, hop, shown } = course;
  return Math.max(...[rotor, ball, depth, hop, shown].map(endOf));
}

function restsAt(course: BallCourse): number {
  return Math.max(endOf(course.ball), endOf(course.depth));
}

/** Where a pocket is on the rotor. */
function placeOf(wheel: readonly string[], outcome: string): number | null {
  const index = wheel.indexOf(outcome);
  return index < 0 ? null : index / wheel.length;
}

/** How long an even slowing takes, within bounds; the distance was chosen so that it never runs back. */
export function evenly(way: number, speed: number, leastMs: number, mostMs: number): number {
  const even = speed === 0 ? mostMs : Math.abs((2 * way) / speed);
  return Math.min(mostMs, Math.max(leastMs, even));
}

function running(rotor: Path, { nowMs, way, patienceMs }: Heard): Path {
  return thenStop(thenOn(bendTo(rotor, nowMs, 1_500, way / ROTOR_TURN_MS), patienceMs), 6_000);
}

/** On until the ball lies, then slower, until the pocket it lies in stands at the top. */
function comingUp(rotor: Path, nowMs: number, forMs: number, place: number, way: number): Path {
  const on = thenOn(bend(rotor, nowMs, 0, at(rotor, nowMs).value, at(rotor, nowMs).speed), forMs);
  const { value, speed } = at(on, endOf(on));
  const goal = ahead(-place, value, way, speed === 0 ? 0 : 1);
  return thenTo(on, evenly(goal - value, speed, 3_000, 14_000), goal);
}

function stopIn({ patienceMs }: Heard): number {
  return Math.max(STOP_MS, patienceMs + 3 * FADE_MS);
}

function rolling(ball: Path, slowingMs: number, way: number, forMs: number): Path {
  const { value, speed } = at(ball, endOf(ball));
  const slower = thenTo(ball, slowingMs, value + ((speed + way * ROLL) / 2) * slowingMs, way * ROLL);
  return thenStop(thenOn(slower, forMs), 6_000);
}

function seen(course: BallCourse, { nowMs, patienceMs }: Heard): Path {
  const full = thenTo(bend(course.shown, nowMs, FADE_MS, 1), patienceMs, 1);
  return thenTo(full, 2 * FADE_MS, 0);
}

/** The ball's path as seen from the bowl. */
function inTheBowl(course: BallCourse, nowMs: number): Path {
  return course.isCaught ? shifted(course, nowMs, 1) : course.ball;
}

/** The ball's path as seen from the rotor. */
function onTheRotor(course: BallCourse, nowMs: number): Path {
  const path = course.isCaught ? course.ball : shifted(course, nowMs, -1);
  const { value, speed } = at(path, nowMs);
  return [{ from: nowMs, until: nowMs, value, speed, endValue: value, endSpeed: speed }];
}

function shifted(course: BallCourse, nowMs: number, sign: number): Path {
  const [ball, rotor] = [at(course.ball, nowMs), at(course.rotor, nowMs)];
  const [value, speed] = [ball.value + sign * rotor.value, ball.speed + sign * rotor.speed];
  return [{ from: nowMs, until: nowMs, value, speed, endValue: value, endSpeed: speed }];
}
