// One happening at a time: what the terminal knows afterwards, and what it sends.
//
// Pure. A command is staged until the server answers it, and sent again under the same number whenever the server
// has welcomed us anew, so that a wager is never lost and never placed twice. The server is the judge: a touch is
// sent even when the phase says no, because only the server's answer carries the clause.
import type {
  Ack,
  FromTerminal,
  Known,
  OwnNews,
  Refused,
  TableNews,
  ToTerminal,
  Welcome,
} from "../wire/messages";
import { learn, learnFromTable } from "./history";
import type { LineHappening } from "./keeper";
import { dismissed, heardAt, moved, only, type Step as LineStep } from "./link";
import {
  askAgain,
  dropped,
  droppedNotice,
  find,
  hello,
  hindrance,
  isAnew,
  presentRound,
  resumption,
  standing,
  takenViews,
  without,
} from "./player";
import { fit } from "./streams";
import type { Command, Notice, Pending, Slide, TerminalState } from "./terminal";
import { undoable } from "./terminal";
import { stillThere } from "./undo";

/** What the player does. */
export type Wish =
  | { readonly kind: "place"; readonly wager: string; readonly amount: number }
  | { readonly kind: "undo" }
  | { readonly kind: "clear" }
  | { readonly kind: "note"; readonly amount: number }
  | { readonly kind: "ticket_in"; readonly number: string }
  | { readonly kind: "collect" }
  /** A chip has arrived in the tray. */
  | { readonly kind: "slid"; readonly n: number };

export type Happening = LineHappening<ToTerminal> | Wish;

export type Step = LineStep<TerminalState, FromTerminal>;

/** More unanswered commands than a finger can make; beyond it the player is asked to wait. */
export const PENDING_MAX = 32;
const SLIDES_MAX = 12;
/** Goodbyes after which the same words would only bring the same answer. */
const FINAL = ["protocol", "key", "malformed", "too_long", "replaced", "unpaired"];

export function reduce(state: TerminalState, happening: Happening): Step {
  switch (happening.kind) {
    case "opened":
      return greet(happening.key === undefined ? state : { ...state, key: happening.key });
    case "closed":
    case "retried":
    case "turned_away":
      return only(moved(state, happening));
    case "resend":
      return resend(state);
    case "received":
      return receive(state, happening.message, happening.at);
    case "slid":
      return only({ ...state, slides: state.slides.filter((slide) => slide.n !== happening.n) });
    case "undo":
      return undo(state);
    default:
      return issue(state, happening);
  }
}

function greet(state: TerminalState): Step {
  return {
    state: { ...state, link: { kind: "greeting" } },
    send: [{ ...hello(state), terminal: state.terminal }],
  };
}

// What the player does.

type Sent = Extract<Wish, { kind: "place" | "clear" | "note" | "ticket_in" | "collect" }>;

function issue(state: TerminalState, wish: Sent): Step {
  return send(state, numbered(state.n + 1, wish, presentRound(state)), null);
}

function numbered(n: number, wish: Sent, round: number): Command {
  switch (wish.kind) {
    case "place":
      return { type: "place", n, wager: wish.wager, amount: wish.amount, round };
    case "note":
      return { type: "note", n, amount: wish.amount };
    case "ticket_in":
      return { type: "ticket_in", n, number: wish.number };
    case "clear":
      return { type: "clear", n, round };
    case "collect":
      return { type: "collect", n };
  }
}

function undo(state: TerminalState): Step {
  const last = undoable(state);
  if (last === null) return only(state);
  const { spot, amount } = last;
  const command: Command = { type: "take_back", n: state.n + 1, spot, amount, round: presentRound(state) };
  return send(state, command, last.n);
}

function send(state: TerminalState, command: Command, undoes: number | null): Step {
  const hindered = hindrance(state, PENDING_MAX);
  if (hindered !== null) return only({ ...state, notice: hindered });
  const pending: Pending = { command, round: presentRound(state), undoes };
  return {
    state: { ...state, n: command.n, pending: [...state.pending, pending] },
    // While the floor has no room it would only say so again; the command goes with the others.
    send: state.busy === null ? [command] : [],
  };
}

/** Sends what the floor had no room for: the same numbers in their order, so that none overtakes another. */
function resend(state: TerminalState): Step {
  const from = state.busy?.n ?? Infinity;
  if (state.link.kind !== "standing") return only(state);
  const commands = state.pending.map((each) => each.command).filter(({ n }) => n >= from);
  return { state: { ...state, busy: null }, send: commands };
}

