// The picture of the wheel, the dice and the money wheel, said in words.
import type { Kind } from "../../state/motion";
import type { Texts } from "../en";

type Told = Readonly<Record<Exclude<Kind, "settled" | "settling">, string>> & {
  readonly settled: (outcome: string) => string;
};

const BALL: Told = {
  idle: "Il cilindro è vuoto",
  running: "La pallina gira",
  dropping: "La pallina cade",
  resting: "La pallina sta per fermarsi",
  waiting: "In attesa del cilindro",
  settled: (outcome) => `La pallina è nel ${outcome}`,
};
const DICE: Told = {
  idle: "La campana è vuota",
  running: "I dadi vengono scossi",
  dropping: "I dadi rallentano",
  resting: "I dadi stanno per fermarsi",
  waiting: "In attesa dei dadi",
  settled: (outcome) => `I dadi mostrano ${outcome.split("-").join(", ")}`,
};
const DISC: Told = {
  idle: "La ruota è ferma",
  running: "La ruota gira",
  dropping: "La ruota rallenta",
  resting: "La ruota sta per fermarsi",
  waiting: "In attesa della ruota",
  settled: (outcome) => `La ruota si è fermata su ${outcome}`,
};
const ANY: Told = {
  idle: "Non è ancora uscito nulla",
  running: "Il risultato sta arrivando",
  dropping: "Il risultato sta arrivando",
  resting: "Il risultato sta arrivando",
  waiting: "In attesa del risultato",
  settled: (outcome) => `Ultimo risultato: ${outcome}`,
};
const BY_GAME: Readonly<Partial<Record<string, Told>>> = {
  roulette: BALL,
  "sic-bo": DICE,
  "money-wheel": DISC,
};

export const wheelTexts: Texts["wheel"] = {
  told: (game, kind, outcome) => {
    const words = BY_GAME[game] ?? ANY;
    if (kind !== "settled" && kind !== "settling") return words[kind];
    return outcome === null ? words.idle : words.settled(outcome);
  },
};
