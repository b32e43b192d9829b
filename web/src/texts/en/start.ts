// The first page.

const GAMES: Readonly<Record<string, string>> = {
  roulette: "Roulette",
  "sic-bo": "Sic Bo",
  "money-wheel": "Money Wheel",
};

const KINDS: Readonly<Record<string, string>> = {
  electronic: "automatic",
  automatic: "automatic",
  roulette: "automatic",
  "sic-bo": "automatic",
  live: "with a dealer",
  "stand-alone": "at a live table",
};

export const startTexts = {
  name: "OpenETG",
  title: (site: string) => site,
  demonstration:
    "This is a demonstration floor. It is open to this machine only, and nothing in it is real money:" +
    " notes, tickets, wheels, dice and dealers are simulated. The rules are those of the rulebook at each table.",
  howTitle: "How to go on",
  steps: [
    ["Sit down", "Choose a free terminal at one of the tables below. Each opens in this window."],
    ["Put in a note", "Touch a note in the simulated slot. It goes to your credit."],
    ["Place your bets", "Choose a chip, then touch the layout, while the sign says PLACE YOUR BETS."],
    ["Collect", "Your credit comes out as a ticket. Any other terminal takes its number."],
  ],
  chips: "Seats for chips: buy them from the dealer. No notes or tickets here.",
  tables: "Tables",
  terminal: (terminal: string) => `Sit down at terminal ${terminal}`,
  seat: (seat: string) => `Take seat ${seat}`,
  table: (table: string) => `Table ${table}`,
  rulebook: (id: string) => `Rulebook ${id}`,
  game: (game: string) => GAMES[game] ?? game,
  kind: (kind: string) => KINDS[kind] ?? kind,
  isOpen: "Open",
  isClosed: "Closed",
  loading: "Asking the floor for its tables…",
  failed: "The floor does not answer. It is asked again by itself.",
  noTables: "This floor has no tables yet.",
  more: "For everybody else",
  links: [
    ["/promotions", "Promotions", "What is offered beside the games, with the terms of each, for anybody."],
    ["/console/", "Consoles", "Log in as a dealer, a supervisor or another member of the staff."],
    ["/pair/", "Pair a terminal", "Give a terminal of a real floor its own key with a one-time code."],
    [
      "/api/schema/openapi.json",
      "HTTP API",
      "Everything staff and other systems may ask, as an OpenAPI document.",
    ],
    ["/docs", "Documents", "Guides and reference, as they stand in the repository."],
  ],
  real: "This page is for those who work here. Players use the terminals.",
  consoles: "Log in",
  pairing: "Pair a terminal",
};
