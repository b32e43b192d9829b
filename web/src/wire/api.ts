// Written by tools/api_types.py from the handlers in src/openetg/server/api. Change their types, not this.

import type {
  LayoutView,
  LimitView,
  TableView,
  TerminalJackpots,
} from "./messages";

import type {
  AlertsView,
  Breach,
  CageView,
  Case,
  Claim,
  DealerView,
  Direction,
  DisplayView,
  Dispute,
  Equipment,
  Fact,
  Holding,
  InspectorView,
  Item,
  JackpotDesk,
  JackpotRules,
  JackpotView,
  Notice,
  PromotionDesk,
  Sign,
  Signal,
  SupervisorView,
  TerminalLine,
  Terms,
  Ticket,
  Visit,
} from "./console";

/** Every account of the ledger, in cents; together they are zero. */
export interface AccountsView {
  readonly sequence: number;
  readonly accounts: Readonly<Record<string, number>>;
}

/** What may be kept back at a table, and who is told. */
export interface WithholdingRule {
  readonly what: readonly string[];
  readonly duty: string;
  readonly official: string;
  readonly clause: string;
}

/** How what comes from a table is paid; a clause is empty where its rulebook does not speak of it. */
export interface PaymentRules {
  readonly rulebook: string;
  /** The clause on papers. */
  readonly papers: string;
  readonly at_once: string;
  readonly delay: string;
  readonly identification: string;
  readonly other_form: string;
  /** What may be paid in another form than asked for. */
  readonly other_form_of: readonly string[];
  readonly by_hand: string;
  /** The clause on chips of value; empty where there are none. */
  readonly chips: string;
  readonly withholding: readonly WithholdingRule[];
}

/** Where the cage is, and by which rules it pays. */
export interface CageRules {
  readonly site: string;
  readonly currency: string;
  readonly time_zone: string;
  /** For how long new papers are paid; zero is without end. */
  readonly ticket_days: number;
  /** Above this sum a second person has to confirm a payment. */
  readonly second_above: number;
  readonly second_within_ms: number;
  /** Whether cash is paid only out of a drawer of the person who pays. */
  readonly drawers_required: boolean;
  /** The table each terminal stands at. */
  readonly terminals: Readonly<Record<string, string>>;
  readonly tables: Readonly<Record<string, PaymentRules>>;
}

/** Papers that stand alike. */
export interface UnredeemedSum {
  readonly kind: string;
  /** `payable`, `held`, `delayed`, `identify` (a document is asked for) or `expired`. */
  readonly standing: string;
  readonly count: number;
  readonly amount: number;
}

/** What is still to be paid on papers. */
export interface UnredeemedView {
  readonly sequence: number;
  readonly now_ms: number;
  readonly count: number;
  readonly amount: number;
  /** The account of papers in the ledger: the same, or something is wrong. */
  readonly ledger: number;
  readonly sums: readonly UnredeemedSum[];
  /** How many fit what was asked for. */
  readonly found: number;
  readonly found_amount: number;
  /** Of those, the newest. */
  readonly papers: readonly Ticket[];
}

/** Cases at tables one may supervise. */
export interface CasesView {
  readonly sequence: number;
  readonly cases: readonly Case[];
}

/** What one terminal or player has in a round. */
export interface LaidView {
  readonly who: string;
  readonly cloth: boolean;
  readonly wagers: Readonly<Record<string, number>>;
  readonly staked: number;
  /** What it was paid; null if it was not settled. */
  readonly returned: number | null;
  /** The case that holds its wagers back; empty if none does. */
  readonly held: string;
  readonly demanded: number;
  readonly varied: number;
}

/** A round as it is on record. */
export interface RoundSeen {
  readonly number: number;
  readonly phase: string;
  readonly outcome: string;
  readonly registered: string;
  readonly corrections: readonly string[];
  readonly cause: string;
  readonly clause: string;
  readonly opened_at_ms: number;
  readonly closes_at_ms: number;
  readonly laid: readonly LaidView[];
}

/** A form an act may take, and what it would move in all. */
export interface TryView {
  readonly fields: Readonly<Record<string, unknown>>;
  /** What it rests on, the first above all. */
  readonly clauses: readonly string[];
  /** What all players together get. */
  readonly to_players: number;
  /** What is taken off players who have it. */
  readonly from_players: number;
  /** What is asked back of players who no longer have it. */
  readonly demanded: number;
  /** What the house has more; below zero if less. */
  readonly house: number;
  /** How many terminals or players it touches. */
  readonly players: number;
  /** Whether a second person would have to confirm it. */
  readonly second: boolean;
}

/** An account as it stands, and as it would. */
export interface AccountChange {
  readonly account: string;
  readonly before: number;
  readonly after: number;
}

/** An act that the rules allow now. */
export interface WayView {
  readonly way: "establish" | "establish_some" | "not_established" | "void_wagers" | "void_some_wagers" | "close_case" | "vary" | "let_in" | "let_out" | "correct" | "enter" | "void_round" | "invalidate" | "forfeit" | "no_spin" | "system_fault" | "device_fault" | "withhold" | "withhold_due" | "pay" | "pay_by_hand" | "refuse" | "recover" | "give_up" | "review_holding" | "decide" | "ask_review" | "review" | "advise" | "settle_dispute" | "end_dispute" | "exclude" | "recommend" | "refuse_wagers" | "limit" | "lift" | "vacate" | "refused_to_vacate";
  readonly sentence: string;
  readonly act: string;
  readonly fields: Readonly<Record<string, unknown>>;
  /** Words still to be said. */
  readonly says: readonly string[];
  /** Fields the person fills in as they find right; a form shows with one value that it can be done. */
  readonly free: readonly string[];
  /** Whether the requester may do it. */
  readonly mine: boolean;
  /** Where they may not: the roles that may, each with the people who hold it. */
  readonly others: Readonly<Record<string, readonly string[]>>;
  readonly tries: readonly TryView[];
  /** What would follow in words, of the first form. */
  readonly lines: readonly string[];
  /** Every account the first form would touch. */
  readonly changes: readonly AccountChange[];
}

/** An entry about a terminal and a round. */
export interface InquiryEntry {
  readonly sequence: number;
  readonly at_ms: number;
  readonly sender: string;
  /** What was asked or reported, in words. */
  readonly what: string;
  /** What followed, or the reasoned no. */
  readonly followed: readonly string[];
  readonly clauses: readonly string[];
  /** Whether a device, a line or the terminal itself reported something; else a person, a wager or the floor acted. */
  readonly is_signal: boolean;
  readonly is_refused: boolean;
  /** What it put on the meter of the terminal; below zero if it took. */
  readonly moved: number;
}

/** When the terminal's own record was last read and held against the journal, and what it came to. */
export interface ReadBefore {
  readonly sequence: number;
  readonly at_ms: number;
  readonly person: string;
  readonly lines: number;
  readonly differs: number;
  readonly digest: string;
}

/** What was found. */
export interface AboutIt {
  readonly noted: readonly InquiryEntry[];
  /** How many entries about it came after the last one told. */
  readonly left_out: number;
  /** The last entry that was looked at. */
  readonly looked_until: number;
  /** The last reading of the terminal's own record; null if it was not read since. */
  readonly record: ReadBefore | null;
}

/** A case with all that is on record about it. */
export interface InquiryView {
  readonly sequence: number;
  readonly case: Case;
  readonly table: string;
  readonly rulebook: string;
  /** Wagers in doubt. */
  readonly held: number;
  /** Another case of the terminal that has to be decided before this one; empty if none. */
  readonly first: string;
  readonly terminal: TerminalLine;
  readonly round: RoundSeen | null;
  readonly signals: readonly Signal[];
  readonly ways: readonly WayView[];
  readonly round_ways: readonly WayView[];
  readonly journal: AboutIt | null;
}

/** The newest signed statement of what the journal holds. */
export interface CheckpointView {
  /** How many entries it covers; zero if nothing was signed yet. */
  readonly size: number;
  /** The signed note as it stands in its file. */
  readonly note: string;
  /** The line of text that names the key it is checked with. */
  readonly public_key: string;
}

/** A clause that a person can be in breach of. */
export interface Ground {
  readonly clause: string;
  /** Whether a measure may follow. */
  readonly enables: boolean;
  /** Whether it rests on a reading alone. */
  readonly unprinted: boolean;
  /** What the breach may have consisted in, where the rulebook says. */
  readonly kinds: readonly string[];
  /** How many the breach takes, the offender among them; zero where others need not be named. */
  readonly persons_min: number;
}

/** What may follow a breach. */
export interface MeasureLine {
  readonly measure: string;
  readonly clause: string;
  /** After how many instances. */
  readonly after: number;
}

/** The levels of a dispute under a rulebook. */
export interface DisputeRules {
  readonly decide_clause: string;
  /** How it is reviewed; empty where the first decision is the last. */
  readonly review: string;
  readonly review_clause: string;
  /** The clause by which the reviewer is another person; empty where that is not asked. */
  readonly differs_clause: string;
  readonly final_role: string;
  readonly final_clause: string;
  /** Whom the person is told of; empty if none. */
  readonly official: string;
  readonly advice_clause: string;
}

/** A terminal or player, as far as their conduct goes. */
export interface PersonLine {
  readonly who: string;
  readonly is_terminal: boolean;
  /** The player known behind the terminal; empty if none is. */
  readonly player: string;
  /** Rounds in a row without a wager, as the rulebook counts them. */
  readonly idle: number;
  /** Whether they may be told to leave for it. */
  readonly flagged: boolean;
  /** Measures in force, each with its clause. */
  readonly locks: Readonly<Record<string, string>>;
  readonly breaches: number;
  /** `told` to leave, or `refused` to; empty if not. */
  readonly directed: string;
}

/** Conduct at a table: what the rulebook knows, who is there, what is on record. */
export interface TableConduct {
  readonly table: string;
  readonly rulebook: string;
  readonly grounds: readonly Ground[];
  readonly measures: readonly MeasureLine[];
  /** Where a person may be who is told to leave, each with its clause. */
  readonly positions: Readonly<Record<string, string>>;
  /** After how many rounds; zero where they are not counted. */
  readonly idle_rounds: number;
  readonly idle_clause: string;
  readonly disputes: DisputeRules;
  /** What may be offered as a prize; empty if the rulebook knows no promotions. */
  readonly claim_kinds: readonly string[];
  readonly people: readonly PersonLine[];
}

/** Something that was done about a breach. */
export interface MeasureOnRecord {
  readonly measure: string;
  readonly who: string;
  readonly breach: string;
  readonly role: string;
  readonly person: string;
  readonly why: string;
  readonly at_ms: number;
}

