// Written by tools/wire_types.py from src/openetg/wire/messages.py. Change the messages there, not here.

export const PROTOCOL = 1;

export const LARGEST_MESSAGE = 4096;

/** Why not. Names are on the wire and in the journal: never renamed, never reused. */
export const REASONS = [
  "unknown_table",
  "unknown_terminal",
  "already_there",
  "not_a_rulebook",
  "unknown_rulebook",
  "not_in_rulebook",
  "no_power",
  "no_reason_given",
  "not_at_table",
  "table_not_open",
  "other_spin",
  "wrong_phase",
  "after_close",
  "not_allowed_to_close",
  "unknown_outcome",
  "unknown_wager",
  "not_on_terminal",
  "no_amount",
  "nothing_there",
  "below_minimum",
  "above_maximum",
  "off_step",
  "above_total",
  "not_enough_credit",
  "source_not_accepted",
  "note_not_accepted",
  "collect_not_now",
  "printing",
  "nothing_to_collect",
  "unknown_ticket",
] as const;

export type Reason = (typeof REASONS)[number];

/** Where a round stands. */
export const PHASES = [
  "OPEN",
  "FINISHING",
  "CLOSED",
  "HELD",
  "SETTLED",
  "VOID",
] as const;

export type Phase = (typeof PHASES)[number];

/** A terminal introduces itself; with `boot` it comes back, without it starts afresh. */
export interface Hello {
  readonly type: "hello";
  readonly protocol: number;
  readonly terminal: string;
  readonly key: string;
  readonly boot?: number | null;
  /** The last `seq` of its own stream it has shown. */
  readonly own_seen?: number;
  /** The last `seq` of its table's stream it has shown. */
  readonly table_seen?: number;
}

/** So many cents on each piece of a wager. */
export interface Place {
  readonly type: "place";
  readonly n: number;
  readonly wager: string;
  readonly amount: number;
  /** The round the player meant; in another one the wager is refused. Zero means whichever is open. */
  readonly round?: number;
}

/** So many cents off a spot. */
export interface TakeBack {
  readonly type: "take_back";
  readonly n: number;
  readonly spot: string;
  readonly amount: number;
  /** The round the player meant; zero means whichever is open. */
  readonly round?: number;
}

/** Everything off the layout. */
export interface Clear {
  readonly type: "clear";
  readonly n: number;
  /** The round the player meant; zero means whichever is open. */
  readonly round?: number;
}

/** A note has been put into the simulated acceptor. */
export interface Note {
  readonly type: "note";
  readonly n: number;
  readonly amount: number;
}

/** The whole meter as a ticket. */
export interface CollectMeter {
  readonly type: "collect";
  readonly n: number;
}

/** The whole views, please: something was missed. */
export interface Again {
  readonly type: "again";
}

/** Are you there? */
export interface Ping {
  readonly type: "ping";
  /** The terminal's own clock, sent back as it is. */
  readonly at: number;
}

/** A spot as a layout draws it. */
export interface SpotView {
  readonly name: string;
  readonly title: string;
  readonly covers: readonly string[];
  readonly odds: string;
  readonly clause: string;
}

/** Everything a screen needs to draw a game; the same for every round of a rulebook. */
export interface LayoutView {
  /** The hash of the rulebook. */
  readonly rulebook: string;
  readonly rulebook_id: string;
  readonly rulebook_title: string;
  readonly game: string;
  readonly title: string;
  readonly zeros: readonly string[];
  readonly rows: readonly (readonly string[])[];
  readonly red: readonly string[];
  readonly black: readonly string[];
  readonly spots: readonly SpotView[];
  readonly specials: readonly SpotView[];
}

/** What a terminal may see of itself now. */
export interface OwnView {
  readonly terminal: string;
  readonly meter: number;
  readonly staked: number;
  readonly win: number;
  /** Everything the last settlement returned, the wagers included. */
  readonly paid: number;
  /** What lies on the layout. */
  readonly spots: Readonly<Record<string, number>>;
  /** Whether a ticket is on its way. */
  readonly printing: boolean;
  /** The serial number of the last ticket, if there is one. */
  readonly ticket: string;
  readonly ticket_amount: number;
  /** The notes its acceptor takes. */
  readonly notes: readonly number[];
}

