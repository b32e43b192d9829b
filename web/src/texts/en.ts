// Every English text of the pages; the areas have files of their own in en/.
import type { ShownPhase } from "../state/phases";
import type { SpotView } from "../wire/messages";
import { consoleTexts } from "./en/console";
import { feltTexts } from "./en/felt";
import { displayTexts } from "./en/display";
import { helpTexts } from "./en/help";
import { jackpotTexts } from "./en/jackpots";
import { money } from "./en/money";
import { pairTexts } from "./en/pair";
import { menuTexts, playTexts } from "./en/play";
import { promotionsTexts } from "./en/promotions";
import { recordTexts } from "./en/record";
import { rulesTexts } from "./en/rules";
import { seatTexts } from "./en/seat";
import { settingsTexts } from "./en/settings";
import { soundTexts } from "./en/sound";
import { startTexts } from "./en/start";
import { wheelTexts } from "./en/wheel";
import { CAUSES, words } from "./en/words";
import type { LanguageCode } from "./languages";
import { sentences } from "./sentences";

const MESSAGES: Record<ShownPhase, string> = {
  WAITING: "WAITING FOR THE TABLE",
  OPEN: "PLACE YOUR BETS",
  FINISHING: "FINISH BETTING",
  CLOSED: "NO MORE BETS",
  HELD: "ROUND ON HOLD",
  SETTLED: "ROUND OVER",
  VOID: "ROUND VOID",
};

/** The phase in one word, beside its colour. */
const PHASE_WORDS: Record<ShownPhase | "OFFLINE", string> = {
  WAITING: "WAITING",
  OPEN: "OPEN",
  FINISHING: "FINISHING",
  CLOSED: "CLOSED",
  HELD: "HELD",
  SETTLED: "SETTLED",
  VOID: "VOID",
  OFFLINE: "OFFLINE",
};

export const en = {
  language: "en" as LanguageCode,
  money,
  messages: MESSAGES,
  phases: PHASE_WORDS,
  offline: "NO CONNECTION",
  hints: {
    WAITING: "The first round opens when the table is ready.",
    OPEN: "Choose a chip, then touch the layout",
    NO_CREDIT: "Insert a note to begin",
    FINISHING: "Bets close any moment",
    CLOSED: "Wait for the result",
    OFFLINE: "Please wait: nothing can be placed now",
    SETTLED: "The next round opens when the table is ready.",
  },
  /** A spot by its title: in English as the rulebook has it, in another language put together from its name. */
  spot: (spot: Pick<SpotView, "name" | "title">) => spot.title,
  odds: (odds: string) => odds,
  demonstration: {
    title: "Demonstration floor",
    words: "open to this machine only · nothing here is real money",
  },
  rehearsal: {
    title: "Rehearsal",
    words: "no real money is played for on this floor",
  },
  start: startTexts,
  pair: pairTexts,
  play: playTexts,
  menu: menuTexts,
  seat: seatTexts,
  wheel: wheelTexts,
  felt: feltTexts,
  console: consoleTexts,
  settings: settingsTexts,
  sound: soundTexts,
  help: helpTexts,
  rules: rulesTexts,
  record: recordTexts,
  display: displayTexts,
  promotions: promotionsTexts,
  jackpots: jackpotTexts,
  causes: CAUSES,
  ...sentences(words),
  reconnect: "Use this window",
  reload: "Load again",
  tryAgain: "Try again",
  noAddress: "This page needs to know its terminal. Open it from the start page.",
  toStart: "Start page",
  colours: { red: "Red", black: "Black", green: "Green" },
  header: {
    table: (table: string) => `Table ${table}`,
    round: (round: number) => `Round ${round}`,
    terminal: (terminal: string) => `Terminal ${terminal}`,
    none: "None yet",
    countdown: (seconds: number) => `${seconds} seconds to place bets`,
    anyMoment: "now",
    seconds: "s",
  },
  meters: {
    credit: "Credit",
    staked: "Bet",
    win: "Win",
    paid: (cents: number) => `paid ${money.amount(cents)}`,
    staging: (cents: number) => `placing ${money.amount(cents)}`,
  },
  tray: { title: "Chips", chip: (cents: number) => `Chip of ${money.face(cents)}` },
  actions: { undo: "Undo last", clear: "Clear", collect: "Collect", collectHint: "as a ticket" },
  notes: {
    title: "Simulated slot for notes and tickets",
    note: (cents: number) => `Insert a note of ${money.face(cents)}`,
    ticketNumber: "Ticket number",
    insertTicket: "Insert ticket",
  },
  ticket: {
    title: "Ticket",
    worth: "Pay to the bearer",
    numbered: "Number",
    number: (digits: string) => digits.replace(/^(\d{2})(\d{4})(\d{4})(\d{4})(\d{4})$/, "$1-$2-$3-$4-$5"),
    out: "Your ticket has come out of the printer",
    printing: "Your ticket is being printed…",
    none: "Tickets come out here",
    simulated: "Simulated",
  },
  result: {
    none: "–",
    dice: (faces: readonly number[], total: number) => `Dice ${faces.join(", ")}, total ${total}`,
    won: (cents: number) => `You won ${money.amount(cents)}`,
    paid: (cents: number) => `${money.amount(cents)} paid to your credit`,
    lost: (round: number) => `Round ${round}: no win`,
    watched: (round: number) => `Round ${round}: no wager`,
    isVoid: (round: number) => `Round ${round} is void`,
    returned: "All wagers were returned",
    rounds: "Your last rounds",
    noRounds: "Your rounds will be listed here.",
    voidShort: "void",
    wonShort: (cents: number) => `+${money.amount(cents)}`,
    noWager: "no wager",
  },
  limits: {
    title: "Limits",
    total: "Total",
    any: "Every bet",
    other: "Every other bet",
    range: (min: number | null, max: number | null) => limits(min, max),
    step: (cents: number) => `steps of ${money.face(cents)}`,
    multiples: "multiples of the minimum",
    none: "No limits are set for this table.",
  },
  layout: {
    title: "Betting layout",
    spot: (title: string, odds: string) => `${title}, pays ${odds}`,
    placed: (cents: number) => `${money.amount(cents)} placed`,
    staged: (cents: number) => `${money.amount(cents)} being placed`,
    wins: "winning number",
  },
};

function limits(min: number | null, max: number | null): string {
  if (min !== null && max !== null) return `${money.face(min)}–${money.face(max)}`;
  if (min !== null) return `from ${money.face(min)}`;
  return max === null ? "any amount" : `up to ${money.face(max)}`;
}

export type Texts = typeof en;