/** Breaches, measures, directions, disputes and denied claims at the tables one may supervise. */
export interface ConductView {
  readonly sequence: number;
  readonly tables: readonly TableConduct[];
  readonly breaches: readonly Breach[];
  readonly measures: readonly MeasureOnRecord[];
  readonly directions: readonly Direction[];
  readonly disputes: readonly Dispute[];
  readonly claims: readonly Claim[];
}

/** A terminal or player, their breaches and measures, and what may be done about them. */
export interface PersonView {
  readonly sequence: number;
  readonly table: string;
  readonly person: PersonLine;
  readonly breaches: readonly Breach[];
  readonly measures: readonly MeasureOnRecord[];
  readonly ways: readonly WayView[];
}

/** A field of an act, in words: amounts as money, what is made of parts with all of them. */
export interface FieldSaid {
  readonly name: string;
  /** Empty if the field only says that something is so. */
  readonly words: string;
}

/** An act that waits, with what it would do: no person confirms an act without having seen it. */
export interface ToSecond {
  readonly confirmation: string;
  readonly act: string;
  readonly first: string;
  readonly until_ms: number;
  readonly digest: string;
  readonly fields: Readonly<Record<string, unknown>>;
  /** Whether the requester may be the second person. */
  readonly may_confirm: boolean;
  /** Whether the second person confirms it at a console of their own, and not by a password typed at the first's. */
  readonly own_console: boolean;
  /** What would follow, in words; or the refusal it would get by now. */
  readonly lines: readonly string[];
  /** Every account it would touch. */
  readonly changes: readonly AccountChange[];
  /** Every account the floor itself would touch right behind it. */
  readonly follows: readonly AccountChange[];
  /** What is asked, field by field; private texts for those alone who may read them. */
  readonly said: readonly FieldSaid[];
}

/** Everything that waits for a second person. */
export interface Waits {
  readonly waiting: readonly ToSecond[];
}

/** How a silent or misprinted clause is applied. */
export interface ReadingLine {
  readonly printed: string;
  readonly applied: string;
  readonly why: string;
}

/** A key of the rulebook that rests on a clause. */
export interface CitedLine {
  readonly key: string;
  readonly says: string;
}

/** A clause: what it says, what the software does about it, and what shows that it does. */
export interface ClauseLine {
  readonly id: string;
  readonly kind: string;
  readonly says: string;
  readonly system: string;
  readonly evidence: string;
  readonly see: readonly string[];
  /** `proved` by a test that drives the floor; `held as data` where all its tests only read the rulebook; `not for software`; `open`; `unknown` where the tests are not on this machine. */
  readonly standing: string;
  /** Why no software can prove it; empty if it can. */
  readonly reason: string;
  /** Every test that carries it. */
  readonly tests: readonly string[];
  /** Those of them that drive the floor and so prove it. */
  readonly driving: readonly string[];
  /** Whether one of these names the clause in what it expects, beside its mark. */
  readonly is_named: boolean;
  readonly readings: readonly ReadingLine[];
  /** Values, policies and powers of the rulebook that cite it. */
  readonly rests: readonly CitedLine[];
}

/** A rulebook of the floor, clause by clause. */
export interface BookLine {
  readonly rulebook: string;
  readonly title: string;
  /** The hash it was adopted by. */
  readonly version: string;
  readonly tables: readonly string[];
  /** Whether the register of exactly these rules is on this machine. */
  readonly has_words: boolean;
  readonly clauses: readonly ClauseLine[];
}

/** Per rulebook, clause by clause, the tests that carry it. */
export interface ConformanceView {
  readonly build: string;
  /** Whether the tests are on this machine; where they are not, nothing is said of them. */
  readonly has_tests: boolean;
  /** How many tests carry a clause. */
  readonly tests: number;
  readonly rulebooks: readonly BookLine[];
}

/** One table in a report, money in cents. */
export interface TableFigures {
  readonly table: string;
  readonly rulebook: string;
  readonly phase: string;
  /** Settled, since the tally began. */
  readonly rounds: number;
  readonly turnover: number;
  readonly paid: number;
  /** What the house has won, all time, corrections included. */
  readonly hold: number;
  readonly terminals: number;
}

/** What each table has turned over, counted by the follower. */
export interface CountersView {
  readonly sequence: number;
  /** Counted from the entry after this one. */
  readonly counted_from: number;
  /** Up to this one; the hold is of now. */
  readonly counted_to: number;
  readonly tables: readonly TableFigures[];
}

/** A display, and where its page is. */
export interface DisplayLink {
  /** The table it hangs above; empty for one of the whole floor. */
  readonly table: string;
  /** `numbers`, `sign`, `lobby` or `jackpots`. */
  readonly show: string;
  /** Below the address of this floor. */
  readonly href: string;
}

/** Every display the person may hang up. */
export interface DisplayLinks {
  readonly displays: readonly DisplayLink[];
}

/** A dispute, its levels and what may become of it. */
export interface DisputeView {
  readonly sequence: number;
  readonly dispute: Dispute;
  readonly stage: string;
  readonly rules: DisputeRules;
  readonly round: RoundSeen | null;
  readonly ways: readonly WayView[];
}

/** A document that is or was attached to a rulebook, and how it stands. */
export interface AttachedView {
  readonly name: string;
  readonly media: string;
  readonly sha256: string;
  readonly size: number;
  readonly day: string;
  readonly last_day: string;
  /** In cents. */
  readonly price: number;
  readonly attached_at_ms: number;
  readonly withdrawn_at_ms: number;
  /** `in_force` is what patrons get; otherwise `replaced` by a later one, `later`, `over` or `withdrawn`. */
  readonly standing: "in_force" | "replaced" | "later" | "over" | "withdrawn";
  /** Whether its bytes are missing on this machine, or were changed. */
  readonly lacking: boolean;
}

/** A rulebook of the floor, and what was attached to it. */
export interface RulebookDocuments {
  readonly id: string;
  /** The hash under which it was adopted, as `attach-rules` names it. */
  readonly rulebook: string;
  readonly title: string;
  readonly tables: readonly string[];
  /** The clause by which a copy is shown or given. */
  readonly clause: string;
  /** The clause that speaks of buying a copy; empty where none does. */
  readonly sale: string;
  /** Newest first. */
  readonly documents: readonly AttachedView[];
}

/** Every rulebook that a table is run by, with its documents. */
export interface DocumentsOnRecord {
  readonly sequence: number;
  /** No document may have more bytes. */
  readonly largest: number;
  readonly rulebooks: readonly RulebookDocuments[];
}

/** Money that went from one account to another. */
export interface Move {
  readonly source: string;
  readonly destination: string;
  readonly amount: number;
}

/** Something that followed from what was asked. */
export interface Followed {
  readonly event: string;
  readonly words: string;
  readonly clauses: readonly string[];
  readonly moves: readonly Move[];
}

/** Why nothing followed. */
export interface RefusedOrder {
  readonly reason: string;
  readonly clause: string;
  readonly words: string;
}

/** An entry of the journal, in words. */
export interface Line {
  readonly sequence: number;
  readonly at_ms: number;
  readonly sender: string;
  /** Who acted, by the number of the staff; empty where a device or a player did. */
  readonly person: string;
  readonly role: string;
  readonly command: string;
  readonly asked: string;
  readonly followed: readonly Followed[];
  readonly refused: RefusedOrder | null;
  /** The table by whose rulebook its clauses are to be read; empty where it concerns none. */
  readonly table: string;
}

/** An entry: order and verdict as they stand in the journal, private texts sealed, and the same in words. */
export interface StoredEntry {
  readonly sequence: number;
  readonly at_ms: number;
  readonly order: Readonly<Record<string, unknown>>;
  readonly verdict: Readonly<Record<string, unknown>>;
  readonly line: Line;
  readonly head: number;
}

/** What is in use, by table and part. */
export interface EquipmentView {
  readonly sequence: number;
  readonly equipment: Readonly<Record<string, Readonly<Record<string, Equipment>>>>;
}

/** How a device is reached; never its address, nor its key. */
export interface KnownLine {
  /** By the name its key has: `device-A`, `acceptor-M1`, `kiosk-K1`, `monitoring`. */
  readonly device: string;
  /** The table it belongs to; empty for one of the whole site. */
  readonly table: string;
  /** `keyed`: a seal on every message; `trusted`: none, every message on the cable is believed; or `simulated`. */
  readonly how: "keyed" | "trusted" | "simulated";
  /** Whether it is reached over a network, rather than by a cable of this machine. */
  readonly network: boolean;
}

/** The lines the person may know of, as they were when the floor started. */
export interface DeviceLinesView {
  readonly lines: readonly KnownLine[];
}

/** A gaming day that the journal holds. */
export interface Day {
  readonly day: string;
  readonly from_ms: number;
  /** When the next began; zero while it runs. */
  readonly until_ms: number;
  readonly after: number;
  readonly until: number;
}

/** The days, oldest first. */
export interface DaysListed {
  readonly type: "DaysListed";
  readonly days: readonly Day[];
}

/** One entry: its bytes as stored, and its way to the root. */
export interface Proven {
  readonly sequence: number;
  readonly stored: string;
  readonly path: readonly string[];
}

/** That the tree of one size begins with the tree of a smaller one. */
export interface Growth {
  readonly old: number;
  readonly new: number;
  readonly path: readonly string[];
}

/** A proof as it stands in a file. */
export interface Bundle {
  readonly format: string;
  readonly table: string;
  readonly round: number;
  readonly terminal: string;
  /** The signed note under whose root the entries stand. */
  readonly checkpoint: string;
  /** The public key of the journal, as the maker of the bundle knows it; empty if unknown. Proves nothing. */
  readonly key: string;
  readonly entries: readonly Proven[];
  readonly growth: readonly Growth[];
}

/** One second factor. */
export interface Factor {
  /** What it is called on record. */
  readonly mark: string;
  readonly kind: string;
  readonly label: string;
  readonly made_ms: number;
  readonly used_ms: number;
  /** Whether it can be shown at the name of the floor that was asked. */
  readonly here: boolean;
}

/** The second factors of the requester. */
export interface FactorsView {
  /** Whether this floor asks this person for one. */
  readonly needed: boolean;
  readonly factors: readonly Factor[];
  readonly recovery_left: number;
  /** Whether a browser can make a passkey here: at a name, not at an address. */
  readonly passkeys: boolean;
}

/** A terminal on the first page. */
export interface TerminalShown {
  readonly terminal: string;
  /** The way in, on a demonstration floor. */
  readonly href?: string;
}

/** A seat at the cloth on the first page. */
export interface SeatShown {
  readonly seat: string;
  readonly href?: string;
}

