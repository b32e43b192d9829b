// Everything a terminal knows: what the server said, what is under way, and what is to be shown of it.
// Plain data. What lies on the layout, the meter and the rest of the money are only ever what the server said.
import type {
  Bound,
  Call,
  Clear,
  CollectMeter,
  Double,
  Fault,
  LayoutView,
  Max,
  Move,
  Note,
  OwnView,
  Place,
  PlaceMany,
  Repeat,
  ScreenView,
  Spin,
  TakeBack,
  TicketIn,
  Undo,
} from "../wire/messages";
import type { Autoplay } from "./autoplay";
import type { History } from "./history";
import { NO_MOTION, type Motion } from "./motion";
import { newPlayer, type CommandNotice, type PlayerState, type UnderWay } from "./player";
import type { Chosen } from "./wishes";

export type Command =
  | Place
  | PlaceMany
  | TakeBack
  | Clear
  | Move
  | Undo
  | Double
  | Repeat
  | Max
  | Note
  | TicketIn
  | CollectMeter
  | Call
  | Fault
  | Bound;
export type { Link } from "./keeper";

export type Pending = UnderWay<Command>;

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
  | { readonly kind: "ticket_failed"; readonly clause: string }
  /** The outcome of a round was put right, and with it what it paid. */
  | { readonly kind: "corrected"; readonly clause: string }
  /** A round at another table of this terminal is over. */
  | { readonly kind: "elsewhere"; readonly table: string; readonly win: number; readonly paid: number }
  | { readonly kind: "autoplay_over"; readonly why: AutoplayEnd }
  /** What the money came to while the line was lost. */
  | { readonly kind: "meanwhile"; readonly was: number; readonly is: number };

/** Why rounds are no longer played by themselves. */
export type AutoplayEnd = "done" | "loss" | "refused" | "money" | "stopped" | "offline" | "table";

/** What lay on the layout in a round, as it was last said. */
export interface Laid {
  readonly round: number;
  readonly staked: number;
  readonly spots: Readonly<Record<string, number>>;
}

export interface TerminalState extends PlayerState<OwnView, Pending, Notice> {
  readonly terminal: string;
  readonly screen: ScreenView | null;
  /** The table the player has turned to; empty until the server has said which it is. */
  readonly at: string;
  /** What fell at the table, newest first, as far back as it is known. */
  readonly past: readonly string[];
  /** What is known of the rounds at tables the player has turned away from. */
  readonly otherHistories: Readonly<Record<string, History>>;
  readonly laid: Laid | null;
  /** The table the player is turning to, until its welcome comes: nothing is sent meanwhile. */
  readonly turning: string | null;
  /** The table's number under which its present round was first seen. */
  readonly roundSince: number;
  /** The floor had no room: from this number on everything is sent again, in its order, when the time has passed. */
  readonly busy: { readonly n: number; readonly waitMs: number } | null;
  readonly slides: readonly Slide[];
  readonly autoplay: Autoplay | null;
  /** The last round of which an outcome was told that the layout does not have, and that was reported. */
  readonly faulted: number;
  /** What the device of the table was last seen to do, and the picture of it. */
  readonly spin: Spin | null;
  readonly motion: Motion;
}

/** `at` is the table it had turned to before the page was loaded, if that is known. */
export function newTerminal(terminal: string, key: string, at = ""): TerminalState {
  return {
    ...newPlayer(key),
    terminal,
    screen: null,
    at,
    past: [],
    otherHistories: {},
    laid: null,
    turning: null,
    roundSince: -1,
    busy: null,
    slides: [],
    autoplay: null,
    faulted: 0,
    spin: null,
    motion: NO_MOTION,
  };
}

/** What is staged on each spot: sent and not yet answered. */
export function staged(state: TerminalState): Readonly<Record<string, number>> {
  const sums: Record<string, number> = {};
  for (const { command } of state.pending) {
    for (const [spot, amount] of stagedBy(state, command)) sums[spot] = (sums[spot] ?? 0) + amount;
  }
  return sums;
}

function stagedBy({ layout, own }: TerminalState, command: Command): readonly Chosen[] {
  switch (command.type) {
    case "place":
      return piecesOf(layout, command.wager, command.amount);
    case "place_many":
      return command.wagers.flatMap(([wager, amount]) => piecesOf(layout, wager, amount));
    case "move":
      return [[command.to, command.amount]];
    case "double":
      return Object.entries(own.view?.spots ?? {});
    default:
      return [];
  }
}

/** A wager as what it lays on each spot. */
export function piecesOf(layout: LayoutView | null, wager: string, amount: number): readonly Chosen[] {
  const special = layout?.specials.find(({ name }) => name === wager);
  const pieces = special?.pieces ?? [];
  return pieces.length === 0 ? [[wager, amount]] : pieces.map((spot) => [spot, amount]);
}

/** What the last round that was played here cost, and would cost again; nothing if that was not seen. */
export function lastStake({ own, history }: TerminalState): number {
  if ((own.view?.staked ?? 0) > 0) return own.view?.staked ?? 0;
  const spots = history.find((played) => played.own !== null)?.own?.spots ?? {};
  return Object.values(spots).reduce((sum, cents) => sum + cents, 0);
}
