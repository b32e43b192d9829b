// Small true-to-life messages for the tests.
import { reduce, type Happening, type Step } from "../src/state/reduce";
import { newTerminal, type TerminalState } from "../src/state/terminal";
import type {
  Ack,
  FromTerminal,
  LayoutView,
  OwnNews,
  OwnView,
  SpotView,
  TableNews,
  TableView,
  ToTerminal,
  Welcome,
} from "../src/wire/messages";

const rows = Array.from({ length: 12 }, (_, row) => [1, 2, 3].map((place) => String(row * 3 + place)));
const numbers = rows.flat();
const RED = "1 3 5 7 9 12 14 16 18 19 21 23 25 27 30 32 34 36".split(" ");
const BLACK = numbers.filter((number) => !RED.includes(number));

function spot(name: string, title: string, covers: readonly string[], odds: string): SpotView {
  return { name, title, covers, odds, clause: "3.9", units: 1, pieces: [] };
}

/** A layout of dice: no rows, spots of several kinds. */
export function aDiceLayout(): LayoutView {
  const faces = ["1", "2", "3", "4", "5", "6"];
  const pairs = faces.flatMap((one) =>
    faces.filter((other) => other > one).map((other) => `${one}-${other}`),
  );
  const totals = Array.from({ length: 14 }, (_, index) => String(index + 4));
  return {
    ...aLayout([]),
    game: "sic-bo",
    title: "Sic Bo",
    rows: [],
    red: [],
    black: [],
    spots: [
      spot("small", "Small", [], "1 to 1"),
      spot("big", "Big", [], "1 to 1"),
      ...faces.map((face) => spot(`triple:${face}`, `Specific Triple ${face}`, [], "190 to 1")),
      spot("any-triple", "Any Triple", [], "31 to 1"),
      ...faces.map((face) => spot(`double:${face}`, `Specific Double ${face}`, [], "12 to 1")),
      ...totals.map((total) => spot(`total:${total}`, `Three Dice Total ${total}`, [], "6 to 1")),
      ...pairs.map((pair) => spot(`combination:${pair}`, `Dice Combination ${pair}`, [], "6 to 1")),
      ...faces.map((face) => spot(`single:${face}`, `Single Die ${face}`, [], "1 to 1, 2 to 1, 12 to 1")),
    ],
  };
}

/** A layout of symbols. */
export function aSymbolLayout(): LayoutView {
  const symbols = ["a", "b", "c", "d", "e", "f", "g"];
  const spots = symbols.map((name) => spot(`symbol:${name}`, `Symbol ${name}`, [name], "1 to 1"));
  return { ...aDiceLayout(), game: "money-wheel", title: "Money Wheel", spots };
}

/** A layout with one zero, or with several. */
export function aLayout(zeros: readonly string[] = ["0"]): LayoutView {
  const between = (from: number, to: number) => numbers.slice(from - 1, to);
  const parity = (rest: number) => numbers.filter((number) => Number(number) % 2 === rest);
  return {
    rulebook: "hash",
    rulebook_id: "example",
    rulebook_title: "An example",
    game: "roulette",
    title: "Roulette",
    zeros,
    rows,
    red: RED,
    black: BLACK,
    spots: [
      ...[...zeros, ...numbers].map((number) =>
        spot(`straight:${number}`, `Straight Up ${number}`, [number], "35 to 1"),
      ),
      spot("split:14-17", "Split 14-17", ["14", "17"], "17 to 1"),
      spot("street:1-2-3", "Street 1-2-3", ["1", "2", "3"], "11 to 1"),
      spot("corner:1-2-4-5", "Corner 1-2-4-5", ["1", "2", "4", "5"], "8 to 1"),
      ...[0, 1, 2].map((column) =>
        spot(
          `column:${column + 1}`,
          `Column ${column + 1}`,
          rows.map((row) => row[column] ?? ""),
          "2 to 1",
        ),
      ),
      ...[0, 1, 2].map((dozen) =>
        spot(`dozen:${dozen + 1}`, `Dozen ${dozen + 1}`, between(dozen * 12 + 1, dozen * 12 + 12), "2 to 1"),
      ),
      spot("low", "Low (1-18)", between(1, 18), "1 to 1"),
      spot("high", "High (19-36)", between(19, 36), "1 to 1"),
      spot("even", "Even", parity(0), "1 to 1"),
      spot("odd", "Odd", parity(1), "1 to 1"),
      spot("red", "Red", RED, "1 to 1"),
      spot("black", "Black", BLACK, "1 to 1"),
    ],
    specials: [],
    wheel: [...zeros, ...numbers],
    features: {},
    denied: {},
    announced: "",
    least_volume: 0,
  };
}

