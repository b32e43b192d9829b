// The terminals: the list, and one of them.

const REASONS: Readonly<Record<string, string>> = {
  out_of_service: "out of service",
  meter_mismatch: "it shows another credit than the books hold",
  excluded: "the player is excluded from play",
  wagers_refused: "further wagers of the player are refused",
  table_not_open: "the table is closed",
};

const LOCKS: Readonly<Record<string, string>> = {
  closed: "Closed by a person",
  closing: "Its table is closed",
  signal: "An alarm",
  devices: "A device of its own is missing",
  case: "A case of malfunction",
  mismatch: "Its credit and the books differ",
  visit: "Somebody works on it",
  excluded: "The player is excluded",
  wagers_refused: "Wagers are refused",
};

const STOPS: Readonly<Record<string, string>> = {
  wager: "wagers",
  fund: "money in",
  collect: "collecting",
};

const CALLS: Readonly<Record<string, string>> = {
  fault: "The player reports a fault",
  attendant: "The player calls for an attendant",
  payout: "The player asks to be paid by hand",
};

const TOLD: Readonly<Record<string, string>> = {
  complete: "The terminal has told everything it kept.",
  partly: "The terminal has told a part of what it kept, then nothing more.",
  nothing_kept: "The terminal keeps no record of its own, which is normal.",
  silent: "The terminal has not answered: an older page, or one that is busy.",
  not_connected: "The terminal is not connected.",
};

const CHAIN: Readonly<Record<string, string>> = {
  intact: "Its lines follow from one another.",
  broken: "Its lines do not all follow from one another.",
  unchained: "Its lines were kept without a chain.",
  nothing: "There is no line.",
};

const VERDICTS: Readonly<Record<string, string>> = {
  agrees: "agrees",
  differs: "differs",
  only_terminal: "only the terminal has it",
  only_journal: "only the journal has it",
  unverifiable: "cannot be checked",
};

const plain = (word: string) => word.replaceAll("_", " ").replaceAll("-", " ");