/** A table on the first page: what is played there, and how it stands. */
export interface TableShown {
  readonly table: string;
  readonly title: string;
  readonly rulebook: string;
  readonly kind: string;
  readonly game: string;
  readonly open: boolean;
  /** Zero where there is none. */
  readonly round: number;
  readonly phase: string;
  readonly terminals: readonly TerminalShown[];
  readonly seats: readonly SeatShown[];
}

/** A member of staff of the floor. */
export interface PersonShown {
  readonly person: string;
  readonly name: string;
  /** Per rulebook. */
  readonly roles: Readonly<Record<string, readonly string[]>>;
  readonly duties: readonly string[];
  /** The word to come in by, on a demonstration floor. */
  readonly password?: string;
}

/** The tables, terminals and people of a floor, for its first page. */
export interface FloorShown {
  readonly site: string;
  readonly tables: readonly TableShown[];
  readonly staff?: readonly PersonShown[];
}

/** How the floor is. */
export interface Standing {
  /** `running`, `ready`, or why it is not: `starting`, `stopping`, `stopped`, `silent`, `behind`. */
  readonly floor: string;
  /** The last entry on record. */
  readonly sequence: number;
  readonly why: string;
}

/** Something withheld and what may become of it. */
export interface HoldingView {
  readonly sequence: number;
  readonly holding: Holding;
  readonly table: string;
  readonly amount: number;
  readonly ways: readonly WayView[];
}

/** Something that waits for a person's decision. */
export interface QueueLine {
  /** `round`, `case`, `holding`, `dispute` or `claim`. */
  readonly kind: string;
  /** What it is called: the number of the case or dispute, the terminal or paper withheld. */
  readonly name: string;
  readonly table: string;
  /** The terminal or player; empty if it is about all. */
  readonly who: string;
  readonly round: number;
  /** Since when; zero if that is not kept. */
  readonly since_ms: number;
  /** Lower is graver. */
  readonly gravity: number;
  /** What is in doubt: wagers that lie, money withheld or demanded. */
  readonly money: number;
  readonly clause: string;
  /** Why, in the word of the floor. */
  readonly ground: string;
  /** How far it has come. */
  readonly stage: string;
}

/** What waits for a decision, the gravest and oldest first, and what ended of late. */
export interface QueueView {
  readonly sequence: number;
  readonly waiting: readonly QueueLine[];
  readonly ended: readonly QueueLine[];
}

/** Who is logged in, and with which numbers to send commands. */
export interface Me {
  readonly person: string;
  /** Per rulebook. */
  readonly roles: Readonly<Record<string, readonly string[]>>;
  readonly duties: readonly string[];
  /** The first part of every `Idempotency-Key` of this login. */
  readonly boot: number;
  /** The last number this login has used. */
  readonly last: number;
  /** When the login ends at the latest. */
  readonly until_ms: number;
  /** Whether nothing is open before a second factor is enrolled. */
  readonly owes_factor: boolean;
}

/** Notices by table and kind, and signals of the floor. */
export interface NoticesView {
  readonly sequence: number;
  readonly notices: Readonly<Record<string, Readonly<Record<string, Notice>>>>;
  readonly signals: readonly Signal[];
}

/** One duty to an official: what it is about, whom, by which clause, and how far it has come. */
export interface Due {
  /** To be told: `closing`, `told`, `withheld`, `straight_only`, `promotion_postponed`, `promotion_cancelled`; to be given: `file_promotion`; reviewed: `review_withheld`, `review_dispute`. */
  readonly duty: string;
  readonly table: string;
  readonly rulebook: string;
  readonly official: string;
  /** What the rulebook calls the official. */
  readonly title: string;
  /** The terminal, paper, players, dispute or promotion, or else what was said; empty for the whole table. */
  readonly about: string;
  readonly clause: string;
  readonly since_ms: number;
  /** Until when the official must have been told; zero where the clause names no time. */
  readonly deadline_ms: number;
  /** The number of the notice, once it was given. */
  readonly notice: string;
  /** When the official was told; zero as long as that is to be done. */
  readonly told_ms: number;
  readonly told_role: string;
  /** Who told; empty if the floor did by itself, in the step it is about. */
  readonly told_by: string;
  readonly noted_ms: number;
  readonly noted_role: string;
  readonly noted_by: string;
  /** What the official said of it. */
  readonly words: string;
  /** What the official was told besides. */
  readonly said: string;
}

/** Everything due to officials at the tables one may look at. */
export interface DuesView {
  readonly sequence: number;
  readonly now_ms: number;
  /** How many have still to be told, noted or reviewed. */
  readonly waiting: number;
  /** How many should have been told by now. */
  readonly overdue: number;
  readonly dues: readonly Due[];
}

/** Something that may fall. */
export interface OutcomeRow {
  readonly name: string;
  readonly count: number;
  readonly expected: number;
  /** From the expectation, in standard deviations. */
  readonly deviation: number;
}

/** Counts held against expectation. */
export interface ChiSquare {
  readonly statistic: number;
  /** Of freedom; zero where there is too little to test. */
  readonly degrees: number;
  /** How often chance alone differs at least as much; one where there is too little to test. */
  readonly p: number;
  /** How many cells were put together because they are expected too seldom. */
  readonly pooled: number;
}

/** Outcomes looked at in one way: as such, by place on the wheel, by total or by face of the dice. */
export interface Aspect {
  /** `outcome`, `segment`, `total` or `face`. */
  readonly name: string;
  /** Whether the rows stand in the order of a wheel. */
  readonly is_ring: boolean;
  readonly rows: readonly OutcomeRow[];
  readonly test: ChiSquare;
}

/** One test and what it found. */
export interface Trial {
  /** `chi_square`, `most`, `least`, `sector`, `repeats`. */
  readonly name: string;
  readonly aspect: string;
  /** The outcome or sector it is about; empty for all of them. */
  readonly about: string;
  readonly found: number;
  readonly expected: number;
  /** Corrected for how many were looked at. */
  readonly p: number;
}

/** The outcomes of one dealer, one direction of the rotor, or one device. */
export interface OutcomePart {
  readonly name: string;
  readonly count: number;
  readonly test: ChiSquare;
  /** Corrected for how many parts there are. */
  readonly p: number;
  /** What fell most above its expectation. */
  readonly most: string;
  readonly most_count: number;
  readonly most_expected: number;
}

/** The report. */
export interface Outcomes {
  readonly table: string;
  readonly game: string;
  readonly after: number;
  readonly until: number;
  readonly first_ms: number;
  readonly last_ms: number;
  readonly count: number;
  readonly void: number;
  readonly ignored: number;
  readonly corrected: number;
  readonly aspects: readonly Aspect[];
  /** Places side by side on the wheel, named by the one in the middle. */
  readonly sectors: readonly OutcomeRow[];
  /** How many places one sector has. */
  readonly sector: number;
  /** How often an outcome was the same as the one before it. */
  readonly repeats: OutcomeRow;
  /** The longest run of one outcome. */
  readonly longest: number;
  readonly longest_of: string;
  readonly trials: readonly Trial[];
  readonly by_dealer: readonly OutcomePart[];
  readonly by_rotor: readonly OutcomePart[];
  readonly by_device: readonly OutcomePart[];
  /** The smallest of all, which decides whether it is flagged. */
  readonly least_p: number;
  readonly flagged: boolean;
}

/** A power under a rulebook. */
export interface PowerLine {
  readonly power: string;
  readonly clause: string;
  readonly roles: readonly string[];
}

/** Who may do what, by rulebook. */
export interface PowersView {
  readonly rulebooks: Readonly<Record<string, readonly PowerLine[]>>;
}

/** A version of published terms; each stays readable. */
export interface VersionLine {
  readonly number: number;
  readonly digest: string;
  readonly at_ms: number;
  /** The reference of the authority's approval, where the promotion had started. */
  readonly approval: string;
}

/** A prize and who has won it: by number, never by name. */
export interface Result {
  readonly prize: string;
  readonly words: string;
  readonly kind: string;
  readonly value: number;
  readonly entrant: string;
  readonly at_ms: number;
}

/** A promotion as the public may read it: the terms in force, or one of their earlier versions, and the results. */
export interface PublicPromotion {
  readonly promotion: string;
  /** Its id. */
  readonly rulebook: string;
  readonly rulebook_title: string;
  readonly tables: readonly string[];
  readonly stage: "draft" | "filed" | "running" | "called" | "drawn" | "closed" | "cancelled";
  readonly postponed: boolean;
  /** Where the terms are: `promotions/NAME`; marketing refers to it. */
  readonly address: string;
  readonly also_at: readonly string[];
  /** Of the terms below. */
  readonly version: number;
  readonly digest: string;
  /** The version that counts now. */
  readonly in_force: number;
  readonly terms: Terms;
  readonly versions: readonly VersionLine[];
  /** What the terms have to say, in the order of the rulebook, with clauses. */
  readonly items: readonly Item[];
  readonly filed_at_ms: number;
  readonly filed_reference: string;
  readonly started_at_ms: number;
  readonly announcements: readonly string[];
  /** What binds the house to the secret of the draw, from before the start of it. */
  readonly commitment: string;
  readonly process: string;
  readonly drawn_at_ms: number;
  /** How many entries there were in the draw; zero before it. */
  readonly entries: number;
  /** Once they are public. */
  readonly results: readonly Result[];
  readonly results_at_ms: number;
  readonly results_how: string;
  /** The official to whom one may turn after a dispute about the terms, in the rulebook's words. */
  readonly complaint_to: string;
  readonly complaint_law: string;
  readonly complaint_clause: string;
}

/** A prize that was drawn: for whom, by which entry, counted from nought over all entries in their order. */
export interface DrawnPrize {
  readonly prize: string;
  readonly entrant: string;
  readonly entry: number;
}

/** A draw that was held, whole: a reader of this can do it over. Before its results are public, what binds the house and nothing else of it. */
export interface DrawView {
  readonly promotion: string;
  /** The random process, by name and version; see the reference of draws. */
  readonly process: string;
  /** On record before the first entry: the SHA-256 of `process`, `committed_for` and `secret`, a line each. */
  readonly commitment: string;
  readonly committed_for: string;
  readonly secret: string;
  /** What the stream of numbers is made for: the commitment's purpose and the digest of the entries. */
  readonly drawn_for: string;
  /** Each entrant by number, in the order of registration, with so many entries. */
  readonly entries: readonly (readonly [string, number])[];
  /** The SHA-256 of the entries as JSON without blanks. */
  readonly entries_digest: string;
  readonly one_prize_each: boolean;
  /** In the order in which they were drawn; a prize that was drawn again is there again, and the last one counts. */
  readonly draws: readonly DrawnPrize[];
  readonly drawn_at_ms: number;
}

