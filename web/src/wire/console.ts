// Written by tools/wire_types.py from src/openetg/wire/console.py. Change the messages there, not here.

import type {
  AwardShown,
  LayoutView,
  LimitView,
  Ping,
  Pong,
  Spin,
  TableView,
  Trigger,
} from "./messages";

export const CONSOLE_PROTOCOL = 1;

/** A console introduces itself; who uses it is known by the cookie of the login. */
export interface ConsoleHello {
  readonly type: "hello";
  readonly protocol: number;
  /** The `boot` of the welcome it has seen; under another login nothing counts as seen. */
  readonly boot?: number | null;
  /** The views it wants, each with the last `seq` it has shown, or -1. */
  readonly watch?: Readonly<Record<string, number>>;
}

/** One more view, from now on whenever it changes. */
export interface Watch {
  readonly type: "watch";
  /** `floor`, `lobby`, `me`, `cases`, `alerts`, `cage`, `jackpots`, `promotions`, `waiting`, `inspection`, or `dealer/T`, `supervision/T`, `display/T` of a table T. */
  readonly view: string;
  /** The last `seq` of it that was shown. */
  readonly seen?: number;
}

/** No longer this view. */
export interface Unwatch {
  readonly type: "unwatch";
  readonly view: string;
}

/** This view once more: something was missed. */
export interface ViewAgain {
  readonly type: "again";
  readonly view: string;
}

/** A command of the person who is logged in. Who that is and in which role is never said, but known. */
export interface Act {
  readonly type: "act";
  /** The number of the act: sent again, it is the same act and gets the same answer. */
  readonly n: number;
  /** The name of the command, such as `VoidRound`. */
  readonly act: string;
  /** What the command says: the body of the same command over HTTP. */
  readonly fields: unknown;
}

/** A display says where it hangs. */
export interface DisplayHello {
  readonly type: "hello";
  readonly protocol: number;
  /** The table it hangs above; empty for one that shows the whole floor. */
  readonly table: string;
  /** The last `seq` of its view that it has shown. */
  readonly seen?: number;
  /** What shows that it may hang there, where no person is logged in. */
  readonly key?: string;
}

/** The view once more: something was missed. */
export interface DisplayAgain {
  readonly type: "again";
}

/** The prizes of the view with this number are on the screen. */
export interface DisplayShown {
  readonly type: "shown";
  readonly seq: number;
}

/** The session stands. The views that were asked for follow, but for those that are as they were seen. */
export interface ConsoleWelcome {
  readonly type: "welcome";
  readonly person: string;
  /** The life of this login: acts are numbered within it. */
  readonly boot: number;
  /** The last number on record for this login. */
  readonly last: number;
  readonly now_ms: number;
  /** When the login ends at the latest. */
  readonly until_ms: number;
  readonly site: string;
  readonly currency: string;
  /** Views that are as they were seen. */
  readonly same: readonly string[];
  /** The zone of the site, in which times are shown. */
  readonly time_zone: string;
}

/** A table in the gaming day, exact. For those who supervise it, or may read the records. */
export interface TileFigures {
  /** What was staked in rounds that were settled in the day and are not void. */
  readonly turnover: number;
  /** What the house has won at the table in the day, corrections included: below zero if players have. */
  readonly hold: number;
  /** The hold in hundredths of a percent of the turnover; null while nothing was turned over. */
  readonly hold_basis: number | null;
  /** Notes that came into the acceptors of the terminals standing here, and cash taken for chips, in the day. */
  readonly drop: number;
  /** Settled in the day. */
  readonly rounds: number;
  /** That ended in the last hour; null if the journal does not reach back so far. */
  readonly rounds_hour: number | null;
}

/** An alert at a table or at one of its terminals, at a glance. */
export interface TileAlert {
  readonly number: number;
  readonly kind: string;
  readonly words: string;
  readonly place: string;
  readonly since_ms: number;
  /** 3 for what no person may leave as it is, 2 for money or a round that waits for a person, 1 for a person who waits or something that does not work, 0 for what is good to know. */
  readonly gravity: number;
}

/** A table on the floor, at a glance. */
export interface Tile {
  readonly table: string;
  readonly title: string;
  readonly rulebook: string;
  readonly game: string;
  /** Who is signed on, where a dealer runs the table. */
  readonly dealer: string;
  readonly is_open: boolean;
  readonly round: number;
  readonly phase: string;
  readonly opened_at_ms: number;
  readonly closes_at_ms: number;
  readonly launched: boolean;
  readonly outcome: string | null;
  /** What fell before, newest first. */
  readonly outcomes: readonly string[];
  /** Why the round is void or held. */
  readonly cause: string;
  readonly terminals: number;
  /** Terminals and players with a wager in the round that runs. */
  readonly playing: number;
  /** Open cases of malfunction. */
  readonly cases: number;
  /** Open disputes. */
  readonly disputes: number;
  /** Terminals with money on them, and players who have taken a place at the cloth. */
  readonly players: number;
  /** When the table closes, if that is announced; else zero. */
  readonly shuts_at_ms: number;
  /** null for those who may not see them, and while they are being counted. */
  readonly figures: TileFigures | null;
  /** Whether this person may see the figures, and they are not counted yet: after a start, for a moment. */
  readonly counting: boolean;
  /** The gravest open ones at the table and its terminals, for those who may see them: the gravest first, then the oldest. */
  readonly alerts: readonly TileAlert[];
  /** How many there are. */
  readonly alerts_open: number;
}

/** The floor: one tile a table. */
export interface FloorTiles {
  /** The gaming day. */
  readonly day: string;
  readonly tables: readonly Tile[];
}

/** The view `floor`. What was in the last hour changes by itself: `seq` may be the same as `prev`. */
export interface FloorNews {
  readonly type: "floor";
  readonly view: string;
  readonly seq: number;
  readonly prev: number;
  readonly now_ms: number;
  readonly content: FloorTiles;
}

/** What a person may do at a table; whether it is granted then is up to the floor. */
export interface HeldAt {
  readonly table: string;
  readonly rulebook: string;
  readonly roles: readonly string[];
  /** Commands the person holds the power for. */
  readonly acts: readonly string[];
  /** Views of the table the person may watch. */
  readonly views: readonly string[];
}

/** Who is logged in, and what that person may do. */
export interface MeView {
  readonly person: string;
  readonly full_name: string;
  /** Per rulebook. */
  readonly roles: Readonly<Record<string, readonly string[]>>;
  readonly duties: readonly string[];
  readonly tables: readonly HeldAt[];
  /** Commands that come with a duty and belong to no one table. */
  readonly acts: readonly string[];
  /** Views of the floor the person may watch. */
  readonly views: readonly string[];
}

/** The view `me`. */
export interface MeNews {
  readonly type: "me";
  readonly view: string;
  readonly seq: number;
  readonly prev: number;
  readonly now_ms: number;
  readonly content: MeView;
}

/** The limits of one kind of wager at a table; absent ones do not bind. */
export interface Sign {
  readonly min?: number | null;
  readonly max?: number | null;
  readonly step?: number | null;
  readonly multiples?: boolean;
}

