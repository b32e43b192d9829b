// A public display: one view as the server said it last, dimmed when the line is lost; figures from what fell alone.
import { describe, expect, test } from "vitest";
import { DisplaySession, displayIn } from "../src/state/display";
import {
  alsoCalled,
  hintOf,
  limitLines,
  oddsLines,
  oddsOf,
  often,
  races,
  sharing,
  span,
  stepsSaid,
  tallies,
  widthOf,
} from "../src/state/showing";
import type { DisplayNews, DisplayView, DisplayWelcome, FromDisplay, ToDisplay } from "../src/wire/console";
import type { LayoutView, Spin, SpotView, TableView } from "../src/wire/messages";
import { FakeLine, FakeTimers } from "./fakes";

const numbers = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => String(from + index));
const spot = (name: string, title: string, covers: readonly string[], odds: string): SpotView => ({
  name,
  title,
  covers,
  odds,
  clause: "1",
  units: 1,
  pieces: [],
});

const EMPTY: LayoutView = {
  rulebook: "",
  rulebook_id: "",
  rulebook_title: "",
  game: "",
  title: "",
  zeros: [],
  rows: [],
  red: [],
  black: [],
  spots: [],
  specials: [],
  wheel: [],
  features: {},
  denied: {},
  announced: "",
  least_volume: 0,
};
const RED = ["1", "3", "5", "7", "9", "12"];
const BLACK = ["2", "4", "6", "8", "10", "11"];
/** A small wheel: a zero and twelve numbers. */
const WHEEL: LayoutView = {
  ...EMPTY,
  game: "roulette",
  zeros: ["0"],
  rows: [0, 1, 2, 3].map((row) => numbers(3 * row + 1, 3 * row + 3)),
  red: RED,
  black: BLACK,
  spots: [
    ...numbers(0, 12).map((number) =>
      spot(`straight:${number}`, `Straight Up ${number}`, [number], "11 to 1"),
    ),
    ...[1, 2, 3].map((column) =>
      spot(
        `column:${column}`,
        `Column ${column}`,
        [0, 3, 6, 9].map((row) => String(row + column)),
        "2 to 1",
      ),
    ),
    ...[1, 2, 3].map((third) =>
      spot(`third:${third}`, `Third ${third}`, numbers(4 * third - 3, 4 * third), "2 to 1"),
    ),
    spot("low", "Low", numbers(1, 6), "1 to 1"),
    spot("high", "High", numbers(7, 12), "1 to 1"),
    spot("red", "Red", RED, "1 to 1"),
    spot("black", "Black", BLACK, "1 to 1"),
  ],
};
const DICE: LayoutView = {
  ...EMPTY,
  game: "sic-bo",
  spots: [
    spot("small", "Small", ["1-1-2", "1-2-2", "1-2-3"], "1 to 1"),
    spot("big", "Big", ["4-5-6", "5-5-6", "5-6-6"], "1 to 1"),
    spot("triple:1", "Specific Triple 1", ["1-1-1"], "190 to 1"),
    spot("triple:2", "Specific Triple 2", ["2-2-2"], "190 to 1"),
    spot("any-triple", "Any Triple", ["1-1-1", "2-2-2"], "31 to 1"),
    spot("total:4", "Total 4", ["1-1-2"], "62 to 1"),
    spot("total:17", "Total 17", ["5-6-6"], "62 to 1"),
    spot("total:5", "Total 5", ["1-2-2"], "31 to 1"),
  ],
};
const SYMBOLS: LayoutView = {
  ...EMPTY,
  wheel: ["a", "b", "a", "c"],
  spots: [spot("symbol:a", "Symbol a", ["a"], "1 to 1"), spot("symbol:b", "Symbol b", ["b"], "3 to 1")],
};