export const terminalsTexts = {
  title: "Terminals",
  search: "Find a terminal, table, player or case",
  filters: {
    all: "All",
    locked: "Locked",
    held: "With a case or held money",
    credit: "With credit",
    offline: "Line lost",
    idle: "Idle",
    calls: "Calls",
  },
  none: "No terminal is like that.",
  noTables: "You supervise no table.",
  loading: "Asking the floor…",
  fault: (words: string) => `It cannot be shown: ${words}.`,
  list: "All terminals",
  columns: {
    terminal: "Terminal",
    table: "Table",
    meter: "Credit",
    staked: "Bet",
    win: "Win",
    withheld: "Withheld",
    demanded: "Demanded",
    state: "State",
    idle: "Rounds idle",
  },
  state: (locks: readonly string[], isOffline: boolean) =>
    [...(isOffline ? ["line lost"] : []), ...locks.map((lock) => LOCKS[lock] ?? plain(lock))].join(", ") ||
    "in service",
  at: (table: string) => `Table ${table}`,
  player: (player: string) => `Player ${player}`,
  meters: {
    meter: "Credit",
    staked: "Bet",
    win: "Win",
    withheld: "Withheld",
    demanded: "Demanded back",
  },
  layout: (table: string, round: number) =>
    round === 0 ? `Table ${table}` : `Table ${table}, round ${round}`,
  noWagers: "No wager lies there.",
  heldFor: (name: string) => `Not settled with the others: ${name}`,
  locks: {
    title: "What it may not do",
    none: "Nothing is locked.",
    line: (name: string, reason: string) => {
      const [what, why] = [LOCKS[name] ?? plain(name), REASONS[reason] ?? plain(reason)];
      return what.toLowerCase() === why ? what : `${what}: ${why}`;
    },
    stops: (stops: readonly string[]) => `Stops ${stops.map((stop) => STOPS[stop] ?? stop).join(", ")}.`,
    byItself: "Ends by itself, with what it came with.",
    openTable: "Ends when the table opens.",
    closes: "It goes out of service as soon as nothing of it is unsettled.",
  },
  acts: {
    title: "What you may do",
    CloseTerminal: "Take out of service",
    ReopenTerminal: "Back into service",
    OpenCase: "Open a case",
    Withhold: "Withhold money",
    OrderManualPayout: "Pay by hand",
    VarySettlement: "Pay more than strict settlement",
    RuleOnWager: "Rule on a late wager",
    DirectToVacate: "Direct the player to leave",
    RecordRefusalToVacate: "The player refused to leave",
    EstablishNote: "Establish where the note is",
    StartVisit: "Begin work on it",
    EndVisit: "End the work",
    notice: "Give notice that it closes",
    message: "Show a message to the player",
    bounds: "Set how far play may go",
    none: "You hold no acts at this terminal.",
  },
  bounds: {
    title: "How far play may go",
    none: "Nobody has set a bound.",
    loss: (lost: string, max: string) => `Lost ${lost} of at most ${max}`,
    lostOnly: (lost: string) => `Lost so far ${lost}`,
    until: (time: string) => `The stay ends at ${time}`,
    since: (time: string) => `Since ${time}`,
  },
  money: {
    escrow: (amount: string) => `The acceptor holds a note of ${amount}.`,
    lost: (amount: string) =>
      `Nobody knows what became of a note of ${amount}. Look into the acceptor, then establish it.`,
    printing: (amount: string) => `${amount} is on its way to paper.`,
  },
  pairing: {
    title: "Key of the terminal",
    paired: (by: string, at: string) => `Paired by ${by} at ${at}.`,
    unpaired: "It has no key of its own.",
    make: "Make a code",
    words: (time: string, left: string) =>
      `Type it at the terminal before ${time}: ${left} left. It is good once.`,
    over: "The code is no longer good.",
    unpair: "Take the key back",
  },
  record: {
    title: "Its own record beside the journal",
    about:
      "The terminal is asked for what it kept by itself. Nothing is decided by it; that it was read goes on record.",
    ask: "Ask the terminal",
    since: "From entry",
    asking: "Asking the terminal…",
    told: (told: string) => TOLD[told] ?? plain(told),
    chain: (chain: string) => CHAIN[chain] ?? plain(chain),
    digest: (digest: string) => `SHA-256 over its lines: ${digest}`,
    entry: (sequence: number) => (sequence === 0 ? "" : `That it was read is entry ${sequence}.`),
    count: (verdict: string, count: number) => `${count} ${VERDICTS[verdict] ?? plain(verdict)}`,
    onlyOdd: "Only what does not agree",
    columns: { k: "Line", sequence: "Entry", at_ms: "Time", what: "What", verdict: "Verdict", words: "Why" },
    verdict: (verdict: string) => VERDICTS[verdict] ?? plain(verdict),
    allAgree: "Every line agrees.",
  },
  calls: {
    title: "Calls of the player",
    none: "The player calls nobody.",
    call: (what: string) => CALLS[what] ?? plain(what),
    reports: (count: number) => `Pressed the fault control ${count === 1 ? "once" : `${count} times`}.`,
    note: "Take note",
    words: "What was found or done",
  },
  idle: {
    title: "Idle and leaving",
    rounds: (count: number) => (count === 1 ? "1 round without a wager" : `${count} rounds without a wager`),
    directed: (by: string, at: string, refused: boolean) =>
      `Directed to leave by ${by} at ${at}${refused ? "; the player refused" : ""}.`,
  },
  messages: {
    title: "Messages to the player",
    about: "From a fixed list about the rules and the house; never advice on play.",
    last: (message: string, at: string) => `Shown last: ${plain(message)}, at ${at}.`,
  },
  line: {
    lost: "The line to this terminal is lost, as far as is on record.",
    devices: (devices: readonly string[]) => `No line to its ${devices.join(" and ")}.`,
  },
  more: "Further acts",
  timeline: "On record",
};
