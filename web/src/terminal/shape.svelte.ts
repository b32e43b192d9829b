// The three shapes of a screen: a cabinet lying, a cabinet standing, a phone in the hand.
import type { Direction } from "../layout/drawing";

export type ScreenShape = "landscape" | "portrait" | "phone";

const DIRECTIONS: Record<ScreenShape, Direction> = { landscape: "across", portrait: "down", phone: "narrow" };

export class Shape {
  now = $state<ScreenShape>("landscape");

  constructor() {
    const phone = matchMedia("(max-width: 700px)");
    const portrait = matchMedia("(orientation: portrait)");
    const look = () => {
      this.now = phone.matches ? "phone" : portrait.matches ? "portrait" : "landscape";
    };
    phone.addEventListener("change", look);
    portrait.addEventListener("change", look);
    look();
  }

  get direction(): Direction {
    return DIRECTIONS[this.now];
  }
}
