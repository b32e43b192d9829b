// What the page says to the worker that checks, and what it hears.
//
// The worker is fetched once, when the page opens: a file can then be checked though the line to the floor is gone.
import type { Finding } from "./check";
import type { Given } from "./entries";

export interface Asked {
  /** Which check it is; a later one, or none at all, ends it. */
  readonly check: number;
  /** A file from a disk, or where the floor gives one; nothing to stop. */
  readonly source: File | string | null;
  readonly given: Given;
}

export type Heard =
  | {
      readonly kind: "progress";
      readonly check: number;
      readonly entry: number;
      readonly of: number;
      readonly bytes: number;
    }
  | { readonly kind: "found"; readonly check: number; readonly finding: Finding };

/** Checks files beside the page, one at a time. */
export class Checker {
  #check = 0;
  #hear: (heard: Heard) => void = () => undefined;
  readonly #worker: Worker;

  constructor() {
    this.#worker = new Worker(new URL("./worker.ts", import.meta.url), { type: "module" });
    this.#worker.onmessage = ({ data }: MessageEvent<Heard>) => {
      // Of a check that was stopped nothing more is heard.
      if (data.check === this.#check) this.#hear(data);
    };
    this.#worker.onerror = ({ message }) =>
      this.#hear({
        kind: "found",
        check: this.#check,
        finding: { kind: "unreadable", why: "no_worker", words: message },
      });
  }

  check(source: File | string, given: Given, hear: (heard: Heard) => void): void {
    this.#check += 1;
    this.#hear = hear;
    this.#worker.postMessage({ check: this.#check, source, given } satisfies Asked);
  }

  stop(): void {
    this.#check += 1;
    this.#worker.postMessage({
      check: this.#check,
      source: null,
      given: { key: "", note: "" },
    } satisfies Asked);
  }

  end(): void {
    this.#worker.terminate();
  }
}