describe("chances that share what may fall", () => {
  test("are colours first, then pairs, then thirds of neighbours before others", () => {
    const names = sharing(WHEEL).map((spots) => spots.map(({ name }) => name));
    expect(names).toEqual([
      ["red", "black"],
      ["low", "high"],
      ["third:1", "third:2", "third:3"],
      ["column:1", "column:2", "column:3"],
    ]);
  });

  test("are counted with what none of them covers, and their runs end with it", () => {
    const [colours] = races(WHEEL, ["2", "4", "0", "2", "1"]);
    expect(colours?.chances.map(({ title, count }) => [title, count])).toEqual([
      ["Red", 1],
      ["Black", 3],
      ["0", 1],
    ]);
    expect(colours?.run).toEqual({ title: "Black", spot: "black", count: 2 });
    expect(races(WHEEL, ["0", "1"])[0]?.run).toBeNull();
    expect(races(WHEEL, ["1", "3"])[0]?.run?.count).toBe(2);
    expect(races(WHEEL, [])[0]?.of).toBe(0);
  });

  test("of dice are small and big, and a triple is neither, in whatever order the dice lie", () => {
    const [sizes] = races(DICE, ["2-1-1", "1-1-1", "6-5-4"]);
    expect(sizes?.chances.map(({ title, count }) => [title, count])).toEqual([
      ["Small", 1],
      ["Big", 1],
      ["Any Triple", 1],
    ]);
    expect(alsoCalled(DICE, "1-1-1")).toEqual(["Any Triple"]);
    expect(alsoCalled(DICE, "6-5-4")).toEqual(["Big"]);
    expect(alsoCalled(WHEEL, "12")).toEqual(["Red", "High"]);
    expect(alsoCalled(WHEEL, "0")).toEqual([]);
  });

  test("are none on a wheel of symbols, of which one reads what it pays", () => {
    expect(sharing(SYMBOLS)).toEqual([]);
    expect(oddsOf(SYMBOLS, "b")).toBe("3 to 1");
    expect(oddsOf(SYMBOLS, "c")).toBe("");
  });
});

describe("often and seldom", () => {
  test("what came often is there once it came, what seldom by how long ago", () => {
    const { hot, cold, most } = often(WHEEL, ["7", "3", "7", "0"], 3);
    expect(hot.map(({ outcome, count }) => [outcome, count])).toEqual([
      ["7", 2],
      ["3", 1],
      ["0", 1],
    ]);
    expect(cold.every(({ count, ago }) => count === 0 && ago === null)).toBe(true);
    expect(most).toBe(2);
    const all = often(WHEEL, ["7", "3", "7", "0"], 13).cold;
    expect(all.slice(-3).map(({ outcome, ago }) => [outcome, ago])).toEqual([
      ["0", 3],
      ["3", 1],
      ["7", 0],
    ]);
  });

  test("dice are counted by their totals, in rising order", () => {
    expect(tallies(DICE, ["1-1-2", "2-1-1", "6-6-5"])).toEqual([
      { outcome: "3", count: 0 },
      { outcome: "4", count: 2 },
      { outcome: "5", count: 0 },
      { outcome: "6", count: 0 },
      { outcome: "15", count: 0 },
      { outcome: "16", count: 0 },
      { outcome: "17", count: 1 },
    ]);
  });
});

describe("the sign at a table", () => {
  test("has every wager with its odds, those alike together", () => {
    expect(oddsLines(DICE, []).map(({ title, odds }) => `${title}: ${odds}`)).toEqual([
      "Small: 1 to 1",
      "Big: 1 to 1",
      "Specific Triple: 190 to 1",
      "Any Triple: 31 to 1",
      "Total 4, 17: 62 to 1",
      "Total 5: 31 to 1",
    ]);
    expect(oddsLines(WHEEL, [])[0]).toEqual({ title: "Straight Up", odds: "11 to 1", clause: "1" });
  });

  test("shows the notice of the rulebook where there is one, and nothing beside it", () => {
    const notice = [{ wager: "straight", odds: "35 to 1", clause: "8(a):A" }];
    expect(oddsLines(WHEEL, notice)).toEqual([{ title: "Straight Up", odds: "35 to 1", clause: "8(a):A" }]);
    expect(oddsLines(WHEEL, [{ wager: "red", odds: "1 to 1", clause: "H" }])[0]?.title).toBe("Red");
    expect(oddsLines(SYMBOLS, [{ wager: "symbol:a", odds: "1 to 1", clause: "a" }])[0]?.title).toBe(
      "Symbol a",
    );
  });

  test("reads limits of terminals and of the cloth alike", () => {
    const lines = limitLines(
      { straight: { min: 200, max: 10_000 }, any: { min: 500, multiples: true } },
      WHEEL,
    );
    expect(lines).toEqual([
      { kind: "straight", title: "Straight Up", min: 200, max: 10_000, step: null, multiples: false },
      { kind: "any", title: "", min: 500, max: null, step: null, multiples: true },
    ]);
    const listed = limitLines([{ kind: "sum", min: 100, max: 99_999, step: null, multiples: false }], WHEEL);
    expect(span([...lines, ...listed])).toEqual({ min: 200, max: 10_000 });
    expect(span(listed)).toEqual({ min: null, max: null });
  });
});

