// Every English text of the pages. Sentences say what happened, why, and what now; a clause stands behind in brackets.
import type { ShownPhase } from "../state/phases";
import type { Command, Link, Notice } from "../state/terminal";
import { REASON_SENTENCES, REASONS, type Cause, type Reason } from "../wire/messages";
import type { LayoutView } from "../wire/messages";
import { consoleTexts } from "./en/console";
import { money } from "./en/money";
import { pairTexts } from "./en/pair";
import { SEAT_UNDONE, seatTexts } from "./en/seat";
import { startTexts } from "./en/start";
import type { SeatNotice } from "../state/seat";

type Details = Readonly<Record<string, string | number>>;

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

const BACK = "Your wagers have come back to your credit";

/** Causes that the floor finds by itself, beside those a rulebook may name. */
type OwnCause =
  | "no-launch"
  | "launch-unseen"
  | "early-rest"
  | "unread"
  | "unknown-outcome"
  | "outcome-lost"
  | "cocked"
  | "device-fault"
  | "system-fault"
  | "same-fault"
  | "restart";

/** What a wheel, or the line to it, says is wrong. */
type WheelFault =
  | "NO_LAUNCH"
  | "ROTOR_STILL"
  | "BALL_LOST"
  | "BALL_OUT"
  | "DIE_LOST"
  | "SAME_DIRECTION"
  | "COVER_OPEN"
  | "SENSOR"
  | "MOTOR"
  | "OTHER"
  | "LINE_LOST"
  | "WRONG_POCKETS"
  | "WRONG_CLASS"
  | "UNNAMED_SPIN";

/** Why a round is void or held. */
const CAUSES: Record<Cause | OwnCause | WheelFault, string> = {
  "same-direction": "Ball and wheel turned the same way",
  revolutions: "The spin had too few revolutions",
  "rotor-still": "The wheel was not turning when the ball was launched",
  "foreign-object": "Something fell into the wheel",
  "no-compartment": "The ball came to rest outside the numbers",
  "ball-left": "The ball left the wheel",
  interference: "The spin was interfered with",
  divider: "The wheel stopped between two segments",
  "moved-early": "The wheel moved before bets were closed",
  "civil-commotion": "Play was stopped because of a commotion",
  fire: "Play was stopped because of a fire",
  riot: "Play was stopped because of a riot",
  brawl: "Play was stopped because of a brawl",
  robbery: "Play was stopped because of a robbery",
  "act-of-god": "Play was stopped by an event nobody could prevent",
  "like-disturbance": "Play was stopped because of a disturbance",
  fraud: "There was a fraudulent act",
  impractical: "The round could not go on",
  "no-launch": "The ball was not launched in time",
  "launch-unseen": "Nobody can tell whether the ball was launched in time",
  "early-rest": "The ball came to rest before bets were closed",
  unread: "The number could not be read",
  "unknown-outcome": "The wheel gave a number that is not on the layout",
  "outcome-lost": "The number was lost before it was recorded",
  cocked: "A die came to rest on no face",
  "device-fault": "The wheel did not work properly",
  "system-fault": "The game system did not work properly",
  "same-fault": "The same fault showed on several terminals",
  restart: "The floor was restarted while the ball was running",
  NO_LAUNCH: "The ball was not launched",
  ROTOR_STILL: "The wheel does not turn",
  BALL_LOST: "The wheel lost sight of the ball",
  BALL_OUT: "The ball left the wheel",
  DIE_LOST: "The tumbler lost sight of a die",
  SAME_DIRECTION: "The ball ran the way the wheel turned",
  COVER_OPEN: "The cover of the wheel is open",
  SENSOR: "A sensor of the wheel has failed",
  MOTOR: "A motor of the wheel has failed",
  OTHER: "The wheel reported a fault",
  LINE_LOST: "The connection to the wheel was lost",
  WRONG_POCKETS: "The wheel is not the one for this game",
  WRONG_CLASS: "The wheel is not the kind for this table",
  UNNAMED_SPIN: "The wheel was spun out of turn",
};

/** What was not done, by the command. */
const UNDONE: Record<Command["type"], string> = {
  place: "Not placed",
  take_back: "Not taken back",
  clear: "Not cleared",
  note: "Note returned",
  ticket_in: "Ticket returned",
  collect: "Not collected",
};