/** Something in a round. */
export interface Happened {
  readonly sequence: number;
  readonly at_ms: number;
  /** The terminal or player; empty if it is about the round as a whole. */
  readonly who: string;
  readonly what: string;
  /** What it put on the meter or into the hand of the one it is about; below zero if it took. */
  readonly moved: number;
}

/** What one spot of a settled round paid. */
export interface SpotPay {
  readonly who: string;
  readonly cloth: boolean;
  readonly spot: string;
  readonly amount: number;
  readonly returned: number;
  readonly clauses: readonly string[];
}

/** One round, as far as the journal tells of it. */
export interface Story {
  readonly table: string;
  readonly number: number;
  readonly rulebook: string;
  readonly game: string;
  readonly phase: string;
  readonly outcome: string;
  readonly cause: string;
  readonly clause: string;
  readonly opened_at_ms: number;
  readonly ended_at_ms: number;
  readonly happened: readonly Happened[];
  readonly pays: readonly SpotPay[];
  /** Per terminal that took part, its meter before its first step and after its last. */
  readonly meters: Readonly<Record<string, readonly [number, number]>>;
}

/** The rounds, oldest first. */
export interface Recalled {
  readonly type: "Recalled";
  readonly rounds: readonly Story[];
}

/** A kind of report the person may see. */
export interface KindLine {
  readonly kind: string;
  readonly title: string;
  readonly about: string;
}

/** Where a report is made: its head, and in which time zone hours are told. */
export interface Setting {
  readonly site: string;
  readonly currency: string;
  readonly time_zone: string;
}

/** What the person may ask for. */
export interface ReportsView {
  readonly sequence: number;
  readonly kinds: readonly KindLine[];
  /** The gaming days there are, oldest first. */
  readonly days: readonly Day[];
  readonly tables: readonly string[];
  readonly terminals: readonly string[];
  /** Whose hours and acts may be asked for. */
  readonly people: readonly string[];
  /** Whether it is their own work alone. */
  readonly own: boolean;
  readonly setting: Setting;
}

/** How far the report has come that the person waits for. */
export interface ProgressView {
  readonly running: boolean;
  readonly sequence: number;
  readonly of_sequence: number;
}

/** One column of every row. */
export interface Column {
  readonly name: string;
  readonly title: string;
  readonly kind: "text" | "money" | "count" | "time" | "percent" | "clause";
}

/** Two that must agree, computed in different ways. */
export interface Check {
  readonly title: string;
  readonly holds: boolean;
  readonly words: string;
  /** The first entry at which it does not hold; zero if it does, or where no single one is to blame. */
  readonly entry: number;
}

/** One row of figures of a chart. */
export interface Series {
  readonly title: string;
  readonly values: readonly (number | null)[];
  readonly kind: "text" | "money" | "count" | "time" | "percent" | "clause";
}

/** Figures to be drawn. */
export interface Chart {
  readonly kind: "bars" | "line";
  readonly title: string;
  readonly labels: readonly string[];
  readonly series: readonly Series[];
}

/** One table of a report, with its totals, checks and charts. */
export interface Section {
  readonly title: string;
  readonly columns: readonly Column[];
  readonly rows: readonly (readonly (string | number | null)[])[];
  readonly totals: readonly (string | number | null)[] | null;
  readonly checks: readonly Check[];
  readonly charts: readonly Chart[];
  readonly note: string;
}

/** A fold of the journal for people, and what it can be held against the journal by. */
export interface Report {
  readonly kind: string;
  readonly title: string;
  readonly setting: Setting;
  readonly about: readonly string[];
  /** The name of the journal. */
  readonly journal: string;
  readonly from_ms: number;
  readonly until_ms: number;
  /** The span begins with the entry after this one. */
  readonly after: number;
  /** And ends with this one. */
  readonly until: number;
  /** The hash of the chain after the group that holds the last entry of the span. */
  readonly hash: string;
  /** The last entry of that group. */
  readonly hash_at: number;
  readonly sections: readonly Section[];
}

/** Something that happened in a step. */
export interface FrameSaid {
  readonly event: string;
  readonly words: string;
  readonly clauses: readonly string[];
}

/** A step of a round: one entry of the journal. */
export interface Frame {
  readonly sequence: number;
  readonly at_ms: number;
  /** Where the round stands after it. */
  readonly phase: string;
  readonly outcome: string;
  readonly said: readonly FrameSaid[];
  /** The terminals and players it is about. */
  readonly who: readonly string[];
  /** Of those whose wagers it has changed, everything that lies there now. */
  readonly terminals: Readonly<Record<string, Readonly<Record<string, number>>>>;
  readonly cloth: Readonly<Record<string, Readonly<Record<string, number>>>>;
}

/** What the round brought a terminal or player. */
export interface RoundResult {
  readonly who: string;
  readonly cloth: boolean;
  readonly staked: number;
  readonly won: number;
  readonly returned: number;
}

/** A round from the opening to its last correction. */
export interface Playback {
  readonly table: string;
  readonly number: number;
  readonly rulebook: string;
  readonly game: string;
  readonly phase: string;
  readonly outcome: string;
  readonly cause: string;
  readonly clause: string;
  readonly opened_at_ms: number;
  readonly ended_at_ms: number;
  /** The entry in which it opened. */
  readonly opened: number;
  /** The last entry that was looked at. */
  readonly head: number;
  /** Outcomes that were recorded before the one that counts. */
  readonly corrections: readonly string[];
  readonly frames: readonly Frame[];
  /** What each spot paid, once it is settled. */
  readonly pays: readonly SpotPay[];
  readonly results: readonly RoundResult[];
}

/** The instrument itself, as the site has attached it. */
export interface RulesDocumentView {
  readonly name: string;
  /** `text/plain` or `application/pdf`. */
  readonly media: string;
  readonly sha256: string;
  readonly size: number;
  /** The first day on which it is in force. */
  readonly day: string;
  /** The last one; empty is without end. */
  readonly last_day: string;
  /** What a copy costs its buyer, in cents; zero where none is sold. */
  readonly price: number;
}

/** Which rules a table is run by. */
export interface RulesView {
  /** The hash of the rulebook, as rounds name it. */
  readonly rulebook: string;
  readonly id: string;
  readonly title: string;
  readonly jurisdiction: string;
  readonly casino: string;
  readonly authority: string;
  /** The day printed on it. */
  readonly signed: string;
  /** How the day is found from which it is in force. */
  readonly commencement: string;
  /** The day entered by the operator. */
  readonly in_force_from: string;
  /** The clause by which anyone may ask for a copy. */
  readonly clause: string;
  /** The instrument itself, which counts; null if the site has attached none. */
  readonly document: RulesDocumentView | null;
}

/** Wagers of one kind that pay alike. */
export interface WagerLine {
  readonly kind: string;
  /** Their names, in the order of the layout. */
  readonly wagers: readonly string[];
  readonly titles: readonly string[];
  /** As printed, and as they are settled by. */
  readonly odds: string;
  readonly clause: string;
  /** The clause that gives the odds; empty where each piece pays by its own spot. */
  readonly odds_clause: string;
  /** How many pieces one of them costs. */
  readonly units: number;
  /** Where they are taken: `terminal`, `cloth`. */
  readonly channels: readonly string[];
}

/** A game under the rulebook, with everything that may be wagered on. */
export interface GameRules {
  readonly game: string;
  readonly title: string;
  /** The closed list of wagers. */
  readonly clause: string;
  /** Whether it is the one played at the table. */
  readonly is_here: boolean;
  readonly wagers: readonly WagerLine[];
}

/** A clause in our own words. */
export interface ClauseView {
  readonly id: string;
  /** What it is about. */
  readonly kind: string;
  readonly says: string;
  /** Clauses to read with it. */
  readonly see: readonly string[];
}

/** How a silent or misprinted clause is applied, and why. */
export interface ReadingView {
  readonly clause: string;
  readonly printed: string;
  readonly applied: string;
  readonly why: string;
}

/** A copy of the rules for the public. */
export interface RulesCopy {
  readonly table: string;
  readonly rules: RulesView;
  readonly games: readonly GameRules[];
  /** The limits in force on terminals. */
  readonly limits: readonly LimitView[];
  /** The limits in force on the cloth, where the table has one. */
  readonly cloth_limits: readonly LimitView[];
  /** How long the wagering period is planned to last; zero where a person ends it. */
  readonly period_ms: number;
  /** Whether the clauses can be shown: the register that says them must belong to exactly these rules. */
  readonly has_words: boolean;
  readonly clauses: readonly ClauseView[];
  readonly readings: readonly ReadingView[];
  /** Per terminal with limits of its own, those in force there. */
  readonly own_limits: Readonly<Record<string, readonly LimitView[]>>;
}

/** One login. */
export interface SessionView {
  /** What it is ended by. */
  readonly session: string;
  readonly person: string;
  readonly desk: number;
  readonly at_ms: number;
  readonly until_ms: number;
  /** When its browser was heard last. */
  readonly seen_ms: number;
  readonly address: string;
  /** The second factor that was shown; empty if none. */
  readonly factor: string;
  /** Whether it is the one that asks. */
  readonly own: boolean;
}

/** Logins, the newest first. */
export interface SessionsView {
  readonly sessions: readonly SessionView[];
}

/** What is public before logging in. */
export interface SiteView {
  readonly site: string;
  /** Whether this is the demonstration floor: everything is open, and nothing is real. */
  readonly demonstration: boolean;
  /** In which times are told here. */
  readonly time_zone: string;
  /** Whether this floor rehearses: it is run like any other, and nothing on it is real money. */
  readonly rehearsal: boolean;
}

/** A part of the software. */
export interface PartLine {
  /** Over its lines as `etg floor signature --files` prints them. */
  readonly digest: string;
  readonly files: number;
}

/** The software as it is on the disk now, and as it is on record. */
export interface SoftwareView {
  /** One digest over every file, read now. */
  readonly software: string;
  readonly build: string;
  readonly python: string;
  readonly parts: Readonly<Record<string, PartLine>>;
  /** The digest the writer put on record when it started; empty if it was not read. */
  readonly on_record: string;
  readonly build_on_record: string;
  /** When the floor last read its own software, file by file. */
  readonly checked_at_ms: number;
  readonly read_at_ms: number;
}

