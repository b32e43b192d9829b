// A round played back: what lay where after each step, whose it was, and how long a step is shown. Pure.
import type { Playback } from "../wire/api";

export type Laid = Readonly<Record<string, Readonly<Record<string, number>>>>;

/** Somebody with chips on the layout: a terminal, or a player at the cloth. */
export interface Who {
  readonly key: string;
  readonly name: string;
  readonly isCloth: boolean;
}

const KEYS = { false: "terminal", true: "cloth" } as const;
const SHORTEST_MS = 350;
const LONGEST_MS = 2_500;

export const keyOf = (name: string, isCloth: boolean) => `${KEYS[`${isCloth}`]} ${name}`;

/** Everybody who had chips on the layout at some moment, terminals first. */
export function everybody(round: Playback): readonly Who[] {
  const found = new Map<string, Who>();
  for (const isCloth of [false, true]) {
    const names = round.frames.flatMap((frame) => Object.keys(isCloth ? frame.cloth : frame.terminals));
    for (const name of [...new Set(names)].sort()) {
      const key = keyOf(name, isCloth);
      found.set(key, { key, name, isCloth });
    }
  }
  return [...found.values()];
}

/** What lies on each spot after a step, of those chosen; of everybody if nobody is. */
export function layingAt(
  round: Playback,
  step: number,
  chosen: ReadonlySet<string>,
): Readonly<Record<string, number>> {
  const now = new Map<string, Readonly<Record<string, number>>>();
  for (const frame of round.frames.slice(0, step + 1)) {
    for (const [isCloth, laid] of [
      [false, frame.terminals],
      [true, frame.cloth],
    ] as const) {
      for (const [name, spots] of Object.entries(laid)) now.set(keyOf(name, isCloth), spots);
    }
  }
  const sum: Record<string, number> = {};
  for (const [key, spots] of now) {
    if (chosen.size > 0 && !chosen.has(key)) continue;
    for (const [spot, cents] of Object.entries(spots)) sum[spot] = (sum[spot] ?? 0) + cents;
  }
  return sum;
}

/** What fell, once a step has shown it; nothing before. */
export function fallenAt(round: Playback, step: number): string | null {
  const outcome = round.frames[step]?.outcome ?? "";
  return outcome === "" ? null : outcome;
}

/** How long a step is shown before the next: as long as it took, but neither a blink nor a yawn. */
export function lastsMs(round: Playback, step: number, factor: number): number {
  const [here, next] = [round.frames[step], round.frames[step + 1]];
  if (here === undefined || next === undefined) return 0;
  return Math.min(Math.max((next.at_ms - here.at_ms) / factor, SHORTEST_MS), LONGEST_MS);
}

/** `A-12` as table and number: the number is behind the last dash, whatever the table is called. */
export function roundOf(name: string): { readonly table: string; readonly number: number } | null {
  const found = /^(.+)[- ](\d{1,12})$/.exec(name.trim());
  return found === null ? null : { table: found[1] ?? "", number: Number(found[2]) };
}
