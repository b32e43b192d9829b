// Written by tools/wire_types.py from src/openetg/wire/console.py. Change the messages there, not here.

import type {
  LayoutView,
  LimitView,
  Ping,
  Pong,
  Spin,
  TableView,
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
  /** `floor`, `lobby`, `me`, `cases`, `alerts`, `waiting`, `inspection`, or `dealer/T`, `supervision/T`, `display/T` of a table T. */
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
  /** What shows that it may hang there, where nobody is logged in. */
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
}

/** The floor: one tile a table. */
export interface FloorTiles {
  /** The gaming day. */
  readonly day: string;
  readonly tables: readonly Tile[];
}

/** The view `floor`. */
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
}

/** The limits of one kind of wager at a table; absent ones do not bind. */
export interface Sign {
  readonly min: number | null;
  readonly max: number | null;
  readonly step: number | null;
  readonly multiples: boolean;
}

/** What is shown at a table. */
export interface Notice {
  readonly at_ms: number;
  /** The closing time on the sign; zero where it is not about one. */
  readonly closes_at_ms: number;
  readonly role: string;
  readonly person: string;
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
}

/** The view `dealer/T`: for everybody with a role at the table. */
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
  /** Whether somebody has tried to establish the wagers and could not. */
  readonly failed: boolean;
  /** The error messages that the terminal has shown in it. */
  readonly codes: readonly string[];
}

/** Something kept back or demanded back until an investigation has ended: the case of it. */
export interface Holding {
  /** The terminal, the paper or the payment by hand. */
  readonly what: string;
  readonly case: string;
  readonly clause: string;
  /** Who was told, in the step that withheld it. */
  readonly official: string;
  readonly duty: "notice" | "notice_and_review";
  readonly why: string;
  /** What the official found. */
  readonly reviews: readonly string[];
  /** `pay` or `refuse`, once it is. */
  readonly determined: string;
}

/** A rule somebody broke, as it was recorded. */
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

/** Somebody was told to leave. */
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

/** From when a rulebook is in force. */
export interface Effect {
  readonly day: string;
  readonly from_ms: number;
}

/** An approval in writing. */
export interface Approval {
  readonly reference: string;
  readonly by: string;
  readonly at_ms: number;
  /** The serial numbers or versions it names. */
  readonly covers: readonly string[];
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

/** An official who was told. */
export interface Told {
  readonly official: string;
  readonly about: string;
  readonly at_ms: number;
  readonly person: string;
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
  /** When and how the claimant was told; nothing as long as that is to be done. */
  readonly informed: Said | null;
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
  /** When its cause ended; nothing while it lasts. */
  readonly ended_at_ms: number | null;
  readonly clause: string;
  /** The entry of the journal that raised it. */
  readonly entry: number;
  readonly acknowledged: Acknowledgement | null;
}

/** The alerts somebody may see. */
export interface AlertsView {
  readonly sequence: number;
  /** Those nobody has acknowledged, newest first. */
  readonly open: readonly AlertLine[];
  /** The last ones somebody has, newest first; those whose cause lasts are all there. */
  readonly acknowledged: readonly AlertLine[];
}

/** The view `alerts`: what calls for somebody's attention at the places where a person works. */
export interface AlertsNews {
  readonly type: "alerts";
  readonly view: string;
  readonly seq: number;
  readonly prev: number;
  readonly now_ms: number;
  readonly content: AlertsView;
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

/** A jackpot as everybody may see it. */
export interface JackpotView {
  readonly name: string;
  readonly title: string;
  readonly amount: number;
}

/** One line of the notice: a kind of wager, or one spot where the spots of a kind pay differently. */
export interface OddsLine {
  readonly wager: string;
  readonly odds: string;
  readonly clause: string;
}

/** What everybody may see above a table. */
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

/** The view `display/T`: what everybody may see above a table. */
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

/** A table as whoever walks by may see it. */
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

/** The floor as everybody may see it. */
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
  /** Nothing for a display of the whole floor. */
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
  | WaitingNews
  | DisplayNews
  | LobbyNews
  | NotWatched
  | ActDone
  | ActKnown
  | ActRefused
  | NeedsSecond
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
  | WaitingNews
  | DisplayNews
  | LobbyNews;
