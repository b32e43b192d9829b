// The frame of the consoles: areas, the panel of an act, what an account is called, the journal in lines.

const ACCOUNTS: Readonly<Record<string, (first: string, second: string) => string>> = {
  meter: (terminal) => `Credit of ${terminal}`,
  play: (table, terminal) => `Wagers of ${terminal} at ${table}`,
  bank: (table) => `Bank of table ${table}`,
  cash_box: (terminal) => `Notes in ${terminal}`,
  printing: (terminal) => `Being printed at ${terminal}`,
  hand: (table, player) => `Chips in the hand of ${player} at ${table}`,
  cloth: (table, player) => `Chips of ${player} on the cloth of ${table}`,
  drop: (table) => `Cash for chips at ${table}`,
  withheld: (name) => `Withheld from ${name}`,
  demanded: (name) => `Demanded back from ${name}`,
  contested: (name) => `Contested with ${name}`,
  prize: (promotion, number) => `Prize ${number} of ${promotion}`,
  promoting: (promotion) => `Given as prizes of ${promotion}`,
  award: (name) => `Award ${name}`,
  pool: (jackpot, level) => `Pool of ${jackpot}, ${level}`,
  reserve: (jackpot, level) => `Hidden reserve of ${jackpot}, ${level}`,
  overflow: (jackpot, level) => `For the next pool of ${jackpot}, ${level}`,
  seeding: (jackpot) => `Put into ${jackpot} by the house`,
  payable: (name) => `To be paid by hand, ${name}`,
  forfeited: (table) => `Forfeited at ${table}`,
  tickets: () => "Papers not redeemed",
  chips: () => "Chips away from their table",
  cage: () => "Cage: cash, cheques, transfers",
  monitoring: () => "Monitoring system",
  drawer: (name) => `Drawer ${name}`,
  short_over: (name) => `Short or over, drawer ${name}`,
};

/** What a void or held round means, for those who work here; why stands before it. */
const trouble = (because: string, isHeld: boolean) =>
  [
    because,
    isHeld
      ? "All wagers stand until somebody has decided."
      : "Wagers that were not forfeited have come back.",
  ]
    .filter((part) => part !== "")
    .join(" ");

export const shellTexts = {
  trouble,
  areas: {
    floor: "Floor",
    dealer: "Dealer",
    terminals: "Terminals",
    cases: "Cases",
    conduct: "Conduct",
    equipment: "Equipment",
    cage: "Cage",
    jackpots: "Jackpots",
    promotions: "Promotions",
    records: "Records",
    reports: "Reports",
    staff: "Staff",
    acts: "All acts",
    account: "My account",
  },
  records: {
    search: "Search",
    trace: "Follow the money",
    replay: "Replay a round",
    entries: "Entries",
    verify: "Verify",
    notices: "Notices due",
    conformance: "Conformance",
    software: "Software",
    export: "Export",
    statistics: "Outcomes",
  },
  areasTitle: "Areas",
  search: "Search: ticket, round, terminal, person, clause",
  keys: "Keys and look",
  keyList: [
    ["/", "search"],
    ["g then a letter", "go to an area"],
    ["1 … 9", "what is next here"],
    ["Escape", "close what is open"],
    ["?", "these keys"],
  ] as readonly (readonly [string, string])[],
  lost: "Not connected",
  account: (name: string): string => {
    const [kind = "", first = "", second = ""] = name.split("/");
    return ACCOUNTS[kind]?.(first, second) ?? name;
  },
  panel: {
    preview: "What it would do",
    asking: "Asking the floor…",
    incomplete: "Fill in what is asked, and the floor says what it would do.",
    refused: (words: string, clause: string, details: string) =>
      `It would be refused: ${words}${details === "" ? "" : ` (${details})`}${clause === "" ? "" : `, clause ${clause}`}.`,
    noMoney: "This step itself moves no money.",
    follows: "Behind it, in the same moment, the floor itself moves:",
    account: "Account",
    before: "Now",
    after: "Then",
    change: "Change",
    second: "A second person has to confirm it.",
    lapsed:
      "Not done: nobody confirmed it in time, it was taken back, or the floor was started anew. Ask again if it is still wanted.",
    yes: "yes",
    no: "no",
    secondNow: "Nothing is done yet. A second person confirms here, or at another console.",
    unsaid: (words: string) => `The floor does not say what it would do: ${words}.`,
    forgotten: "The line broke before the floor answered. Look at what stands before you do it again.",
    confirm: (title: string) => `${title}: do it`,
    known: "For",
  },
  timeline: {
    title: "On record",
    none: "Nothing is on record here.",
    older: "Older",
    fault: (words: string) => `The journal could not be read: ${words}.`,
    entry: (sequence: number) => `Entry ${sequence}`,
    moved: (amount: string, source: string, destination: string) => `${amount}  ${source} → ${destination}`,
    loading: "Reading the journal…",
    again: "Read again",
    newer: (count: number) => `${count} new`,
  },
  grid: { empty: "Nothing." },
  attention: (count: number) => `${count} waiting`,
  tooFar:
    "This page could not be shown. What the floor has confirmed is on record; what was typed and not confirmed is not. Load the page again.",
};