/** A player at the cloth. */
export interface ClothLine {
  readonly player: string;
  /** Chips in hand. */
  readonly hand: number;
  /** Chips on the cloth, by wager. */
  readonly laid: Readonly<Record<string, number>>;
  readonly colour: string;
  /** What one chip of the colour is worth. */
  readonly value: number;
  /** The maximum a marker shows. */
  readonly maximum: number | null;
  /** Whether further wagers below the minimum are returned. */
  readonly advised: boolean;
  readonly idle: number;
  /** Every colour the player has. */
  readonly colours: readonly string[];
  /** What of the hand is in chips of printed value. */
  readonly value_chips: number;
  /** Winning chips that stay on their spots for the next round. */
  readonly riding: Readonly<Record<string, number>>;
  /** What the last round won, without the wagers. */
  readonly won: number;
  /** The maximum that a marker will show from the next round on. */
  readonly next_maximum: number | null;
  /** Limits arranged before play. */
  readonly personal: Readonly<Record<string, Sign>>;
  /** With whom the player is tested together against the maximum. */
  readonly partners: readonly string[];
  /** Whether a second colour is approved. */
  readonly second_colour: boolean;
  /** Whether the player must wager with colour chips: `now`, or `next` from the next round on. */
  readonly must_colour: string;
  /** Why the player may not wager: a reason of the floor. */
  readonly barred: string;
  readonly barred_clause: string;
  /** How often the player touched wagers before their release. */
  readonly touches: number;
}

/** What is shown at a table. */
export interface Notice {
  readonly at_ms: number;
  /** The closing time on the sign; zero where it is not about one. */
  readonly closes_at_ms: number;
  readonly role: string;
  readonly person: string;
}

/** Something that may be done next. */
export interface NextStep {
  /** The command. */
  readonly act: string;
  readonly clause: string;
  /** What is announced with it. */
  readonly says: "" | "place_your_bets" | "finish_betting" | "no_more_bets" | "the_number" | "no_spin";
  /** The command that must come before it and has not. */
  readonly after: string;
  /** When it may come, by the server's clock; zero means at once. */
  readonly not_before_ms: number;
}

/** What a valid spin needs, and what is known of this one. */
export interface SpinRules {
  /** Which spin of the round it is. */
  readonly spin: number;
  /** Whether ball or wheel are known to be in motion, by the device or by the dealer's word. */
  readonly is_moving: boolean;
  /** Whether the device has said so. */
  readonly is_sensed: boolean;
  readonly revolutions_min: number;
  readonly revolutions_clause: string;
  /** Whether ball and wheel must turn against each other. */
  readonly opposite: boolean;
  readonly opposite_clause: string;
}

/** A cause that the rulebook names. */
export interface Named {
  readonly cause: string;
  readonly clause: string;
}

/** Whose a power is, as the rulebook calls them. */
export interface WhoMay {
  readonly power: string;
  readonly roles: readonly string[];
  readonly clause: string;
}

/** What the dealer of a table needs to know of its rulebook. */
export interface DealingRules {
  readonly is_dealer_run: boolean;
  readonly channels: readonly string[];
  /** The command by which a number is keyed now: compared with the reader's, or entered where there is none. */
  readonly keyed_by: string;
  readonly spin: SpinRules;
  /** What a call of no spin does, by the rulebook's policy. */
  readonly no_spin: string;
  readonly no_spin_clause: string;
  readonly no_spin_causes: readonly Named[];
  /** What makes the round void when the dealer says so. */
  readonly void_causes: readonly Named[];
  /** Who puts a wrong number right. */
  readonly corrects: WhoMay;
  /** Who enters a number that was not read. */
  readonly enters: WhoMay;
  /** Powers beside the table that a dealer may have to call for, and whose they are. */
  readonly others: readonly WhoMay[];
}

/** A colour that a player has. */
export interface ColourLine {
  readonly colour: string;
  readonly player: string;
  /** What one chip of it is worth. */
  readonly value: number;
  /** Whether a marker shows the value. */
  readonly marker: boolean;
}

/** A wager on the cloth that the limits do not permit as it lies. */
export interface OffLimits {
  readonly player: string;
  readonly wager: string;
  readonly lies: number;
  readonly what: "below" | "above" | "off_step";
  /** The least, the most, or the step. */
  readonly limit: number;
  readonly clause: string;
  /** How much of it would be settled; the rest comes back with any outcome. */
  readonly counts: number;
  /** Of a button, over how many numbers it is shared. */
  readonly numbers: number;
}

/** Marker buttons on the block, as wagers of this cloth. */
export interface ButtonsView {
  readonly clause: string;
  /** The kinds of wager that lie on the block: `neighbours`. */
  readonly kinds: readonly string[];
  /** Over how many numbers one is shared. */
  readonly numbers: number;
  readonly minimum: number;
  readonly minimum_clause: string;
  /** So many of one number at the most; zero = any number. */
  readonly per_number: number;
  readonly per_spin: number;
  /** The only players who may use them; empty means all. */
  readonly players: readonly string[];
  /** How often each was laid in this round. */
  readonly used: Readonly<Record<string, number>>;
}

/** What the rulebook says of chips at this cloth, each with its clause; empty where it knows no such thing. */
export interface ChipsView {
  readonly value_chips: string;
  readonly colour_chips: string;
  /** A colour without a declared value is worth the table minimum. */
  readonly undeclared_value: string;
  readonly table_minimum: number;
  readonly second_colour: string;
  readonly only_at_table: string;
  readonly colour_required: string;
  readonly verbal: string;
  readonly winning: string;
  readonly float_shortage: string;
}

/** The cloth of a live table. */
export interface ClothView {
  /** How many places there are; zero if not set. */
  readonly places: number;
  readonly colours: readonly ColourLine[];
  readonly off_limits: readonly OffLimits[];
  readonly buttons: ButtonsView | null;
  readonly chips: ChipsView;
  /** What the float can pay with; empty if not set. */
  readonly denominations: readonly number[];
  /** The group that has the table to itself. */
  readonly straight_only: readonly string[];
}

/** Chips the house takes. */
export interface TakeLine {
  readonly player: string;
  readonly wager: string;
  readonly amount: number;
  /** Whether they lie under a button that wins: the shares of the numbers that did not fall. */
  readonly of_winning: boolean;
}

/** A number of chips of one kind. */
export interface ChipCount {
  /** Empty for chips of printed value. */
  readonly colour: string;
  readonly value: number;
  readonly count: number;
}

/** A winning wager. */
export interface PayLine {
  readonly player: string;
  readonly wager: string;
  /** Where it is paid; of a button, the number that fell, on to which its share is moved first. */
  readonly spot: string;
  readonly lies: number;
  /** How much of it wins. */
  readonly share: number;
  readonly odds: string;
  /** What the odds give. */
  readonly exact: number;
  /** What is paid. */
  readonly won: number;
  /** The clause by which that is not the exact sum; empty where it is. */
  readonly rounded: string;
  readonly rides: number;
  /** What of the wager itself goes back to the player's hand. */
  readonly back: number;
  /** What is paid, in chips. */
  readonly chips: readonly ChipCount[];
  /** What of it no chip of the float makes, or all of it where no float is on record. */
  readonly loose: number;
  /** Whether its spot may be paid, and released, before the rest. */
  readonly alone: boolean;
  readonly paid: boolean;
  /** The clause by which not all that lies there is settled. */
  readonly cut: string;
}

/** Chips of a wager that loses which go back to the player all the same. */
export interface BackLine {
  readonly player: string;
  readonly wager: string;
  readonly amount: number;
  readonly clause: string;
}

/** What is to be done on the cloth with what fell. */
export interface Plan {
  readonly round: number;
  readonly outcome: string;
  /** The steps of the rulebook; empty if it leaves the order to the dealer. */
  readonly order: readonly string[];
  readonly order_clause: string;
  /** Whether the money has moved: only the dealer's handling is left. */
  readonly is_booked: boolean;
  readonly take: readonly TakeLine[];
  readonly pay: readonly PayLine[];
  readonly back: readonly BackLine[];
  /** All that is taken. */
  readonly taken: number;
  /** All winnings. */
  readonly paid: number;
  /** Who is told that further wagers below the minimum will be returned. */
  readonly advise: readonly string[];
  readonly advise_clause: string;
}

/** What a person says fell, and what was read; or what a person keyed, and what is on record. */
export interface TwoNumbers {
  readonly said: string;
  readonly read: string;
}

