// Everything a terminal knows: what the server said, what is under way, and what is to be shown of it.
// Plain data. What lies on the layout, the meter and the rest of the money are only ever what the server said.
import type { Clear, CollectMeter, Note, OwnView, Place, TakeBack, TicketIn } from "../wire/messages";
import { newPlayer, sums, type CommandNotice, type PlayerState, type UnderWay } from "./player";
import type { Placed } from "./undo";

export type Command = Place | TakeBack | Clear | Note | TicketIn | CollectMeter;

export type { Link } from "./keeper";

export interface Pending extends UnderWay<Command> {
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
  | CommandNotice<Command["type"]>
  | {
      readonly kind: "trimmed";
      readonly spot: string;
      readonly asked: number;
      readonly accepted: number;
      readonly clause: string;
    }
  | { readonly kind: "returned"; readonly clause: string }
  | { readonly kind: "void"; readonly round: number; readonly clause: string }
  | { readonly kind: "ticket_failed"; readonly clause: string };

export interface TerminalState extends PlayerState<OwnView, Pending, Notice> {
  readonly terminal: string;
  /** The table's number under which its present round was first seen. */
  readonly roundSince: number;
  /** The floor had no room: from this number on everything is sent again, in its order, when the time has passed. */
  readonly busy: { readonly n: number; readonly waitMs: number } | null;
  readonly placed: readonly Placed[];
  readonly slides: readonly Slide[];
}

export function newTerminal(terminal: string, key: string): TerminalState {
  return { ...newPlayer(key), terminal, roundSince: -1, busy: null, placed: [], slides: [] };
}

/** What is staged on each spot: sent and not yet answered. */
export function staged(state: TerminalState): Readonly<Record<string, number>> {
  return sums(state.pending.map(({ command }) => command).filter((command) => command.type === "place"));
}

/** The wager that "undo" would take back: the last acknowledged one that is not being taken back already. */
export function undoable(state: TerminalState): Placed | null {
  const underWay = new Set(state.pending.map((each) => each.undoes));
  return state.placed.findLast((placed) => !underWay.has(placed.n)) ?? null;
}
