// How the sentences of every language are put together from its words, so that no language can leave a case out.
// A sentence says what happened, why, and what now; the clause stands behind it in brackets.
import type { ShownPhase } from "../state/phases";
import type { SeatCommand, SeatNotice } from "../state/seat";
import type { AutoplayEnd, Command, Link, Notice } from "../state/terminal";
import { REASONS, type Cause, type LayoutView, type Reason } from "../wire/messages";
import type { MoneyFormat } from "./money";

export type Details = Readonly<Record<string, string | number>>;

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
export type Causes = Readonly<Record<Cause | OwnCause | WheelFault, string>>;

/** What a player waits for, by the game. */
export interface GameWords {
  readonly running: string;
  readonly wait: string;
  readonly fallen: string;
  readonly last: string;
  readonly lastOutcomes: string;
}

/** How a language sets its sentences. */
export interface Marks {
  /** Between what and why. */
  readonly colon: string;
  readonly stop: string;
  /** Between two sentences. */
  readonly gap: string;
  readonly comma: string;
  readonly cited: (clause: string) => string;
}

/** Words behind "Not placed: "; an amount is asked for by its name among the details. */
export type Told = string | ((limit: (name: string) => string) => string);

/** Everything sentences are made of; where it does not say otherwise, without a full stop. */
export interface Words {
  readonly money: MoneyFormat;
  readonly marks: Marks;
  /** What was not done, by the command. */
  readonly undone: Readonly<Record<Command["type"], string>>;
  readonly seatUndone: Readonly<Record<SeatCommand["type"], string>>;
  /** Why not, as everybody is told it. */
  readonly reasons: Readonly<Record<Reason, string>>;
  /** Why not, where a player is told it in other words than the staff, or with an amount. */
  readonly told: Readonly<Partial<Record<Reason, Told>>>;
  /** What the session says, beside the reasons of the floor. */
  readonly ofSession: Readonly<Partial<Record<string, string>>>;
  readonly unknownReason: (reason: string) => string;
  /** Instead of an amount that was not told. */
  readonly onTheSign: string;
  readonly causes: Causes;
  readonly unknownCause: (cause: string) => string;
  readonly wagersBack: string;
  /** Only a fraud can cost somebody the wagers of a void round. */
  readonly wagersBackAfterFraud: string;
  readonly wagersStand: string;
  readonly lostAndOver: string;
  readonly lostAndForgotten: string;
  readonly notConnected: string;
  readonly wait: string;
  readonly trimmed: (amount: string, spot: string) => string;
  readonly noRoom: (spot: string) => string;
  readonly returned: string;
  readonly voided: (round: number) => string;
  readonly ticketFailed: string;
  readonly corrected: string;
  /** A whole sentence. */
  readonly elsewhere: (table: string, win: number, paid: number) => string;
  /** A whole sentence. */
  readonly autoplayOver: (why: AutoplayEnd) => string;
  /** A whole sentence. */
  readonly meanwhile: (was: string, is: string) => string;
  readonly seatTrimmed: string;
  readonly seatReminded: string;
  readonly games: Readonly<Record<string, GameWords>>;
  readonly anyGame: GameWords;
  readonly links: Readonly<Record<Link["kind"], string>>;
  /** Why the server ended the session, and what now. */
  readonly ends: Readonly<Partial<Record<string, string>>>;
  readonly unknownEnd: (words: string) => string;
}

export interface Sentences {
  readonly ofGame: (layout: Pick<LayoutView, "game"> | null) => GameWords;
  readonly trouble: (phase: ShownPhase, cause: string, clause: string) => string;
  /** Only why a round is void or held, for whoever is no player; empty where no cause is known. */
  readonly because: (cause: string, clause: string) => string;
  readonly notice: (told: Notice, spotTitle: (name: string) => string) => string;
  readonly seatNotice: (told: SeatNotice) => string;
  readonly refusal: (command: Command["type"], reason: string, clause: string, details: Details) => string;
  /** Only why, as it stands behind a colon. */
  readonly why: (reason: string, clause: string) => string;
  readonly link: (link: Link) => string;
}

export function sentences(words: Words): Sentences {
  return {
    ofGame: (layout) => (layout === null ? undefined : words.games[layout.game]) ?? words.anyGame,
    trouble: (phase, cause, clause) => trouble(words, phase, cause, clause),
    because: (cause, clause) => (cause === "" ? "" : closed(words, because(words, cause), clause)),
    notice: (told, spotTitle) => notice(words, told, spotTitle),
    seatNotice: (told) => seatNotice(words, told),
    refusal: (command, reason, clause, details) =>
      undone(words, words.undone[command], why(words, reason, details), clause),
    why: (reason, clause) => closed(words, why(words, reason, {}), clause),
    link: (link) =>
      link.kind === "ended"
        ? (words.ends[link.reason] ?? closed(words, words.unknownEnd(link.words)))
        : words.links[link.kind],
  };
}