/** What the dealer of a table sees. */
export interface DealerView {
  readonly sequence: number;
  readonly table: TableView;
  readonly dealer: string;
  /** What the device read and is to be confirmed. */
  readonly registered: string | null;
  /** The cause for which the signals ask for a no spin. */
  readonly asks: string;
  /** What may be done now, in the words of the commands. */
  readonly next: readonly string[];
  readonly players: readonly ClothLine[];
  readonly cloth_limits: Readonly<Record<string, Sign>>;
  /** Terminals with an open case. */
  readonly faulty: readonly string[];
  /** Terminals that let enough rounds pass to be told to leave. */
  readonly idle: readonly string[];
  readonly notices: Readonly<Record<string, Notice>>;
  /** Whether the table is open for play. */
  readonly is_open: boolean;
  /** What may be done now, in order, with clause, words to be said, and what must come first. */
  readonly steps: readonly NextStep[];
  readonly rules: DealingRules | null;
  /** The cloth of the table; null if it has none. */
  readonly cloth: ClothView | null;
  /** Where the marker stands. */
  readonly dolly: string | null;
  /** Whether the losing wagers were taken off the cloth. */
  readonly collected: boolean;
  /** Whether 'finish betting' was said. */
  readonly warned: boolean;
  /** What to take and what to pay, once something has fallen. */
  readonly plan: Plan | null;
  /** Two numbers for the spin, until a person has decided: nothing is paid on the cloth meanwhile. */
  readonly differ: TwoNumbers | null;
}

/** The view `dealer/T`: for every person with a role at the table. */
export interface DealerNews {
  readonly type: "dealer";
  readonly view: string;
  readonly seq: number;
  readonly prev: number;
  readonly now_ms: number;
  readonly content: DealerView;
}

/** A terminal as a supervisor sees it. */
export interface TerminalLine {
  readonly terminal: string;
  readonly meter: number;
  readonly staked: number;
  readonly win: number;
  readonly withheld: number;
  readonly demanded: number;
  readonly spots: Readonly<Record<string, number>>;
  /** What it may not do, each with its clause. */
  readonly locks: Readonly<Record<string, string>>;
  readonly cases: readonly string[];
  readonly idle: number;
  readonly wagered_at_ms: number;
  /** How often the player has pressed the control that reports a fault. */
  readonly reports: number;
  readonly player: string;
}

/** A terminal thought faulty at one table, and what was found. */
export interface Case {
  readonly number: string;
  readonly terminal: string;
  readonly table: string;
  /** The round it is about; zero if there was none. */
  readonly round: number;
  readonly ground: string;
  readonly clause: string;
  readonly opened_at_ms: number;
  readonly closed: boolean;
  /** Whether a person has tried to establish the wagers and could not. */
  readonly failed: boolean;
  /** The error messages that the terminal has shown in it. */
  readonly codes: readonly string[];
}

/** Something kept back or demanded back until an investigation has ended: the case of it. */
export interface Holding {
  /** The terminal, the paper or the payment by hand; also a player at a cloth, of whom something is demanded. */
  readonly what: string;
  readonly case: string;
  readonly clause: string;
  /** Who was told, in the step that withheld it; empty where the rulebook has no official told. */
  readonly official: string;
  readonly duty: "notice" | "notice_and_review";
  readonly why: string;
  /** What the official found. */
  readonly reviews: readonly string[];
  /** `pay` or `refuse`, once it is and nothing is demanded any more. */
  readonly determined: string;
  /** The table of the round that was reversed, where that has opened the case; otherwise it is that of the terminal. */
  readonly table: string;
  /** How much of what is withheld was there when a reversal found too little: at the end it goes against that. */
  readonly against: number;
}

/** A rule that was broken, as it was recorded. */
export interface Breach {
  readonly number: string;
  readonly who: string;
  readonly player: string;
  readonly table: string;
  readonly breached: string;
  /** The measures that may follow. */
  readonly enables: readonly string[];
  readonly unprinted: boolean;
  readonly at_ms: number;
}

/** A person was told to leave. */
export interface Direction {
  readonly who: string;
  readonly table: string;
  readonly position: string;
  readonly person: string;
  readonly at_ms: number;
  readonly refused: boolean;
}

/** What a person said about a dispute, and when. */
export interface Said {
  readonly role: string;
  readonly person: string;
  readonly at_ms: number;
  readonly text: string;
}

/** A dispute and how far it has come. */
export interface Dispute {
  readonly number: string;
  readonly table: string;
  readonly about: string;
  readonly round: number;
  readonly who: string;
  readonly covered: boolean;
  readonly promotion: string;
  readonly raised_at_ms: number;
  readonly decided: Said | null;
  /** Who asked for a review. */
  readonly requested: string;
  readonly reviewed: Said | null;
  readonly advised: Said | null;
  readonly closed: Said | null;
  readonly satisfied: boolean;
  /** Who may take it up. */
  readonly official: string;
}

/** What a terminal or line reported. */
export interface Signal {
  readonly place: string;
  readonly signal: string;
  readonly at_ms: number;
  readonly alarm: boolean;
  readonly clause: string;
  readonly by: string;
}

/** Work on equipment in the course of duty. */
export interface Visit {
  readonly purpose: string;
  readonly role: string;
  readonly person: string;
  readonly at_ms: number;
}

/** A payment by hand, pending until it is signed for. */
export interface Payout {
  readonly number: string;
  readonly terminal: string;
  readonly amount: number;
  readonly signature: string;
  /** Whether it is kept back until that is determined. */
  readonly held: boolean;
  /** Whether it was determined not to be the player's. */
  readonly refused: boolean;
}

/** From when a rulebook is in force. */
export interface Effect {
  readonly day: string;
  readonly from_ms: number;
}

/** The times of a table's rounds. */
export interface Timing {
  readonly period_ms: number;
  readonly launch_ms: number;
  readonly least_open_ms: number;
  readonly least_warned_ms: number;
}

/** The refusal an act would get now. */
export interface Obstacle {
  readonly reason: string;
  readonly clause: string;
  readonly details: Readonly<Record<string, string | number>>;
}

/** An official who was told. */
export interface Told {
  readonly official: string;
  /** The terminal, or what they were told; empty for the whole table. */
  readonly about: string;
  readonly at_ms: number;
  readonly person: string;
}

/** How a table closes. */
export interface ClosingView {
  /** What must come before: `none`, `sign_for_minutes`, `officer_first` or `shown_first`. */
  readonly needs: string;
  readonly clause: string;
  /** How long the sign must have been shown while players are there; zero where no time is named. */
  readonly minutes: number;
  /** The official of the authority who must be told first; empty if none must. */
  readonly official: string;
  /** The clause by which players are asked to clear their credits; empty where none does. */
  readonly clear_clause: string;
  /** The closing sign that is shown, with its time. */
  readonly sign: Notice | null;
  /** Why the table does not close yet; null if it may. */
  readonly obstacle: Obstacle | null;
  /** Whether no further round opens. */
  readonly under_way: boolean;
  /** Officials who were told since the table was opened. */
  readonly told: readonly Told[];
}

/** What a winning-number display said it shows. */
export interface Shown {
  readonly round: number;
  readonly outcome: string;
  /** The number of the table's round when that was put on record. */
  readonly at: number;
}

/** A piece of equipment in use, with what was measured. */
export interface Equipment {
  readonly serial: string;
  readonly at_ms: number;
  readonly figures: Readonly<Record<string, number>>;
  readonly metal: boolean;
  readonly order: readonly string[];
  readonly emblem: string;
  readonly person: string;
}