/** Why not, behind "Not placed: ", where a player is told it in other words than the staff, or with an amount. */
const TOLD: Partial<Record<Reason, string | ((details: Details) => string)>> = {
  unknown_table: "this table is not known to the floor; please call an attendant",
  unknown_terminal: "this terminal is not known to the floor; please call an attendant",
  not_at_table: "this terminal does not belong to the table",
  out_of_service: "this terminal is out of service; please call an attendant",
  meter_mismatch: "the credit shown must be looked into; please call an attendant",
  excluded: "you are excluded from this game; please call an attendant",
  limited: "you may not play this terminal besides your others; please call an attendant",
  wagers_refused: "your wagers are refused in this game; please call an attendant",
  unknown_wager: "this bet is not offered at this table",
  not_on_terminal: "this bet is not taken on terminals",
  no_amount: "choose a chip first",
  nothing_there: "there is nothing to take back",
  below_minimum: (details) => `the least on this bet is ${limit(details, "min")}`,
  off_step: (details) => `the nearest lower amount on this bet is ${limit(details, "next")}`,
  above_maximum: (details) => `the most on this bet is ${limit(details, "max")}`,
  above_total: (details) => `the most on all bets together is ${limit(details, "max")}`,
  no_account: "insert a note first",
  not_enough_credit: "your credit is too low; insert a note or choose a smaller chip",
  source_not_accepted: "this terminal takes no notes",
  collect_not_now: "not at this moment of the round; take your chips back or wait for its end",
};

/** What the session says, beside the reasons of the floor. */
const OF_SESSION: Readonly<Partial<Record<string, string>>> = {
  busy: "the floor is busy; please try again",
  must_wait: "too many wrong ticket numbers were tried here; please wait a little and try again",
  stale: "it was answered too long ago to tell; the meters are right",
};

function limit(details: Details, name: string): string {
  const cents = details[name];
  return typeof cents === "number" ? money.amount(cents) : "shown on the limits sign";
}

function isReason(reason: string): reason is Reason {
  return REASONS.some((known) => known === reason);
}

function worded(reason: string): string | ((details: Details) => string) {
  if (isReason(reason)) return TOLD[reason] ?? REASON_SENTENCES[reason];
  return OF_SESSION[reason] ?? `the floor said “${reason}”`;
}

function refusal(command: Command["type"], reason: string, clause: string, details: Details): string {
  return undone(UNDONE[command], reason, clause, details);
}

function undone(what: string, reason: string, clause: string, details: Details): string {
  const words = worded(reason);
  const why = typeof words === "string" ? words : words(details);
  return `${what}: ${why}${cited(clause)}.`;
}

function seatNotice(told: SeatNotice): string {
  switch (told.kind) {
    case "refused": {
      const words = isReason(told.reason) && !hasAmount(told.reason) ? REASON_SENTENCES[told.reason] : null;
      if (words !== null) return `${SEAT_UNDONE[told.command]}: ${words}${cited(told.clause)}.`;
      return undone(SEAT_UNDONE[told.command], told.reason, told.clause, told.details);
    }
    case "trimmed":
      return `${seatTexts.trimmed}${cited(told.clause)}.`;
    case "reminded":
      return `${seatTexts.reminded} ${told.clauses.join(", ")}.`;
    case "too_late":
      return `${SEAT_UNDONE[told.command]}: the connection was lost and the round is over.`;
    case "forgotten":
      return `${SEAT_UNDONE[told.command]}: the connection was lost. What counts is what you see now.`;
    case "not_connected":
    case "wait":
      return notice(told, (name) => name);
  }
}

/** Words for terminals speak of notes and attendants; only those with an amount fit a cloth as well. */
function hasAmount(reason: Reason): boolean {
  return typeof TOLD[reason] === "function";
}

/** A clause in brackets with a space before it, or nothing. */
function cited(clause: string): string {
  return clause === "" ? "" : ` (${clause})`;
}