test("says of a sign every figure that binds: steps, multiples of the minimum, or both", () => {
  const say = { step: (cents: number) => `steps of ${String(cents)}`, multiples: "multiples" };
  expect(stepsSaid({ step: 500, multiples: true }, say)).toEqual(["steps of 500", "multiples"]);
  expect(stepsSaid({ step: 500, multiples: false }, say)).toEqual(["steps of 500"]);
  expect(stepsSaid({ step: null, multiples: true }, say)).toEqual(["multiples"]);
  expect(stepsSaid({}, say)).toEqual([]);
});

const TABLE: TableView = {
  table: "A",
  round: 7,
  phase: "OPEN",
  launched: false,
  opened_at_ms: 0,
  closes_at_ms: 0,
  outcome: null,
  last_outcome: null,
  outcomes: [],
  cause: "",
  clause: "",
  limits: [],
  jackpots: [],
  own_limits: {},
};
const VIEW: DisplayView = {
  sequence: 1,
  table: TABLE,
  cloth_limits: {},
  notices: {},
  past: [],
  round_paid: 0,
  prizes: [],
  jackpots: [],
  is_open: true,
  odds: [],
  void_round: 0,
};

test("letters of Chinese are about twice as wide as Latin ones", () => {
  expect(widthOf("")).toBe(0);
  expect(widthOf("红黑")).toBeGreaterThan(1.5 * widthOf("ab"));
  expect(widthOf("abcd")).toBeCloseTo(2 * widthOf("ab"));
});

describe("what stands below the phase", () => {
  const hint = (table: Partial<TableView>, changes: Partial<DisplayView> = {}) =>
    hintOf({ ...VIEW, ...changes, table: { ...TABLE, ...table } });

  test("says what a round on hold or void means", () => {
    expect(hint({ phase: "HELD", cause: "restart" })).toEqual({ kind: "held" });
    expect(hint({ phase: "VOID", cause: "fraud" })).toEqual({ kind: "void", cause: "fraud" });
    expect(hint({ phase: "HELD" }, { is_open: false })).toEqual({ kind: "none" });
  });

  test("names a void round while bets on the next one are taken, and no longer", () => {
    for (const phase of ["OPEN", "FINISHING"])
      expect(hint({ phase, launched: true }, { void_round: 6 })).toEqual({ kind: "was_void", round: 6 });
    expect(hint({ phase: "CLOSED" }, { void_round: 6 })).toEqual({ kind: "wait" });
    expect(hint({ phase: "CLOSED", outcome: "3" }, { void_round: 6 })).toEqual({ kind: "fallen" });
    expect(hint({ phase: "OPEN", launched: true })).toEqual({ kind: "running" });
  });

  test("else says when the table closes, if that was announced", () => {
    expect(hint({}, { notices: { close: 5 } })).toEqual({ kind: "closes", atMs: 5 });
    expect(hint({})).toEqual({ kind: "none" });
  });
});

const welcome = (same: boolean): DisplayWelcome => ({
  type: "welcome",
  table: "A",
  title: "Roulette",
  site: "Site",
  currency: "AUD",
  now_ms: 1_000_000,
  same,
  layout: WHEEL,
});
const news = (seq: number, prev: number, changes: Partial<DisplayView> = {}): DisplayNews => ({
  type: "display",
  view: "display/A",
  seq,
  prev,
  now_ms: 1_000_000,
  content: { ...VIEW, ...changes },
});
const spin = (round: number): Spin => ({
  type: "spin",
  table: "A",
  round,
  what: "turn",
  count: 3,
  turn_ms: 900,
  rotor: "cw",
  at_ms: 5,
});

function hung() {
  const [line, timers] = [new FakeLine<FromDisplay, ToDisplay>(), new FakeTimers()];
  const session = new DisplaySession({ table: "A", key: "k" }, line, timers, () => undefined);
  session.start();
  line.last.events.opened();
  line.say(welcome(false));
  return { line, timers, session };
}

