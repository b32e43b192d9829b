// The betting layout: spots, what is asked about them, the racetrack and the special bets.
import { money } from "./money";

export const feltTexts = {
  wins: "Wins",
  segments: (count: number) => (count === 1 ? "1 segment" : `${count} segments`),
  covers: (count: number) => (count === 1 ? "1 number" : `${count} numbers`),
  outcomes: (count: number) => (count === 1 ? "1 result" : `${count} results`),
  moving: (cents: number) => `Moving ${money.amount(cents)}`,
  takingBack: (cents: number) => `Take back ${money.amount(cents)}`,
  keys: "Arrow keys go from spot to spot, Enter places, Delete takes back, i tells about the spot",
  info: {
    title: (title: string) => `About ${title}`,
    pays: "Pays",
    covers: "Wins on",
    limits: "Limits",
    total: "All bets together",
    step: "Steps",
    stake: "Your bet now",
    wins: (cents: number) => `A bet of ${money.amount(cents)} wins`,
    won: (wins: readonly number[]) => wins.map((cents) => money.amount(cents)).join(" / "),
    andStake: "and the bet comes back",
    rule: "Rule",
    ruleOf: (clause: string) => `clause ${clause}`,
    max: "Max bet",
    place: (cents: number) => `Place ${money.face(cents)}`,
    takeBack: "Take back",
    close: "Close",
    noLimit: "no limit of its own",
  },
  track: {
    title: "Racetrack",
    neighbours: (number: string, cost: number) => `Neighbours of ${number}, costs ${money.amount(cost)}`,
    sector: (title: string, cost: number) => `${title}, costs ${money.amount(cost)}`,
    costs: (units: number, cents: number) =>
      `${units} × ${money.face(cents)} = ${money.amount(units * cents)}`,
    run: "Order of the numbers on the wheel",
  },
  specials: {
    title: "Special bets",
    none: "This table has no special bets.",
    pieces: (units: number) => (units === 1 ? "1 chip" : `${units} chips`),
    costs: (cents: number) => money.amount(cents),
    place: (title: string, cost: number) => `Place ${title} for ${money.amount(cost)}`,
    choose: "Choose a number",
  },
};
