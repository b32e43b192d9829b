// What the picture of the wheel, the dice or the money wheel shows at any time, from what the table's device was sensed
// to do. Pure: times are those of the page's own clock, handed in.
//
// Signals move the picture, the table's view ends it. Nothing here knows what fell before the view says so, so nothing
// drawn can tell it; and however late the view comes, the ball goes on rolling until then.
import type { LayoutView, Spin, TableView } from "../wire/messages";
import { serverNow, type Clock } from "./clock";
import { BALL, type BallCourse } from "./course/ball";
import type { Heard, Plan } from "./course/course";
import { DICE, type DiceCourse } from "./course/dice";
import { DISC, type DiscCourse } from "./course/disc";

export type Course = BallCourse | DiceCourse | DiscCourse;

/** What was last heard: nothing lies there, it runs, it drops, it lies and nobody has said where, it lies there. */
export type Stage = "idle" | "running" | "dropping" | "resting" | "settled";

/** What is seen: between `settled` being said and being seen, and when nothing has been heard for long. */
export type Kind = Stage | "settling" | "waiting";

export interface Motion {
  readonly table: string;
  readonly rulebook: string;
  /** The latest round anything was heard of. */
  readonly round: number;
  readonly stage: Stage;
  /** What fell, as the table's view said it; nothing while anything moves towards it. */
  readonly outcome: string | null;
  /** The round in which it fell, as far as this page knows. */
  readonly outcomeRound: number;
  /** The spin of this round was called off: what is still heard of it counts no more. */
  readonly isCalledOff: boolean;
  readonly wasLaunched: boolean;
  /** What the last view said had fallen before. */
  readonly before: readonly string[];
  readonly way: number;
  /** When the picture gives up, unless something is heard. */
  readonly quietAt: number;
  /** Nothing for a game that has no picture. */
  readonly course: Course | null;
}

export const NO_MOTION: Motion = {
  table: "",
  rulebook: "",
  round: -1,
  stage: "idle",
  outcome: null,
  outcomeRound: -1,
  isCalledOff: false,
  wasLaunched: false,
  before: [],
  way: 1,
  quietAt: Infinity,
  course: null,
};

type Said = Pick<
  TableView,
  "table" | "round" | "phase" | "launched" | "outcome" | "last_outcome" | "outcomes"
>;
type Drawn = Pick<LayoutView, "rulebook" | "game" | "wheel">;
type What = Spin["what"];

const LONGEST_AGE_MS = 5_000;
/** How long a picture goes on without news. Dice are heard of only when they settle; a ball may have no lap sensor. */
const PATIENCE_MS: Readonly<Record<Exclude<What, "turn">, number>> = {
  launched: 45_000,
  dropping: 15_000,
  rest: 12_000,
};
const MOVING: readonly Stage[] = ["running", "dropping", "resting"];
const STAGES: Readonly<Record<What, Stage>> = {
  launched: "running",
  turn: "running",
  dropping: "dropping",
  rest: "resting",
};

/** The motion after a view of the table. */
export function looked(motion: Motion, table: Said | null, layout: Drawn | null, nowMs: number): Motion {
  if (table === null || layout === null) return NO_MOTION;
  const isOther = motion.table !== table.table || motion.rulebook !== layout.rulebook;
  return isOther ? firstLook(table, layout, nowMs) : noted(nextLook(motion, table, nowMs), table);
}

/** The motion after the device was sensed to do something. */
export function sensed(motion: Motion, spin: Spin, clock: Clock, nowMs: number): Motion {
  if (motion.course === null || spin.table !== motion.table || isOver(motion, spin)) return motion;
  const age = Math.min(LONGEST_AGE_MS, Math.max(0, (serverNow(clock, nowMs) ?? spin.at_ms) - spin.at_ms));
  const way = spin.rotor === "" ? motion.way : spin.rotor === "cw" ? 1 : -1;
  const patienceMs = spin.what === "turn" ? 5_000 + 3 * spin.turn_ms : PATIENCE_MS[spin.what];
  const heard: Heard = { nowMs, atMs: nowMs - age, turnMs: spin.turn_ms, way, patienceMs };
  return {
    ...moved(motion, spin.what, heard),
    round: spin.round,
    isCalledOff: false,
    wasLaunched: spin.round === motion.round && motion.wasLaunched,
  };
}

