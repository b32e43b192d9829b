// The picture of the wheel, the dice and the money wheel, said in words.
import type { Kind } from "../../state/motion";

type Told = Readonly<Record<Exclude<Kind, "settled" | "settling">, string>> & {
  readonly settled: (outcome: string) => string;
};

const BALL: Told = {
  idle: "The wheel is empty",
  running: "The ball is running",
  dropping: "The ball is dropping",
  resting: "The ball is about to lie still",
  waiting: "Waiting for the wheel",
  settled: (outcome) => `The ball lies in ${outcome}`,
};
const DICE: Told = {
  idle: "The dome is empty",
  running: "The dice are being shaken",
  dropping: "The dice are settling",
  resting: "The dice are about to lie still",
  waiting: "Waiting for the dice",
  settled: (outcome) => `The dice show ${outcome.split("-").join(", ")}`,
};
const DISC: Told = {
  idle: "The wheel stands",
  running: "The wheel is turning",
  dropping: "The wheel is slowing down",
  resting: "The wheel is about to stand still",
  waiting: "Waiting for the wheel",
  settled: (outcome) => `The wheel stopped at ${outcome}`,
};
const ANY: Told = {
  idle: "Nothing has fallen yet",
  running: "The result is on its way",
  dropping: "The result is on its way",
  resting: "The result is on its way",
  waiting: "Waiting for the result",
  settled: (outcome) => `Last result: ${outcome}`,
};
const BY_GAME: Readonly<Partial<Record<string, Told>>> = {
  roulette: BALL,
  "sic-bo": DICE,
  "money-wheel": DISC,
};

export const wheelTexts = {
  /** What is seen, for who does not see it. */
  told: (game: string, kind: Kind, outcome: string | null): string => {
    const words = BY_GAME[game] ?? ANY;
    if (kind !== "settled" && kind !== "settling") return words[kind];
    return outcome === null ? words.idle : words.settled(outcome);
  },
};