/** A void or held round: why, and what that means for the player. */
function trouble(words: Words, phase: ShownPhase, cause: string, clause: string): string {
  const back = cause === "fraud" ? words.wagersBackAfterFraud : words.wagersBack;
  const now = phase === "HELD" ? words.wagersStand : back;
  if (cause === "") return closed(words, now, clause);
  return `${closed(words, because(words, cause), clause)}${words.marks.gap}${closed(words, now)}`;
}

function because(words: Words, cause: string): string {
  return isCause(words, cause) ? words.causes[cause] : words.unknownCause(cause);
}

function notice(words: Words, told: Notice, spotTitle: (name: string) => string): string {
  switch (told.kind) {
    case "refused":
      return undone(words, words.undone[told.command], why(words, told.reason, told.details), told.clause);
    case "too_late":
      return undone(words, words.undone[told.command], words.lostAndOver);
    case "forgotten":
      return undone(words, words.undone[told.command], words.lostAndForgotten);
    case "trimmed":
      return closed(words, trimmed(words, told.accepted, spotTitle(told.spot)), told.clause);
    case "elsewhere":
      return words.elsewhere(told.table, told.win, told.paid);
    case "autoplay_over":
      return words.autoplayOver(told.why);
    case "meanwhile":
      return words.meanwhile(words.money.amount(told.was), words.money.amount(told.is));
    case "not_connected":
    case "wait":
      return ofLine(words, told.kind);
    default:
      return closed(words, event(words, told), told.clause);
  }
}

type Event = Extract<Notice, { readonly kind: "returned" | "void" | "ticket_failed" | "corrected" }>;

function event(words: Words, told: Event): string {
  switch (told.kind) {
    case "returned":
      return words.returned;
    case "void":
      return `${closed(words, words.voided(told.round))}${words.marks.gap}${words.wagersBack}`;
    case "ticket_failed":
      return words.ticketFailed;
    case "corrected":
      return words.corrected;
  }
}

function seatNotice(words: Words, told: SeatNotice): string {
  switch (told.kind) {
    case "refused":
      return undone(words, words.seatUndone[told.command], whyAtSeat(words, told), told.clause);
    case "too_late":
      return undone(words, words.seatUndone[told.command], words.lostAndOver);
    case "forgotten":
      return undone(words, words.seatUndone[told.command], words.lostAndForgotten);
    case "trimmed":
      return closed(words, words.seatTrimmed, told.clause);
    case "reminded":
      return closed(words, `${words.seatReminded} ${told.clauses.join(words.marks.comma)}`);
    case "not_connected":
    case "wait":
      return ofLine(words, told.kind);
  }
}

function ofLine(words: Words, kind: "not_connected" | "wait"): string {
  return closed(words, kind === "wait" ? words.wait : words.notConnected);
}

function trimmed(words: Words, accepted: number, spot: string): string {
  return accepted === 0 ? words.noRoom(spot) : words.trimmed(words.money.amount(accepted), spot);
}

/** Words for terminals speak of notes and attendants; only those with an amount fit a cloth as well. */
function whyAtSeat(words: Words, told: Extract<SeatNotice, { readonly kind: "refused" }>): string {
  if (isReason(told.reason) && typeof words.told[told.reason] !== "function")
    return words.reasons[told.reason];
  return why(words, told.reason, told.details);
}

function why(words: Words, reason: string, details: Details): string {
  if (!isReason(reason)) return words.ofSession[reason] ?? words.unknownReason(reason);
  const told = words.told[reason] ?? words.reasons[reason];
  return typeof told === "string" ? told : told((name) => limit(words, details[name]));
}

function limit(words: Words, cents: string | number | undefined): string {
  return typeof cents === "number" ? words.money.amount(cents) : words.onTheSign;
}

function undone(words: Words, what: string, because: string, clause = ""): string {
  return closed(words, `${what}${words.marks.colon}${because}`, clause);
}

/** A sentence with its clause, if there is one, and its full stop. */
function closed(words: Words, sentence: string, clause = ""): string {
  return `${sentence}${clause === "" ? "" : words.marks.cited(clause)}${words.marks.stop}`;
}

function isReason(reason: string): reason is Reason {
  return REASONS.some((known) => known === reason);
}

function isCause(words: Words, cause: string): cause is keyof Causes {
  return Object.hasOwn(words.causes, cause);
}