export const OWN: OwnView = {
  terminal: "T1",
  meter: 10_000,
  staked: 0,
  win: 0,
  paid: 0,
  spots: {},
  printing: false,
  ticket: "",
  ticket_amount: 0,
  ticket_serial: 0,
  notes: [500, 1000],
  elsewhere: {},
  called: [],
  locks: [],
  withheld: 0,
  bounds: null,
  message: "",
  message_at_ms: 0,
  jackpots: null,
  entries: [],
};

export const TABLE: TableView = {
  table: "M1",
  round: 5,
  phase: "OPEN",
  launched: false,
  opened_at_ms: 1_000,
  closes_at_ms: 31_000,
  outcome: null,
  last_outcome: "17",
  outcomes: ["17", "4"],
  cause: "",
  clause: "",
  limits: [],
  jackpots: [],
  own_limits: {},
};

export function welcome(changes: Partial<Welcome> = {}): Welcome {
  return {
    type: "welcome",
    boot: 7,
    last: 0,
    now_ms: 1_000,
    own_seq: 10,
    table_seq: 10,
    layout: aLayout(),
    own: OWN,
    table: TABLE,
    screen: null,
    past: TABLE.outcomes,
    ...changes,
  };
}

/** The answer to a wager of 500 on a spot that was empty, as it follows the welcome above. */
export function ack(n: number, changes: Partial<Ack> = {}): Ack {
  return {
    type: "ack",
    n,
    seq: 11,
    prev: 10,
    accepted: 500,
    meter: 9_500,
    staked: 500,
    spots: { "straight:17": 500 },
    trimmed: "",
    ...changes,
  };
}

export function ownNews(own: Partial<OwnView>, changes: Partial<Omit<OwnNews, "own">> = {}): OwnNews {
  return {
    type: "own",
    seq: 11,
    prev: 10,
    now_ms: 2_000,
    why: "",
    clause: "",
    n: null,
    round: 0,
    table: "",
    win: 0,
    paid: 0,
    ...changes,
    own: { ...OWN, ...own },
  };
}

export function tableNews(
  table: Partial<TableView>,
  changes: Partial<Omit<TableNews, "table">> = {},
): TableNews {
  const about = { seq: 11, prev: 10, now_ms: 2_000, head: "" };
  return { type: "table", ...about, ...changes, table: { ...TABLE, ...table } };
}

/** A terminal under test: its state, and everything it has sent. */
export class Bench {
  state: TerminalState = newTerminal("T1", "key");
  sent: FromTerminal[] = [];

  act(...happenings: Happening[]): this {
    for (const happening of happenings) {
      const step: Step = reduce(this.state, happening);
      this.state = step.state;
      this.sent.push(...step.send);
    }
    return this;
  }

  hear(...messages: ToTerminal[]): this {
    return this.act(...messages.map((message) => ({ kind: "received" as const, message, at: 0 })));
  }

  place(wager = "straight:17", amount = 500): this {
    return this.act({ kind: "place", wager, amount });
  }

  /** What was sent of a kind. */
  of<Kind extends FromTerminal["type"]>(kind: Kind): Extract<FromTerminal, { type: Kind }>[] {
    return this.sent.filter(
      (message): message is Extract<FromTerminal, { type: Kind }> => message.type === kind,
    );
  }

  forget(): this {
    this.sent = [];
    return this;
  }
}

/** A terminal whose session stands. */
export function standing(changes: Partial<Welcome> = {}): Bench {
  return new Bench().act({ kind: "opened" }).hear(welcome(changes)).forget();
}
