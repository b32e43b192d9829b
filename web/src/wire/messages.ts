// Written by tools/wire_types.py from src/openetg/wire/messages.py. Change the messages there, not here.

export const PROTOCOL = 1;

export const LARGEST_MESSAGE = 4096;

export const WAGERS_MAX = 200;

/** Why not. Names are on the wire and in the journal: never renamed, never reused. Below each stands what is shown to a person behind "Not done: ". */
export const REASONS = [
  "put_aside",
  "unknown_table",
  "unknown_terminal",
  "unknown_player",
  "unknown_person",
  "unknown_drawer",
  "unknown_alert",
  "unknown_jackpot",
  "unknown_promotion",
  "unknown_entrant",
  "unknown_prize",
  "not_a_name",
  "not_a_number",
  "already_there",
  "not_a_rulebook",
  "unknown_rulebook",
  "not_in_rulebook",
  "unknown_role",
  "no_power",
  "not_their_role",
  "locked_out",
  "too_many_factors",
  "not_logged_in",
  "not_signed_on",
  "same_person",
  "needs_second",
  "no_reason_given",
  "not_at_table",
  "no_place_free",
  "chips_out",
  "table_reserved",
  "others_at_table",
  "not_in_writing",
  "official_not_told",
  "play_has_begun",
  "table_not_open",
  "not_a_day",
  "no_document",
  "no_expiry",
  "other_state",
  "not_in_effect",
  "superseded",
  "not_approved",
  "not_fit",
  "device_taken",
  "equipment_missing",
  "no_sign",
  "too_few_terminals",
  "outside_hours",
  "no_dealer",
  "no_notice",
  "credits_left",
  "out_of_service",
  "meter_locked",
  "meter_mismatch",
  "printer_out",
  "excluded",
  "limited",
  "wagers_refused",
  "jackpot_to_clear",
  "other_spin",
  "wrong_phase",
  "after_close",
  "not_allowed_to_close",
  "not_warned",
  "too_early",
  "out_of_order",
  "not_released",
  "not_reset",
  "ball_not_examined",
  "no_spin_called",
  "invalid_spin",
  "only_void",
  "no_cause",
  "not_a_cause",
  "unknown_outcome",
  "other_outcome",
  "same_outcome",
  "no_case",
  "other_case",
  "not_tried",
  "wagers_held",
  "not_forfeitable",
  "unknown_case",
  "not_a_ground",
  "not_a_kind",
  "too_few_persons",
  "on_duty",
  "no_breach",
  "too_few_breaches",
  "no_measure",
  "not_a_position",
  "not_idle",
  "not_directed",
  "unknown_round",
  "case_open",
  "unknown_dispute",
  "not_a_party",
  "dispute_closed",
  "not_decided",
  "already_decided",
  "final",
  "not_requested",
  "review_due",
  "not_advised",
  "unknown_claim",
  "not_in_full",
  "drawer_open",
  "jackpot_wrong",
  "other_cycle",
  "not_reached",
  "not_a_member",
  "jackpot_faulty",
  "no_malfunction",
  "awards_due",
  "other_jackpot",
  "above_ceiling",
  "wrong_stage",
  "postponed",
  "prohibited_prize",
  "no_cash_alternative",
  "terms_wrong",
  "terms_missing",
  "not_declared",
  "not_filed",
  "not_published",
  "other_version",
  "too_long",
  "not_referred",
  "promotion_over",
  "prizes_open",
  "not_told",
  "not_committed",
  "other_commitment",
  "other_process",
  "entries_closed",
  "entries_open",
  "not_eligible",
  "not_qualified",
  "outside_award_time",
  "no_entries",
  "no_scrutineer",
  "not_the_winner",
  "not_present",
  "prize_denied",
  "not_said",
  "unknown_wager",
  "not_on_terminal",
  "not_on_cloth",
  "not_offered",
  "straight_only",
  "chips_only",
  "wrong_place",
  "too_many_wagers",
  "no_amount",
  "not_the_sum",
  "nothing_there",
  "below_minimum",
  "above_maximum",
  "off_step",
  "partners_above_maximum",
  "above_total",
  "to_the_loss",
  "colour_taken",
  "second_colour",
  "no_value",
  "other_value",
  "only_at_table",
  "colour_required",
  "no_account",
  "time_bound",
  "loss_bound",
  "bound_stands",
  "not_enough_credit",
  "source_not_accepted",
  "note_not_accepted",
  "note_waiting",
  "no_note",
  "ticket_misread",
  "other_floor",
  "unknown_ticket",
  "ticket_void",
  "ticket_redeemed",
  "ticket_held",
  "ticket_expired",
  "not_at_machine",
  "other_form",
  "not_the_prize",
  "no_alternative",
  "not_to_winner",
  "no_time_agreed",
  "payment_delayed",
  "not_identified",
  "other_transfer",
  "unknown_payout",
  "already_paid",
  "payout_refused",
  "payout_held",
  "nothing_withheld",
  "review_awaited",
  "no_award",
  "other_terminal",
  "award_questioned",
  "award_by_hand",
  "not_locked",
  "paper_not_offered",
  "whole_only",
  "collect_not_now",
  "printing",
  "nothing_to_collect",
  "no_drawer",
  "drawer_short",
  "not_signed",
] as const;

