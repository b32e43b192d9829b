// Something asked of the floor and asked again when the floor has changed: live without a reload, and never in haste.
import { Refused, type Address, type Along, type Answer } from "../../access/api";
import type { Desk } from "../desk.svelte";

const EVERY_MS = 6_000;

/** The same for the same question; empty for none. */
const keyOf = (along: unknown) => (along === null ? "" : JSON.stringify(along));

export class Live<At extends Address> {
  view = $state.raw<Answer<At> | null>(null);
  words = $state("");
  readonly #desk: () => Desk;
  readonly #address: At;
  readonly #along: () => Along<At> | null;
  readonly #gapMs: number;
  #askedAt = 0;
  #isAsking = false;
  #wanted = "";
  #shown = "";

  /** `along` says what goes along, null while nothing is to be asked. `gapMs` is how long it rests at the least: what
   * reads the journal is asked for less often. */
  constructor(desk: () => Desk, address: At, along: () => Along<At> | null, gapMs = 1_200) {
    this.#desk = desk;
    this.#address = address;
    this.#along = along;
    this.#gapMs = gapMs;
    // What this person did is seen at once; what others did with the next view of the floor.
    $effect(() => {
      void this.#desk().now.doings[0]?.outcome;
      if (keyOf(this.#along()) !== this.#shown) [this.view, this.words] = [null, ""];
      void this.ask();
    });
    $effect(() => {
      void this.#desk().floor;
      this.#askSoon();
    });
    $effect(() => {
      const timer = setInterval(() => void this.ask(), EVERY_MS);
      return () => clearInterval(timer);
    });
  }

  #askSoon(): void {
    if (Date.now() - this.#askedAt >= this.#gapMs) void this.ask();
  }

  async ask(): Promise<void> {
    const along = this.#along();
    const key = keyOf(along);
    if (along === null || (this.#isAsking && this.#wanted === key)) return;
    [this.#isAsking, this.#wanted, this.#askedAt] = [true, key, Date.now()];
    try {
      const found = await this.#desk().ask(this.#address, ...along);
      if (keyOf(this.#along()) === key) [this.view, this.words, this.#shown] = [found, "", key];
    } catch (broken) {
      if (!(broken instanceof Refused)) throw broken;
      if (keyOf(this.#along()) === key) this.words = broken.problem.detail;
    } finally {
      this.#isAsking = false;
    }
  }
}