/** A member of staff. */
export interface StaffLine {
  readonly person: string;
  readonly full_name: string;
  readonly roles: Readonly<Record<string, readonly string[]>>;
  readonly duties: readonly string[];
  readonly released: boolean;
  readonly has_password: boolean;
  readonly failures: number;
  readonly locked_until_ms: number;
  readonly logins: number;
  /** Who else may know how to come in as this person, until a person vouches for it. */
  readonly hands: readonly string[];
}

/** All staff, and which terminals have keys. */
export interface StaffView {
  readonly sequence: number;
  readonly staff: readonly StaffLine[];
  readonly paired: readonly string[];
  readonly unpaired: readonly string[];
  /** Above this sum payments and rulings take two people. */
  readonly second_above: number;
}

/** A table in the list. */
export interface TableLine {
  readonly title: string;
  readonly rulebook: string;
  readonly dealer: string;
  readonly is_open: boolean;
  readonly terminals: number;
  readonly view: TableView;
}

/** The floor as all staff may see it. */
export interface FloorView {
  readonly sequence: number;
  readonly site: string;
  readonly currency: string;
  /** The gaming day. */
  readonly day: string;
  readonly now_ms: number;
  readonly tables: readonly TableLine[];
  /** Per rulebook of the floor, every role it knows. */
  readonly duties: Readonly<Record<string, readonly string[]>>;
}

/** The limits of a table: in force, and to come. */
export interface LimitsView {
  readonly sequence: number;
  readonly terminal: Readonly<Record<string, Sign>>;
  readonly cloth: Readonly<Record<string, Sign>>;
  readonly next_terminal: Readonly<Record<string, Sign>> | null;
  readonly next_cloth: Readonly<Record<string, Sign>> | null;
  /** Those that wait for a notice. */
  readonly unannounced: Readonly<Record<string, Readonly<Record<string, Sign>>>>;
  /** Per terminal, those set for it alone. */
  readonly own: Readonly<Record<string, Readonly<Record<string, Sign>>>>;
  readonly next_own: Readonly<Record<string, Readonly<Record<string, Sign>>>> | null;
}

/** Chips as they were laid, one act at a time: what is above a common maximum is cut off latest first. */
export type Laid = readonly [player: string, wager: string, amount: number];

/** What a round brought one player at the cloth. */
export type ClothResult = readonly [player: string, staked: number, won: number, returned: number, rode: number];

/** What a round brought one terminal. */
export type Settled = readonly [terminal: string, staked: number, won: number, returned: number];

/** One cycle from 'place your bets' to settled or void. */
export interface Round {
  readonly number: number;
  readonly spin: string;
  readonly launch_at_ms: number;
  readonly closes_at_ms: number;
  readonly rulebook: string;
  readonly opened_at_ms: number;
  readonly phase: "OPEN" | "FINISHING" | "CLOSED" | "HELD" | "SETTLED" | "VOID";
  /** Whether the device has said that it moves. */
  readonly launched: boolean;
  /** Whether the dealer has said so. */
  readonly spun: boolean;
  /** When 'finish betting' was shown. */
  readonly warned_at_ms: number | null;
  readonly closed_by: "timer" | "sensor" | "announcement" | "dealer" | null;
  /** What the device read and no person has confirmed yet. */
  readonly registered: string | null;
  /** Whether the device has read a number in any spin of it, even if it did not count. */
  readonly was_read: boolean;
  readonly outcome: string | null;
  /** Why it is void or held. */
  readonly cause: string;
  readonly clause: string;
  /** The cause that the signals show, for which the spin cannot stand. */
  readonly shown: string;
  /** Whether it is held with a void as the only way out. */
  readonly only_void: boolean;
  /** What it is held for besides `clause`. */
  readonly also: readonly string[];
  /** Whether 'no more bets' was announced. */
  readonly announced: boolean;
  /** The terminals that have not acknowledged the announcement; null until that is on record. */
  readonly unshown: readonly string[] | null;
  /** Spins called off after an announcement of which nothing is on record yet that terminals have said. */
  readonly unreported: readonly string[];
  /** Whether it is held because its device went wrong. */
  readonly by_device: boolean;
  readonly spins: number;
  /** Whether a person must reset the terminals after a no spin. */
  readonly needs_reset: boolean;
  /** Spins of this round that do not count, with any outcome. */
  readonly dead_spins: readonly string[];
  /** Where the dealer has put the marker; without one, what the dealer has announced. */
  readonly dolly: string | null;
  /** Whether the outcome is a person's word, without a reading of the device. */
  readonly entered: boolean;
  /** What a person keyed that is not what is on record, until it is put right. */
  readonly keyed: string;
  /** What the device read once the round was held, or after a person had entered an outcome. */
  readonly late: readonly string[];
  /** Whether a person has decided what counts, with the late readings in view. */
  readonly upheld: boolean;
  /** Whether the losing wagers were taken off the cloth. */
  readonly collected: boolean;
  /** Per terminal and spot. */
  readonly wagers: Readonly<Record<string, Readonly<Record<string, number>>>>;
  /** Per player and wager on the cloth, as it stood at the close once the round has ended. */
  readonly cloth: Readonly<Record<string, Readonly<Record<string, number>>>>;
  /** The cloth's wagers of this round in the order in which they were laid; what rode was there before. */
  readonly laid: readonly Laid[];
  /** Outside spots of the cloth that were paid before the rest. */
  readonly paid_spots: readonly string[];
  /** Per player and wager on the cloth, how much of it was settled. */
  readonly counted: Readonly<Record<string, Readonly<Record<string, number>>>>;
  /** Per player, what the cloth has brought, once it was paid. */
  readonly cloth_results: Readonly<Record<string, ClothResult>>;
  /** Per terminal, what each of its last steps added to or took off its spots. */
  readonly steps: Readonly<Record<string, readonly (Readonly<Record<string, number>>)[]>>;
  /** Per terminal, what it was paid, once it was. */
  readonly results: Readonly<Record<string, Settled>>;
  /** The terminals whose wagers are not settled with the others, each with its case. */
  readonly held: Readonly<Record<string, string>>;
  /** The terminals that take no more wagers in this round, each with the clause. */
  readonly barred: Readonly<Record<string, string>>;
  /** The outcomes that were recorded before the one that counts. */
  readonly corrections: readonly string[];
  /** Per terminal or player, what corrections of this round could not take back. */
  readonly demanded: Readonly<Record<string, number>>;
  /** Per terminal, what it got beyond strict settlement. */
  readonly varied: Readonly<Record<string, number>>;
  /** Per error message, the terminals that have shown it in this round. */
  readonly messages: Readonly<Record<string, readonly string[]>>;
}

/** The rounds of a table that can still be put right, newest first; older ones are recalled from the journal. */
export interface RoundsView {
  readonly sequence: number;
  readonly rounds: readonly Round[];
}

/** A round and what may become of it. */
export interface RemediesView {
  readonly sequence: number;
  readonly table: string;
  readonly rulebook: string;
  readonly round: RoundSeen;
  /** The rounds that can still be put right, newest first. */
  readonly rounds: readonly number[];
  readonly ways: readonly WayView[];
}

/** What a terminal has in the round of a table. */
export interface StandingAt {
  readonly table: string;
  readonly round: number;
  readonly phase: string;
  readonly wagers: Readonly<Record<string, number>>;
  /** The case for which it is not settled with the others. */
  readonly held: string;
}

/** Something a terminal may not do for now. */
export interface LockLine {
  readonly name: string;
  readonly reason: string;
  readonly clause: string;
  /** Which of `wager`, `collect` and `fund`. */
  readonly stops: readonly string[];
  /** The act that ends it; empty where it ends by itself, with what it came with. */
  readonly ended_by: string;
}

/** How far play at a terminal may go, and how far it has gone; a bound of zero does not bind. */
export interface BoundsNow {
  readonly loss_max: number;
  /** What this stay has lost so far; below zero it has won. */
  readonly lost: number;
  /** When this stay has lasted as long as it may. */
  readonly ends_at_ms: number;
  /** When it began; zero while no player is here. */
  readonly begun_at_ms: number;
  /** Whether the player has set a bound. */
  readonly is_own: boolean;
}

/** What staff have shown to a player, and when. */
export interface MessageShown {
  readonly message: "limits" | "no-more-bets" | "below-minimum" | "closing" | "collect-credits" | "vacate" | "attendant-coming" | "see-attendant" | "show-identification" | "malfunction-inquiry" | "rules-on-request";
  readonly at_ms: number;
}

/** One terminal. */
export interface TerminalView {
  readonly sequence: number;
  readonly line: TerminalLine;
  /** The table it stands at. */
  readonly table: string;
  /** At every table it plays at. */
  readonly rounds: readonly StandingAt[];
  readonly locks: readonly LockLine[];
  /** Whether it goes out of service as soon as nothing of it is unsettled. */
  readonly closes: boolean;
  /** A notice that this terminal closes. */
  readonly sign: Notice | null;
  readonly bounds: BoundsNow | null;
  /** Whether its line is lost, as far as is on record. */
  readonly is_offline: boolean;
  readonly devices_offline: readonly string[];
  readonly stacker: string;
  readonly printer: string;
  readonly is_printing: boolean;
  /** What is on its way to paper. */
  readonly printing: number | null;
  /** The note its acceptor holds. */
  readonly escrow: number | null;
  /** Whether a person has to say what became of it. */
  readonly escrow_lost: boolean;
  readonly is_paired: boolean;
  readonly paired_by: string;
  readonly paired_at_ms: number;
  /** What the player has called staff for: `fault`, `attendant`, `payout`. */
  readonly calls: readonly string[];
  /** The message that staff last showed to the player. */
  readonly told: MessageShown | null;
  /** The last direction to leave the place. */
  readonly direction: Direction | null;
  readonly visit: Visit | null;
  /** When the player pressed the control that reports a fault. */
  readonly reports_ms: readonly number[];
  /** What it has to do with jackpots. */
  readonly jackpots: TerminalJackpots | null;
}

/** Lines, newest first. */
export interface Timeline {
  readonly lines: readonly Line[];
  /** What to ask for as `before` to go on; zero if there is nothing further. */
  readonly before: number;
  /** The last entry of the journal at the time of asking. */
  readonly head: number;
}

/** Where money was born, ended, or stands. */
export interface Point {
  /** How it was born: `note`, `won`, `transfer`, `cash`, `contributed` to a jackpot, `given` by the house, `other`, `earlier`. How it ended: `lost`, `paid`, `other`. Else `stands`. */
  readonly kind: string;
  readonly amount: number;
  readonly words: string;
  readonly account: string;
  /** The entry; zero for what is there now. */
  readonly sequence: number;
  readonly at_ms: number;
  readonly table: string;
  readonly round: number;
  readonly clause: string;
}

