// What a terminal and a seat at a cloth have in common. Plain data and pure functions.
//
// A command is staged until the server answers it, and sent again under the same number whenever the server has
// welcomed us anew, so that it is never lost and never counts twice.
import type { LayoutView, TableView } from "../wire/messages";
import { PROTOCOL } from "../wire/messages";
import { NO_CLOCK, type Clock } from "./clock";
import type { History } from "./history";
import type { Link } from "./keeper";
import { emptyStream, seenOf, taken, type Stream } from "./streams";

interface Numbered {
  readonly type: string;
  readonly n: number;
}

/** A command that has been sent and not answered. */
export interface UnderWay<Command> {
  readonly command: Command;
  /** The round it was meant for. */
  readonly round: number;
}

/** What a player must be told about a command. */
export type CommandNotice<Type> =
  | {
      readonly kind: "refused";
      readonly command: Type;
      readonly reason: string;
      readonly clause: string;
      readonly details: Readonly<Record<string, string | number>>;
    }
  /** Sent, but the connection broke and its round is over. */
  | { readonly kind: "too_late"; readonly command: Type }
  /** Sent under a life the server has forgotten. */
  | { readonly kind: "forgotten"; readonly command: Type }
  | { readonly kind: "not_connected" }
  | { readonly kind: "wait" };

export interface PlayerState<Own, Pending, Notice> {
  readonly key: string;
  readonly link: Link;
  /** The life of this sender, given by the server. */
  readonly boot: number | null;
  /** The last number given to a command. */
  readonly n: number;
  readonly layout: LayoutView | null;
  readonly own: Stream<Own>;
  readonly table: Stream<TableView>;
  readonly pending: readonly Pending[];
  readonly notice: Notice | null;
  readonly history: History;
  readonly clock: Clock;
}

type Sender = PlayerState<unknown, UnderWay<Numbered>, unknown>;

export function newPlayer(key: string): PlayerState<never, never, never> {
  return {
    key,
    link: { kind: "connecting" },
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

/** What every hello says, beside who we are. */
export function hello({ key, boot, own, table }: Sender) {
  return {
    type: "hello" as const,
    protocol: PROTOCOL,
    key,
    boot,
    own_seen: seenOf(own),
    table_seen: seenOf(table),
  };
}

/** The round the player sees and means; the floor refuses the command in any other. */
export function presentRound(state: Pick<Sender, "table">): number {
  return state.table.view?.round ?? 0;
}

/** Why no command can be sent now, if none can. */
export function hindrance(
  state: Sender,
  pendingMax: number,
): { readonly kind: "not_connected" | "wait" } | null {
  if (state.link.kind !== "standing") return { kind: "not_connected" };
  return state.pending.length >= pendingMax ? { kind: "wait" } : null;
}

/** What the wagers come to on each spot. */
export function sums(wagers: readonly { readonly wager: string; readonly amount: number }[]) {
  const all: Record<string, number> = {};
  for (const { wager, amount } of wagers) all[wager] = (all[wager] ?? 0) + amount;
  return all as Readonly<Record<string, number>>;
}

export function find<Pending extends UnderWay<Numbered>>(
  pending: readonly Pending[],
  n: number,
): Pending | null {
  return pending.find((each) => each.command.n === n) ?? null;
}

export function without<Pending extends UnderWay<Numbered>>(
  pending: readonly Pending[],
  n: number,
): readonly Pending[] {
  return pending.filter((each) => each.command.n !== n);
}

// A welcome.

interface Views<Own> {
  readonly layout: LayoutView | null;
  readonly own: Own | null;
  readonly own_seq: number;
  readonly table: TableView | null;
  readonly table_seq: number;
}

/** Whether the server knows nothing of what we sent before. */
export function isAnew(state: Sender, message: { readonly boot: number }): boolean {
  return state.boot !== null && message.boot !== state.boot;
}

/** The views of a welcome. The first on a line is the truth even if its numbers are lower: the floor may be another. */
export function takenViews<Own>(
  state: PlayerState<Own, UnderWay<Numbered>, unknown>,
  message: Views<Own> & { readonly boot: number },
) {
  const isFirst = isAnew(state, message) || state.link.kind !== "standing";
  return {
    layout: message.layout ?? state.layout,
    own: taken(state.own, message.own, message.own_seq, isFirst),
    table: taken(state.table, message.table, message.table_seq, isFirst),
  };
}

/** A wager meant for a round that is over must not land in the next; if it is on record, its number will tell. */
export function dropped<Pending extends UnderWay<Numbered>>(
  state: PlayerState<unknown, Pending, unknown>,
  message: { readonly boot: number; readonly last: number },
  round: number,
  isOfRound: (type: Pending["command"]["type"]) => boolean,
): readonly Pending[] {
  if (isAnew(state, message)) return state.pending;
  return state.pending.filter(
    (each) => isOfRound(each.command.type) && each.command.n > message.last && each.round !== round,
  );
}

/** The session stands; only what was not dropped is still under way. */
export function standing<Pending extends UnderWay<Numbered>>(
  state: PlayerState<unknown, Pending, unknown>,
  message: { readonly boot: number; readonly last: number },
  gone: readonly Pending[],
) {
  return {
    link: { kind: "standing" as const },
    boot: message.boot,
    n: Math.max(isAnew(state, message) ? 0 : state.n, message.last),
    pending: state.pending.filter((each) => !gone.includes(each)),
  };
}

export function droppedNotice<Type extends string>(
  gone: readonly UnderWay<{ readonly type: Type }>[],
  anew: boolean,
): { readonly kind: "forgotten" | "too_late"; readonly command: Type } | null {
  const last = gone.at(-1);
  return last === undefined ? null : { kind: anew ? "forgotten" : "too_late", command: last.command.type };
}

/** What is sent when the session stands: a question for what is missing, what is unanswered, and one for the time. */
export function resumption<Command extends Numbered>(
  { own, table, layout, pending }: PlayerState<unknown, UnderWay<Command>, unknown>,
  at: number,
) {
  const lacks = own.missed || table.missed || layout === null;
  return [
    ...askAgain(lacks),
    ...pending.map((each) => each.command),
    { type: "ping" as const, at: Math.round(at) },
  ];
}

/** Asks for the whole views. */
export function askAgain(isNeeded: boolean): readonly { readonly type: "again" }[] {
  return isNeeded ? [{ type: "again" }] : [];
}
