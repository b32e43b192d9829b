// A seat at a cloth: chips are bought from the dealer, laid, taken back and handed in. Plain data and one reducer.
//
// As at a terminal a command is staged until it is answered and sent again under its number after a break; what lies
// on the cloth and what is in hand are only ever what the server said.
import type { Refused, TableView } from "../wire/messages";
import type { FromSeat, SeatView, SeatWelcome, SeatNews, ToSeat } from "../wire/seat";
import { learnFromTable } from "./history";
import { Keeper, type LineHappening } from "./keeper";
import { looked, NO_MOTION, type Motion } from "./motion";
import { dismissed, heardAt, moved, only, type Step as LineStep } from "./link";
import {
  askAgain,
  dropped,
  droppedNotice,
  find,
  hello,
  hindrance,
  isAnew,
  newPlayer,
  presentRound,
  resumption,
  standing,
  sums,
  takenViews,
  without,
  type CommandNotice,
  type PlayerState,
  type UnderWay,
} from "./player";
import { fit, type Stream } from "./streams";
import type { Timers, Transport } from "./transport";

export type SeatCommand = Extract<FromSeat, { readonly n: number }>;

export type SeatNotice =
  | CommandNotice<SeatCommand["type"]>
  | { readonly kind: "trimmed"; readonly clause: string }
  /** The dealer reminds the player of clauses. */
  | { readonly kind: "reminded"; readonly clauses: readonly string[] };

export interface SeatState extends PlayerState<SeatView, UnderWay<SeatCommand>, SeatNotice> {
  readonly seat: string;
  /** The server lets a seat go instead: it comes back. */
  readonly busy: null;
  /** The picture of the wheel, as far as the table's view tells. */
  readonly motion: Motion;
}

export type SeatWish =
  | { readonly kind: "buy"; readonly amount: number }
  | { readonly kind: "lay"; readonly wager: string; readonly amount: number }
  | { readonly kind: "lift"; readonly wager: string; readonly amount: number }
  | { readonly kind: "hand_in"; readonly at: string }
  | { readonly kind: "note"; readonly amount: number }
  | { readonly kind: "collect" };

export type SeatHappening = LineHappening<ToSeat> | SeatWish;

type Step = LineStep<SeatState, FromSeat>;

const PENDING_MAX = 16;
/** Goodbyes after which the same words would only bring the same answer. */
const FINAL = ["protocol", "key", "malformed", "too_long", "replaced", "place"];

export function newSeat(seat: string, key: string): SeatState {
  return { ...newPlayer(key), seat, busy: null, motion: NO_MOTION };
}

export class SeatSession extends Keeper<SeatState, ToSeat, FromSeat, SeatWish> {
  constructor(
    who: { seat: string; key: string },
    transport: Transport,
    timers: Timers,
    changed: (state: SeatState) => void,
  ) {
    super(newSeat(who.seat, who.key), reduceSeat, transport, timers, changed);
  }
}

/** What is staged on each spot: sent and not yet answered. */
export function stagedAtSeat(state: SeatState): Readonly<Record<string, number>> {
  return sums(state.pending.map(({ command }) => command).filter((command) => command.type === "lay"));
}

export function reduceSeat(state: SeatState, happening: SeatHappening): Step {
  switch (happening.kind) {
    case "opened":
      return greet(happening.key === undefined ? state : { ...state, key: happening.key });
    case "closed":
    case "retried":
    case "turned_away":
      return only(moved(state, happening));
    case "resend":
      return only(state);
    case "received":
      return receive(state, happening.message, happening.at);
    default:
      return issue(state, happening);
  }
}

function greet(state: SeatState): Step {
  return {
    state: { ...state, link: { kind: "greeting" } },
    send: [{ ...hello(state), seat: state.seat }],
  };
}

function issue(state: SeatState, wish: SeatWish): Step {
  const hindered = hindrance(state, PENDING_MAX);
  if (hindered !== null) return only({ ...state, notice: hindered });
  const round = presentRound(state);
  const command = numbered(state.n + 1, wish, round);
  return {
    state: { ...state, n: command.n, pending: [...state.pending, { command, round }] },
    send: [command],
  };
}