/** A movement, and how much of the money that is followed went through it. */
export interface MoneyStep {
  readonly sequence: number;
  readonly at_ms: number;
  readonly event: string;
  readonly source: string;
  readonly destination: string;
  /** Of the money that is followed. */
  readonly amount: number;
  /** In all. */
  readonly moved: number;
  readonly words: string;
  readonly table: string;
  readonly round: number;
  readonly clause: string;
}

/** Everything an entry moved, followed both ways. */
export interface Trace {
  readonly sequence: number;
  /** The paper it was asked by; empty where it was an entry. */
  readonly paper: string;
  readonly at_ms: number;
  readonly amount: number;
  readonly words: string;
  readonly convention: string;
  /** Together as much as the amount. */
  readonly origins: readonly Point[];
  /** From there to here, oldest first. */
  readonly before: readonly MoneyStep[];
  /** What the entry itself moved. */
  readonly here: readonly MoneyStep[];
  /** What became of it, oldest first. */
  readonly after: readonly MoneyStep[];
  /** Together as much as the amount. */
  readonly ends: readonly Point[];
  /** What rounds paid in which some of this money was wagered: not the same cents, but what they brought. */
  readonly wins: readonly Point[];
  /** The entry after which the journal was read. */
  readonly since: number;
  readonly head: number;
  /** Accounts of papers as people call them, by terminal and serial number: `M1 7`; as far as the floor knows them. */
  readonly papers: Readonly<Record<string, string>>;
}

/** What was looked at, so that a reader does not take a short look for a long one. */
export interface Looked {
  /** Entries up to this one are archived and were not looked at. */
  readonly began_after: number;
  readonly groups: number;
  /** Groups whose MAC is by a key of the floor, or which a person has adopted. */
  readonly authenticated: number;
  /** Entries up to this one have no MAC that counts: a person has adopted them. */
  readonly adopted_until: number;
  /** The root of the tree over all entries; empty where the nodes over archived ones are missing. */
  readonly root: string;
  /** Entries that were decided again, with the same answer. */
  readonly decided: number;
  /** Entries written by another logic, or put aside because a decision broke, and only folded. */
  readonly folded: number;
  /** Checkpoints that agree with the journal. */
  readonly checkpoints: number;
  /** Those among them whose root could not be compared, since early volumes are archived and no tree covers them. */
  readonly roots_unknown: number;
  /** Those among them whose state hash was compared. */
  readonly states: number;
  /** Checkpoints whose signature could not be checked, for want of a key. */
  readonly unsigned: number;
  /** Per public key, how many checkpoints it has signed. */
  readonly signed_by: Readonly<Record<string, number>>;
  /** Opening snapshots of volumes that are the floor at that place. */
  readonly snapshots: number;
  /** Those of a build that remembers the floor in another shape, and could not be compared. */
  readonly snapshots_unknown: number;
}

/** What was found, and what was looked at. */
export interface Verified {
  readonly type: "Verified";
  readonly intact: boolean;
  readonly finding: string;
  readonly words: string;
  readonly looked: Looked;
}

/** A second person has confirmed it, and it is on record. */
export interface Confirmed {
  readonly sequence: number;
  readonly at_ms: number;
  readonly facts: readonly Fact[];
  readonly repeated: boolean;
  /** The second person's half of a code that was made by two, to be told only to the person it is for. */
  readonly part: string;
}

/** How much of a document is here. */
export interface DocumentHere {
  readonly sha256: string;
  readonly whole: boolean;
  /** What it is, once it is whole: `text/plain` or `application/pdf`. */
  readonly media: string;
}

/** A passkey to be made: what the browser needs. */
export interface ToEnrol {
  readonly step: string;
  readonly options: Readonly<Record<"publicKey", Readonly<Record<string, unknown>>>>;
}

/** Recovery codes, each good once; shown once. */
export interface Sheet {
  readonly codes: readonly string[];
}

/** A code is made by two people, and waits for the second one. */
export interface HalfOfCode {
  readonly confirmation: string;
  readonly act: string;
  readonly first: string;
  readonly until_ms: number;
  readonly digest: string;
  readonly fields: Readonly<Record<string, unknown>>;
  /** The half of the requester; the second person gets the other, and the two together are the code. */
  readonly part: string;
}

/** A code generator to be set up: shown once. */
export interface ToShow {
  readonly step: string;
  readonly secret: string;
  readonly address: string;
  /** The address as a square of dark (1) and light (0), row by row. */
  readonly picture: readonly string[];
}

/** A figure: as a fraction, and as people read it. */
export interface Exact {
  /** `185/36`; empty where it would be too long to read, or there is no such figure. */
  readonly exact: string;
  /** Half of the last digit goes away from zero; empty where there is no such figure. */
  readonly decimal: string;
}

/** What is to be expected of one level in the long run. Amounts are in the currency, shares are of the turnover. */
export interface LevelFigures {
  readonly level: string;
  readonly title: string;
  /** What of the turnover goes into the pool. */
  readonly rate: Exact;
  /** What of it goes into the hidden reserve. */
  readonly reserve_rate: Exact;
  /** What one round of every table brings the pool. */
  readonly per_round: Exact;
  /** Hits in one round of every table, in the mean: above one where several tables hit in turn. */
  readonly chance: Exact;
  /** Rounds between two hits: one in so many. */
  readonly odds: Exact;
  readonly turnover_per_hit: Exact;
  /** Hits in a million of turnover. */
  readonly hits_per_million: Exact;
  /** At the hit, of a pool that began with its seed. */
  readonly mean_value: Exact;
  /** What a pool leaves for the next: beyond the value that hit, or beyond the ceiling. Of a mystery without a seed nothing is told where one settlement may bring more than its lowest value. */
  readonly carried_over: Exact;
  /** What reserve and house add to begin again, after what was carried over. */
  readonly seed_per_hit: Exact;
  readonly returned_by_turnover: Exact;
  readonly returned_by_reserve: Exact;
  readonly returned_by_house: Exact;
  /** All three: what the level adds to the return to player. Nothing is told where a flag says why. */
  readonly returned: Exact;
  /** What of the turnover the house gives for it, its seeds and an unused reserve included. */
  readonly costs: Exact;
  /** By name: see `FLAGS`. */
  readonly flags: readonly string[];
}

/** What is to be expected of a jackpot. */
export interface JackpotFigures {
  readonly levels: readonly LevelFigures[];
  readonly turnover_per_round: Exact;
  /** By all levels together. */
  readonly returned: Exact;
  readonly costs: Exact;
  /** The flags that were raised, each in words. */
  readonly flags: Readonly<Record<string, string>>;
  /** In words, where it costs more than the house wins; empty where it does not. A warning, no refusal. */
  readonly too_dear: string;
}

/** What a browser needs, as WebAuthn says it. */
export interface PasskeyOptions {
  readonly options: Readonly<Record<"publicKey", Readonly<Record<string, unknown>>>>;
}

/** The refusal it would get. */
export interface RefusedAct {
  readonly reason: string;
  readonly clause: string;
  readonly words: string;
  readonly details: Readonly<Record<string, string | number>>;
}

/** What would follow now. */
export interface PreviewView {
  /** The entry this was worked out after. */
  readonly sequence: number;
  readonly refused: RefusedAct | null;
  /** Whether a second person would have to confirm it. */
  readonly second: boolean;
  readonly facts: readonly Fact[];
  /** The same in words, each with its clauses. */
  readonly lines: readonly string[];
  /** Every account it would touch. */
  readonly changes: readonly AccountChange[];
  /** Every account the floor itself would touch right behind it. */
  readonly follows: readonly AccountChange[];
  /** What is asked, field by field. */
  readonly said: readonly FieldSaid[];
}

/** Something that was found, and where a console shows it: area, name and part of the address. */
export interface Found {
  readonly kind: string;
  readonly name: string;
  readonly title: string;
  readonly about: string;
  readonly area: string;
  readonly part: string;
  readonly table: string;
  readonly at_ms: number;
  readonly clause: string;
}

/** What was found, best first. */
export interface FoundView {
  readonly sequence: number;
  readonly found: readonly Found[];
}

/** What a terminal has to sign: `openetg terminal`, a line feed, and this. */
export interface Challenge {
  readonly challenge: string;
}

/** The key is on record. */
export interface Paired {
  readonly terminal: string;
  readonly sequence: number;
}

/** A code to be typed at one terminal. */
export interface PairingCode {
  readonly terminal: string;
  readonly code: string;
  readonly until_ms: number;
}

/** What the terminal says as its key in the hello of its socket. */
export interface Pass {
  readonly key: string;
  readonly until_ms: number;
}

/** A line of the terminal, or an entry that only the journal has, and the verdict on it. */
export interface Judged {
  /** The number of the line; zero if the terminal has none. */
  readonly k: number;
  /** The entry; zero if there is none. */
  readonly sequence: number;
  /** By the terminal's clock, or by the floor's where only the journal has it. */
  readonly at_ms: number;
  readonly what: string;
  readonly verdict: "agrees" | "differs" | "only_terminal" | "only_journal" | "unverifiable";
  /** The reason of a verdict; empty if it agrees. */
  readonly words: string;
  /** The line as the terminal told it. */
  readonly line: string;
}

/** A terminal's record held against the journal. */
export interface Comparison {
  readonly terminal: string;
  /** Entries from this one on were asked for; those that the journal alone has are told from the first the record speaks of. */
  readonly since: number;
  readonly until: number;
  readonly lines: number;
  /** SHA-256 over all lines as they were told. */
  readonly digest: string;
  readonly chain: "intact" | "broken" | "unchained" | "nothing";
  /** The numbers of lines that do not follow from the one before. */
  readonly broken_at: readonly number[];
  /** How many lines and entries by verdict. */
  readonly counts: Readonly<Record<string, number>>;
  readonly judged: readonly Judged[];
}

/** What a terminal kept, as far as it told, beside what the journal has. */
export interface TerminalRecordView {
  readonly terminal: string;
  readonly told: "complete" | "partly" | "nothing_kept" | "silent" | "not_connected" | "under_way";
  readonly ask: number;
  /** The entry in which it is on record that this was read; zero if there was nothing to read. */
  readonly sequence: number;
  readonly compared: Comparison | null;
}

/** A paper that was presented. */
export interface TicketView {
  readonly sequence: number;
  readonly paper: Ticket;
}

/** Who confirms: the person logged in, or a second person who types name and password at the same console. */
export interface Confirm {
  readonly person?: string;
  readonly password?: string;
  /** Of their second factor, where they have one. */
  readonly code?: string;
  /** In place of name and password: what the answer to the password named, where it asked for the second factor. */
  readonly step?: string;
  /** What a passkey of theirs has signed. */
  readonly signed?: Readonly<Record<string, unknown>> | null;
}

