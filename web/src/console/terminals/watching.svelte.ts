// One terminal, asked of the floor again whenever the views say that something has happened, a few times a second at most.
import { Refused } from "../../access/api";
import type { Desk } from "../desk.svelte";
import type { TerminalView } from "../../wire/api";

const PAUSE_MS = 500;

export class WatchedTerminal {
  view = $state.raw<TerminalView | null>(null);
  fault = $state("");
  #isAsking = false;
  #again = false;

  readonly #desk: Desk;
  readonly #terminal: string;

  constructor(desk: Desk, terminal: string) {
    [this.#desk, this.#terminal] = [desk, terminal];
  }

  /** Asks now, or once more after the answer that is under way. */
  ask(): void {
    if (this.#isAsking) {
      this.#again = true;
      return;
    }
    this.#isAsking = true;
    void this.#read().finally(() => {
      setTimeout(() => {
        this.#isAsking = false;
        if (this.#again) {
          this.#again = false;
          this.ask();
        }
      }, PAUSE_MS);
    });
  }

  async #read(): Promise<void> {
    try {
      const at = { terminal: this.#terminal };
      this.view = await this.#desk.ask("GET /api/terminals/{terminal}/standing", { at });
      this.fault = "";
    } catch (wrong) {
      if (!(wrong instanceof Refused)) throw wrong;
      this.fault = wrong.problem.detail;
    }
  }
}
