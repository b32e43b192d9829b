// A seat at a cloth: chips are bought from the dealer, laid, taken back and handed in. Plain data and one reducer.
//
// As at a terminal a command is staged until it is answered and sent again under its number after a break; what lies
// on the cloth and what is in hand are only ever what the server said.
import type { LayoutView, TableView } from "../wire/messages";
import { PROTOCOL } from "../wire/messages";
import type { FromSeat, SeatView, SeatWelcome, SeatNews, ToSeat } from "../wire/seat";
import { hear, NO_CLOCK, type Clock } from "./clock";
import { learnFromTable, type History } from "./history";
import { Keeper, type Link, type LineHappening } from "./keeper";
import { emptyStream, fit, type Stream } from "./streams";
import type { Timers, Transport } from "./transport";

export type SeatCommand = Extract<FromSeat, { readonly n: number }>;

export type SeatNotice =
  | {
      readonly kind: "refused";
      readonly command: SeatCommand["type"];
      readonly reason: string;
      readonly clause: string;
      readonly details: Readonly<Record<string, string | number>>;
    }
  | { readonly kind: "trimmed"; readonly clause: string }
  /** The dealer reminds the player of clauses. */
  | { readonly kind: "reminded"; readonly clauses: readonly string[] }
  | { readonly kind: "too_late"; readonly command: SeatCommand["type"] }
  | { readonly kind: "forgotten"; readonly command: SeatCommand["type"] }
  | { readonly kind: "not_connected" }
  | { readonly kind: "wait" };

interface PendingAtSeat {
  readonly command: SeatCommand;
  readonly round: number;
}

export interface SeatState {
  readonly seat: string;
  readonly key: string;
  readonly link: Link;
  /** The server lets a seat go instead: it comes back. */
  readonly busy: null;
  readonly boot: number | null;
  readonly n: number;
  readonly layout: LayoutView | null;
  readonly own: Stream<SeatView>;
  readonly table: Stream<TableView>;
  readonly pending: readonly PendingAtSeat[];
  readonly notice: SeatNotice | null;
  readonly history: History;
  readonly clock: Clock;
}

export type SeatWish =
  | { readonly kind: "buy"; readonly amount: number }
  | { readonly kind: "lay"; readonly wager: string; readonly amount: number }
  | { readonly kind: "lift"; readonly wager: string; readonly amount: number }
  | { readonly kind: "hand_in"; readonly at: string }
  | { readonly kind: "note"; readonly amount: number }
  | { readonly kind: "collect" };

export type SeatHappening = LineHappening<ToSeat> | SeatWish;

interface Step {
  readonly state: SeatState;
  readonly send: readonly FromSeat[];
}

const PENDING_MAX = 16;
/** Goodbyes after which the same words would only bring the same answer. */
const FINAL = ["protocol", "key", "malformed", "too_long", "replaced", "place"];

export function newSeat(seat: string, key: string): SeatState {
  return {
    seat,
    key,
    link: { kind: "connecting" },
    busy: null,
    boot: null,
    n: 0,
    layout: null,
    own: emptyStream(),
    table: emptyStream(),
    pending: [],
    notice: null,
    history: [],
    clock: NO_CLOCK,
  };
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
  const sums: Record<string, number> = {};
  for (const { command } of state.pending) {
    if (command.type === "lay") sums[command.wager] = (sums[command.wager] ?? 0) + command.amount;
  }
  return sums;
}

export function reduceSeat(state: SeatState, happening: SeatHappening): Step {
  switch (happening.kind) {
    case "opened":
      return greet(happening.key === undefined ? state : { ...state, key: happening.key });
    case "closed":
      return only(state.link.kind === "ended" ? state : { ...state, link: { kind: "lost" } });
    case "retried":
      return only({ ...state, link: { kind: "connecting" } });
    case "turned_away":
      return only({ ...state, link: { kind: "ended", reason: happening.reason, words: happening.words } });
    case "resend":
      return only(state);
    case "received":
      return receive(state, happening.message, happening.at);
    default:
      return issue(state, happening);
  }
}

