// The picture of the wheel, the dice and the money wheel, said in words.
import { pictured, type Seen } from "../pictured";

const BALL: Seen = {
  idle: "Il cilindro è vuoto",
  running: "La pallina gira",
  dropping: "La pallina cade",
  resting: "La pallina sta per fermarsi",
  waiting: "In attesa del cilindro",
  settled: (outcome) => `La pallina è nel ${outcome}`,
};
const DICE: Seen = {
  idle: "La campana è vuota",
  running: "I dadi vengono scossi",
  dropping: "I dadi rallentano",
  resting: "I dadi stanno per fermarsi",
  waiting: "In attesa dei dadi",
  settled: (outcome) => `I dadi mostrano ${outcome.split("-").join(", ")}`,
};
const DISC: Seen = {
  idle: "La ruota è ferma",
  running: "La ruota gira",
  dropping: "La ruota rallenta",
  resting: "La ruota sta per fermarsi",
  waiting: "In attesa della ruota",
  settled: (outcome) => `La ruota si è fermata su ${outcome}`,
};
const ANY: Seen = {
  idle: "Non è ancora uscito nulla",
  running: "Il risultato sta arrivando",
  dropping: "Il risultato sta arrivando",
  resting: "Il risultato sta arrivando",
  waiting: "In attesa del risultato",
  settled: (outcome) => `Ultimo risultato: ${outcome}`,
};

export const wheelTexts = pictured({ ball: BALL, dice: DICE, disc: DISC, any: ANY });