function notice(told: Notice, spotTitle: (name: string) => string): string {
  switch (told.kind) {
    case "refused":
      return refusal(told.command, told.reason, told.clause, told.details);
    case "trimmed":
      return told.accepted === 0
        ? `Not placed: ${spotTitle(told.spot)} takes no more within the limits${cited(told.clause)}.`
        : `Trimmed to ${money.amount(told.accepted)}: that is what the limits allow on ${spotTitle(told.spot)}${cited(told.clause)}.`;
    case "returned":
      return `Some of your wagers were below the limits and came back to your credit${cited(told.clause)}.`;
    case "void":
      return `Round ${told.round} is void. ${BACK}${cited(told.clause)}.`;
    case "ticket_failed":
      return `The ticket could not be printed. The amount is back on your credit${cited(told.clause)}.`;
    case "too_late":
      return `${UNDONE[told.command]}: the connection was lost and the round is over.`;
    case "forgotten":
      return `${UNDONE[told.command]}: the connection was lost. What counts is what you see now.`;
    case "not_connected":
      return "Not sent: there is no connection to the floor. It comes back by itself.";
    case "wait":
      return "One moment, please: the floor has yet to answer.";
  }
}

function isCause(cause: string): cause is keyof typeof CAUSES {
  return Object.hasOwn(CAUSES, cause);
}

/** What a player waits for, by the game. */
interface GameWords {
  readonly running: string;
  readonly wait: string;
  readonly fallen: string;
  readonly last: string;
  readonly lastOutcomes: string;
}

const FALLEN = "The result is known: the round is being settled";
const OF_GAME: Readonly<Record<string, GameWords>> = {
  roulette: {
    running: "The ball is running: bets close any moment",
    wait: "Wait for the ball",
    fallen: "The number is known: the round is being settled",
    last: "Last number",
    lastOutcomes: "Last numbers",
  },
  "sic-bo": {
    running: "The dice are about to be shaken: bets close any moment",
    wait: "Wait for the dice",
    fallen: FALLEN,
    last: "Last dice",
    lastOutcomes: "Last dice",
  },
  "money-wheel": {
    running: "The wheel is turning: bets close any moment",
    wait: "Wait for the wheel",
    fallen: FALLEN,
    last: "Last symbol",
    lastOutcomes: "Last symbols",
  },
};
const OF_ANY_GAME: GameWords = {
  running: "Bets close any moment",
  wait: "Wait for the result",
  fallen: FALLEN,
  last: "Last result",
  lastOutcomes: "Last results",
};

function ofGame(layout: Pick<LayoutView, "game"> | null): GameWords {
  return (layout === null ? undefined : OF_GAME[layout.game]) ?? OF_ANY_GAME;
}

/** A void or held round: why, and what that means for the player. */
function trouble(phase: ShownPhase, cause: string, clause: string): string {
  const why = isCause(cause) ? CAUSES[cause] : cause === "" ? "" : `The wheel reported “${cause}”`;
  const now = phase === "HELD" ? "An attendant is looking into it; your wagers stand" : cameBack(cause);
  return why === "" ? `${now}${cited(clause)}.` : `${why}${cited(clause)}. ${now}.`;
}

/** Only a fraud can cost somebody the wagers of a void round. */
function cameBack(cause: string): string {
  return cause === "fraud" ? "Wagers that were not forfeited have come back" : BACK;
}

const LINKS: Record<Link["kind"], string> = {
  connecting: "Connecting to the floor…",
  greeting: "Connecting to the floor…",
  standing: "",
  lost: "Connection lost. Reconnecting… Your credit and your wagers are safe with the floor.",
  ended: "",
};

/** Why the server ended the session, and what now. */
const ENDS: Record<string, string> = {
  replaced: "This terminal has been opened in another window.",
  key: "This terminal is not known here, or its key is wrong. Open it from the start page.",
  unpaired: "This terminal is not paired with the floor any more. Please call an attendant.",
  protocol: "This page is older than the floor. Load it again.",
  place: seatTexts.noPlace,
};

export const en = {
  language: "en",
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
  ofGame,
  demonstration: {
    title: "Demonstration floor",
    words: "open to this machine only · nothing here is real money",
  },
  start: startTexts,
  pair: pairTexts,
  seat: seatTexts,
  console: consoleTexts,
  causes: CAUSES,
  trouble,
  notice,
  seatNotice,
  refusal,
  link: (link: Link) =>
    link.kind === "ended"
      ? (ENDS[link.reason] ?? `The floor ended the session: ${link.words}.`)
      : LINKS[link.kind],
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