/** Some bytes of a document, in order. */
export interface DocumentPiece {
  /** The hash of the whole document, in small hexadecimal digits: what it is called from now on. */
  readonly sha256: string;
  /** How many bytes the whole has. */
  readonly size: number;
  /** How many bytes came before; zero begins anew. */
  readonly offset: number;
  /** The bytes, in base 64. */
  readonly data: string;
}

/** The passkey a browser has made. */
export interface MadePasskey {
  readonly step: string;
  readonly made: Readonly<Record<string, unknown>>;
  readonly label?: string;
}

/** The person logged in, proved once more; the password may be left out for five minutes after logging in. */
export interface Owner {
  readonly password?: string;
}

/** Which factor is to be removed. */
export interface Removal {
  readonly password?: string;
  readonly mark?: string;
}

/** Whom it is about. */
export interface ForPerson {
  readonly person: string;
}

/** The first code of a new generator: it works. */
export interface FirstCode {
  readonly step: string;
  readonly code: string;
  readonly label?: string;
}

/** How a table is played: every round the same. */
export interface Play {
  /** What all its terminals together wager in a round. */
  readonly turnover: number;
  /** What the terminal that may win a progressive lays in every round, by names of wagers: `straight:17`. */
  readonly wagers?: Readonly<Record<string, number>>;
}

/** A jackpot to be, and how its tables are played. */
export interface AskFigures {
  readonly rules: JackpotRules;
  /** Per table. */
  readonly plays: Readonly<Record<string, Play>>;
}

/** Who wants to come in. */
export interface LogIn {
  readonly person: string;
  readonly password: string;
  /** Of a second factor, for programs; a page shows it in a step of its own. */
  readonly code?: string;
}

/** The second factor of the person who has shown the password. */
export interface ShowFactor {
  /** What the answer to the password named. */
  readonly step: string;
  /** Of a code generator, or from the sheet of recovery codes. */
  readonly code?: string;
  /** What a passkey has signed, as the browser gives it. */
  readonly signed?: Readonly<Record<string, unknown>> | null;
}

/** Which login. */
export interface OfStep {
  readonly step: string;
}

/** Another password for the person logged in, who shows the old one, and the second factor where there is one. */
export interface ChangePassword {
  readonly new: string;
  /** Left out with a step. */
  readonly old?: string;
  /** What the answer to the old password named, where it asked for the second factor. */
  readonly step?: string;
  readonly code?: string;
  readonly signed?: Readonly<Record<string, unknown>> | null;
}

/** A password chosen with a one-time code. */
export interface SetUpPassword {
  readonly person: string;
  readonly code: string;
  readonly password: string;
}

/** What is looked for. */
export interface AskSearch {
  readonly words: string;
  readonly most?: number;
}

/** Which login is to end: one by its name, or all of a person but the one that asks. */
export interface EndSession {
  readonly session?: string;
  readonly person?: string;
}

/** Which terminal. */
export interface ForTerminal {
  readonly terminal: string;
}

/** A terminal that has a code. */
export interface Pair {
  readonly terminal: string;
  readonly code: string;
  /** Its public key: P-256, SPKI, base64. */
  readonly key: string;
}

/** A challenge, signed. */
export interface Signed {
  readonly terminal: string;
  readonly challenge: string;
  /** ECDSA with SHA-256, the two halves one after the other, base64, as WebCrypto gives it. */
  readonly signature: string;
}

/** From which entry of the journal on. */
export interface AskTerminal {
  readonly since?: number;
}

/** A number as it is printed. */
export interface FindTicket {
  readonly number: string;
}

