// What comes round and is sensed once a turn: the ball on its track, or a wheel that has no ball.
//
// The sensor stands at the top of the picture. Each turn bends the course so that the next pass is there when it is
// to be expected; how fast the picture goes is how fast the thing was sensed to go.
import { at, bend, bendTo, thenStop, type Path } from "./path";

/** What was heard of a turn, in the time of the page. */
export interface Turn {
  readonly nowMs: number;
  /** When it passed the sensor. */
  readonly atMs: number;
  /** How long the turn took; zero if that is not known. */
  readonly turnMs: number;
}

/** The slowest and the quickest turn that is believed. */
const TURN_MS: readonly [number, number] = [250, 12_000];
/** A pass nearer than this is too late to be aimed at. */
const AIM_MS = 150;

export function believed(turnMs: number): number {
  return Math.min(TURN_MS[1], Math.max(TURN_MS[0], turnMs));
}

/** The course after a turn, going `way` (1 or -1), so that it passes the top when it is expected to. */
export function lap(path: Path, turn: Turn, way: number, stopMs: number): Path {
  const now = at(path, turn.nowMs);
  const turnMs = believed(turn.turnMs === 0 ? 1 / Math.max(1e-9, now.speed * way) : turn.turnMs);
  const laps = Math.max(1, Math.ceil((turn.nowMs - turn.atMs + AIM_MS) / turnMs));
  const forMs = turn.atMs + laps * turnMs - turn.nowMs;
  const usual = now.value + (way * forMs) / turnMs;
  const goal = forward(Math.round(usual), now, forMs, way);
  return thenStop(bend(path, turn.nowMs, forMs, goal, way / turnMs), stopMs);
}

/** The pass that can be reached without running back. */
function forward(goal: number, now: { value: number; speed: number }, forMs: number, way: number): number {
  const least = Math.max(0.2, (Math.abs(now.speed) * forMs) / 3);
  return way * (goal - now.value) < least ? goal + way * Math.ceil(least - way * (goal - now.value)) : goal;
}

/** Set going: up to speed, then ever slower unless turns are sensed. */
export function setOff(path: Path, nowMs: number, turnMs: number, way: number, stopMs: number): Path {
  const speedUpMs = 700;
  return thenStop(bendTo(path, nowMs, speedUpMs, way / turnMs), stopMs);
}
