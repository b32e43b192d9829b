// The picture of the wheel, the dice and the money wheel, said in words.
import { pictured, type Seen } from "../pictured";

const BALL: Seen = {
  idle: "The wheel is empty",
  running: "The ball is running",
  dropping: "The ball is dropping",
  resting: "The ball is about to lie still",
  waiting: "Waiting for the wheel",
  settled: (outcome) => `The ball lies in ${outcome}`,
};
const DICE: Seen = {
  idle: "The dome is empty",
  running: "The dice are being shaken",
  dropping: "The dice are settling",
  resting: "The dice are about to lie still",
  waiting: "Waiting for the dice",
  settled: (outcome) => `The dice show ${outcome.split("-").join(", ")}`,
};
const DISC: Seen = {
  idle: "The wheel stands",
  running: "The wheel is turning",
  dropping: "The wheel is slowing down",
  resting: "The wheel is about to stand still",
  waiting: "Waiting for the wheel",
  settled: (outcome) => `The wheel stopped at ${outcome}`,
};
const ANY: Seen = {
  idle: "Nothing has fallen yet",
  running: "The result is on its way",
  dropping: "The result is on its way",
  resting: "The result is on its way",
  waiting: "Waiting for the result",
  settled: (outcome) => `Last result: ${outcome}`,
};

export const wheelTexts = pictured({ ball: BALL, dice: DICE, disc: DISC, any: ANY });
