// Everything a terminal knows: what the server said, what is under way, and what is to be shown of it.
// Plain data. What lies on the layout, the meter and the rest of the money are only ever what the server said.
import type {
  Clear,
  CollectMeter,
  LayoutView,
  Note,
  OwnView,
  Place,
  TableView,
  TakeBack,
  TicketIn,
} from "../wire/messages";
import { NO_CLOCK, type Clock } from "./clock";
import type { History } from "./history";
import type { Link } from "./keeper";
import { emptyStream, type Stream } from "./streams";
import type { Placed } from "./undo";

export type Command = Place | TakeBack | Clear | Note | TicketIn | CollectMeter;

export type { Link } from "./keeper";

/** A command that has been sent and not answered. */
export interface Pending {
  readonly command: Command;
  /** The round it was meant for. */
  readonly round: number;
  /** For a take-back: the wager it undoes. */
  readonly undoes: number | null;
}

/** A staged chip on its way back to the tray. */
export interface Slide {
  readonly n: number;
  readonly spot: string;
  readonly amount: number;
}

/** Something a player must be told; the catalogue of texts makes a sentence of it. */
export type Notice =
  | {
      readonly kind: "refused";
      readonly command: Command["type"];
      readonly reason: string;
      readonly clause: string;
      readonly details: Readonly<Record<string, string | number>>;
    }
  | {
      readonly kind: "trimmed";
      readonly spot: string;
      readonly asked: number;
      readonly accepted: number;
      readonly clause: string;
    }
  | { readonly kind: "returned"; readonly clause: string }
  | { readonly kind: "void"; readonly round: number; readonly clause: string }
  | { readonly kind: "ticket_failed"; readonly clause: string }
  /** Sent, but the connection broke and its round is over. */
  | { readonly kind: "too_late"; readonly command: Command["type"] }
  /** Sent under a life the server has forgotten. */
  | { readonly kind: "forgotten"; readonly command: Command["type"] }
  | { readonly kind: "not_connected" }
  | { readonly kind: "wait" };

export interface TerminalState {
  readonly terminal: string;
  readonly key: string;
  readonly link: Link;
  /** The life of this sender, given by the server. */
  readonly boot: number | null;
  /** The last number given to a command. */
  readonly n: number;
  readonly layout: LayoutView | null;
  readonly own: Stream<OwnView>;
  readonly table: Stream<TableView>;
  /** The table's number under which its present round was first seen. */
  readonly roundSince: number;
  readonly pending: readonly Pending[];
  /** The floor had no room: from this number on everything is sent again, in its order, when the time has passed. */
  readonly busy: { readonly n: number; readonly waitMs: number } | null;
  readonly placed: readonly Placed[];
  readonly slides: readonly Slide[];
  readonly notice: Notice | null;
  readonly history: History;
  readonly clock: Clock;
}

export function newTerminal(terminal: string, key: string): TerminalState {
  return {
    terminal,
    key,
    link: { kind: "connecting" },
    boot: null,
    n: 0,
    layout: null,
    own: emptyStream(),
    table: emptyStream(),
    roundSince: -1,
    pending: [],
    busy: null,
    placed: [],
    slides: [],
    notice: null,
    history: [],
    clock: NO_CLOCK,
  };
}

/** What is staged on each spot: sent and not yet answered. */
export function staged(state: TerminalState): Readonly<Record<string, number>> {
  const sums: Record<string, number> = {};
  for (const { command } of state.pending) {
    if (command.type === "place") sums[command.wager] = (sums[command.wager] ?? 0) + command.amount;
  }
  return sums;
}

/** The wager that "undo" would take back: the last acknowledged one that is not being taken back already. */
export function undoable(state: TerminalState): Placed | null {
  const underWay = new Set(state.pending.map((each) => each.undoes));
  return state.placed.findLast((placed) => !underWay.has(placed.n)) ?? null;
}
