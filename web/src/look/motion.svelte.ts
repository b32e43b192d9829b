// Whether things may move: what the player has set, else what the browser is set to.
import { settings } from "../settings/settings.svelte";

class ReducedMotion {
  private browser = $state(false);

  constructor() {
    const asked = matchMedia("(prefers-reduced-motion: reduce)");
    this.browser = asked.matches;
    asked.addEventListener("change", () => (this.browser = asked.matches));
  }

  get now(): boolean {
    return settings.now.motion === "reduced" || this.browser;
  }
}

export const isReduced = new ReducedMotion();