/** A part that the register of a table can hold. */
export interface PartView {
  readonly part: string;
  readonly clause: string;
  /** What is in use; null if nothing is on record. */
  readonly here: Equipment | null;
  /** The clause by which it needs one; empty if it does not. */
  readonly needs_approval: string;
  readonly approved: boolean;
  /** What must be measured: least and greatest in tenths of a millimetre, and the clause. */
  readonly figures: Readonly<Record<string, readonly [number, number | null, string]>>;
  /** Whether a table may have any number of pieces of it, none among them. */
  readonly several: boolean;
  /** Those in use. */
  readonly pieces: readonly Equipment[];
}

/** An approval in writing. */
export interface Approval {
  readonly reference: string;
  readonly by: string;
  readonly at_ms: number;
  /** The serial numbers or versions it names. */
  readonly covers: readonly string[];
}

/** Something that may be used at a table only with an approval on record. */
export interface ApprovalLine {
  readonly thing: string;
  readonly clause: string;
  /** The approval that holds here; null if there is none. */
  readonly given: Approval | null;
  /** Whether it holds for every table of the rulebook. */
  readonly everywhere: boolean;
}

/** A table as the house runs it. */
export interface HouseView {
  /** The hash of the rulebook. */
  readonly rulebook: string;
  /** From when the rulebook is in force; null if not entered. */
  readonly effect: Effect | null;
  readonly kind: string;
  readonly device: string;
  readonly timing: Timing;
  /** In force from the next round. */
  readonly next_timing: Timing | null;
  readonly hours: readonly (readonly [number, number])[];
  readonly limits: Readonly<Record<string, Sign>>;
  readonly next_limits: Readonly<Record<string, Sign>> | null;
  readonly cloth: Readonly<Record<string, Sign>>;
  readonly next_cloth: Readonly<Record<string, Sign>> | null;
  /** Limits that wait for a notice to the players: of the `terminal`, of the `cloth`, of one as `terminal/T1`. */
  readonly unannounced: Readonly<Record<string, Readonly<Record<string, Sign>>>>;
  readonly by_hand: boolean;
  readonly closing: ClosingView;
  /** Which equipment is missing before the table opens; null if none is. */
  readonly opening: Obstacle | null;
  readonly device_ready: boolean;
  /** The clause by which its device is out of service until a person puts it back. */
  readonly device_out: string;
  /** All officials of the authority whom the rulebook knows. */
  readonly officials: readonly string[];
  /** Whether players of this rulebook may choose between a live and an automatic wheel. */
  readonly choice_of_wheel: boolean;
  /** The clause by which that may be offered; empty if none does. */
  readonly choice_clause: string;
  /** The clause by which a winning-number display may be fitted; empty if none speaks of one. */
  readonly display_clause: string;
  readonly display_fitted: boolean;
  /** What the display was last heard to show, if that is not what is on record: it is ignored. */
  readonly shown: Shown | null;
  /** What is on record instead. */
  readonly shown_actual: string;
  /** The clause by which the display is ignored. */
  readonly ignored_clause: string;
  readonly parts: readonly PartView[];
  readonly approvals: readonly ApprovalLine[];
  /** Whose approval in writing it must be; empty where nothing needs one. */
  readonly approver: string;
  /** Per terminal, the limits set for it alone. */
  readonly own_limits: Readonly<Record<string, Readonly<Record<string, Sign>>>>;
  /** In force from the next round. */
  readonly next_own_limits: Readonly<Record<string, Readonly<Record<string, Sign>>>> | null;
  /** The clause by which a terminal may have limits of its own; empty if none speaks of it. */
  readonly own_limits_clause: string;
  /** Those that play at the table. */
  readonly terminals: readonly string[];
}

/** What a supervisor sees of a table. */
export interface SupervisorView {
  readonly sequence: number;
  readonly dealer: DealerView;
  readonly terminals: readonly TerminalLine[];
  readonly cases: readonly Case[];
  readonly holdings: readonly Holding[];
  readonly breaches: readonly Breach[];
  readonly directions: readonly Direction[];
  readonly disputes: readonly Dispute[];
  readonly signals: readonly Signal[];
  readonly visits: Readonly<Record<string, Visit>>;
  readonly payouts: readonly Payout[];
  /** Terminals whose credits are not cleared. */
  readonly credit_left: readonly string[];
  /** The table as the house runs it: times, signs, what its closing needs, its equipment. */
  readonly house: HouseView;
  /** Terminals whose line is lost, as far as is on record. */
  readonly offline: readonly string[];
}

/** The view `supervision/T`: for those with a power of supervision at the table. */
export interface SupervisionNews {
  readonly type: "supervision";
  readonly view: string;
  readonly seq: number;
  readonly prev: number;
  readonly now_ms: number;
  readonly content: SupervisorView;
}

/** A claim to a promotional prize that was denied; kept for ever. */
export interface Claim {
  readonly number: string;
  readonly table: string;
  readonly prize: string;
  readonly kind: string;
  readonly value: number;
  readonly claimant: string;
  readonly address: string;
  readonly why: string;
  readonly denied: Said | null;
  /** When and how the claimant was told; null as long as that is to be done. */
  readonly informed: Said | null;
  readonly promotion: string;
  readonly entrant: string;
  /** The clause by which every detail is kept; empty where none asks for that. */
  readonly kept_by: string;
  /** The dispute in which it was decided that the claim was a good one. */
  readonly upheld: string;
}

/** What an inspector sees of the floor: everything on record, and nothing that changes it. */
export interface InspectorView {
  readonly sequence: number;
  readonly accounts: Readonly<Record<string, number>>;
  readonly tables: readonly TableView[];
  readonly terminals: readonly TerminalLine[];
  /** Per hash, the name of the rulebook. */
  readonly rulebooks: Readonly<Record<string, string>>;
  readonly effect: Readonly<Record<string, Effect>>;
  readonly approvals: Readonly<Record<string, Readonly<Record<string, Readonly<Record<string, Approval>>>>>>;
  readonly equipment: Readonly<Record<string, Readonly<Record<string, Equipment>>>>;
  readonly cases: Readonly<Record<string, Case>>;
  readonly holdings: Readonly<Record<string, Holding>>;
  /** Per table, which officials were told of what. */
  readonly told: Readonly<Record<string, readonly Told[]>>;
  readonly disputes: Readonly<Record<string, Dispute>>;
  readonly breaches: Readonly<Record<string, Breach>>;
  readonly claims: Readonly<Record<string, Claim>>;
  readonly signals: readonly Signal[];
}

/** The view `inspection`: the whole floor, for those who may read the records. */
export interface InspectionNews {
  readonly type: "inspection";
  readonly view: string;
  readonly seq: number;
  readonly prev: number;
  readonly now_ms: number;
  readonly content: InspectorView;
}

/** What is open at the tables a person may supervise. */
export interface OpenCases {
  readonly cases: readonly Case[];
  /** Money and papers that are withheld. */
  readonly holdings: readonly Holding[];
}

/** The view `cases`: for those with a power of supervision at some table, of those tables. */
export interface CasesNews {
  readonly type: "cases";
  readonly view: string;
  readonly seq: number;
  readonly prev: number;
  readonly now_ms: number;
  readonly content: OpenCases;
}

/** Who took note of an alert, when, and what they said. */
export interface Acknowledgement {
  readonly role: string;
  readonly person: string;
  readonly words: string;
  readonly at_ms: number;
}

/** An alert as a person sees it. */
export interface AlertLine {
  readonly number: number;
  readonly kind: string;
  /** What it means, in a few words. */
  readonly words: string;
  readonly place: string;
  /** The table that is the place, or at which the terminal stands; empty for the machine and the floor. */
  readonly table: string;
  readonly device: string;
  /** Codes, causes or outcomes that came with it, the newest last. */
  readonly said: readonly string[];
  readonly since_ms: number;
  readonly last_ms: number;
  readonly count: number;
  /** When its cause ended; null while it lasts. */
  readonly ended_at_ms: number | null;
  readonly clause: string;
  /** The entry of the journal that raised it. */
  readonly entry: number;
  readonly acknowledged: Acknowledgement | null;
}