function isOfRound(type: Command["type"]): boolean {
  return type === "place" || type === "take_back" || type === "clear";
}

// What the server says.

function receive(state: TerminalState, message: ToTerminal, at: number): Step {
  const heard = heardAt(state, message, at);
  switch (message.type) {
    case "welcome":
      return welcomed(heard, message, at);
    case "ack":
      return acknowledged(heard, message);
    case "known":
      return only(known(heard, message));
    case "refused":
      return only(refused(heard, message));
    case "own":
      return ownNews(heard, message);
    case "table":
      return tableNews(heard, message);
    case "busy":
      return only({ ...heard, busy: { n: message.n, waitMs: message.wait_ms } });
    case "pong":
      return only(heard);
    case "bye":
      return only(dismissed(heard, message, FINAL));
    default:
      return only(heard);
  }
}

/** The session stands: the server's views are the truth, and what is unanswered is sent again under its number. */
function welcomed(state: TerminalState, message: Welcome, at: number): Step {
  const joined = takeViews(state, message);
  const gone = dropped(state, message, presentRound(joined), isOfRound);
  const next: TerminalState = {
    ...joined,
    ...standing(state, message, gone),
    busy: null,
    slides: gone.reduce(slide, joined.slides),
    notice: droppedNotice(gone, isAnew(state, message)) ?? joined.notice,
  };
  return { state: next, send: resumption(next, at) };
}

function takeViews(state: TerminalState, message: Welcome): TerminalState {
  const views = takenViews(state, message);
  const isNewRound = views.table.view?.round !== state.table.view?.round;
  return settleViews(state, {
    ...state,
    ...views,
    roundSince: isNewRound ? views.table.seq : state.roundSince,
  });
}

/** An acknowledgement: the only way, besides a whole view, by which anything comes to lie on the layout. */
function acknowledged(state: TerminalState, message: Ack): Step {
  const pending = find(state.pending, message.n);
  const answered = accepted(state, message.n);
  const how = fit(state.own, message.seq, message.prev);
  const shown = how === "old" ? answered : applyAck(answered, message, how === "gap");
  const noted = pending === null ? shown : afterPlacing(shown, pending, message);
  return how === "gap" ? onceAgain(state, noted, "own") : only(noted);
}

function applyAck(state: TerminalState, message: Ack, missed: boolean): TerminalState {
  const view = state.own.view;
  if (view === null) return { ...state, own: { view, seq: state.own.seq, missed: true } };
  const spots = withChanges(view.spots, message.spots);
  const { meter, staked } = message;
  return {
    ...state,
    own: { view: { ...view, meter, staked, spots }, seq: message.seq, missed: missed || state.own.missed },
  };
}

function withChanges(
  spots: Readonly<Record<string, number>>,
  changes: Readonly<Record<string, number>>,
): Readonly<Record<string, number>> {
  return Object.fromEntries(Object.entries({ ...spots, ...changes }).filter(([, amount]) => amount !== 0));
}

/** Remembers an accepted wager for "undo" and says so if it was trimmed. */
function afterPlacing(state: TerminalState, { command }: Pending, message: Ack): TerminalState {
  if (command.type !== "place") return tidied(state);
  const isSpot = state.layout?.spots.some((spot) => spot.name === command.wager) ?? false;
  const placed = { n: command.n, spot: command.wager, amount: message.accepted };
  const remembered = isSpot && message.accepted > 0 ? [...state.placed, placed] : state.placed;
  const next = tidied({ ...state, placed: remembered });
  if (message.trimmed === "") return next;
  const left = command.amount - message.accepted;
  return {
    ...next,
    slides: isSpot && left > 0 ? slide(next.slides, { command: { ...command, amount: left } }) : next.slides,
    notice: {
      kind: "trimmed",
      spot: command.wager,
      asked: command.amount,
      accepted: message.accepted,
      clause: message.trimmed,
    },
  };
}

function known(state: TerminalState, message: Known): TerminalState {
  if (message.reason === "") return accepted(state, message.n);
  return refused(state, { type: "refused", details: {}, ...pick(message) });
}

function pick({ n, reason, clause }: Known): Pick<Refused, "n" | "reason" | "clause"> {
  return { n, reason, clause };
}

