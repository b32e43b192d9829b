// Something asked of the floor and asked again when the floor has changed: live without a reload, and never in haste.
import { Refused } from "../../access/api";
import type { Desk } from "../desk.svelte";

const EVERY_MS = 6_000;

export class Live<View> {
  view = $state.raw<View | null>(null);
  words = $state("");
  readonly #desk: () => Desk;
  readonly #path: () => string;
  readonly #gapMs: number;
  #askedAt = 0;
  #isAsking = false;
  #wanted = "";
  #shown = "";

  /** `gapMs` is how long it rests at the least: what reads the journal is asked for less often. */
  constructor(desk: () => Desk, path: () => string, gapMs = 1_200) {
    this.#desk = desk;
    this.#path = path;
    this.#gapMs = gapMs;
    // What this person did is seen at once; what others did with the next view of the floor.
    $effect(() => {
      void this.#desk().now.doings[0]?.outcome;
      if (this.#path() !== this.#shown) [this.view, this.words] = [null, ""];
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
    const path = this.#path();
    if (path === "" || (this.#isAsking && this.#wanted === path)) return;
    [this.#isAsking, this.#wanted, this.#askedAt] = [true, path, Date.now()];
    try {
      const found = await this.#desk().ask<View>(path);
      if (this.#path() === path) [this.view, this.words, this.#shown] = [found, "", path];
    } catch (broken) {
      if (!(broken instanceof Refused)) throw broken;
      if (this.#path() === path) this.words = broken.problem.detail;
    } finally {
      this.#isAsking = false;
    }
  }
}