/** What is seen at a time. */
export function kindAt(motion: Motion, nowMs: number): Kind {
  if (motion.course === null) return motion.stage;
  if (motion.stage === "settled") return nowMs < restsAt(motion.course) ? "settling" : "settled";
  return MOVING.includes(motion.stage) && nowMs >= motion.quietAt ? "waiting" : motion.stage;
}

/** From when on the picture stands. */
export function stillAt(motion: Motion): number {
  return motion.course === null ? 0 : planOf(motion.course).stillAt(motion.course);
}

/** When what fell lies where it fell. */
export function restsAt(course: Course): number {
  return planOf(course).restsAt(course);
}

// What the table's view says.

function firstLook(table: Said, layout: Drawn, nowMs: number): Motion {
  const course = beginning(layout);
  const fresh = noted(
    { ...NO_MOTION, table: table.table, rulebook: layout.rulebook, round: table.round, course },
    table,
  );
  if (course === null) return { ...fresh, ...shown(table) };
  const isHeld = table.phase === "VOID" || table.phase === "HELD";
  if (table.launched && table.outcome === null && !isHeld) return joined(fresh, nowMs);
  const { outcome } = shown(table);
  if (outcome === null) return fresh;
  return { ...fresh, ...shown(table), course: planOf(course).lie(course, outcome) };
}

/** What lies there for a page that has only just looked. */
function shown(table: Said): Pick<Motion, "stage" | "outcome" | "outcomeRound"> {
  const outcome = table.phase === "VOID" ? null : (table.outcome ?? table.last_outcome);
  const outcomeRound = table.outcome === null ? table.round - 1 : table.round;
  return { stage: outcome === null ? "idle" : "settled", outcome, outcomeRound };
}

function nextLook(motion: Motion, table: Said, nowMs: number): Motion {
  const isMoving = MOVING.includes(motion.stage);
  if (table.phase === "VOID") {
    return isMoving || motion.outcomeRound === table.round ? emptied(motion, nowMs) : motion;
  }
  if (table.outcome !== null) return fallen(motion, table.outcome, table.round, nowMs);
  // A round on hold waits for a person: what moved is seen to wait, not to run.
  if (table.phase === "HELD") return isMoving ? { ...motion, quietAt: nowMs } : motion;
  if (table.round > motion.round && motion.stage !== "settled") return ended(motion, table, nowMs);
  const isNews = !motion.wasLaunched || table.round > motion.round;
  if (table.launched && !isMoving && isNews) return joined(motion, nowMs);
  if (isMoving) return motion.wasLaunched && !table.launched ? calledOff(motion, nowMs) : motion;
  if (motion.stage !== "settled") return motion;
  return table.last_outcome === null
    ? emptied(motion, nowMs)
    : fallen(motion, table.last_outcome, table.round - 1, nowMs);
}

/** The next round is there: what fell in this one, unless nothing did. */
function ended(motion: Motion, table: Said, nowMs: number): Motion {
  const over = endOf(motion, table, nowMs);
  return table.launched ? joined(over, nowMs) : over;
}

function endOf(motion: Motion, table: Said, nowMs: number): Motion {
  if (table.last_outcome !== null && !isAsBefore(motion, table)) {
    return fallen(motion, table.last_outcome, table.round - 1, nowMs);
  }
  return motion.stage === "idle" ? motion : emptied(motion, nowMs);
}