function numbered(n: number, wish: SeatWish, round: number): SeatCommand {
  switch (wish.kind) {
    case "buy":
      return { type: "buy", n, amount: wish.amount };
    case "lay":
      return { type: "lay", n, wager: wish.wager, amount: wish.amount, round };
    case "lift":
      return { type: "lift", n, wager: wish.wager, amount: wish.amount, round };
    case "hand_in":
      return { type: "hand_in", n, at: wish.at };
    case "note":
      return { type: "note", n, amount: wish.amount };
    case "collect":
      return { type: "collect", n };
  }
}

function receive(state: SeatState, message: ToSeat, at: number): Step {
  const step = understood(state, message, at);
  const { table, layout, motion } = step.state;
  if (table.view === state.table.view && layout === state.layout) return step;
  return { ...step, state: { ...step.state, motion: looked(motion, table.view, layout, at) } };
}

function understood(state: SeatState, message: ToSeat, at: number): Step {
  const heard = heardAt(state, message, at);
  switch (message.type) {
    case "welcome":
      return welcomed(heard, message, at);
    case "own":
      return ownNews(heard, message);
    case "table":
      return tableNews(heard, message.seq, message.prev, message.table);
    case "refused":
      return only(refused(heard, message.n, message));
    case "known":
      if (message.reason === "") return only(answered(heard, message.n));
      return only(refused(heard, message.n, { ...message, details: {} }));
    case "bye":
      return only(dismissed(heard, message, FINAL));
    default:
      return only(heard);
  }
}

/** The server's views are the truth, and what is unanswered is sent again under its number. */
function welcomed(state: SeatState, message: SeatWelcome, at: number): Step {
  const { layout, own, table } = takenViews(state, message);
  const gone = dropped(state, message, presentRound({ table }), isOfRound);
  const next: SeatState = {
    ...withTable(state, table),
    ...standing(state, message, gone),
    layout,
    own,
    notice: droppedNotice(gone, isAnew(state, message)) ?? state.notice,
  };
  return { state: next, send: resumption(next, at) };
}

function isOfRound(type: SeatCommand["type"]): boolean {
  return type === "lay" || type === "lift";
}

function ownNews(state: SeatState, message: SeatNews): Step {
  const done = message.n === null ? state : answered(state, message.n);
  const how = fit(state.own, message.seq, message.prev);
  if (how === "old") return only(done);
  const next = {
    ...done,
    own: { view: message.own, seq: message.seq, missed: how === "gap" },
    notice: told(message) ?? done.notice,
  };
  return again(state.own.missed, next, how === "gap");
}

function told({ trimmed, also }: SeatNews): SeatNotice | null {
  if (trimmed !== "") return { kind: "trimmed", clause: trimmed };
  return also.length > 0 ? { kind: "reminded", clauses: also } : null;
}

function tableNews(state: SeatState, seq: number, prev: number, view: TableView): Step {
  const how = fit(state.table, seq, prev);
  if (how === "old") return only(state);
  const next = withTable(state, { view, seq, missed: how === "gap" });
  return again(state.table.missed, next, how === "gap");
}

function withTable(state: SeatState, table: Stream<TableView>): SeatState {
  const [was, now] = [state.table.view, table.view];
  const history = learnFromTable(state.history, was, now);
  const isNewRound = was !== null && was.round !== now?.round;
  return { ...state, table, history, notice: isNewRound ? null : state.notice };
}

/** Asks for the whole views, once until they come. */
function again(asked: boolean, state: SeatState, missed: boolean): Step {
  return { state, send: askAgain(missed && !asked) };
}

function refused(state: SeatState, n: number, why: Omit<Refused, "type" | "n">): SeatState {
  const found = find(state.pending, n);
  if (found === null) return state;
  const { reason, clause, details } = why;
  return {
    ...state,
    pending: without(state.pending, n),
    notice: { kind: "refused", command: found.command.type, reason, clause, details },
  };
}

/** What was done ends what was said about an earlier no. */
function answered(state: SeatState, n: number): SeatState {
  if (find(state.pending, n) === null) return state;
  return { ...state, pending: without(state.pending, n), notice: null };
}