/** The alerts a person may see. */
export interface AlertsView {
  readonly sequence: number;
  /** Those not acknowledged yet, newest first. */
  readonly open: readonly AlertLine[];
  /** The last ones acknowledged, newest first; those whose cause lasts are all there. */
  readonly acknowledged: readonly AlertLine[];
}

/** The view `alerts`: what calls for attention at the places where a person works. */
export interface AlertsNews {
  readonly type: "alerts";
  readonly view: string;
  readonly seq: number;
  readonly prev: number;
  readonly now_ms: number;
  readonly content: AlertsView;
}

/** Where, when and how a paper was redeemed, to be quoted to a person who presents it again. */
export interface Redemption {
  /** The terminal that took it, or the role that paid it. */
  readonly where: string;
  readonly person: string;
  readonly at_ms: number;
  readonly asked: string;
  readonly paid: string;
}

/** A paper this floor has issued: ticket, voucher or slip. */
export interface Ticket {
  readonly number: string;
  readonly terminal: string;
  readonly amount: number;
  readonly state: "ordered" | "outstanding" | "redeemed" | "void";
  readonly kind: "ticket" | "voucher" | "slip";
  /** Whether it is kept back, and paid nowhere, until that is determined. */
  readonly held: boolean;
  readonly redeemed: Redemption | null;
  /** The time of payment agreed with the player, while entitlement is verified. */
  readonly payable_at_ms: number;
  /** Whether payment waits for identification. */
  readonly identify: boolean;
  /** What the player has shown. */
  readonly document: string;
  /** Which paper of its terminal it is. */
  readonly serial: number;
  /** When it was ordered. */
  readonly at_ms: number;
  /** Until when it is paid; zero is without end. */
  readonly expires_at_ms: number;
}

/** What a person found in a drawer, beside what should have been in it. */
export interface DrawerCount {
  readonly at_ms: number;
  readonly person: string;
  readonly expected: number;
  readonly counted: number;
  /** Below zero, so much was missing; above, so much was too much. */
  readonly difference: number;
  /** How many notes and coins of which value, in cents, if they were told. */
  readonly pieces: Readonly<Record<string, number>>;
}

/** Cash that one person answers for, from its opening until it was counted back into the cage. */
export interface Drawer {
  readonly name: string;
  readonly person: string;
  readonly role: string;
  readonly opened_at_ms: number;
  readonly opened_with: number;
  /** What came out of the cage since it was opened. */
  readonly moved_in: number;
  /** What went back into the cage before it was closed. */
  readonly moved_out: number;
  /** What players were paid out of it. */
  readonly paid: number;
  /** What players paid into it, for chips and copies of rules. */
  readonly sold: number;
  /** How many papers, payments by hand and stacks of chips that was. */
  readonly papers: number;
  /** The last counts, the one at the close the last of them. */
  readonly counts: readonly DrawerCount[];
  /** Zero while it is open. */
  readonly closed_at_ms: number;
  readonly closed_by: string;
  /** What was too much, or below zero too little, at the close. */
  readonly difference: number;
  /** What was said of the difference. */
  readonly why: string;
}

/** A copy of the rules as the cage sells it, where a rulebook speaks of buying one. */
export interface CopyOffer {
  /** A table that is run by these rules; the sale names it. */
  readonly table: string;
  readonly rulebook: string;
  readonly title: string;
  readonly clause: string;
  /** The document in force; empty where none is attached. */
  readonly name: string;
  readonly sha256: string;
  readonly day: string;
  /** What a copy costs; zero where the site has set no price, and none is sold. */
  readonly price: number;
}

/** A copy of the rules that a player bought, as its receipt says. */
export interface SoldCopy {
  readonly number: number;
  readonly table: string;
  /** The id of the rulebook. */
  readonly rulebook: string;
  /** What the document was called. */
  readonly name: string;
  readonly sha256: string;
  readonly price: number;
  readonly role: string;
  readonly person: string;
  /** Whose cash it went into; empty is the cage itself. */
  readonly drawer: string;
  readonly clause: string;
  readonly at_ms: number;
}

/** Papers, payments by hand, what is withheld, and the drawers. */
export interface CageView {
  readonly sequence: number;
  /** The last ones, newest last. */
  readonly papers: readonly Ticket[];
  readonly papers_in_all: number;
  /** The last ones, newest last, and every one that waits for a signature. */
  readonly payouts: readonly Payout[];
  /** What is withheld and not yet determined. */
  readonly holdings: readonly Holding[];
  /** Those that are open and the last that were closed, newest first. */
  readonly drawers: readonly Drawer[];
  /** By open drawer, what the ledger says is in it. */
  readonly in_drawers: Readonly<Record<string, number>>;
  /** Chips of value outside the tables that this floor issued. */
  readonly chips_outstanding: number;
  /** Chips of value taken in that were issued elsewhere. */
  readonly chips_elsewhere: number;
  /** By rulebook that speaks of buying a copy of the rules, what is sold. */
  readonly copies: readonly CopyOffer[];
  /** The last ones, newest first. */
  readonly copies_sold: readonly SoldCopy[];
}

/** The view `cage`: papers, payments by hand, what is withheld and the drawers, for those who pay them. */
export interface CageNews {
  readonly type: "cage";
  readonly view: string;
  readonly seq: number;
  readonly prev: number;
  readonly now_ms: number;
  readonly content: CageView;
}

/** One prize of a jackpot. */
export interface LevelRules {
  readonly level: string;
  readonly title: string;
  /** What the pool begins with, and begins with again after every win. */
  readonly seed: number;
  /** Per table, how many millionths of its turnover go into the pool. */
  readonly rates: Readonly<Record<string, number>>;
  /** How many millionths of the turnover of every table go into the hidden reserve, which pays later seeds. */
  readonly reserve_rate?: number;
  /** What the pool never exceeds; what comes beyond waits for the next one. Zero is without end. */
  readonly ceiling?: number;
  readonly low?: number;
  /** Of a mystery, between which values it hits, both of them included. */
  readonly high?: number;
  /** Of a progressive, what wins it. */
  readonly trigger?: Trigger | null;
  /** Where several win in one round: they share it, or the first has it and the next what it begins with again. */
  readonly several?: "share" | "in_order";
}

/** What a jackpot is made of. */
export interface JackpotRules {
  readonly title: string;
  readonly kind: "progressive" | "mystery";
  readonly levels: readonly LevelRules[];
  /** From this prize on the winning terminal is locked until a person has cleared it. */
  readonly lock_from?: number;
  /** Above this, a prize is paid by a person, against a voucher; zero is never. */
  readonly by_hand_above?: number;
}

/** A malfunction of display or controller. */
export interface FaultLine {
  readonly part: string;
  readonly person: string;
  readonly why: string;
  readonly at_ms: number;
  readonly ended_at_ms: number;
}

/** One level of a jackpot as staff see it: everything but its secret. */
export interface DeskLevel {
  readonly level: string;
  readonly rule: string;
  readonly rules: LevelRules;
  readonly condition: string;
  readonly cycle: number;
  readonly live: boolean;
  readonly amount: number;
  readonly reserve: number;
  readonly overflow: number;
  readonly carried: number;
  readonly reserve_carried: number;
  readonly commitment: string;
  readonly process: string;
  readonly began_at_ms: number;
  readonly turnover: number;
  readonly contributed: number;
  readonly seeded: number;
  readonly moved: number;
  readonly won: number;
  readonly adjusted: number;
  readonly hits: number;
  /** By how much its accounts differ from its totals: always zero. */
  readonly off_by: number;
  readonly playing: boolean;
  readonly why_not: string;
  /** The parameters it begins with next, where they are others. */
  readonly pending: LevelRules | null;
}