/** What each address takes and answers. */
export interface Addresses {
  /** The requester of an act takes it back before it was confirmed. */
  readonly "DELETE /api/confirmations/{name}": {
    readonly at: { readonly name: string | number };
    readonly answer: Readonly<Record<string, boolean>>;
  };
  /** The ledger; for those who may read the records. */
  readonly "GET /api/accounts": {
    readonly answer: AccountsView;
  };
  /** Alerts at the places where one works: open ones, and the last that were acknowledged. */
  readonly "GET /api/alerts": {
    readonly answer: AlertsView;
  };
  /** Papers, payments by hand, what is withheld, and the drawers; for those who pay them. */
  readonly "GET /api/cage": {
    readonly answer: CageView;
  };
  /** The clauses by which papers and payments by hand are paid, table by table, and the sums of the site. */
  readonly "GET /api/cage/rules": {
    readonly answer: CageRules;
  };
  /** Papers that were not presented yet, with their sums; by terminal, serial number, amount in cents or standing. */
  readonly "GET /api/cage/unredeemed": {
    readonly query?: { readonly terminal?: string; readonly serial?: number; readonly amount?: number; readonly standing?: "" | "payable" | "held" | "delayed" | "identify" | "expired" };
    readonly answer: UnredeemedView;
  };
  /** Cases of malfunction at the tables one may supervise, closed ones too. */
  readonly "GET /api/cases": {
    readonly answer: CasesView;
  };
  /** A case with terminal, round, signals and journal side by side, and what the rules allow now. */
  readonly "GET /api/cases/{case}/inquiry": {
    readonly at: { readonly case: string | number };
    readonly answer: InquiryView;
  };
  /** The newest signed checkpoint: keep it elsewhere, and what it covers cannot be rewritten unnoticed. */
  readonly "GET /api/checkpoints/latest": {
    readonly answer: CheckpointView;
  };
  /** Breaches, measures, directions to leave, disputes and denied claims at the tables one may supervise; who claimed and why it was denied, for those who run, decide or inspect promotions. */
  readonly "GET /api/conduct": {
    readonly answer: ConductView;
  };
  /** A terminal or player, what is on record about them, and what may be done about them now. */
  readonly "GET /api/conduct/{who}": {
    readonly at: { readonly who: string | number };
    readonly answer: PersonView;
  };
  /** Acts that wait for a second person, for the requester, those who may confirm, and readers of the records. */
  readonly "GET /api/confirmations": {
    readonly answer: Waits;
  };
  /** Per rulebook, clause by clause, what it says, what the software does, and the tests that show it. */
  readonly "GET /api/conformance": {
    readonly answer: ConformanceView;
  };
  /** Turnover and hold of each table; for those who may read the records. */
  readonly "GET /api/counters": {
    readonly answer: CountersView;
  };
  /** Links of public displays: of the tables one supervises, and of the whole floor. */
  readonly "GET /api/displays": {
    readonly answer: DisplayLinks;
  };
  /** A dispute with its levels, and what may become of it now. */
  readonly "GET /api/disputes/{dispute}": {
    readonly at: { readonly dispute: string | number };
    readonly answer: DisputeView;
  };
  /** What was attached to each rulebook, and which document patrons get now. */
  readonly "GET /api/documents": {
    readonly answer: DocumentsOnRecord;
  };
  /** One entry as it is stored, and in words; for those who may read the records. */
  readonly "GET /api/entries/{sequence}": {
    readonly at: { readonly sequence: string | number };
    readonly answer: StoredEntry;
  };
  /** What is in use at each table, as it was measured. */
  readonly "GET /api/equipment": {
    readonly answer: EquipmentView;
  };
  /** Which devices seal every message, which are trusted without a key, which are simulated: of the tables one supervises; of the whole site for the operator and those who may read the records. */
  readonly "GET /api/equipment/lines": {
    readonly answer: DeviceLinesView;
  };
  /** The gaming days the journal has, each with its entries. */
  readonly "GET /api/evidence/days": {
    readonly answer: DaysListed;
  };
  /** A proof of one entry, of some in a row, or of a round, which anyone can check offline. */
  readonly "GET /api/evidence/proof": {
    readonly query?: { readonly entry?: number; readonly until?: number | null; readonly table?: string; readonly round?: number };
    readonly answer: Bundle;
  };
  /** The second factors of the requester; nothing of what is secret. */
  readonly "GET /api/factors": {
    readonly answer: FactorsView;
  };
  /** The site, its tables and terminals, and where terminals connect, for the start page. */
  readonly "GET /api/floor": {
    readonly answer: FloorShown;
  };
  /** Whether this process answers. */
  readonly "GET /api/health": {
    readonly answer: Standing;
  };
  /** Something withheld, and what may become of it now. */
  readonly "GET /api/holdings/{what}": {
    readonly at: { readonly what: string | number };
    readonly answer: HoldingView;
  };
  /** What waits for a decision at the tables one may supervise, the gravest and oldest first. */
  readonly "GET /api/inquiries": {
    readonly answer: QueueView;
  };
  /** The whole floor; for those who may read the records. */
  readonly "GET /api/inspection": {
    readonly answer: InspectorView;
  };
  /** Every level of every jackpot that is offered: what it holds, what wins it, who won it last. */
  readonly "GET /api/jackpots": {
    readonly answer: readonly JackpotView[];
  };
  /** Everything of jackpots but their secrets. */
  readonly "GET /api/jackpots/desk": {
    readonly answer: JackpotDesk;
  };
  /** Who is logged in. */
  readonly "GET /api/me": {
    readonly answer: Me;
  };
  /** Notices at tables, and signals of terminals, devices and the machine. */
  readonly "GET /api/notices": {
    readonly answer: NoticesView;
  };
  /** What officials must be told or asked: by which clause, until when, told by whom, noted by whom. */
  readonly "GET /api/notices/due": {
    readonly answer: DuesView;
  };
  /** How often everything fell that can fall, beside how often it should, with tests for wheels and tumblers. */
  readonly "GET /api/outcomes/{table}": {
    readonly at: { readonly table: string | number };
    readonly query?: { readonly after?: number | null; readonly until?: number | null; readonly day?: string; readonly device?: string };
    readonly answer: Outcomes;
  };
  /** Who may do what, by rulebook, as `etg powers` says it. */
  readonly "GET /api/powers": {
    readonly answer: PowersView;
  };
  /** Every promotion whose terms are public, with the terms in force. */
  readonly "GET /api/promotions": {
    readonly answer: readonly PublicPromotion[];
  };
  /** Everything of promotions; who the entrants are, for those who need it. */
  readonly "GET /api/promotions/desk": {
    readonly answer: PromotionDesk;
  };
  /** The terms of a promotion, in force or in one of the versions that were public, and its results. */
  readonly "GET /api/promotions/{name}": {
    readonly at: { readonly name: string | number };
    readonly query?: { readonly version?: number };
    readonly answer: PublicPromotion;
  };
  /** The draw of a promotion, with all that is needed to do it over, once its results are public. */
  readonly "GET /api/promotions/{name}/draw": {
    readonly at: { readonly name: string | number };
    readonly answer: DrawView;
  };
  /** Whether the floor decides, its journal takes entries and they are signed; and why not. */
  readonly "GET /api/ready": {
    readonly answer: Standing;
  };
  /** The last rounds of a table or terminal from the journal: wagers, outcome, what each spot paid, clauses. */
  readonly "GET /api/recall": {
    readonly query?: { readonly table?: string; readonly terminal?: string; readonly count?: number };
    readonly answer: Recalled;
  };
  /** Which reports one may ask for, of which days, tables and people. */
  readonly "GET /api/reports": {
    readonly answer: ReportsView;
  };
  /** How far the report has come that one waits for. */
  readonly "GET /api/reports/progress": {
    readonly answer: ProgressView;
  };
  /** A report of a gaming day, of the hours of one person, or from one time to another. */
  readonly "GET /api/reports/{kind}": {
    readonly at: { readonly kind: string | number };
    readonly query?: { readonly day?: string; readonly from_ms?: number; readonly until_ms?: number; readonly until?: number; readonly table?: string; readonly terminal?: string; readonly person?: string; readonly hours?: string; readonly near?: number; readonly format?: "json" | "csv" | "pdf" };
    readonly answer: Report;
  };
  /** A round step by step, with the chips as they lay; for every person with a role at the table. */
  readonly "GET /api/rounds/{table}/{number}": {
    readonly at: { readonly table: string | number; readonly number: string | number };
    readonly answer: Playback;
  };
  /** The rules in force at a table: which they are, every clause, wagers with odds, limits. */
  readonly "GET /api/rules/{table}": {
    readonly at: { readonly table: string | number };
    readonly answer: RulesCopy;
  };
  /** What this is, for programs: fields of acts, among others. */
  readonly "GET /api/schema/openapi.json": {
    readonly answer: unknown;
  };
  /** Where a person is logged in: the requester, or for the staff desk any person. */
  readonly "GET /api/sessions": {
    readonly query?: { readonly person?: string };
    readonly answer: SessionsView;
  };
  /** What the first page needs to know. */
  readonly "GET /api/site": {
    readonly answer: SiteView;
  };
  /** The digest over every file of the software, read now, beside the one on record. */
  readonly "GET /api/software": {
    readonly answer: SoftwareView;
  };
  /** Who works here, and which terminals have keys; for the staff desk. */
  readonly "GET /api/staff": {
    readonly answer: StaffView;
  };
  /** Every table with its round. */
  readonly "GET /api/tables": {
    readonly answer: FloorView;
  };
  /** What the dealer of a table sees; for every person with a role there. */
  readonly "GET /api/tables/{table}": {
    readonly at: { readonly table: string | number };
    readonly answer: DealerView;
  };
  /** What a display above the table shows to the public. */
  readonly "GET /api/tables/{table}/display": {
    readonly at: { readonly table: string | number };
    readonly answer: DisplayView;
  };
  /** Every spot and special of the game, with its odds and clause. */
  readonly "GET /api/tables/{table}/layout": {
    readonly at: { readonly table: string | number };
    readonly answer: LayoutView;
  };
  /** The limits of a table. */
  readonly "GET /api/tables/{table}/limits": {
    readonly at: { readonly table: string | number };
    readonly answer: LimitsView;
  };
  /** The last rounds of a table with the wagers of all; for a supervisor. */
  readonly "GET /api/tables/{table}/rounds": {
    readonly at: { readonly table: string | number };
    readonly answer: RoundsView;
  };
  /** A round and what may become of it: every number it could be corrected to, every cause, with its money. */
  readonly "GET /api/tables/{table}/rounds/{number}/remedies": {
    readonly at: { readonly table: string | number; readonly number: string | number };
    readonly answer: RemediesView;
  };
  /** What a supervisor sees: terminals with their money, cases, breaches, disputes. */
  readonly "GET /api/tables/{table}/supervision": {
    readonly at: { readonly table: string | number };
    readonly answer: SupervisorView;
  };
  /** A terminal with its money; for a supervisor of its table, or the cage. */
  readonly "GET /api/terminals/{terminal}": {
    readonly at: { readonly terminal: string | number };
    readonly answer: TerminalLine;
  };
  /** Everything about a terminal now: money, wagers, locks, bounds, line, key, calls. */
  readonly "GET /api/terminals/{terminal}/standing": {
    readonly at: { readonly terminal: string | number };
    readonly answer: TerminalView;
  };
  /** The journal in words, newest first: of what is named, before one entry and after another. */
  readonly "GET /api/timeline": {
    readonly query?: { readonly table?: string; readonly terminal?: string; readonly round?: number; readonly case?: string; readonly person?: string; readonly player?: string; readonly paper?: string; readonly dispute?: string; readonly command?: string; readonly event?: string; readonly promotion?: string; readonly jackpot?: string; readonly before?: number; readonly after?: number; readonly count?: number };
    readonly answer: Timeline;
  };
  /** Where every cent that an entry moved, or that is on a paper, came from and went; for investigators. */
  readonly "GET /api/trace": {
    readonly query?: { readonly entry?: number; readonly paper?: string };
    readonly answer: Trace;
  };
  /** Whether chain, volumes and signed checkpoints of the journal hold, read from its beginning. */
  readonly "GET /api/verification": {
    readonly answer: Verified;
  };
  /** A second person confirms an act: it is done, and both are on record. */
  readonly "POST /api/confirmations/{name}": {
    readonly at: { readonly name: string | number };
    readonly body: Confirm;
    readonly answer: Confirmed;
  };
  /** A piece of a document; for those with the duty of the operator, who then attach it (`attach-rules`). */
  readonly "POST /api/documents": {
    readonly body: DocumentPiece;
    readonly answer: DocumentHere;
  };
  /** Enrols a passkey that was made; other logins of the person end. */
  readonly "POST /api/factors/passkey": {
    readonly body: MadePasskey;
    readonly answer: Me;
  };
  /** What a browser needs to make a passkey for the requester. */
  readonly "POST /api/factors/passkey/begin": {
    readonly body: Owner;
    readonly answer: ToEnrol;
  };
  /** A new sheet of recovery codes, shown once; the one before is no longer valid. */
  readonly "POST /api/factors/recovery": {
    readonly body: Owner;
    readonly answer: Sheet;
  };
  /** Removes a second factor of one's own; not the last one where the floor asks for one. */
  readonly "POST /api/factors/remove": {
    readonly body: Removal;
    readonly answer: Readonly<Record<string, boolean>>;
  };
  /** Takes all second factors of another person away, who has lost them, once a second person has confirmed it: the person enrols anew, and until another person vouches for them the account counts as in the hands of both. */
  readonly "POST /api/factors/reset": {
    readonly body: ForPerson;
    readonly answer: HalfOfCode;
  };
  /** Enrols a code generator with its first code; other logins of the person end. */
  readonly "POST /api/factors/totp": {
    readonly body: FirstCode;
    readonly answer: Me;
  };
  /** A secret for a code generator, shown once; it counts when the first code was typed. */
  readonly "POST /api/factors/totp/begin": {
    readonly body: Owner;
    readonly answer: ToShow;
  };
  /** What is to be expected in the long run: hits, values, and what is added to the return to player; exact. */
  readonly "POST /api/jackpots/figures": {
    readonly body: AskFigures;
    readonly answer: JackpotFigures;
  };
  /** Lets a person in; the cookie of the answer is the login. */
  readonly "POST /api/login": {
    readonly body: LogIn;
    readonly answer: Me;
  };
  /** Lets a person in who has shown the password, with a second factor. */
  readonly "POST /api/login/factor": {
    readonly body: ShowFactor;
    readonly answer: Me;
  };
  /** What a passkey has to sign to go on with what a right password began; good once. */
  readonly "POST /api/login/passkey": {
    readonly body: OfStep;
    readonly answer: PasskeyOptions;
  };
  /** Ends the login. */
  readonly "POST /api/logout": {
    readonly answer: Readonly<Record<string, boolean>>;
  };
  /** Gives the person logged in another password; every other login of theirs ends, and this one is another from now on. Where the person has a second factor it is asked for, as at a login. */
  readonly "POST /api/password": {
    readonly body: ChangePassword;
    readonly answer: Me;
  };
  /** One half of a one-time code for another person to choose a password with. There is no code until a second person has confirmed it, at their own console, who gets the other half. */
  readonly "POST /api/password/code": {
    readonly body: ForPerson;
    readonly answer: HalfOfCode;
  };
  /** Sets a person's password with the one-time code they were given. */
  readonly "POST /api/password/setup": {
    readonly body: SetUpPassword;
    readonly answer: Readonly<Record<string, boolean>>;
  };
  /** What a command would do if it were sent now, with the body of the command; nothing is done. */
  readonly "POST /api/preview/{act}": {
    readonly at: { readonly act: string | number };
    readonly body: unknown;
    readonly answer: PreviewView;
  };
  /** Anything the floor knows by a few words, as far as the person may see it. */
  readonly "POST /api/search": {
    readonly body: AskSearch;
    readonly answer: FoundView;
  };
  /** Ends logins at once, sockets and all. */
  readonly "POST /api/sessions/end": {
    readonly body: EndSession;
    readonly answer: Readonly<Record<string, number>>;
  };
  /** Something for a terminal to sign, good for a minute. */
  readonly "POST /api/terminals/challenge": {
    readonly body: ForTerminal;
    readonly answer: Challenge;
  };
  /** Gives a terminal its own key, once, with the code that was typed at it. */
  readonly "POST /api/terminals/pair": {
    readonly body: Pair;
    readonly answer: Paired;
  };
  /** A short code to be typed at a terminal, good for ten minutes and once; for the staff desk. With a player's money at the terminal one half of it: a second person confirms it at their own console and gets the other. */
  readonly "POST /api/terminals/pairing-code": {
    readonly body: ForTerminal;
    readonly answer: PairingCode | HalfOfCode;
  };
  /** A pass for a terminal that has signed its challenge with the key on record. */
  readonly "POST /api/terminals/pass": {
    readonly body: Signed;
    readonly answer: Pass;
  };
  /** What a terminal kept by itself, held against the journal; for those who may inquire into a malfunction. */
  readonly "POST /api/terminals/{terminal}/record": {
    readonly at: { readonly terminal: string | number };
    readonly body: AskTerminal;
    readonly answer: TerminalRecordView;
  };
  /** The paper with a printed number; a person who tries many wrong ones has to wait. */
  readonly "POST /api/tickets/find": {
    readonly body: FindTicket;
    readonly answer: TicketView;
  };
}
