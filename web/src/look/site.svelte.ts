// What is known of the site, for every part of a page: asked once, and again until the floor has answered.
import { askSite } from "../floor";
import type { SiteView } from "../wire/api";

const AGAIN_MS = 3_000;

class KnownSite {
  now = $state<SiteView | null>(null);

  get isDemonstration(): boolean {
    return this.now?.demonstration ?? false;
  }

  get isRehearsal(): boolean {
    return this.now?.rehearsal ?? false;
  }

  /** Whether no money here is real. */
  get isPretending(): boolean {
    return this.isDemonstration || this.isRehearsal;
  }

  /** The zone of the floor: every time that a patron reads is told in it. */
  get zone(): string {
    return this.now?.time_zone ?? "UTC";
  }

  learn(): void {
    askSite()
      .then((site) => (this.now = site))
      .catch(() => setTimeout(() => this.learn(), AGAIN_MS));
  }
}

export const site = new KnownSite();