/** A prize as staff see it. */
export interface DeskAward {
  readonly award: string;
  readonly jackpot: string;
  readonly level: string;
  readonly rule: string;
  readonly title: string;
  readonly cycle: number;
  readonly terminal: string;
  readonly table: string;
  readonly round: number;
  readonly amount: number;
  readonly at_ms: number;
  readonly by_hand: boolean;
  readonly locked: boolean;
  readonly state: "due" | "questioned" | "paid" | "withdrawn" | "refused";
  readonly is_held: boolean;
  /** The case under which it is withheld. */
  readonly case: string;
  /** `meter`, or the kind of paper. */
  readonly paid_by: string;
  readonly ticket: string;
  readonly paid_at_ms: number;
  /** The papers it may be paid by. */
  readonly papers: readonly string[];
  /** Whether it may go to the meter. */
  readonly to_meter: boolean;
}

/** A jackpot as staff see it. */
export interface DeskJackpot {
  readonly name: string;
  readonly title: string;
  readonly kind: "progressive" | "mystery";
  /** The id of the rulebook all its tables are run by. */
  readonly rulebook: string;
  readonly rules: JackpotRules;
  readonly pending: JackpotRules | null;
  readonly tables: readonly string[];
  readonly terminals: readonly string[];
  /** The members whose link is lost, each with the cause. */
  readonly lost: Readonly<Record<string, string>>;
  /** The newest first. */
  readonly faults: readonly FaultLine[];
  /** The part that does not work now. */
  readonly fault: string;
  /** The levels, and unpaid prizes, that a malfunction on record allows to adjust. */
  readonly adjustable: readonly string[];
  /** Where its money went when it was decommissioned. */
  readonly into: string;
  readonly approvals: readonly string[];
  /** What the house has put into it. */
  readonly seeding: number;
  readonly levels: readonly DeskLevel[];
  /** The newest first. */
  readonly awards: readonly DeskAward[];
  readonly playing: boolean;
  readonly why_not: string;
}

/** All jackpots for the people who look after them. */
export interface JackpotDesk {
  readonly sequence: number;
  readonly jackpots: readonly DeskJackpot[];
  /** The tables whose rulebook knows jackpots, each with the id of the rulebook. */
  readonly tables: Readonly<Record<string, string>>;
  /** Per rulebook and thing to be approved, the references on record. */
  readonly approvals: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>;
}

/** The view `jackpots`: everything of them but their secrets, for those who supervise, run, pay or inspect them. */
export interface JackpotsNews {
  readonly type: "jackpots";
  readonly view: string;
  readonly seq: number;
  readonly prev: number;
  readonly now_ms: number;
  readonly content: JackpotDesk;
}

/** A thing that is in a prize. */
export interface PrizePart {
  /** Its class: `tobacco`, `firearm`, `ammunition`, `imitation-firearm`, `prohibited-weapon`, `liquor`, a prescribed one by its own word, or `other`, also with a word for it: `other: knives`. */
  readonly what: string;
  readonly words: string;
  /** Of liquor, how much of it. */
  readonly millilitres?: number;
}

/** One prize of a promotion, as its terms tell it. */
export interface PrizeOffered {
  /** Its number in the promotion: `1`. */
  readonly prize: string;
  /** What it is. */
  readonly words: string;
  readonly value: number;
  /** `cash`, `casino-dollars`, `slots-dollars`, `machinery`, `motor-vehicle`, `travel`, `real-estate`, `goods` or `service`. */
  readonly kind?: string;
  /** On receiving, using or accepting it. */
  readonly conditions?: string;
  /** What the kind of prize asks for besides, by name: `make`, `model`, `accessories`, `on-road-costs`, `persons`, `airfares` ... */
  readonly details?: Readonly<Record<string, string>>;
  /** What is in it, where it is not money. */
  readonly parts?: readonly PrizePart[];
  /** What the winner may take in cash instead; zero where that is not offered. */
  readonly cash_alternative?: number;
  /** How the law on prizes other than money is complied with. */
  readonly law_note?: string;
}

/** The terms of a promotion: everything here is public. Empty is not answered. */
export interface Terms {
  readonly title?: string;
  /** Which of the things the rulebook lets be offered. */
  readonly kind?: string;
  /** Where play counts; all of one rulebook. */
  readonly tables?: readonly string[];
  /** How the prize is awarded. */
  readonly manner?: string;
  readonly award_when?: string;
  readonly award_where?: string;
  readonly award_from_ms?: number;
  /** Between which times a prize may be awarded, the draw included; zero is not answered. */
  readonly award_until_ms?: number;
  readonly eligibility?: string;
  /** What of the eligibility is checked of every entrant, in words: `is a member of the club`. */
  readonly conditions?: readonly string[];
  /** The least settled stake of a round that counts; zero is none; null is not answered. */
  readonly qualifying_wager?: number | null;
  /** One entry a round that counts, one for so much turnover in such rounds, or by a form alone. */
  readonly earns?: "round" | "turnover" | "form";
  readonly turnover_per_entry?: number;
  /** What the prize is. */
  readonly nature?: string;
  /** What the operator qualifies, reserves or guarantees. */
  readonly qualifications?: string;
  readonly entries_close_ms?: number;
  readonly place?: string;
  readonly starts_ms?: number;
  readonly ends_ms?: number;
  readonly claiming?: string;
  /** Whether an entrant must be there in person at the draw. */
  readonly presence?: "" | "required" | "not-required";
  /** The ways in which a winner is told, by names of the rulebook, or `announcement` where presence is required. */
  readonly notification?: readonly string[];
  /** How the results are made public. */
  readonly publication?: string;
  readonly prizes?: readonly PrizeOffered[];
  readonly one_prize_each?: boolean;
  /** Further terms. */
  readonly more?: readonly string[];
}

/** The terms as they were from some time on. */
export interface Version {
  readonly number: number;
  readonly digest: string;
  /** Empty for a draft that was neither filed nor public before the next one: the journal has it. */
  readonly terms: Terms;
  readonly at_ms: number;
  /** The reference of the authority's approval, of an amendment. */
  readonly approval: string;
}

/** Something that keeps terms from being filed. */
export interface Problem {
  /** By the name the rulebook has for it: `manner`, `travel`, `tobacco`. */
  readonly item: string;
  readonly clause: string;
  /** As refusals say it: `terms_missing`, `terms_wrong`, `prohibited_prize` ... */
  readonly reason: string;
  /** The prize it is about. */
  readonly prize: string;
  /** What of it is missing or wrong: fields of the terms or of a prize's details. */
  readonly fields: readonly string[];
  /** Where the prohibited class is prescribed. */
  readonly source: string;
}

/** The full terms went to the authority. */
export interface Filing {
  readonly version: number;
  readonly digest: string;
  readonly reference: string;
  readonly declared: readonly string[];
  readonly role: string;
  readonly person: string;
  readonly at_ms: number;
}

/** A change that the authority has approved. */
export interface Approved {
  readonly reference: string;
  readonly digest: string;
  readonly person: string;
  readonly at_ms: number;
}

/** A person who takes part. */
export interface EntrantLine {
  readonly entrant: string;
  readonly name: string;
  readonly contact: string;
  readonly at_ms: number;
  readonly entries: number;
  readonly counted: number;
  readonly carried: number;
  readonly best: number;
  /** Where the person is seated now. */
  readonly terminals: readonly string[];
  /** The conditions of the terms in force that were not checked of the person. */
  readonly unchecked: readonly string[];
  /** Whether the person's entries count, by the terms in force. */
  readonly counts: boolean;
}