/** Whether nothing has fallen since the last view, and nothing was corrected. */
function isAsBefore({ before }: Motion, { outcomes }: Said): boolean {
  return outcomes.length === before.length && outcomes.every((outcome, index) => outcome === before[index]);
}

/** The same motion if the view says nothing new, so that nothing is drawn for nothing. */
function noted(motion: Motion, table: Said): Motion {
  const round = Math.max(motion.round, table.round);
  const wasLaunched = table.launched && table.round >= motion.round;
  const isCalledOff = motion.isCalledOff && table.round === motion.round;
  const before = isAsBefore(motion, table) ? motion.before : table.outcomes;
  const isSame =
    round === motion.round &&
    wasLaunched === motion.wasLaunched &&
    isCalledOff === motion.isCalledOff &&
    before === motion.before;
  return isSame ? motion : { ...motion, round, wasLaunched, isCalledOff, before };
}

function fallen(motion: Motion, outcome: string, round: number, nowMs: number): Motion {
  if (motion.stage === "settled" && motion.outcome === outcome) {
    return motion.outcomeRound === round ? motion : { ...motion, outcomeRound: round };
  }
  const course = motion.course === null ? null : planOf(motion.course).settle(motion.course, outcome, nowMs);
  return { ...motion, stage: "settled", outcome, outcomeRound: round, quietAt: Infinity, course };
}

function emptied(motion: Motion, nowMs: number): Motion {
  const course = motion.course === null ? null : planOf(motion.course).takeAway(motion.course, nowMs);
  return { ...motion, stage: "idle", outcome: null, outcomeRound: -1, quietAt: Infinity, course };
}

function calledOff(motion: Motion, nowMs: number): Motion {
  return { ...emptied(motion, nowMs), isCalledOff: true };
}

/** It was launched and nobody here heard it. */
function joined(motion: Motion, nowMs: number): Motion {
  const heard: Heard = {
    nowMs,
    atMs: nowMs,
    turnMs: 0,
    way: motion.way,
    patienceMs: PATIENCE_MS.launched,
  };
  return moved(motion, "launched", heard);
}

// What the device was sensed to do.

/** Whether a signal is about a spin that counts no more, or says less than is known. */
function isOver(motion: Motion, spin: Spin): boolean {
  if (spin.round !== motion.round) return spin.round < motion.round;
  if (motion.outcome !== null && motion.outcomeRound === motion.round) return true;
  if (spin.what === "launched") return false;
  if (motion.isCalledOff || motion.stage === "resting") return true;
  return motion.stage === "dropping" && spin.what === "dropping";
}

function moved(motion: Motion, what: What, heard: Heard): Motion {
  if (motion.course === null) return motion;
  const isDropping = motion.stage === "dropping" && what === "turn";
  return {
    ...motion,
    stage: isDropping ? "dropping" : STAGES[what],
    outcome: null,
    outcomeRound: -1,
    way: heard.way,
    quietAt: heard.nowMs + heard.patienceMs,
    course: answer(planOf(motion.course), motion.course, what, heard),
  };
}

function answer(plan: Plan<Course>, course: Course, what: What, heard: Heard): Course {
  switch (what) {
    case "launched":
      return plan.launch(course, heard);
    case "turn":
      return plan.turn(course, heard);
    case "dropping":
      return plan.drop(course, heard);
    case "rest":
      return plan.rest(course, heard);
  }
}

// Which game.

const PLANS = { roulette: BALL, "sic-bo": DICE, "money-wheel": DISC };

function hasPicture(game: string): game is keyof typeof PLANS {
  return Object.hasOwn(PLANS, game);
}

/** The plan that made a course. */
function planOf(course: Course): Plan<Course> {
  return PLANS[course.game] as unknown as Plan<Course>;
}

function beginning({ game, wheel }: Drawn): Course | null {
  if (!hasPicture(game) || (game !== "sic-bo" && wheel.length === 0)) return null;
  return PLANS[game].empty(wheel);
}
