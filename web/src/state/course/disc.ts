// The course of a wheel that is turned by hand and stops under a pointer. Angles are turns clockwise.
//
// It goes as fast as it was sensed to go, and creeps on until the record says which symbol it stopped at: it comes to
// a stand only there. Of several segments with that symbol the first that can be reached is taken.
import { evenly } from "./ball";
import { FADE_MS, type Heard, type Plan } from "./course";
import { believed, lap } from "./laps";
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

export interface DiscCourse {
  readonly game: "money-wheel";
  readonly wheel: readonly string[];
  readonly turned: Path;
  /** How much of the pointer is seen: without it a standing wheel says nothing. */
  readonly shown: Path;
}

export interface DiscPose {
  readonly turned: number;
  readonly speed: number;
  readonly shown: number;
}

const FIRST_TURN_MS = 1_600;
const STOP_MS = 30_000;
const CREEP = 0.13 / 1_000;
const [SETTLE_LEAST_MS, SETTLE_MOST_MS] = [1_500, 5_000];

export function discPose(course: DiscCourse, ms: number): DiscPose {
  const { value, speed } = at(course.turned, ms);
  return { turned: value, speed, shown: valueAt(course.shown, ms) };
}

export const DISC: Plan<DiscCourse> = {
  empty: (wheel) => ({ game: "money-wheel", wheel, turned: standing(0), shown: standing(0) }),
  lie,
  launch: (course, heard) => {
    const turnMs = believed(heard.turnMs || FIRST_TURN_MS);
    return gone(course, heard, bendTo(course.turned, heard.nowMs, 900, heard.way / turnMs));
  },
  turn: (course, heard) => {
    const [first] = lap(course.turned, heard, heard.way, STOP_MS);
    return gone(course, heard, [first]);
  },
  drop: (course, heard) => gone(course, heard, bendTo(course.turned, heard.nowMs, 3_000, heard.way * CREEP)),
  rest: (course, heard) => gone(course, heard, bendTo(course.turned, heard.nowMs, 1_200, heard.way * CREEP)),
  settle,
  takeAway: (course, nowMs) => ({
    ...course,
    turned: bendTo(course.turned, nowMs, 4_000, 0),
    shown: bend(course.shown, nowMs, FADE_MS, 0),
  }),
  stillAt: ({ turned, shown }) => Math.max(endOf(turned), endOf(shown)),
  restsAt: ({ turned }) => endOf(turned),
};

function lie(course: DiscCourse, outcome: string): DiscCourse {
  const index = course.wheel.indexOf(outcome);
  if (index < 0) return course;
  return { ...course, turned: standing(-index / course.wheel.length), shown: standing(1) };
}

/** As it goes, then slower down to a creep that lasts as long as the patience of the picture. */
function gone(course: DiscCourse, { nowMs, way, patienceMs }: Heard, begun: Path): DiscCourse {
  const { value, speed } = at(begun, endOf(begun));
  const slowingMs = Math.max(1, Math.abs(speed) > CREEP ? 14_000 : 1_000);
  const creeping = thenTo(begun, slowingMs, value + ((speed + way * CREEP) / 2) * slowingMs, way * CREEP);
  const seen = thenTo(bend(course.shown, nowMs, FADE_MS, 1), patienceMs, 1);
  return {
    ...course,
    turned: thenStop(thenOn(creeping, patienceMs), 4_000),
    shown: thenTo(seen, 2 * FADE_MS, 0),
  };
}

function settle(course: DiscCourse, outcome: string, nowMs: number): DiscCourse {
  const count = course.wheel.length;
  const { value, speed } = at(course.turned, nowMs);
  const way = Math.sign(speed) || 1;
  const least = Math.max(0.08, (Math.abs(speed) * SETTLE_LEAST_MS) / 2);
  const goals = course.wheel
    .flatMap((symbol, index) => (symbol === outcome ? [ahead(-index / count, value, way, least)] : []))
    .sort((one, other) => Math.abs(one - value) - Math.abs(other - value));
  const [goal] = goals;
  if (goal === undefined) return DISC.takeAway(course, nowMs);
  return {
    ...course,
    turned: bend(course.turned, nowMs, evenly(goal - value, speed, SETTLE_LEAST_MS, SETTLE_MOST_MS), goal),
    shown: bend(course.shown, nowMs, FADE_MS, 1),
  };
}