/** A person told a winner, or tried. */
export interface Attempt {
  readonly by: string;
  readonly details: string;
  readonly reached: boolean;
  readonly counts: boolean;
  readonly person: string;
  readonly at_ms: number;
  /** When it was put on record. */
  readonly noted_ms: number;
}

/** A prize that has a winner, and how far it has come. */
export interface WonLine {
  readonly prize: string;
  readonly words: string;
  readonly kind: string;
  readonly value: number;
  readonly cash_alternative: number;
  readonly entrant: string;
  readonly entry: number;
  readonly at_ms: number;
  /** What of it lies in the ledger, waiting to be paid. */
  readonly set_aside: number;
  /** Whether the winner chooses the form of payment, by the rulebook. */
  readonly choice: boolean;
  /** Zero if there is no such duty. */
  readonly notify_by_ms: number;
  /** Whether an attempt that counts was made. */
  readonly notice_met: boolean;
  readonly attempts: readonly Attempt[];
  readonly present: boolean | null;
  readonly paid_at_ms: number;
  readonly paid: Readonly<Record<string, number>>;
  readonly passed_over: readonly string[];
  readonly denied: string;
  /** Whether nothing is left to be done for it. */
  readonly settled: boolean;
  /** The case in which it was determined not to be the winner's. */
  readonly refused: string;
}

/** What a promotion waits for, by which clause, and until when. */
export interface Need {
  /** `complete`, `file`, `publish`, `start`, `validate`, `scrutineer`, `witness`, `draw`, `award`, `presence`, `notify`, `pay`, `determine` (a prize that is withheld), `draw-again`, `deny`, `inform` (a claimant of the reason), `decide` (a dispute), `results` or `close`. */
  readonly need: string;
  readonly clause: string;
  readonly prize: string;
  /** From when it can be done; zero = now. */
  readonly from_ms: number;
  /** Until when it must have been done; zero if no time is named. */
  readonly due_ms: number;
  /** The claim, the dispute, or what is withheld, by its name. */
  readonly which: string;
}

/** A promotion as the people who run it see it. */
export interface PromotionLine {
  readonly promotion: string;
  /** The table by whose rulebook it is offered; acts about it name it. */
  readonly table: string;
  readonly rulebook: string;
  readonly title: string;
  readonly stage: "draft" | "filed" | "running" | "called" | "drawn" | "closed" | "cancelled";
  readonly postponed: boolean;
  readonly postponed_why: string;
  /** Oldest first; the last is in force or will be. Terms of earlier drafts that were never public are left out. */
  readonly versions: readonly Version[];
  /** Why the newest version cannot be filed; empty where it can. */
  readonly problems: readonly Problem[];
  readonly filings: readonly Filing[];
  /** Whether the newest version is with the authority. */
  readonly filed: boolean;
  /** The first moment at which it may start; zero if it is not filed or has started. */
  readonly start_from_ms: number;
  readonly published: number;
  readonly address: string;
  readonly also_at: readonly string[];
  readonly announcements: readonly string[];
  readonly approved: readonly Approved[];
  readonly started_at_ms: number;
  readonly scrutineer_needed: boolean;
  readonly scrutineer: string;
  readonly witnessed_at_ms: number;
  readonly commitment: string;
  readonly process: string;
  /** Once it is revealed. */
  readonly secret: string;
  readonly entrants: readonly EntrantLine[];
  readonly entries: number;
  readonly called: readonly (readonly [string, number])[];
  readonly called_digest: string;
  readonly drawn_at_ms: number;
  readonly won: readonly WonLine[];
  readonly results_at_ms: number;
  readonly results_how: string;
  readonly needs: readonly Need[];
  /** What the house has given in it so far, in money. */
  readonly given: number;
  /** Whether the scrutineer watches what is drawn next. */
  readonly witnessing: boolean;
}

/** Something the rulebook wants the terms to say, with its clause. */
export interface Item {
  readonly item: string;
  readonly clause: string;
}

/** A detail that a kind of prize asks for. */
export interface AskedField {
  readonly field: string;
  /** Whether the answer is `yes` or `no`; otherwise it is text, and `none` is an answer. */
  readonly yes_no: boolean;
}

/** A kind of prize, and what the terms must tell of it besides. */
export interface PrizeKind {
  readonly kind: string;
  readonly monetary: boolean;
  /** Whether the winner may be offered cash instead. */
  readonly cash_alternative: boolean;
  readonly fields: readonly AskedField[];
  /** Of the fields. */
  readonly clause: string;
}

/** A class of things that no prize may be or include. */
export interface Prescribed {
  readonly item: string;
  readonly source: string;
  readonly at_ms: number;
  readonly person: string;
}

/** What a rulebook says of promotions, as far as a form needs it. */
export interface PromotionRules {
  /** Its id. */
  readonly rulebook: string;
  readonly title: string;
  /** Those that run under it. */
  readonly tables: readonly string[];
  /** What may be offered. */
  readonly kinds: readonly Item[];
  readonly items: readonly Item[];
  readonly prize_kinds: readonly PrizeKind[];
  /** What the person who files declares not to be in any prize. */
  readonly prohibited: readonly Item[];
  readonly prescribed: readonly Prescribed[];
  readonly notify_by: readonly Item[];
  readonly filed_clause: string;
  /** Zero if the terms have only to be filed before the start. */
  readonly filed_hours_before: number;
  /** The clause by which a change after the start needs the authority; empty where a new filing does. */
  readonly change_approved: string;
  /** The clause by which a prize other than money needs its note; empty where none does. */
  readonly non_monetary: string;
  readonly terms_available: string;
  /** The clause of postponing and cancelling; empty where the rulebook has none. */
  readonly integrity: string;
  readonly scrutineer_above: number | null;
  readonly payment_choice_above: number | null;
  readonly denied_record_above: number | null;
  /** Zero if there is no such duty. */
  readonly notify_within_hours: number;
  /** What a part of a prize may be said to be, beside what is prescribed. */
  readonly part_classes: readonly string[];
}

/** Every promotion on record, newest first, and what the rulebooks in use say of promotions. */
export interface PromotionDesk {
  readonly sequence: number;
  readonly promotions: readonly PromotionLine[];
  readonly rules: readonly PromotionRules[];
}

/** The view `promotions`: for those who supervise, run or inspect them; entrants' names only for those who need them. */
export interface PromotionsNews {
  readonly type: "promotions";
  readonly view: string;
  readonly seq: number;
  readonly prev: number;
  readonly now_ms: number;
  readonly content: PromotionDesk;
}

/** An act that waits for a second person, without its private texts. */
export interface WaitingAct {
  /** What it is confirmed by, over HTTP: `POST /api/confirmations/{confirmation}`. */
  readonly confirmation: string;
  readonly act: string;
  readonly first: string;
  readonly until_ms: number;
  readonly digest: string;
}

/** Acts that wait for a second person. */
export interface Waits {
  readonly acts: readonly WaitingAct[];
}

/** The view `waiting`. What waits is not on record: `seq` may be the same as `prev`. */
export interface WaitingNews {
  readonly type: "waiting";
  readonly view: string;
  readonly seq: number;
  readonly prev: number;
  readonly now_ms: number;
  readonly content: Waits;
}

/** What a terminal won in the last round that was settled. */
export interface Prize {
  readonly terminal: string;
  readonly won: number;
  readonly paid: number;
}

/** A prize that was won. */
export interface Hit {
  readonly terminal: string;
  readonly amount: number;
  readonly at_ms: number;
}