describe("a display", () => {
  test("reads its link", () => {
    const at = (table: string, key = "") => ({ place: { table, key }, language: "" });
    expect(displayIn("#table=A&key=k")).toEqual({ ...at("A", "k"), show: "numbers" });
    expect(displayIn("#table=A&show=sign")).toEqual({ ...at("A"), show: "sign" });
    expect(displayIn("#show=jackpots&key=k")).toEqual({ ...at("", "k"), show: "jackpots" });
    expect(displayIn("")).toEqual({ ...at(""), show: "lobby" });
    expect(displayIn("#table=A&lang=it")?.language).toBe("it");
    expect(displayIn("#table=A&show=lobby")?.place.table).toBe("");
    expect(displayIn("#table=A&show=everything")).toBeNull();
    expect(displayIn("#show=sign")).toBeNull();
  });

  test("shows the view as current only when it has come", () => {
    const { line, session } = hung();
    expect(line.last.sent[0]).toEqual({ type: "hello", protocol: 1, table: "A", seen: -1, key: "k" });
    expect(session.state).toMatchObject({ isCurrent: false, currentAtMs: 0 });
    line.say(news(10, -1));
    expect(session.state).toMatchObject({ isCurrent: true, currentAtMs: 1_000_000 });
  });

  test("says at once when the line is lost, and takes up where it was", () => {
    const { line, timers, session } = hung();
    line.say(news(10, -1));
    line.last.events.closed();
    expect(session.state).toMatchObject({ isCurrent: false, currentAtMs: 1_000_000, link: { kind: "lost" } });
    timers.pass(1_000);
    line.last.events.opened();
    expect(line.last.sent[0]).toMatchObject({ type: "hello", seen: 10 });
    expect(session.state.isCurrent).toBe(false);
    line.say(welcome(true));
    expect(session.state).toMatchObject({ isCurrent: true, news: { seq: 10 } });
  });

  test("is not current after a welcome until the newer view has come", () => {
    const { line, timers, session } = hung();
    line.say(news(10, -1));
    line.last.events.closed();
    timers.pass(1_000);
    line.last.events.opened();
    line.say(welcome(false));
    expect(session.state.isCurrent).toBe(false);
    line.say(news(15, -1));
    expect(session.state).toMatchObject({ isCurrent: true, news: { seq: 15 } });
  });

  test("a dead line is noticed, though nobody closed it", () => {
    const { line, timers, session } = hung();
    line.say(news(10, -1));
    timers.pass(15_000);
    expect(session.state.isCurrent).toBe(false);
  });

  test("asks again after a gap, and never goes back to an older view", () => {
    const { line, session } = hung();
    line.say(news(10, -1));
    line.say(news(12, 11));
    expect(line.last.sent.at(-1)).toEqual({ type: "again" });
    line.say(news(11, 10));
    expect(session.state.news?.seq).toBe(12);
  });

  test("tells once a round that its prizes are on the screen", () => {
    const { line, session } = hung();
    session.act({ kind: "shown" });
    line.say(news(10, -1, { round_paid: 6 }));
    session.act({ kind: "shown" });
    session.act({ kind: "shown" });
    line.say(news(11, 10, { round_paid: 6 }));
    session.act({ kind: "shown" });
    expect(line.last.sent.slice(1)).toEqual([{ type: "shown", seq: 10 }]);
  });

  test("keeps what the device was seen to do for the round that runs alone", () => {
    const { line, session } = hung();
    line.say(news(10, -1));
    line.say(spin(6));
    expect(session.state.spin).toBeNull();
    line.say(spin(7));
    expect(session.state.spin?.count).toBe(3);
    line.say(news(11, 10, { table: { ...TABLE, round: 8 } }));
    expect(session.state.spin).toBeNull();
  });

  test("shows no view that it is not shown any longer, and says why", () => {
    const { line, session } = hung();
    line.say(news(10, -1));
    line.say({ type: "not_watched", view: "display/A", reason: "fault", words: "cannot be made" });
    expect(session.state).toMatchObject({ news: null, isCurrent: false, words: "cannot be made" });
    line.say(news(11, -1));
    expect(session.state).toMatchObject({ words: "", isCurrent: true });
  });

  test("ends where the same words would bring the same answer, else comes back", () => {
    const { line, session } = hung();
    line.say({ type: "bye", reason: "stopping", words: "the floor stops" });
    expect(session.state.link.kind).toBe("lost");
    const other = hung();
    other.line.say({ type: "bye", reason: "not_for_you", words: "expected the key" });
    expect(other.session.state.link).toEqual({
      kind: "ended",
      reason: "not_for_you",
      words: "expected the key",
    });
  });
});