export type Reason = (typeof REASONS)[number];

/** The phase of a round. */
export const PHASES = [
  "OPEN",
  "FINISHING",
  "CLOSED",
  "HELD",
  "SETTLED",
  "VOID",
] as const;

export type Phase = (typeof PHASES)[number];

/** Why a spin, a round or an outcome does not stand. */
export const CAUSES = [
  "same-direction",
  "revolutions",
  "rotor-still",
  "foreign-object",
  "no-compartment",
  "ball-left",
  "interference",
  "divider",
  "moved-early",
  "civil-commotion",
  "fire",
  "riot",
  "brawl",
  "robbery",
  "act-of-god",
  "like-disturbance",
  "fraud",
  "impractical",
] as const;

export type Cause = (typeof CAUSES)[number];

/** Everything that staff can show to one player: about the rules and the house, never about how to play. Below each stands what it says, for the person who chooses one; a screen says it in the player's language. Names are on record and on the wire: never renamed, never reused. */
export const STAFF_MESSAGES = [
  "limits",
  "no-more-bets",
  "below-minimum",
  "closing",
  "collect-credits",
  "vacate",
  "attendant-coming",
  "see-attendant",
  "show-identification",
  "malfunction-inquiry",
  "rules-on-request",
] as const;

export type StaffMessage = (typeof STAFF_MESSAGES)[number];

