// Jackpots for those who play and those who walk by: what is in them, what wins them, who won, how it is paid.
import type { Condition } from "../../state/jackpots";
import { shortMomentWords } from "../moments";
import { money } from "./money";

/** Why nobody, or not this terminal, plays for a level. */
const WHY_NOT: Readonly<Record<string, string>> = {
  fault: "It has a fault. Nobody plays for it until it works again.",
  "table-link": "The link to this table is lost.",
  "terminal-link": "The link to this terminal is lost.",
  "not-begun": "Its next pool begins in a moment.",
  "next-round": "You play for it from the next round on.",
};

/** The same on a wall, in few words. */
const WHY_NOT_SHORT: Readonly<Record<string, string>> = {
  fault: "a fault is being put right",
  "table-link": "link lost",
  "terminal-link": "link lost",
  "not-begun": "begins in a moment",
  "next-round": "from the next round on",
};

const short = (why: string): string => WHY_NOT_SHORT[why] ?? WHY_NOT_SHORT["fault"] ?? "";

const PAID_BY: Readonly<Record<string, string>> = {
  meter: "It was added to your credit.",
  ticket: "It was printed as a ticket. Take it to the cashier.",
  voucher: "It was printed as a voucher. Take it to the cashier.",
};

const or = (words: readonly string[]) => words.join(" or ");

function progressive({ run, outcomes, wagers, least, laid }: Condition): string {
  const falls = outcomes.length > 0 ? or(outcomes) : "the same result";
  const often = run > 1 ? `${falls} in ${run} rounds in a row` : falls;
  const from = least > 0 ? ` of at least ${money.amount(least)}` : "";
  const when = run === 1 ? "" : laid === "every" ? " in each of them" : " in the last of them";
  return `You win it with ${often}, if you win with a bet on ${or(wagers)}${from}${when}.`;
}

const mystery = ({ low, high }: Condition) =>
  `It is won at a secret value between ${money.amount(low)} and ${money.amount(high)}, drawn before the pool began. The terminal whose bet, once settled, takes the pool to that value wins it. No result of the game is better or worse for it.`;

export const jackpotTexts = {
  title: "Jackpots",
  kind: (kind: string): string => (kind === "mystery" ? "Mystery jackpot" : "Progressive jackpot"),
  condition: (condition: Condition): string =>
    condition.kind === "mystery" ? mystery(condition) : progressive(condition),
  whyNot: (why: string): string => WHY_NOT[why] ?? WHY_NOT["fault"] ?? "",
  notNow: (why: string) => `NOT IN PLAY: ${short(why)}`,
  /** Below the amount on a wall. */
  mustHit: (cents: number) => `Won at ${money.amount(cents)} at the latest`,
  upTo: (cents: number) => `Up to ${money.amount(cents)}`,
  tablesOff: (tables: string) => `Link lost at table ${tables}: not played for there`,
  wonTitle: "JACKPOT WON",
  terminal: (terminal: string) => `TERMINAL ${terminal}`,
  more: (count: number) => `and ${count} more`,
  lastWins: "Last wins",
  noWins: "Not won yet",
  at: shortMomentWords("en-AU", "short"),
  /** On the terminal. */
  open: "Jackpots: how they are won",
  doesNot: "You do not play for it now",
  doesNotSince: (why: string) => `You do not play for it now: ${short(why)}`,
  ceiling: (cents: number) => `At most ${money.amount(cents)}; what comes beyond goes into the next one`,
  share: "Every settled bet adds to it. Bets that are returned add nothing, and cost you nothing more.",
  check:
    "The secret value is fixed before the pool begins and is told after the win, so that anybody can check it.",
  youWon: "YOU HAVE WON A JACKPOT",
  youWonMany: (count: number) => `YOU HAVE WON ${count} JACKPOTS`,
  youWonShort: (cents: number) => `You have won ${money.amount(cents)}; it will be paid to you`,
  attendant: "An attendant is coming to you.",
  locked:
    "This terminal waits until the attendant has been here. Your credit and your bets stay as they are.",
  waits: "This terminal waits until the attendant has been here.",
  toBePaid: "Your prize is safe and will be paid to you.",
  byHand: "It is paid by a person, against a voucher.",
  questioned: "The round that won it is being looked into. You will be told what comes of it.",
  held: "It is kept back until it is looked into. You will be told what comes of it.",
  paidTitle: "YOUR JACKPOT IS PAID",
  paidBy: (paidBy: string): string => PAID_BY[paidBy] ?? "It was paid to you.",
  withdrawn: "It went back into the pool, since the round that won it was put right. Ask an attendant why.",
  refused: "It was looked into and is not paid. Ask an attendant why.",
  withdrawnTitle: "NO JACKPOT",
  goOn: "Go on",
};
