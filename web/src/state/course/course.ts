// What every course is told, whatever decides the game: a ball, dice, or a wheel alone.
import type { Turn } from "./laps";

/** A signal of the device, in the time of the page. */
export interface Heard extends Turn {
  /** Which way the wheel turns: 1 clockwise, -1 the other way. */
  readonly way: number;
  /** How long the picture goes on by itself if nothing more is heard. */
  readonly patienceMs: number;
}

/** How one kind of picture answers what is heard. Nothing but `lie` and `settle` ever knows what fell. */
export interface Plan<C> {
  /** Nothing lies there. */
  readonly empty: (wheel: readonly string[]) => C;
  /** It has fallen before anybody looked. */
  readonly lie: (course: C, outcome: string) => C;
  readonly launch: (course: C, heard: Heard) => C;
  readonly turn: (course: C, heard: Heard) => C;
  readonly drop: (course: C, heard: Heard) => C;
  readonly rest: (course: C, heard: Heard) => C;
  /** It comes to rest where the record says. */
  readonly settle: (course: C, outcome: string, nowMs: number) => C;
  /** The round is void: there is nothing to see. */
  readonly takeAway: (course: C, nowMs: number) => C;
  /** From when on nothing moves any more. */
  readonly stillAt: (course: C) => number;
  /** When it has come to rest, after `settle`. */
  readonly restsAt: (course: C) => number;
}

/** How long it takes to fade in or out. */
export const FADE_MS = 500;
