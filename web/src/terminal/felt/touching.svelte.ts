// Pointers on a layout: from the browser's events to the steps of `layout/gesture.ts`, with the time a finger rests.
import { AIM_MS, NONE, REST_MS, aimedAt, lifted, pressed, rested, slidTo } from "../../layout/gesture";
import type { Gesture, Where, Wish } from "../../layout/gesture";

export interface Ground {
  /** What is at a point of the screen. */
  readonly where: (x: number, y: number) => Where;
  /** What lies on a spot and may be moved from it. */
  readonly lies: (spot: string) => number;
  readonly isOff: () => boolean;
  readonly wish: (wish: Wish) => void;
}

export class Touching {
  gesture = $state.raw<Gesture>(NONE);
  /** A mouse over a spot, without a button down. */
  hovered = $state<string | null>(null);
  isFinger = $state(false);
  /** The finger has rested a moment: from now on it aims, and the page must not move under it. */
  private isHeld = false;
  private pointer: number | null = null;
  private timers: ReturnType<typeof setTimeout>[] = [];
  private readonly ground: Ground;

  constructor(ground: Ground) {
    this.ground = ground;
  }

  get aimed(): string | null {
    return aimedAt(this.gesture);
  }

  down = (event: PointerEvent): void => {
    if (this.pointer !== null || event.button !== 0 || this.ground.isOff()) return;
    const at = this.ground.where(event.clientX, event.clientY);
    this.gesture = pressed(at, at.spot === null ? 0 : this.ground.lies(at.spot));
    if (this.gesture.kind === "none") return;
    this.pointer = event.pointerId;
    this.isFinger = event.pointerType !== "mouse";
    this.isHeld = false;
    this.timers = [setTimeout(() => (this.isHeld = true), AIM_MS), setTimeout(() => this.rest(), REST_MS)];
    (event.currentTarget as Element).setPointerCapture(event.pointerId);
  };

  move = (event: PointerEvent): void => {
    if (this.pointer === null && event.pointerType === "mouse") {
      this.hovered = this.ground.where(event.clientX, event.clientY).spot;
    } else if (this.pointer === event.pointerId) {
      this.gesture = slidTo(this.gesture, this.ground.where(event.clientX, event.clientY));
    }
  };

  up = (event: PointerEvent): void => {
    if (this.pointer !== event.pointerId) return;
    const at = this.ground.where(event.clientX, event.clientY);
    this.gesture = slidTo(this.gesture, at);
    this.hovered = event.pointerType === "mouse" ? at.spot : null;
    const wish = this.ground.isOff() ? null : lifted(this.gesture);
    this.end();
    if (wish !== null) this.ground.wish(wish);
  };

  cancel = (event: PointerEvent): void => {
    if (this.pointer === event.pointerId) this.end();
  };

  leave = (): void => {
    this.hovered = null;
  };

  /** A finger that rested before it moved aims; otherwise it moves the page, where that can be moved. */
  hold = (event: TouchEvent): void => {
    if (this.pointer !== null && this.isHeld && event.cancelable) event.preventDefault();
  };

  end(): void {
    this.timers.forEach(clearTimeout);
    this.timers = [];
    this.pointer = null;
    this.gesture = NONE;
  }

  private rest(): void {
    const wish = rested(this.gesture);
    if (wish === null) return;
    this.gesture = { kind: "asked" };
    this.ground.wish(wish);
  }
}
