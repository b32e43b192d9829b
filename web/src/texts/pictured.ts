// How the picture of a wheel, of dice or of a money wheel is said in words: chosen once for every language.
import type { Kind } from "../state/motion";

/** What is seen, by how far it has come. */
export type Seen = Readonly<Record<Exclude<Kind, "settled" | "settling">, string>> & {
  readonly settled: (outcome: string) => string;
};

interface Pictures {
  readonly ball: Seen;
  readonly dice: Seen;
  readonly disc: Seen;
  /** For a game that has no picture. */
  readonly any: Seen;
}

export function pictured({ ball, dice, disc, any }: Pictures) {
  const byGame: Readonly<Partial<Record<string, Seen>>> = {
    roulette: ball,
    "sic-bo": dice,
    "money-wheel": disc,
  };
  return {
    /** What is seen, for who does not see it. */
    told: (game: string, kind: Kind, outcome: string | null): string => {
      const words = byGame[game] ?? any;
      if (kind !== "settled" && kind !== "settling") return words[kind];
      return outcome === null ? words.idle : words.settled(outcome);
    },
  };
}
