// What a supervisor decides: cases of malfunction, rounds, money withheld, disputes.
import { money } from "./money";
import { CAUSES } from "./words";

const WAYS: Readonly<Record<string, string>> = {
  establish: "Wagers established: they count",
  establish_some: "Some wagers established, the others void",
  not_established: "Wagers cannot be established",
  void_wagers: "Void the wagers",
  void_some_wagers: "Void some of the wagers",
  close_case: "End the case",
  vary: "Pay more than strict settlement",
  let_in: "Let a late wager in",
  let_out: "Let a wager out",
  correct: "Correct the number",
  enter: "Enter the number",
  void_round: "Declare the round void",
  invalidate: "Invalidate the outcome",
  forfeit: "Invalidate for fraud, with forfeiture",
  no_spin: "No spin",
  system_fault: "The game system is at fault",
  device_fault: "The device is at fault",
  withhold: "Withhold credit",
  withhold_due: "Withhold what the wagers will bring",
  pay: "Release to the player",
  pay_by_hand: "Release and pay by hand",
  refuse: "Refuse: it is the house's",
  review_holding: "Record the official's review",
  decide: "Give the decision",
  ask_review: "A party asks for a review",
  review: "Review the decision",
  advise: "Advise of rights",
  settle_dispute: "Close: the person is satisfied",
  end_dispute: "Close: the person is not satisfied",
  exclude: "Exclude from play",
  recommend: "Recommend exclusion from the casino",
  refuse_wagers: "Refuse future wagers",
  limit: "May not play this terminal besides others",
  lift: "Lift the measure",
  vacate: "Direct to leave",
  refused_to_vacate: "Record that they refused to leave",
};

const KINDS: Readonly<Record<string, string>> = {
  round: "Round held",
  case: "Malfunction",
  holding: "Withheld",
  dispute: "Dispute",
  claim: "Denied claim",
};

const STAGES: Readonly<Record<string, string>> = {
  held: "waits for a decision",
  only_void: "can only be declared void",
  open: "to be looked into",
  failed: "wagers could not be established",
  closed: "ended",
  withheld: "to be determined",
  reviewed: "reviewed",
  pay: "released to the player",
  refuse: "refused",
  raised: "to be decided",
  decided: "decided; open to review",
  review_asked: "a review was asked for",
  satisfied: "closed, satisfied",
  unsatisfied: "closed, not satisfied",
  to_inform: "the claimant has yet to be told",
};

const GROUNDS: Readonly<Record<string, string>> = {
  meter: "a meter that does not agree",
  interrupted: "play broken off, or a faulty display",
  other: "does not work properly",
  number: "a number the layout does not have",
  error: "an error message",
  line: "its line was lost",
  system: "the game system",
  wagers: "its screen shows other wagers",
  notice: "the official was told",
  notice_and_review: "the official was told and reviews it",
  covered: "the rules cover it",
  uncovered: "the rules do not cover it",
  promotion: "about a promotion",
};

const VERDICTS: Readonly<Record<string, string>> = {
  agrees: "agrees",
  differs: "differs",
  only_terminal: "only the terminal has it",
  only_journal: "only the journal has it",
  unverifiable: "cannot be checked",
};

const LINES: Readonly<Record<string, string>> = {
  sent: "The player asked for something",
  ack: "Told: done",
  refused: "Told: no",
  known: "Told again what was answered before",
  own: "Told its credit and wagers",
  table: "Told of the table",
  welcome: "Connected",
  lost: "Lines were lost",
};

const TOLD: Readonly<Record<string, string>> = {
  nothing_kept: "The terminal has kept nothing. That is normal, and speaks against nobody.",
  silent: "The terminal did not answer. Its page may be closed; that speaks against nobody.",
  not_connected: "The terminal is not connected. That is normal, and speaks against nobody.",
};

const FIELDS: Readonly<Record<string, string>> = {
  cause: "Cause",
  by: "By whom",
  outcome: "Number",
  terminal: "Terminal",
  spot: "Wager",
  measure: "Measure",
  position: "Where they are",
  unconfirmed: "Not established",
  spots: "Void",
  forfeit: "Concerned in the fraud",
};

const STEPS: Readonly<Record<string, string>> = {
  raised: "Raised",
  decided: "First decision",
  review_asked: "Review asked for",
  reviewed: "Review",
  advised: "Advised of rights",
  closed: "Closed",
};

const plain = (name: string) => name.replaceAll("_", " ").replaceAll("-", " ");

