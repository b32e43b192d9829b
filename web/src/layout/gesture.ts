// What fingers, mouse and chips in the hand mean on the layout: pure steps from a touch to what it asks for.
// A chip lands when the finger lifts, so that one may slide to the spot one means; a stack that lies there moves along
// once the finger has left its spot; a finger that rests asks about the spot.
import type { Point } from "./drawing";

/** How long a finger rests before it asks about a spot. */
export const REST_MS = 500;
/** How long a finger rests before it aims, and the page no longer moves under it. */
export const AIM_MS = 160;
/** How far a finger may tremble, in px. */
const TREMBLE = 14;

/** Where a finger is: on the screen, on which spot, and whether that is on the cloth at all. */
export interface Where extends Point {
  readonly spot: string | null;
  readonly isOnCloth: boolean;
}

export type Gesture =
  | { readonly kind: "none" }
  /** A finger down that will place a chip where it lifts. */
  | {
      readonly kind: "aiming";
      readonly begun: Where;
      readonly at: Where;
      /** What lies on the spot it began on, and may be moved. */
      readonly lies: number;
      readonly hasSlid: boolean;
    }
  /** A stack on its way from a spot. */
  | { readonly kind: "moving"; readonly from: string; readonly cents: number; readonly at: Where }
  /** The finger asked about a spot; its lifting means nothing more. */
  | { readonly kind: "asked" };

export type Wish =
  | { readonly kind: "place"; readonly spot: string }
  | { readonly kind: "move"; readonly from: string; readonly to: string; readonly cents: number }
  | { readonly kind: "take_back"; readonly spot: string; readonly cents: number }
  | { readonly kind: "info"; readonly spot: string };

export const NONE: Gesture = { kind: "none" };

export function pressed(at: Where, lies: number): Gesture {
  return at.spot === null ? NONE : { kind: "aiming", begun: at, at, lies, hasSlid: false };
}

export function slidTo(gesture: Gesture, at: Where): Gesture {
  if (gesture.kind === "moving") return { ...gesture, at };
  if (gesture.kind !== "aiming") return gesture;
  const hasSlid = gesture.hasSlid || isFar(gesture.begun, at);
  const { begun, lies } = gesture;
  if (hasSlid && lies > 0 && begun.spot !== null && at.spot !== begun.spot)
    return { kind: "moving", from: begun.spot, cents: lies, at };
  return { ...gesture, at, hasSlid };
}

/** The finger lifts. */
export function lifted(gesture: Gesture): Wish | null {
  if (gesture.kind === "aiming") {
    return gesture.at.spot === null ? null : { kind: "place", spot: gesture.at.spot };
  }
  if (gesture.kind !== "moving") return null;
  const { from, cents, at } = gesture;
  if (!at.isOnCloth) return { kind: "take_back", spot: from, cents };
  return at.spot === null || at.spot === from ? null : { kind: "move", from, to: at.spot, cents };
}

/** The finger has rested: it asks about the spot, unless it has been on its way to another. */
export function rested(gesture: Gesture): Wish | null {
  if (gesture.kind !== "aiming" || gesture.hasSlid || gesture.begun.spot === null) return null;
  return { kind: "info", spot: gesture.begun.spot };
}

/** The spot under the finger, whose numbers are pointed out. */
export function aimedAt(gesture: Gesture): string | null {
  return gesture.kind === "aiming" || gesture.kind === "moving" ? gesture.at.spot : null;
}

function isFar(one: Point, other: Point): boolean {
  return Math.hypot(one.x - other.x, one.y - other.y) > TREMBLE;
}