/** What stands in the way, as it is said behind "Not done: ". */
export const REASON_SENTENCES: Readonly<Record<Reason, string>> = {
  put_aside: "the floor could not decide about it; nothing was done, and the staff have been told",
  unknown_table: "this table is not known to the floor",
  unknown_terminal: "this terminal is not known to the floor",
  unknown_player: "no such player is known to the floor; the player must take a place first",
  unknown_person: "no such person works here",
  unknown_drawer: "no drawer of that name is open",
  unknown_alert: "no such alert waits to be acknowledged",
  unknown_jackpot: "no such jackpot is offered, or it has no such level",
  unknown_promotion: "no such promotion is on record",
  unknown_entrant: "nobody of that number takes part in the promotion",
  unknown_prize: "the promotion has no such prize, or nobody has won it",
  not_a_name: "a name or number is missing, or has characters it may not have",
  not_a_number: "an entrant's number has up to twelve letters, digits and dashes, and a digit among them",
  already_there: "it is already there",
  not_a_rulebook: "the rulebook does not hold together",
  unknown_rulebook: "this floor has not adopted that rulebook",
  not_in_rulebook: "the rulebook does not provide for it",
  unknown_role: "the rulebook knows no such role",
  no_power: "that role does not hold the power; somebody who does must do it",
  not_their_role: "the person does not hold that role under this rulebook, or not that duty",
  locked_out: "there were too many wrong passwords; wait, or ask the staff desk to lift the lock",
  too_many_factors: "the person has so many second factors already; remove one first",
  not_logged_in: "there is no such login, or it has ended",
  not_signed_on: "the dealer is not signed on at this table",
  same_person: "another person must do it, and these two may be one and the same",
  needs_second: "a second person must confirm it",
  no_reason_given: "a reason must be given",
  not_at_table: "the player or terminal named does not belong to this table",
  no_place_free: "there are not enough places at the table",
  chips_out: "the player still has chips in hand or on the cloth",
  table_reserved: "the table is reserved for other players",
  others_at_table: "others are at the table; it must be free for the group first",
  not_in_writing: "it must be agreed in writing; name the document",
  official_not_told: "the official whom the rulebook names must be told first",
  play_has_begun: "play has begun; this is arranged before",
  table_not_open: "the table is not open for play",
  not_a_day: "that day or time makes no sense; check the date and the hours",
  no_document: "no document of these rules is attached, or what was named is none",
  no_expiry: "no rulebook here lets papers expire, or not so soon: they are paid without end",
  other_state: "the floor is not in the state that was named",
  not_in_effect: "the rulebook is not in effect on that day",
  superseded: "another rulebook has taken the place of this one",
  not_approved: "its approval is not on record; enter the reference of the approval first",
  not_fit: "it does not meet what the rulebook asks of such equipment",
  device_taken: "it is in use at another table or terminal",
  equipment_missing: "a piece of equipment that the rulebook asks for is missing",
  no_sign: "the sign lacks a minimum, maximum or multiple that must be displayed",
  too_few_terminals: "too few terminals are fit for play at the table",
  outside_hours: "it is outside the hours of gaming",
  no_dealer: "the table has no dealer; one must sign on first",
  no_notice: "the notice that must be shown before has not been shown",
  credits_left: "there is still credit on terminals; it must be collected first",
  out_of_service: "the terminal or device is out of service; staff must put it back first",
  meter_locked: "the terminal was paired anew with money on it; two of the staff must release it first",
  meter_mismatch: "the credit shown differs from the books; staff must look into it first",
  printer_out: "the printer cannot print: no money is taken until it can; staff pay what is collected",
  excluded: "the player is excluded from this game",
  limited: "this terminal may not be played besides the player's others",
  wagers_refused: "this player's wagers are refused in this game",
  jackpot_to_clear: "a jackpot was won at this terminal; a person has to come and clear it first",
  other_spin: "it belongs to another spin",
  wrong_phase: "this is not the time for it in the round",
  after_close: "the table takes no more bets",
  not_allowed_to_close: "betting may not be closed that way",
  not_warned: "the words 'finish betting' must be shown before betting is closed",
  too_early: "it is too early; the time that must pass first has not passed",
  out_of_order: "it is not the next step; the steps of a round have their order",
  not_released: "the dealer has not released this wager yet",
  not_reset: "the terminals must be reset first",
  ball_not_examined: "the ball left the wheel and must be examined first",
  no_spin_called: "no spin was called; what fell does not count",
  invalid_spin: "the spin cannot stand; call no spin or declare the round void",
  only_void: "the round is held and can only be declared void",
  no_cause: "a cause must be named",
  not_a_cause: "the rulebook does not accept that cause",
  unknown_outcome: "that cannot fall at this table",
  other_outcome: "another outcome is on record",
  same_outcome: "this outcome is the one on record; there is nothing to correct",
  no_case: "no case is open about it",
  other_case: "the case that was meant is not the one it would be about now; look again at what is open",
  not_tried: "somebody must first try to establish the wagers from the records",
  wagers_held: "the terminal's wagers are still held; decide about them first",
  not_forfeitable: "wagers are not forfeited for this; they go back",
  unknown_case: "no such case is on record",
  not_a_ground: "a person cannot be in breach of that clause",
  not_a_kind: "the rulebook knows no such kind",
  too_few_persons: "more persons must be named for this",
  on_duty: "the person was on duty, and is exempt",
  no_breach: "no breach that justifies it is on record",
  too_few_breaches: "too few breaches are on record for this measure",
  no_measure: "the rulebook has no such measure, or none is in force",
  not_a_position: "the rulebook does not speak of that position at a table",
  not_idle: "the person has not been without a wager for long enough",
  not_directed: "the person has not been told to leave, or has refused already",
  unknown_round: "that round is not on record, or too old to be changed",
  case_open: "a case about this terminal and round is already open",
  unknown_dispute: "no such dispute is on record",
  not_a_party: "only a party to the dispute may ask for it",
  dispute_closed: "the dispute is closed",
  not_decided: "the dispute has yet to be decided",
  already_decided: "it has been decided already",
  final: "that decision is final",
  not_requested: "nobody has asked for a review",
  review_due: "a review was asked for and has yet to be given",
  not_advised: "the player must first be advised where to take the dispute",
  unknown_claim: "no such claim is on record",
  not_in_full: "for this value the claimant's name and address must be recorded",
  drawer_open: "that drawer is open already, or the person has another one open",
  jackpot_wrong: "the parameters of the jackpot do not hold together; look at what is named",
  other_cycle: "another pool of that level is the one that is due or played for",
  not_reached: "play has not brought the pool to the value at which it hits",
  not_a_member: "that table or terminal does not belong to the jackpot",
  jackpot_faulty: "the display or controller of the jackpot does not work; that has to end first",
  no_malfunction: "no malfunction of display or controller is on record for it",
  awards_due: "a prize of this jackpot is not paid yet",
  other_jackpot: "the money of each of its levels must go to a level of another jackpot that is offered",
  above_ceiling: "a pool never holds more than its rules let it",
  wrong_stage: "the promotion has not come so far, or is past that",
  postponed: "the promotion is postponed until its integrity was validated",
  prohibited_prize: "that may not be a prize, nor a part of one",
  no_cash_alternative: "cash may not be offered instead of a prize of that kind",
  terms_wrong: "the terms do not hold together; look at what is named",
  terms_missing: "the terms do not say everything that they must",
  not_declared: "it must be declared that no prize is or includes what is prohibited",
  not_filed: "these terms have not been given to the authority",
  not_published: "these terms, or the results, have not been made public",
  other_version: "somebody has put other terms on record meanwhile; look at those first",
  too_long: "it is longer than the screens can show",
  not_referred: "an announcement must say where the terms can be read",
  promotion_over: "the time that the terms name for the promotion is over",
  prizes_open: "a prize is neither paid nor denied",
  not_told: "somebody to whom a prize was denied has yet to be told why",
  not_committed: "the secret of the draw is not committed yet; entries count from then on",
  other_commitment: "it is not the secret to which the house is committed",
  other_process: "the random process is not one that this floor can check",
  entries_closed: "entries were taken until the time that the terms say",
  entries_open: "entries are still taken; the draw is held when they have closed",
  not_eligible: "the person does not meet a condition of the terms",
  not_qualified: "the wager that the terms ask for was not made, or not settled",
  outside_award_time: "it is not the time at which the terms let it be awarded",
  no_entries: "there is no entry to draw from",
  no_scrutineer: "the scrutineer of the draw is not named, or has not witnessed it",
  not_the_winner: "the person has not won that prize",
  not_present: "the terms ask for the winner's presence, and that is not on record",
  prize_denied: "the prize was denied",
  not_said: "say how, and to whom or where",
  unknown_wager: "the game has no such wager",
  not_on_terminal: "this wager is not taken on terminals",
  not_on_cloth: "this wager is not taken on the cloth",
  not_offered: "this is not offered here",
  straight_only: "only wagers on single numbers are taken at this table now",
  chips_only: "cash is not wagered here; exchange it for chips first",
  wrong_place: "the wager does not belong in that place",
  too_many_wagers: "no more wagers of this kind are taken in this spin",
  no_amount: "an amount above zero is needed",
  not_the_sum: "the notes and coins do not add up to the amount that was counted",
  nothing_there: "there is nothing there that it could be done to",
  below_minimum: "the amount is below the minimum",
  above_maximum: "the amount is above the maximum",
  off_step: "the amount is not one of the permitted steps",
  partners_above_maximum: "the partners together would be above the maximum",
  above_total: "all wagers together would be above their maximum",
  to_the_loss: "it would be to the player's loss",
  colour_taken: "another player has that colour",
  second_colour: "the player has a colour already; a second one needs approval",
  no_value: "the player must say what each colour chip is worth",
  other_value: "these colour chips already have another value",
  only_at_table: "colour chips are good at their own table only; exchange them there",
  colour_required: "this player wagers in colour chips only; exchange some first",
  no_account: "no account is open at this terminal; insert money first",
  time_bound: "the time set for this visit is over; what is left can be collected",
  loss_bound: "it could lose more than was set for this visit",
  bound_stands: "a bound that the player has set stands until the visit ends; it can only be narrowed",
  not_enough_credit: "there is not enough money for it",
  source_not_accepted: "this terminal does not take money of that kind",
  note_not_accepted: "this terminal does not take that note",
  note_waiting: "a note is still in the acceptor; one moment, please",
  no_note: "there is no note in the acceptor",
  ticket_misread: "the number cannot be right; read it again, or type it in as it is printed",
  other_floor: "the ticket is of another floor; it is paid there",
  unknown_ticket: "the ticket is not known to the floor",
  ticket_void: "the ticket is void",
  ticket_redeemed: "the ticket has been paid already",
  ticket_held: "payment of the ticket is withheld until it is looked into",
  ticket_expired: "the ticket has expired; the casino's staff can say what may be done",
  not_at_machine: "a machine does not pay this paper; a person does",
  other_form: "this may not be paid in another form than asked for",
  not_the_prize: "the parts do not add up to the prize, or are of a form that it is not given in",
  no_alternative: "the terms do not offer cash instead of this prize",
  not_to_winner: "it is made out to the winner, and a cheque is crossed",
  no_time_agreed: "name the later time that was agreed with the player",
  payment_delayed: "a later time of payment was agreed with the player",
  not_identified: "the player must show a document first",
  other_transfer: "another transfer was made under that number",
  unknown_payout: "no such payment by hand is on record",
  already_paid: "it has been paid already",
  payout_refused: "the payment was refused",
  payout_held: "the payment is withheld until it is looked into",
  nothing_withheld: "nothing is withheld that has yet to be determined",
  review_awaited: "it is refused for good only after the official's review is on record",
  no_award: "no such award is due",
  other_terminal: "another terminal has won it",
  award_questioned: "the round that won it was corrected or is void; somebody has to decide about it first",
  award_by_hand: "a prize of this size is paid by a person, against a voucher",
  not_locked: "the terminal does not wait for anybody because of it",
  paper_not_offered: "this kind of paper is not offered here",
  whole_only: "the credit can be collected only as a whole",
  collect_not_now: "credit cannot be collected at this moment of the round",
  printing: "a ticket is being printed; one moment, please",
  nothing_to_collect: "there is no credit to collect",
  no_drawer: "cash is paid only out of a drawer; open one first, or pay in another form",
  drawer_short: "there is not so much cash in the drawer; bring some from the cage, or pay in another form",
  not_signed: "the player must sign for it",
};