function refused(state: TerminalState, message: Refused): TerminalState {
  const pending = find(state.pending, message.n);
  if (pending === null) return state;
  const { reason, clause, details } = message;
  return {
    ...answered(state, message.n),
    slides: slide(state.slides, pending),
    notice: { kind: "refused", command: pending.command.type, reason, clause, details },
  };
}

function ownNews(state: TerminalState, message: OwnNews): Step {
  const answeredState = message.n === null ? state : accepted(state, message.n);
  const how = fit(state.own, message.seq, message.prev);
  if (how === "old") return only(answeredState);
  const shown = settleViews(state, {
    ...answeredState,
    own: { view: message.own, seq: message.seq, missed: how === "gap" },
    history: learnFromOwn(state, message),
    notice: ownNotice(state, message) ?? answeredState.notice,
  });
  return how === "gap" ? onceAgain(state, shown, "own") : only(shown);
}

function learnFromOwn(state: TerminalState, { why, seq, own, clause, round: about }: OwnNews) {
  const round = about || roundBehind(state, seq);
  if (why === "settled") return learn(state.history, round, { own: { win: own.win, paid: own.paid } });
  if (why === "void") return learn(state.history, round, { isVoid: true, clause });
  return state.history;
}

/** The round that an entry ended. The table's news of the same entry may already have brought the next round. */
function roundBehind(state: TerminalState, seq: number): number {
  const round = presentRound(state);
  return state.roundSince >= seq && state.table.seq >= seq ? round - 1 : round;
}

function ownNotice(state: TerminalState, { why, seq, clause, round }: OwnNews): Notice | null {
  if (why === "void") return { kind: "void", round: round || roundBehind(state, seq), clause };
  if (why === "returned" || why === "ticket_failed") return { kind: why, clause };
  return null;
}

function tableNews(state: TerminalState, message: TableNews): Step {
  const how = fit(state.table, message.seq, message.prev);
  if (how === "old") return only(state);
  const before = state.table.view;
  const isNewRound = before?.round !== message.table.round;
  const next = settleViews(state, {
    ...state,
    table: { view: message.table, seq: message.seq, missed: how === "gap" },
    roundSince: isNewRound ? message.seq : state.roundSince,
  });
  return how === "gap" ? onceAgain(state, next, "table") : only(next);
}

/** What follows from new views: history, undo, notices that have had their time. */
function settleViews(before: TerminalState, state: TerminalState): TerminalState {
  const [was, now] = [before.table.view, state.table.view];
  const history = learnFromTable(state.history, was, now);
  const fresh = state.notice !== before.notice;
  const notice =
    fresh || !isOutdated(state.notice, was?.phase, now?.phase, was?.round !== now?.round)
      ? state.notice
      : null;
  return tidied({ ...state, history, notice });
}

/** Refusals fade when a new round opens; what happened to one's wagers stays until the next close. */
function isOutdated(
  notice: Notice | null,
  was: string | undefined,
  now: string | undefined,
  newRound: boolean,
): boolean {
  if (notice === null) return false;
  const stays = notice.kind === "void" || notice.kind === "returned" || notice.kind === "too_late";
  return stays ? was !== "CLOSED" && now === "CLOSED" : newRound;
}

function tidied(state: TerminalState): TerminalState {
  return { ...state, placed: stillThere(state.placed, state.own.view?.spots ?? {}) };
}

/** Asks for the whole views, once until they come. */
function onceAgain(before: TerminalState, state: TerminalState, stream: "own" | "table"): Step {
  return { state, send: askAgain(!before[stream].missed) };
}

// Commands under way.

function answered(state: TerminalState, n: number): TerminalState {
  return { ...state, pending: without(state.pending, n) };
}

/** An accepted command ends what was said about an earlier refusal. */
function accepted(state: TerminalState, n: number): TerminalState {
  if (find(state.pending, n) === null) return state;
  const fades = state.notice !== null && !["void", "returned"].includes(state.notice.kind);
  return { ...answered(state, n), notice: fades ? null : state.notice };
}

function slide(slides: readonly Slide[], { command }: Pick<Pending, "command">): readonly Slide[] {
  if (command.type !== "place") return slides;
  const { n, wager, amount } = command;
  return [...slides, { n, spot: wager, amount }].slice(-SLIDES_MAX);
}
