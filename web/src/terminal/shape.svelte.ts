// The three shapes of a screen: a cabinet lying, a cabinet standing, a phone in the hand.
import type { Direction } from "../layout/drawing";

export type ScreenShape = "landscape" | "portrait" | "phone";

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
    return this.now === "portrait" ? "down" : "across";
  }
}
