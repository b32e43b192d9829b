// Written by tools/wire_types.py from src/openetg/wire/seat.py. Change the messages there, not here.

import type {
  Again,
  Bye,
  CollectMeter,
  Known,
  LayoutView,
  Note,
  Ping,
  Pong,
  Refused,
  TableNews,
  TableView,
  TicketIn,
} from "./messages";

/** A seat introduces itself; with `boot` it comes back, without it starts afresh. */
export interface SeatHello {
  readonly type: "hello";
  readonly protocol: number;
  readonly seat: string;
  readonly key: string;
  readonly boot?: number | null;
  /** The last `seq` of its own stream it has shown. */
  readonly own_seen?: number;
  /** The last `seq` of its table's stream it has shown. */
  readonly table_seen?: number;
}

/** Chips for simulated cash, from the dealer. */
export interface Buy {
  readonly type: "buy";
  readonly n: number;
  readonly amount: number;
  /** Empty for chips of printed value. */
  readonly colour?: string;
  /** What one chip of the colour is to be worth; zero means the rulebook's own, or the one it has. */
  readonly value?: number;
}

/** So many cents in chips on a spot of the cloth. */
export interface Lay {
  readonly type: "lay";
  readonly n: number;
  readonly wager: string;
  readonly amount: number;
  /** The round the player meant; in another one it is refused. Zero means whichever is open. */
  readonly round?: number;
}

/** So many cents in chips off a spot of the cloth. */
export interface Lift {
  readonly type: "lift";
  readonly n: number;
  readonly wager: string;
  readonly amount: number;
  /** The round the player meant; zero means whichever is open. */
  readonly round?: number;
}

/** All chips in hand are given back for value. */
export interface HandIn {
  readonly type: "hand_in";
  readonly n: number;
  /** Where: empty for the table itself, which gives chips of printed value, or `cage` for cash. */
  readonly at?: string;
}

/** What a seat may see of itself now. Amounts are whole cents. */
export interface SeatView {
  readonly seat: string;
  /** Whether the player has a place at the table. */
  readonly sits: boolean;
  /** All chips in hand: those of printed value, and those of a colour. */
  readonly hand: number;
  readonly value_chips: number;
  readonly colour_chips: number;
  /** The player's colour at this table; empty if none. */
  readonly colour: string;
  /** What one chip of the colour is worth. */
  readonly colour_value: number;
  /** All chips on the cloth. */
  readonly staked: number;
  /** What lies on the cloth, by wager. */
  readonly spots: Readonly<Record<string, number>>;
  /** What the last round won, without the wagers. */
  readonly win: number;
  /** Everything the last round gave back, the wagers included. */
  readonly paid: number;
  /** The own maximum that a marker shows. */
  readonly maximum: number | null;
  /** Whether the player was told that further wagers below the minimum are returned. */
  readonly advised: boolean;
  /** What staff show to the player: one of the fixed messages; empty if none. */
  readonly message: string;
  /** When it was shown: a page that has put one away knows it by this. */
  readonly message_at_ms: number;
}

/** The session stands and the player has a place. A view that the seat has already seen is left out. */
export interface SeatWelcome {
  readonly type: "welcome";
  readonly boot: number;
  /** The last number on record for this boot. */
  readonly last: number;
  readonly now_ms: number;
  readonly own_seq: number;
  readonly table_seq: number;
  readonly layout: LayoutView | null;
  readonly own: SeatView | null;
  readonly table: TableView | null;
}

/** The seat's own view, whole; with `n` it says that this command was done. */
export interface SeatNews {
  readonly type: "own";
  readonly seq: number;
  readonly prev: number;
  readonly now_ms: number;
  readonly own: SeatView;
  /** The clause by which it was done. */
  readonly clause: string;
  /** The command of this seat that it answers, if it answers one. */
  readonly n: number | null;
  /** The clause by which less was accepted than asked for. */
  readonly trimmed: string;
  /** Clauses of which the dealer reminds the player. */
  readonly also: readonly string[];
}

export type FromSeat =
  | SeatHello
  | Buy
  | Lay
  | Lift
  | HandIn
  | Note
  | TicketIn
  | CollectMeter
  | Again
  | Ping;

export type ToSeat =
  | SeatWelcome
  | SeatNews
  | Known
  | Refused
  | TableNews
  | Pong
  | Bye;
