// The course of three dice in a dome. They tumble until the record says what they show; only then do they lie.
//
// A die is turned about two axes of the picture, first `pitch`, then `roll`; angles are turns.
import { FADE_MS, type Heard, type Plan } from "./course";
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

export interface DiceCourse {
  readonly game: "sic-bo";
  readonly dice: readonly DieCourse[];
  /** How wildly they are thrown about, from 0 to 1. */
  readonly shake: Path;
  readonly shown: Path;
}

export interface DieCourse {
  readonly pitch: Path;
  readonly roll: Path;
}

export interface DicePose {
  readonly dice: readonly { readonly pitch: number; readonly roll: number }[];
  readonly shake: number;
  readonly shown: number;
}

/** How a die is turned so that a face lies on top. */
export const FACE_UP: readonly { readonly pitch: number; readonly roll: number }[] = [
  { pitch: 0, roll: 0 },
  { pitch: 0.25, roll: 0 },
  { pitch: 0, roll: 0.25 },
  { pitch: 0, roll: 0.75 },
  { pitch: 0.75, roll: 0 },
  { pitch: 0.5, roll: 0 },
];

/** Each die has its own pace, so that no two are ever seen to turn alike. Turns per ms. */
const PACES: readonly { readonly pitch: number; readonly roll: number }[] = [
  { pitch: 0.0021, roll: 0.0013 },
  { pitch: 0.0017, roll: 0.0019 },
  { pitch: 0.0014, roll: 0.0023 },
];
const SETTLE_MS = 1_300;
/** From one die at rest to the next. */
const AFTER_MS = 220;

export function dicePose(course: DiceCourse, ms: number): DicePose {
  return {
    dice: course.dice.map(({ pitch, roll }) => ({ pitch: valueAt(pitch, ms), roll: valueAt(roll, ms) })),
    shake: valueAt(course.shake, ms),
    shown: valueAt(course.shown, ms),
  };
}

export const DICE: Plan<DiceCourse> = {
  empty: () => ({
    game: "sic-bo",
    dice: PACES.map(() => ({ pitch: standing(0), roll: standing(0) })),
    shake: standing(0),
    shown: standing(0),
  }),
  lie,
  launch: (course, heard) => shaken(course, heard, { wildness: 1, pace: 1, inMs: 500 }),
  turn: (course, heard) => shaken(course, heard, { wildness: 1, pace: 1, inMs: 500 }),
  drop: (course, heard) => shaken(course, heard, { wildness: 0.5, pace: 0.5, inMs: 3_000 }),
  rest: (course, heard) => shaken(course, heard, { wildness: 0.3, pace: 0.4, inMs: 900 }),
  settle,
  takeAway: (course, nowMs) => ({
    dice: course.dice.map(({ pitch, roll }) => ({
      pitch: bendTo(pitch, nowMs, FADE_MS, 0),
      roll: bendTo(roll, nowMs, FADE_MS, 0),
    })),
    game: "sic-bo",
    shake: bend(course.shake, nowMs, FADE_MS, 0),
    shown: bend(course.shown, nowMs, FADE_MS, 0),
  }),
  stillAt: (course) => Math.max(endOf(course.shake), endOf(course.shown), restsAt(course)),
  restsAt,
};

function facesOf(outcome: string): readonly { readonly pitch: number; readonly roll: number }[] | null {
  const faces = outcome.split("-").map((face) => FACE_UP[Number(face) - 1]);
  const known = faces.filter((face) => face !== undefined);
  return known.length === PACES.length && faces.length === PACES.length ? known : null;
}

function lie(course: DiceCourse, outcome: string): DiceCourse {
  const faces = facesOf(outcome);
  if (faces === null) return course;
  const dice = faces.map(({ pitch, roll }) => ({ pitch: standing(pitch), roll: standing(roll) }));
  return { ...course, dice, shown: standing(1) };
}

interface Manner {
  readonly wildness: number;
  readonly pace: number;
  readonly inMs: number;
}

function shaken(course: DiceCourse, { nowMs, patienceMs }: Heard, manner: Manner): DiceCourse {
  const tumble = (path: Path, pace: number) =>
    thenStop(thenOn(bendTo(path, nowMs, manner.inMs, pace * manner.pace), patienceMs), 3_000);
  const shake = thenTo(bend(course.shake, nowMs, manner.inMs, manner.wildness), patienceMs, manner.wildness);
  const seen = thenTo(bend(course.shown, nowMs, FADE_MS, 1), patienceMs, 1);
  return {
    ...course,
    dice: course.dice.map((die, index) => ({
      pitch: tumble(die.pitch, PACES[index]?.pitch ?? 0),
      roll: tumble(die.roll, PACES[index]?.roll ?? 0),
    })),
    shake: thenTo(shake, 3_000, 0),
    shown: thenTo(seen, 2 * FADE_MS, 0),
  };
}

function settle(course: DiceCourse, outcome: string, nowMs: number): DiceCourse {
  const faces = facesOf(outcome);
  if (faces === null) return DICE.takeAway(course, nowMs);
  const dice = course.dice.map((die, index) => {
    const forMs = SETTLE_MS + index * AFTER_MS;
    const { pitch, roll } = faces[index] ?? { pitch: 0, roll: 0 };
    return {
      pitch: comeToLie(die.pitch, nowMs, forMs, pitch),
      roll: comeToLie(die.roll, nowMs, forMs, roll),
    };
  });
  const last = SETTLE_MS + (dice.length - 1) * AFTER_MS;
  return {
    ...course,
    dice,
    shake: bend(course.shake, nowMs, last, 0),
    shown: bend(course.shown, nowMs, FADE_MS, 1),
  };
}

function comeToLie(path: Path, nowMs: number, forMs: number, place: number): Path {
  const { value, speed } = at(path, nowMs);
  return bend(path, nowMs, forMs, ahead(place, value, 1, Math.max(0.3, (speed * forMs) / 3)));
}

function restsAt(course: DiceCourse): number {
  return Math.max(...course.dice.flatMap(({ pitch, roll }) => [endOf(pitch), endOf(roll)]));
}