/** One line of the limits sign. */
export interface LimitView {
  readonly kind: string;
  readonly min: number | null;
  readonly max: number | null;
  readonly step: number | null;
  readonly multiples: boolean;
}

/** What everybody at a table may see now. */
export interface TableView {
  readonly table: string;
  readonly round: number;
  /** OPEN, FINISHING, CLOSED, HELD, SETTLED, VOID, or empty before the first round. */
  readonly phase: string;
  readonly launched: boolean;
  readonly opened_at_ms: number;
  /** When the wagering period is planned to end, by the server's clock. */
  readonly closes_at_ms: number;
  /** What fell in this round; nothing until it is known. */
  readonly outcome: string | null;
  /** What fell last at this table, this round or an earlier one. */
  readonly last_outcome: string | null;
  /** What fell before, newest first. */
  readonly outcomes: readonly string[];
  /** Why the round is void or held. */
  readonly cause: string;
  /** The clause that says so. */
  readonly clause: string;
  readonly limits: readonly LimitView[];
}

/** The session stands. A view that the terminal has already seen is left out. */
export interface Welcome {
  readonly type: "welcome";
  readonly boot: number;
  /** The last number on record for this boot. */
  readonly last: number;
  readonly now_ms: number;
  readonly own_seq: number;
  readonly table_seq: number;
  readonly layout: LayoutView | null;
  readonly own: OwnView | null;
  readonly table: TableView | null;
}

/** On record. `spots` are the changed spots with what lies on each now; zero is empty. */
export interface Ack {
  readonly type: "ack";
  readonly n: number;
  readonly seq: number;
  readonly prev: number;
  readonly accepted: number;
  readonly meter: number;
  readonly staked: number;
  readonly spots: Readonly<Record<string, number>>;
  /** The clause by which less was accepted than asked for. */
  readonly trimmed: string;
}

/** This number is already on record; the views say the rest. */
export interface Known {
  readonly type: "known";
  readonly n: number;
  readonly accepted: number;
  /** Why it was refused, empty if it was accepted; `stale` if the answer is no longer kept. */
  readonly reason: string;
  readonly clause: string;
}

/** No, with the reason and the clause that justifies it. */
export interface Refused {
  readonly type: "refused";
  readonly n: number;
  readonly reason: string;
  readonly clause: string;
  readonly details: Readonly<Record<string, string | number>>;
}

/** The terminal's own view, whole, and what changed it. */
export interface OwnNews {
  readonly type: "own";
  readonly seq: number;
  readonly prev: number;
  readonly now_ms: number;
  readonly own: OwnView;
  /** `note`, `taken_back`, `settled`, `void`, `returned`, `ticket_ordered`, `ticket_issued`, `ticket_failed`. */
  readonly why: string;
  readonly clause: string;
  /** The command of this terminal that it answers, if it answers one. */
  readonly n: number | null;
}

/** The table's view, whole; the same bytes to everybody. */
export interface TableNews {
  readonly type: "table";
  readonly seq: number;
  readonly prev: number;
  readonly now_ms: number;
  readonly table: TableView;
}

/** Here. */
export interface Pong {
  readonly type: "pong";
  readonly at: number;
  readonly now_ms: number;
}

/** The session ends. */
export interface Bye {
  readonly type: "bye";
  /** `protocol`, `key`, `malformed`, `too_long`, `too_fast`, `replaced`, `slow` or `stopping`. */
  readonly reason: string;
  readonly words: string;
}

export type FromTerminal =
  | Hello
  | Place
  | TakeBack
  | Clear
  | Note
  | CollectMeter
  | Again
  | Ping;

export type ToTerminal =
  | Welcome
  | Ack
  | Known
  | Refused
  | OwnNews
  | TableNews
  | Pong
  | Bye;
