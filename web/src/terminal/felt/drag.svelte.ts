// A chip in the hand on its way from the tray to a spot. Whoever shows chips starts it with the touch; layouts say
// which of their spots is under it and take what is dropped. A touch that does not move away is no drag.
import type { Point } from "../../layout/drawing";

/** A layout on the screen. */
export interface Felt {
  /** The spot at a point of the screen. */
  readonly spotAt: (at: Point) => string | null;
  readonly drop: (spot: string, cents: number) => void;
}

export interface Held extends Point {
  readonly cents: number;
  readonly spot: string | null;
}

/** How far a finger moves before a chip comes along, in px. */
const LIFTED = 12;

export class ChipDrag {
  held = $state.raw<Held | null>(null);
  private felts: readonly Felt[] = [];

  /** Takes part for as long as it is not given back. */
  join(felt: Felt): () => void {
    this.felts = [...this.felts, felt];
    return () => {
      this.felts = this.felts.filter((each) => each !== felt);
    };
  }

  /** From `pointerdown` on a chip: follows the pointer until it lifts. */
  start(event: PointerEvent, cents: number): void {
    if (event.button !== 0 || this.felts.length === 0) return;
    const begun = { x: event.clientX, y: event.clientY };
    const mine = (other: PointerEvent) => other.pointerId === event.pointerId;
    const follow = (moved: PointerEvent) => {
      if (!mine(moved)) return;
      const at = { x: moved.clientX, y: moved.clientY };
      if (this.held === null && Math.hypot(at.x - begun.x, at.y - begun.y) < LIFTED) return;
      this.held = { ...at, cents, spot: this.under(at)?.spot ?? null };
    };
    const end = (ended: PointerEvent) => {
      if (!mine(ended)) return;
      for (const [name, act] of [
        ["pointermove", follow],
        ...ENDS.map((name) => [name, end] as const),
      ] as const)
        removeEventListener(name, act);
      if (this.held !== null && ended.type === "pointerup")
        this.drop({ x: ended.clientX, y: ended.clientY }, cents);
      this.held = null;
    };
    addEventListener("pointermove", follow);
    for (const name of ENDS) addEventListener(name, end);
  }

  private drop(at: Point, cents: number): void {
    const found = this.under(at);
    if (found !== null) found.felt.drop(found.spot, cents);
  }

  private under(at: Point): { felt: Felt; spot: string } | null {
    for (const felt of this.felts) {
      const spot = felt.spotAt(at);
      if (spot !== null) return { felt, spot };
    }
    return null;
  }
}

const ENDS = ["pointerup", "pointercancel"] as const;

/** The one hand of this screen. */
export const chipDrag = new ChipDrag();
