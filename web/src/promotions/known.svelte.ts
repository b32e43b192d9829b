// The promotions a screen knows of, asked from time to time: a terminal or a display that lost the line keeps what it
// has, since terms that were published stay.
import { Refused } from "../access/api";
import { askPromotions } from "./asking";
import type { PublicPromotion } from "../wire/api";

const EVERY_MS = 15_000;

export class KnownPromotions {
  now = $state.raw<readonly PublicPromotion[]>([]);

  /** Begins to ask; what is given back ends it. For effects. */
  start(everyMs = EVERY_MS): () => void {
    void this.#ask();
    const timer = setInterval(() => void this.#ask(), everyMs);
    return () => clearInterval(timer);
  }

  async #ask(): Promise<void> {
    try {
      this.now = await askPromotions();
    } catch (wrong) {
      if (!(wrong instanceof Refused)) throw wrong;
    }
  }
}
