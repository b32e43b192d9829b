// What a painter promises to the canvas it is drawn on.
import type { Course, Kind } from "../state/motion";
import type { Look, Pen } from "./look";

/** One picture to be drawn. */
export interface Frame<C extends Course = Course> {
  readonly course: C;
  readonly kind: Kind;
  readonly outcome: string | null;
  readonly ms: number;
  /** How much of what came is shown. */
  readonly reveal: number;
  /** Whether nothing may spin: then one picture stands for all that moves. */
  readonly isStill: boolean;
}

/** Draws one picture; the middle is 0, 0. */
export type Paint = (pen: Pen, frame: Frame) => void;

/** Draws once what is the same in every picture of this size. */
export type Prepare = (sizePx: number, look: Look) => Paint;