function only(state: SeatState): Step {
  return { state, send: [] };
}

function greet(state: SeatState): Step {
  const { seat, key, boot, own, table } = state;
  const hello = {
    type: "hello" as const,
    protocol: PROTOCOL,
    seat,
    key,
    boot,
    own_seen: own.missed ? -1 : own.seq,
    table_seen: table.missed ? -1 : table.seq,
  };
  return { state: { ...state, link: { kind: "greeting" } }, send: [hello] };
}

function issue(state: SeatState, wish: SeatWish): Step {
  if (state.link.kind !== "standing") return only({ ...state, notice: { kind: "not_connected" } });
  if (state.pending.length >= PENDING_MAX) return only({ ...state, notice: { kind: "wait" } });
  const round = state.table.view?.round ?? 0;
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
  const heard = "now_ms" in message ? { ...state, clock: hear(state.clock, message.now_ms, at) } : state;
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
    case "bye": {
      const { reason, words } = message;
      return only({
        ...heard,
        link: FINAL.includes(reason) ? { kind: "ended", reason, words } : { kind: "lost" },
      });
    }
    default:
      return only(heard);
  }
}

/** The server's views are the truth, and what is unanswered is sent again under its number. */
function welcomed(state: SeatState, message: SeatWelcome, at: number): Step {
  const anew = state.boot !== null && message.boot !== state.boot;
  const isFirst = anew || state.link.kind !== "standing";
  const own = taken(state.own, message.own, message.own_seq, isFirst);
  const table = taken(state.table, message.table, message.table_seq, isFirst);
  const round = table.view?.round ?? 0;
  const isTooLate = ({ command, round: meant }: PendingAtSeat) =>
    (command.type === "lay" || command.type === "lift") && command.n > message.last && meant !== round;
  const pending = anew ? [] : state.pending.filter((each) => !isTooLate(each));
  const dropped = state.pending.filter((each) => !pending.includes(each)).at(-1);
  const next: SeatState = {
    ...withTable(state, table),
    link: { kind: "standing" },
    boot: message.boot,
    n: Math.max(anew ? 0 : state.n, message.last),
    layout: message.layout ?? state.layout,
    own,
    pending,
    notice:
      dropped === undefined
        ? state.notice
        : { kind: anew ? "forgotten" : "too_late", command: dropped.command.type },
  };
  const lacks = own.missed || table.missed || next.layout === null;
  return {
    state: next,
    send: [
      ...(lacks ? [{ type: "again" as const }] : []),
      ...pending.map((each) => each.command),
      { type: "ping", at: Math.round(at) },
    ],
  };
}

function taken<View>(held: Stream<View>, view: View | null, seq: number, isFirst: boolean): Stream<View> {
  if (!isFirst && seq < held.seq) return held;
  if (view !== null) return { view, seq, missed: false };
  return { ...held, missed: held.view === null || held.seq !== seq };
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
  const history = now === null || now === was ? state.history : learnFromTable(state.history, was, now);
  const isNewRound = was !== null && was.round !== now?.round;
  return { ...state, table, history, notice: isNewRound ? null : state.notice };
}

/** Asks for the whole views, once until they come. */
function again(asked: boolean, state: SeatState, missed: boolean): Step {
  return { state, send: missed && !asked ? [{ type: "again" }] : [] };
}

function refused(
  state: SeatState,
  n: number,
  {
    reason,
    clause,
    details,
  }: { reason: string; clause: string; details: Readonly<Record<string, string | number>> },
): SeatState {
  const found = state.pending.find((each) => each.command.n === n);
  if (found === undefined) return state;
  return {
    ...state,
    pending: state.pending.filter((each) => each !== found),
    notice: { kind: "refused", command: found.command.type, reason, clause, details },
  };
}

/** What was done ends what was said about an earlier no. */
function answered(state: SeatState, n: number): SeatState {
  if (!state.pending.some((each) => each.command.n === n)) return state;
  return { ...state, pending: state.pending.filter((each) => each.command.n !== n), notice: null };
}