/** One level of a jackpot as the public may see it. */
export interface JackpotView {
  /** The jackpot. */
  readonly name: string;
  readonly title: string;
  /** What the winner gets. */
  readonly amount: number;
  readonly level: string;
  readonly level_title: string;
  /** The id of the rule that wins it: the same on every screen and in every decision. */
  readonly rule: string;
  readonly kind: "progressive" | "mystery";
  /** What wins it, in words. */
  readonly condition: string;
  /** The same as data; null for a mystery. */
  readonly trigger: Trigger | null;
  readonly low: number;
  /** Of a mystery, between which values it hits. */
  readonly high: number;
  /** What every pool of it begins with. */
  readonly base: number;
  /** What it never exceeds; zero means no limit. */
  readonly ceiling: number;
  /** Which pool of this level it is. */
  readonly cycle: number;
  /** Of a mystery, what binds the house to the value at which it hits. */
  readonly commitment: string;
  /** How often it was won. */
  readonly hits_count: number;
  /** What was won altogether. */
  readonly won: number;
  /** The last prizes, newest first; empty in the lobby, which is sent with every change. */
  readonly hits: readonly Hit[];
  /** Prizes that were won and are not paid yet, newest first. */
  readonly awards: readonly AwardShown[];
  /** Whether it is fed and can be won. */
  readonly playing: boolean;
  /** `fault`, `table-link`, `not-begun`, `next-round` or empty. */
  readonly why_not: string;
}

/** One line of the notice: a kind of wager, or one spot where the spots of a kind pay differently. */
export interface OddsLine {
  readonly wager: string;
  readonly odds: string;
  readonly clause: string;
}

/** What the public may see above a table. */
export interface DisplayView {
  readonly sequence: number;
  readonly table: TableView;
  readonly cloth_limits: Readonly<Record<string, Sign>>;
  /** What is announced, with the closing time where there is one. */
  readonly notices: Readonly<Record<string, number>>;
  /** What fell before, newest first, as far back as it is kept. */
  readonly past: readonly string[];
  /** The round the prizes are of; zero where the rulebook has no display of prizes. */
  readonly round_paid: number;
  /** The largest first. */
  readonly prizes: readonly Prize[];
  readonly jackpots: readonly JackpotView[];
  /** Whether the table is open for play. */
  readonly is_open: boolean;
  /** The notice of bets and odds that may be made now, where the rulebook wants one. */
  readonly odds: readonly OddsLine[];
  /** The last round that has ended, if it was void: the next may open in the same entry, so that no phase says it. */
  readonly void_round: number;
}

/** The view `display/T`: what the public may see above a table. */
export interface DisplayNews {
  readonly type: "display";
  readonly view: string;
  readonly seq: number;
  readonly prev: number;
  readonly now_ms: number;
  readonly content: DisplayView;
}

/** An outcome as it is shown far from its layout. */
export interface Fell {
  readonly outcome: string;
  /** `red`, `black` or `green` on a wheel of numbers; else nothing. */
  readonly colour: string;
}

/** A table as the public may see it. */
export interface LobbyTable {
  readonly table: string;
  readonly title: string;
  readonly game: string;
  readonly rulebook: string;
  readonly rulebook_title: string;
  readonly is_open: boolean;
  readonly round: number;
  readonly phase: string;
  readonly opened_at_ms: number;
  /** When the wagering period of the round is planned to end. */
  readonly closes_at_ms: number;
  /** What fell, newest first. */
  readonly outcomes: readonly Fell[];
  /** At its terminals. */
  readonly limits: readonly LimitView[];
  readonly cloth_limits: Readonly<Record<string, Sign>>;
  readonly terminals: number;
  /** Terminals in service with no money on them. */
  readonly free: number;
  /** When the table closes, if that is announced; else zero. */
  readonly shuts_at_ms: number;
  readonly jackpots: readonly JackpotView[];
}

/** The floor as the public may see it. */
export interface LobbyView {
  readonly site: string;
  readonly tables: readonly LobbyTable[];
}

/** The view `lobby`. */
export interface LobbyNews {
  readonly type: "lobby";
  readonly view: string;
  readonly seq: number;
  readonly prev: number;
  readonly now_ms: number;
  readonly content: LobbyView;
}

/** The view is not shown, or not any longer. */
export interface NotWatched {
  readonly type: "not_watched";
  readonly view: string;
  /** `no_such_view`, `not_for_you` or `fault`. */
  readonly reason: string;
  readonly words: string;
}

/** Something that followed. */
export interface Fact {
  /** The name of the event. */
  readonly type: string;
  /** The clause by which it followed. */
  readonly clause: string;
  /** Table, terminal, and the numbers that were given to what came of it. */
  readonly about: Readonly<Record<string, string | number>>;
}

/** It is on record. */
export interface ActDone {
  readonly type: "done";
  readonly n: number;
  /** The entry it is on record in. */
  readonly seq: number;
  readonly at_ms: number;
  readonly facts: readonly Fact[];
}

/** This number was answered before; an act that was confirmed by a second person comes back as this too. */
export interface ActKnown {
  readonly type: "known";
  readonly n: number;
  /** The entry it is on record in; zero if it is not on record. */
  readonly seq: number;
  /** Why it was refused, empty if it was granted; `stale` if the answer is no longer kept. */
  readonly reason: string;
  readonly clause: string;
}

/** No, with the reason and the clause that justifies it. */
export interface ActRefused {
  readonly type: "refused";
  readonly n: number;
  /** The floor's reason; or `malformed`, `no_such_act`, `must_wait`, `busy`. */
  readonly reason: string;
  readonly clause: string;
  /** A sentence for people. */
  readonly words: string;
  readonly details: Readonly<Record<string, string | number>>;
}

/** The act waits until a second person has confirmed it; nothing of it is done before. */
export interface NeedsSecond {
  readonly type: "needs_second";
  readonly n: number;
  /** What the second person confirms, over HTTP: `POST /api/confirmations/{confirmation}`. */
  readonly confirmation: string;
  readonly act: string;
  readonly until_ms: number;
  /** The hash over the act, which goes on record with the second person. */
  readonly digest: string;
}

/** The session ends. */
export interface ConsoleBye {
  readonly type: "bye";
  /** `protocol`, `malformed`, `too_long`, `too_fast`, `too_many`, `not_logged_in`, `logged_out`, `not_for_you`, `no_such_table` or `stopping`. */
  readonly reason: string;
  readonly words: string;
}

/** The session stands. The view follows, unless it is as it was seen. */
export interface DisplayWelcome {
  readonly type: "welcome";
  readonly table: string;
  readonly title: string;
  readonly site: string;
  readonly currency: string;
  readonly now_ms: number;
  /** Whether the view is as it was seen. */
  readonly same: boolean;
  /** null for a display of the whole floor. */
  readonly layout: LayoutView | null;
}

export type FromConsole =
  | ConsoleHello
  | Watch
  | Unwatch
  | ViewAgain
  | Act
  | Ping;

export type FromDisplay =
  | DisplayHello
  | DisplayAgain
  | DisplayShown
  | Ping;

export type ToConsole =
  | ConsoleWelcome
  | FloorNews
  | MeNews
  | DealerNews
  | SupervisionNews
  | InspectionNews
  | CasesNews
  | AlertsNews
  | CageNews
  | JackpotsNews
  | PromotionsNews
  | WaitingNews
  | DisplayNews
  | LobbyNews
  | NotWatched
  | ActDone
  | ActKnown
  | ActRefused
  | NeedsSecond
  | Spin
  | Pong
  | ConsoleBye;

export type ToDisplay =
  | DisplayWelcome
  | DisplayNews
  | LobbyNews
  | NotWatched
  | Spin
  | Pong
  | ConsoleBye;

export type ViewNews =
  | FloorNews
  | MeNews
  | DealerNews
  | SupervisionNews
  | InspectionNews
  | CasesNews
  | AlertsNews
  | CageNews
  | JackpotsNews
  | PromotionsNews
  | WaitingNews
  | DisplayNews
  | LobbyNews;