export const casesTexts = {
  title: "Cases",
  waiting: "Waits for a decision",
  nothing: "Nothing waits for a decision.",
  ended: "Ended of late",
  noneEnded: "Nothing has ended yet.",
  loading: "Asking the floor…",
  fault: (words: string) => `Not shown: ${words}.`,
  back: "All cases",
  kind: (kind: string) => KINDS[kind] ?? plain(kind),
  stage: (stage: string) => STAGES[stage] ?? plain(stage),
  ground: (ground: string) => GROUNDS[ground] ?? plain(ground),
  way: (way: string) => WAYS[way] ?? plain(way),
  field: (field: string) => FIELDS[field] ?? plain(field),
  cause: (cause: string) => (CAUSES as Readonly<Record<string, string>>)[cause] ?? plain(cause),
  plain,
  at: (table: string, round: number) => (round > 0 ? `Table ${table}, round ${round}` : `Table ${table}`),
  since: (ms: number) => age(ms),
  inDoubt: (cents: number) => `${money.amount(cents)} in doubt`,
  begin: {
    title: "Begin",
    case: "A terminal does not work",
    withhold: "Withhold credit",
    paper: "Hold a paper",
  },
  rounds: { title: "Put a round right", table: "Table", round: "Round", look: "Look at the round" },
  inquiry: {
    title: (number: string) => `Case ${number.replace("case-", "")}`,
    is: (terminal: string, ground: string) => `Terminal ${terminal}: ${ground}`,
    closed: "This case has ended. What stands below is what was on record then.",
    first: (other: string) => `${other} of this terminal holds wagers and is decided first.`,
    codes: (codes: string) => `Error messages: ${codes}`,
    facts: "As it stands",
    meter: "Credit",
    staked: "Wagers lying",
    inDoubt: "Wagers in doubt",
    withheld: "Withheld",
    demanded: "Demanded back",
    reports: "Reports by the player",
    locks: "May not",
    none: "nothing",
    sides: "Side by side",
    left: (count: number) => `${count} further entries are in the records.`,
    onlyDiffering: "Only where they differ",
    differing: (count: number) =>
      count === 0 ? "Nothing differs." : `${count} ${count === 1 ? "moment differs" : "moments differ"}.`,
    record: "Terminal’s own record",
    journal: "Journal",
    signals: "Signals",
    read: "Read the terminal’s record",
    readAgain: "Read it again",
    reading: "Asking the terminal…",
    unread: "Not read yet. Reading it is put on record, and changes nothing.",
    readBefore: (person: string, lines: number, differs: number) =>
      `Read last by ${person}: ${lines} lines, ${differs === 0 ? "none differs" : `${differs} differ`}.`,
    told: (told: string) => TOLD[told] ?? plain(told),
    verdict: (verdict: string) => VERDICTS[verdict] ?? plain(verdict),
    line: (what: string) => LINES[what] ?? plain(what),
    kept: (meter: number | null, staked: number | null, outcome: string, phase: string) =>
      [
        meter === null ? "" : `credit ${money.amount(meter)}`,
        staked === null ? "" : `bet ${money.amount(staked)}`,
        outcome === "" ? "" : `number ${outcome}`,
        phase === "" ? "" : phase.toLowerCase(),
      ]
        .filter((part) => part !== "")
        .join(", "),
    counts: (lines: number, chain: string) => `${lines} lines; their chain is ${chain}.`,
    by: (sender: string) => `by ${sender}`,
    moved: (cents: number) => `${cents > 0 ? "+" : ""}${money.amount(cents)} to the credit`,
    alarm: "alarm",
    differs: "DIFFERS",
    time: "Time",
  },
  ways: {
    title: "What the rules allow now",
    ofRound: "What the rules allow about the whole round",
    none: "The rules allow nothing here now.",
    others: "For others",
    only: (role: string, people: string) =>
      people === "" ? `For a ${plain(role)}.` : `For a ${plain(role)}: ${people}.`,
    choose: "Choose",
    do: "Decide",
    second: "A second person has to confirm it.",
    effect: "What it would do",
    first: "With the first choice",
    free: "The rest is asked next; for example:",
    any: (cause: string) => (cause === "" ? "what the signals show" : plain(cause)),
    details: "Every account",
    refused: (words: string, clause: string) =>
      `Not so: ${words}${clause === "" ? "" : ` (clause ${clause})`}.`,
    tickOne: "Tick at least one.",
  },
  round: {
    title: (table: string, number: number) => `Table ${table}, round ${number}`,
    outcome: "Number on record",
    registered: (outcome: string) => `The device read ${outcome}; nobody has confirmed it.`,
    noOutcome: "none",
    before: (outcomes: string) => `Recorded before: ${outcomes}`,
    laid: "Wagers",
    who: "Who",
    wagers: "On",
    staked: "Wagered",
    returned: "Paid",
    held: "Held",
    owed: "Demanded",
    unpaid: "not settled",
    nothing: "Nobody has wagered in this round.",
    cloth: "cloth",
    others: "Other rounds that can still be put right",
    correct: "Which number was it?",
    chosen: (outcome: string) => `If it was ${outcome}`,
    onRecord: "on record",
    touch: "Touch the number that fell. Below each stands what players get or owe in all.",
    nothingMoves: "nothing moves",
    gets: "gets",
    gives: "gives back",
    owes: "owes",
    house: "House",
    party: "Terminal or player",
    change: "Change",
    demanded: "Demanded",
    invalid: "Invalidate the outcome",
    cause: "Cause",
    by: "Fraud of",
    forfeit: "Who was concerned in the fraud and forfeits",
    noForfeit: "Nobody forfeits; everybody is refunded.",
  },
  dispute: {
    title: (number: string) => `Dispute ${number}`,
    levels: "Levels",
    open: "not yet",
    review: {
      on_request: "The decision is reviewed when a party asks for it.",
      always_open: "The decision is open to review without being asked for.",
      always: "The decision is reviewed in any case.",
    } as Readonly<Record<string, string>>,
    differs: (person: string) => `Whoever reviews it must be somebody else than ${person}.`,
    final: (role: string) => `The last word inside the casino: ${plain(role)}.`,
    official: (official: string) => `The person may turn to: ${plain(official)}.`,
    about: "About",
    step: (step: string) => STEPS[step] ?? plain(step),
    by: (person: string) => `by ${person}`,
  },
  holding: {
    title: (what: string) => `Withheld from ${what}`,
    amount: "Withheld",
    why: "Why",
    told: (official: string) => `Told: ${plain(official)}`,
    reviews: "Reviews",
    noReviews: "None yet.",
    determined: (how: string) => `Determined: ${STAGES[how] ?? how}.`,
  },
};

function age(ms: number): string {
  const seconds = Math.max(Math.floor(ms / 1000), 0);
  if (seconds < 90) return `${seconds} s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 90) return `${minutes} min`;
  const hours = Math.floor(minutes / 60);
  return hours < 48 ? `${hours} h` : `${Math.floor(hours / 24)} days`;
}