/** The details of a no that are amounts, in whole cents. */
export const AMOUNTS: readonly string[] = ["amount", "counted", "difference", "expected", "left", "loss_max", "max", "min", "most", "next", "sum", "there"];

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
  /** Which of its tables it has turned to; empty for the one it stands at. */
  readonly table?: string;
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

/** One gesture: several wagers in this order, all of them or none. A refusal names the one it is about. */
export interface PlaceMany {
  readonly type: "place_many";
  readonly n: number;
  /** Each wager with so many cents on each piece of it; at least one. */
  readonly wagers: readonly (readonly [string, number])[];
  /** The round the player meant; zero means whichever is open. */
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

/** So many cents from one spot to another. */
export interface Move {
  readonly type: "move";
  readonly n: number;
  readonly spot: string;
  readonly to: string;
  readonly amount: number;
  /** The round the player meant; zero means whichever is open. */
  readonly round?: number;
}

/** The last step back. */
export interface Undo {
  readonly type: "undo";
  readonly n: number;
  /** The round the player meant; zero means whichever is open. */
  readonly round?: number;
}

/** Once more what lies on the layout. */
export interface Double {
  readonly type: "double";
  readonly n: number;
  /** The round the player meant; zero means whichever is open. */
  readonly round?: number;
}

/** What lay on the layout in the last round this terminal played. */
export interface Repeat {
  readonly type: "repeat";
  readonly n: number;
  /** The round the player meant; zero means whichever is open. */
  readonly round?: number;
  /** Whether the terminal does it by itself, because the player has asked it to for some rounds. */
  readonly auto?: boolean;
  /** What it may cost: as much as the player still lets it lose. */
  readonly most?: number | null;
}

/** The largest permitted amount on a spot. */
export interface Max {
  readonly type: "max";
  readonly n: number;
  readonly spot: string;
  /** The round the player meant; zero means whichever is open. */
  readonly round?: number;
}

/** A note has been put into the simulated acceptor. */
export interface Note {
  readonly type: "note";
  readonly n: number;
  readonly amount: number;
}

/** A ticket has been put into the simulated acceptor. */
export interface TicketIn {
  readonly type: "ticket_in";
  readonly n: number;
  /** The number printed on it, with or without spaces and dashes. */
  readonly number: string;
}

/** The whole meter as a ticket. */
export interface CollectMeter {
  readonly type: "collect";
  readonly n: number;
}

/** The player calls staff. */
export interface Call {
  readonly type: "call";
  readonly n: number;
  /** Staff to help, to pay by hand, or to look at a fault. */
  readonly what: "attendant" | "payout" | "fault";
}

/** The terminal has found that it cannot show what it was told: it shows nothing of it, and staff must look. */
export interface Fault {
  readonly type: "fault";
  readonly n: number;
  /** An outcome that its layout does not have. */
  readonly code: "unknown-number";
}

/** The player's own bounds for this visit; a wider one than stands is refused. */
export interface Bound {
  readonly type: "bound";
  readonly n: number;
  /** In cents; zero is none. */
  readonly loss_max?: number;
  /** How long the visit may last; zero is without end. */
  readonly lasts_ms?: number;
}

/** 'No more bets' is on the screen. Sent each time a period ends where the layout says it is announced. */
export interface ShownAnnouncement {
  readonly type: "shown";
  readonly table: string;
  readonly round: number;
  /** Whether it was played as well: a terminal may have no sound. */
  readonly heard?: boolean;
}

/** The terminal turns to another of its tables; the whole views of that one follow as a welcome. */
export interface Sit {
  readonly type: "sit";
  readonly table: string;
}

/** A part of what the terminal kept by itself, as it was asked for. */
export interface RecordPart {
  readonly type: "record";
  readonly ask: number;
  /** From zero. */
  readonly part: number;
  /** How many there are; zero if the terminal has kept nothing. */
  readonly parts: number;
  /** Lines of its record, oldest first. */
  readonly lines: readonly string[];
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
  /** The outcomes that pay it. */
  readonly covers: readonly string[];
  readonly odds: string;
  readonly clause: string;
  /** How many pieces it costs. */
  readonly units: number;
  /** The spots its pieces lie on, in the order the rules give them; empty where it is a spot itself. */
  readonly pieces: readonly string[];
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
  /** The faces of the wheel, clockwise; empty for dice. */
  readonly wheel: readonly string[];
  /** What a screen may offer beyond placing, moving and taking back, each with its clause. */
  readonly features: Readonly<Record<string, string>>;
  /** What the rules keep a screen from offering, each with its clause. */
  readonly denied: Readonly<Record<string, string>>;
  /** The clause by which 'no more bets' is announced and displayed: the terminal acknowledges it; empty where none. */
  readonly announced: string;
  /** The least volume, of five steps, at which the announcement is heard there; zero where it may be muted. */
  readonly least_volume: number;
}

/** Something that a terminal may not do. */
export interface LockView {
  readonly name: string;
  /** A reason of the floor, as in a refusal. */
  readonly reason: string;
  readonly clause: string;
  /** What it stops: `wager`, `fund`, `collect`. */
  readonly stops: readonly string[];
}

/** How far play at a terminal may go, by the house or by the player's own wish; a bound of zero does not bind. */
export interface BoundsView {
  readonly loss_max: number;
  /** What this visit has lost so far; below zero it has won. */
  readonly lost: number;
  /** When this visit has lasted as long as it may. */
  readonly ends_at_ms: number;
  /** When this visit began: with the money that opened the account. */
  readonly begun_at_ms: number;
  /** Whether the player has set a bound, which cannot be made wider before the visit ends. */
  readonly is_own: boolean;
}

/** A prize that a terminal has won. */
export interface OwnAward {
  readonly award: string;
  readonly rule: string;
  readonly title: string;
  readonly level_title: string;
  readonly amount: number;
  readonly at_ms: number;
  /** Whether only a person pays it. */
  readonly by_hand: boolean;
  /** Whether the terminal waits for a person. */
  readonly locked: boolean;
  readonly state: "due" | "questioned" | "paid" | "withdrawn" | "refused";
  /** Whether it is withheld until that was looked into. */
  readonly is_held: boolean;
  /** `meter`, or the kind of paper. */
  readonly paid_by: string;
}

/** What a terminal has to do with jackpots, besides what all at its tables see. */
export interface TerminalJackpots {
  /** The rules of the levels it can win, as far as it is for the terminal; the table's line says whether now. */
  readonly plays_for: readonly string[];
  /** Of the other levels of its tables, why it cannot, by their rules: also `terminal-link`. */
  readonly why_not: Readonly<Record<string, string>>;
  /** What it has won and was not paid, newest first, and those of the last round it won in, however they ended. */
  readonly awards: readonly OwnAward[];
}

/** The entrant for whom play at a terminal counts, by number, and what that has brought so far. */
export interface OwnEntries {
  readonly promotion: string;
  readonly entrant: string;
  readonly entries: number;
  /** What still has to be staked for the next entry; zero where no amount brings one, or none is to be had now. */
  readonly to_next: number;
}

/** What a terminal may see of itself now. */
export interface OwnView {
  readonly terminal: string;
  readonly meter: number;
  readonly staked: number;
  /** What the last settlement won at the table this is about, without the wagers. */
  readonly win: number;
  /** Everything that settlement returned, the wagers included. */
  readonly paid: number;
  /** What lies on the layout. */
  readonly spots: Readonly<Record<string, number>>;
  /** Whether a ticket is on its way. */
  readonly printing: boolean;
  /** The last ticket, if there is one: its name here. On the wire it is the number, and only where the paper comes out on the screen because the printer is simulated; empty where a printer has it, or the terminal has another key. */
  readonly ticket: string;
  readonly ticket_amount: number;
  /** The notes its acceptor takes. */
  readonly notes: readonly number[];
  /** What it has staked at other tables, by table. */
  readonly elsewhere: Readonly<Record<string, number>>;
  /** For what an attendant has been called and has not yet taken note: `attendant`, `payout`, `fault`. */
  readonly called: readonly string[];
  readonly locks: readonly LockView[];
  /** Money of this visit that is kept back until it is looked into. */
  readonly withheld: number;
  readonly bounds: BoundsView | null;
  /** What staff show to the player: one of the fixed messages, or nothing. */
  readonly message: string;
  /** When it was shown: a page that has put one away knows it by this. */
  readonly message_at_ms: number;
  /** What it has to do with jackpots; null where none is offered. */
  readonly jackpots: TerminalJackpots | null;
  /** Where its player takes part in promotions: the number there, and what play has brought. */
  readonly entries: readonly OwnEntries[];
  /** How many tickets have come out here, that one among them: a screen knows by it that one has. */
  readonly ticket_serial: number;
}

/** One line of the limits sign. */
export interface LimitView {
  readonly kind: string;
  readonly min: number | null;
  readonly max: number | null;
  readonly step: number | null;
  readonly multiples: boolean;
}

/** What wins a progressive level: a run of outcomes at one table, on wagers that win by it. */
export interface Trigger {
  /** Kinds of wagers (`straight`), one of which the winner has laid and wins with. */
  readonly wagers: readonly string[];
  /** So many rounds in a row. */
  readonly run?: number;
  /** What must fall in each of them; empty means the same outcome every time, any one. */
  readonly outcomes?: readonly string[];
  /** Whether the winner has won with such a wager in every round of the run, or in the last alone. */
  readonly laid?: "every" | "last";
  /** How much the wager must be. */
  readonly least?: number;
}

/** A prize on the display of its jackpot, until it is paid. */
export interface AwardShown {
  readonly award: string;
  readonly terminal: string;
  readonly amount: number;
  readonly at_ms: number;
}

/** One level of a jackpot on the screens of a table. */
export interface JackpotLine {
  readonly jackpot: string;
  readonly level: string;
  readonly rule: string;
  readonly title: string;
  readonly level_title: string;
  readonly kind: "progressive" | "mystery";
  readonly amount: number;
  readonly condition: string;
  readonly trigger: Trigger | null;
  readonly low: number;
  readonly high: number;
  readonly ceiling: number;
  /** Who wins it. */
  readonly clause: string;
  readonly playing: boolean;
  /** `fault`, `table-link`, `not-begun`, `next-round` or empty. */
  readonly why_not: string;
  /** Prizes that were won and are not paid yet, newest first. */
  readonly awards: readonly AwardShown[];
}

/** What all at a table may see now. */
export interface TableView {
  readonly table: string;
  readonly round: number;
  /** OPEN, FINISHING, CLOSED, HELD, SETTLED, VOID, or empty before the first round. */
  readonly phase: string;
  readonly launched: boolean;
  readonly opened_at_ms: number;
  /** When the wagering period is planned to end, by the server's clock. */
  readonly closes_at_ms: number;
  /** What fell in this round; null until it is known. */
  readonly outcome: string | null;
  /** What fell last at this table, this round or an earlier one. */
  readonly last_outcome: string | null;
  /** What fell before, newest first: the last few. */
  readonly outcomes: readonly string[];
  /** Why the round is void or held. */
  readonly cause: string;
  /** The clause that says so. */
  readonly clause: string;
  readonly limits: readonly LimitView[];
  /** What is played for at this table besides; empty where no jackpot is offered. */
  readonly jackpots: readonly JackpotLine[];
  /** Per terminal with limits of its own, the sign on its screen; the others show that of the table. */
  readonly own_limits: Readonly<Record<string, readonly LimitView[]>>;
}

/** A table a terminal may turn to. */
export interface TableAt {
  readonly table: string;
  readonly title: string;
  readonly game: string;
}

/** How a terminal's screen is set up by the house. */
export interface ScreenView {
  readonly site: string;
  /** Three letters. */
  readonly currency: string;
  /** The chips one may choose from, the smallest first. */
  readonly chips: readonly number[];
  /** The tables it plays at, the one it stands at first. */
  readonly tables: readonly TableAt[];
  /** The languages offered, the first to begin with: `en`, `zh-Hans`, `vi`, `it`. */
  readonly languages: readonly string[];
  /** The approved look of the screen, by its name in the rulebook; empty where the rules know only one. */
  readonly look: string;
  readonly look_title: string;
  readonly look_clause: string;
  /** How that look shows the numbers in the order of the wheel; empty where the rules do not say. */
  readonly racetrack: "" | "none" | "oval" | "ribbon" | "ribbon-and-run";
  /** Whether notes and tickets are put in on the screen, because the slot is not real. */
  readonly simulated: boolean;
  /** So many rounds at most are played by themselves, where the rules allow it. */
  readonly autoplay_max: number;
  /** How often a player is told how long the visit has lasted; zero for never. */
  readonly remind_every_ms: number;
  /** After how long a break is suggested; zero for never. */
  readonly break_after_ms: number;
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
  /** Left out where the layout is. */
  readonly screen: ScreenView | null;
  /** What fell at the table before, newest first, as far back as it is kept; left out where the layout is. */
  readonly past: readonly string[];
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
  /** The floor's reason; or `must_wait`, if too many wrong numbers of tickets were presented here. */
  readonly reason: string;
  readonly clause: string;
  readonly details: Readonly<Record<string, string | number>>;
}

/** Too many others ask at this moment, and nothing of this is on record: send the same number again, a little later. Until that comes, every later number is answered with that one. */
export interface Busy {
  readonly type: "busy";
  /** The number to go on with; those after it follow in their order. */
  readonly n: number;
  /** How long to wait first; longer each time it is still so. */
  readonly wait_ms: number;
}

/** The terminal's own view, whole, and what changed it. */
export interface OwnNews {
  readonly type: "own";
  readonly seq: number;
  readonly prev: number;
  readonly now_ms: number;
  readonly own: OwnView;
  /** What it was, in a word: `note`, `ticket`, `transfer`, `taken_back`, `moved`, `undone`, `settled`, `void`, `wagers_void`, `returned`, `corrected`, `held`, `withheld`, `released`, `ticket_ordered`, `ticket_issued`, `ticket_failed`, `called`, `noted`, `told`, `bound`, `jackpot`, `jackpot_cleared`, `jackpot_credited`, `jackpot_papered`, or nothing. */
  readonly why: string;
  readonly clause: string;
  /** The command of this terminal that it answers, if it answers one. */
  readonly n: number | null;
  /** The round it is about, where it is about one. */
  readonly round: number;
  /** The table it is about, where that is not the one the terminal has turned to. */
  readonly table: string;
  /** What the last settlement at that table won: `own` says that of the one it has turned to. */
  readonly win: number;
  /** Everything that settlement returned, the wagers included. */
  readonly paid: number;
}

/** The table's view, whole; the same bytes to all. */
export interface TableNews {
  readonly type: "table";
  readonly seq: number;
  readonly prev: number;
  readonly now_ms: number;
  readonly table: TableView;
  /** The hash of the journal's group that holds this entry, in hexadecimal: who keeps it can show what was said. */
  readonly head: string;
}

/** What the device of the table was seen to do. Not on record and never the result: it only moves the picture. */
export interface Spin {
  readonly type: "spin";
  readonly table: string;
  readonly round: number;
  /** The ball was launched, the dice were shaken or the wheel was turned; it came round once more; it is about to come to rest; it lies. */
  readonly what: "launched" | "turn" | "dropping" | "rest";
  /** How often it has come round. */
  readonly count: number;
  /** How long the last turn of the ball, or of the wheel where there is no ball, took; zero if that is not known. */
  readonly turn_ms: number;
  /** Which way the wheel turns; empty if that was not sensed. */
  readonly rotor: "" | "cw" | "ccw";
  /** When it was sensed, by the server's clock. */
  readonly at_ms: number;
}

/** Staff want to see what the terminal kept by itself; it answers with `record`. */
export interface AskRecord {
  readonly type: "ask_record";
  readonly ask: number;
  /** Only what belongs to this entry of the journal and later ones. */
  readonly since: number;
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
  /** `protocol`, `key`, `malformed`, `too_long`, `too_fast`, `replaced`, `unpaired` or `stopping`; at a seat also `place` and `busy`. A client that does not read is disconnected without one. */
  readonly reason: string;
  readonly words: string;
}

export type FromTerminal =
  | Hello
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
  | Bound
  | ShownAnnouncement
  | Sit
  | RecordPart
  | Again
  | Ping;

export type ToTerminal =
  | Welcome
  | Ack
  | Known
  | Refused
  | Busy
  | OwnNews
  | TableNews
  | Spin
  | AskRecord
  | Pong
  | Bye;
