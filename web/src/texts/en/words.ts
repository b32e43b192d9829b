// The words English sentences are made of; ../sentences.ts puts them together.
import { REASON_SENTENCES } from "../../wire/messages";
import type { Causes, GameWords, Words } from "../sentences";
import { money } from "./money";
import { playTexts } from "./play";
import { SEAT_UNDONE, seatTexts } from "./seat";

export const CAUSES: Causes = {
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

const UNDONE: Words["undone"] = {
  place: "Not placed",
  place_many: "Not placed",
  take_back: "Not taken back",
  clear: "Not cleared",
  move: "Not moved",
  undo: "Not undone",
  double: "Not doubled",
  repeat: "Not repeated",
  max: "Not placed",
  note: "Note returned",
  ticket_in: "Ticket returned",
  collect: "Not collected",
  call: "Not called",
  fault: "Fault not reported",
  bound: "Not set",
};

const TOLD: Words["told"] = {
  unknown_table: "this table is not known to the floor; please call an attendant",
  unknown_terminal: "this terminal is not known to the floor; please call an attendant",
  not_at_table: "this terminal does not belong to the table",
  out_of_service: "this terminal is out of service; please call an attendant",
  meter_mismatch: "the credit shown must be looked into; please call an attendant",
  excluded: "you are excluded from this game; please call an attendant",
  limited: "you may not play this terminal besides your others; please call an attendant",
  wagers_refused: "your wagers are refused in this game; please call an attendant",
  jackpot_to_clear: "congratulations: a jackpot was won here; please wait for an attendant",
  unknown_wager: "this bet is not offered at this table",
  not_on_terminal: "this bet is not taken on terminals",
  no_amount: "choose a chip first",
  nothing_there: "there is nothing to take back",
  below_minimum: (limit) => `the least on this bet is ${limit("min")}`,
  off_step: (limit) => `the nearest lower amount on this bet is ${limit("next")}`,
  above_maximum: (limit) => `the most on this bet is ${limit("max")}`,
  above_total: (limit) => `the most on all bets together is ${limit("max")}`,
  no_account: "insert a note first",
  not_enough_credit: "your credit is too low; insert a note or choose a smaller chip",
  source_not_accepted: "this terminal takes no notes",
  collect_not_now: "not at this moment of the round; take your chips back or wait for its end",
};

const OF_SESSION: Words["ofSession"] = {
  busy: "the floor is busy; please try again",
  must_wait: "too many wrong ticket numbers were tried here; please wait a little and try again",
  stale: "it was answered too long ago to tell; the meters are right",
};

const FALLEN = "The result is known: the round is being settled";
const GAMES: Readonly<Record<string, GameWords>> = {
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
const ANY_GAME: GameWords = {
  running: "Bets close any moment",
  wait: "Wait for the result",
  fallen: FALLEN,
  last: "Last result",
  lastOutcomes: "Last results",
};

const LINKS: Words["links"] = {
  connecting: "Connecting to the floor…",
  greeting: "Connecting to the floor…",
  standing: "",
  lost: "Connection lost. Reconnecting… Your credit and your wagers are safe with the floor.",
  ended: "",
};

const ENDS: Words["ends"] = {
  replaced: "This terminal has been opened in another window.",
  key: "This terminal is not known here, or its key is wrong. Open it from the start page.",
  unpaired: "This terminal is not paired with the floor any more. Please call an attendant.",
  protocol: "This page is older than the floor. Load it again.",
  place: seatTexts.noPlace,
};

export const words: Words = {
  money,
  marks: { colon: ": ", stop: ".", gap: " ", comma: ", ", cited: (clause) => ` (${clause})` },
  undone: UNDONE,
  seatUndone: SEAT_UNDONE,
  reasons: REASON_SENTENCES,
  told: TOLD,
  ofSession: OF_SESSION,
  unknownReason: (reason) => `the floor said “${reason}”`,
  onTheSign: "shown on the limits sign",
  causes: CAUSES,
  unknownCause: (cause) => `The wheel reported “${cause}”`,
  wagersBack: "Your wagers have come back to your credit",
  wagersBackAfterFraud: "Wagers that were not forfeited have come back",
  wagersStand: "An attendant is looking into it; your wagers stand",
  lostAndOver: "the connection was lost and the round is over",
  lostAndForgotten: "the connection was lost. What counts is what you see now",
  notConnected: "Not sent: there is no connection to the floor. It comes back by itself",
  wait: "One moment, please: the floor has yet to answer",
  trimmed: (amount, spot) => `Trimmed to ${amount}: that is what the limits allow on ${spot}`,
  noRoom: (spot) => `Not placed: ${spot} takes no more within the limits`,
  returned: "Some of your wagers were below the limits and came back to your credit",
  voided: (round) => `Round ${round} is void`,
  ticketFailed: "The ticket could not be printed. The amount is back on your credit",
  corrected: playTexts.corrected,
  elsewhere: playTexts.elsewhere,
  autoplayOver: playTexts.auto.over,
  meanwhile: (was, is) =>
    `While the connection was lost your credit went from ${was} to ${is}: the floor settled or returned your bets by the rules.`,
  seatTrimmed: seatTexts.trimmed,
  seatReminded: seatTexts.reminded,
  games: GAMES,
  anyGame: ANY_GAME,
  links: LINKS,
  ends: ENDS,
  unknownEnd: (said) => `The floor ended the session: ${said}`,
};
