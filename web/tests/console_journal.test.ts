// Searching, following money, replaying, entries: what a person sees is what the floor has answered, to the cent.
import { describe, expect, it } from "vitest";
import { nameOf, queryOf, wantedOf } from "../src/state/entries";
import { everybody, fallenAt, keyOf, lastsMs, layingAt, roundOf } from "../src/state/replaying";
import { grouped, inOrder, moved } from "../src/state/search";
import { flowOf, lineOf, stepsOf, thicknessOf } from "../src/state/tracing";
import type { Found, Playback, MoneyStep, Trace } from "../src/wire/api";

const found = (kind: string, title: string): Found => ({
  kind,
  name: title,
  title,
  about: "",
  table: "",
  at_ms: 0,
  clause: "",
  area: "floor",
  part: "",
});

describe("what was found", () => {
  const list = [
    found("terminal", "M1"),
    found("case", "C1"),
    found("terminal", "M10"),
    found("clause", "3.7"),
  ];

  it("stands by kind, the kind of the best first", () => {
    expect(grouped(list).map(({ kind }) => kind)).toEqual(["terminal", "case", "clause"]);
    expect(inOrder(grouped(list)).map(({ title }) => title)).toEqual(["M1", "M10", "C1", "3.7"]);
    expect(grouped([])).toEqual([]);
  });

  it("is gone through with arrows, which stop at both ends", () => {
    expect(moved(0, "ArrowUp", 4)).toBe(0);
    expect(moved(3, "ArrowDown", 4)).toBe(3);
    expect(moved(1, "ArrowDown", 4)).toBe(2);
    expect(moved(2, "Home", 4)).toBe(0);
    expect(moved(0, "End", 4)).toBe(3);
    expect(moved(5, "ArrowDown", 0)).toBe(0);
    expect(moved(1, "x", 4)).toBe(1);
  });
});

const step = (sequence: number, source: string, destination: string, amount: number): MoneyStep => ({
  sequence,
  at_ms: sequence,
  event: "",
  source,
  destination,
  amount,
  moved: amount,
  words: "",
  table: "A",
  round: 1,
  clause: "",
});

const trace: Trace = {
  sequence: 3,
  paper: "",
  papers: {},
  at_ms: 3,
  amount: 5_000,
  words: "",
  convention: "",
  origins: [],
  before: [],
  here: [step(3, "cash_box/M1", "meter/M1", 5_000)],
  after: [
    step(4, "meter/M1", "play/A/M1", 1_000),
    step(5, "meter/M1", "play/A/M1", 500),
    step(6, "play/A/M1", "bank/A", 1_000),
    step(6, "play/A/M1", "meter/M1", 500),
    step(7, "meter/M1", "printing/M1", 4_000),
    step(8, "printing/M1", "tickets/x", 4_000),
  ],
  ends: [
    {
      kind: "lost",
      amount: 1_000,
      words: "",
      account: "bank/A",
      sequence: 6,
      at_ms: 6,
      table: "A",
      round: 1,
      clause: "",
    },
    {
      kind: "stands",
      amount: 4_000,
      words: "",
      account: "tickets/x",
      sequence: 0,
      at_ms: 0,
      table: "",
      round: 0,
      clause: "",
    },
  ],
  wins: [],
  since: 0,
  head: 9,
};

describe("money that was followed", () => {
  const flow = flowOf(trace);

  it("has every step in order", () => {
    expect(stepsOf(trace).map(({ sequence }) => sequence)).toEqual([3, 4, 5, 6, 6, 7, 8]);
  });

  it("is put together by ways, and no cent is left out", () => {
    const ways = Object.fromEntries(flow.ways.map((way) => [`${way.from.account} ${way.to.account}`, way]));
    expect(ways["meter/M1 play/A/M1"]?.amount).toBe(1_500);
    expect(ways["meter/M1 play/A/M1"]?.steps).toHaveLength(2);
    expect(ways["play/A/M1 meter/M1"]?.isBack).toBe(true);
    expect(ways["cash_box/M1 meter/M1"]?.isHere).toBe(true);
    expect(ways["play/A/M1 bank/A"]?.isHere).toBe(false);
    const drawn = flow.ways.reduce((sum, { amount }) => sum + amount, 0);
    expect(drawn).toBe(stepsOf(trace).reduce((sum, { amount }) => sum + amount, 0));
  });

  it("begins at the left and ends at the right", () => {
    const station = (account: string) => flow.stations.find((each) => each.account === account);
    expect(station("cash_box/M1")?.place).toBe("origin");
    expect(station("bank/A")?.place).toBe("end");
    for (const order of [
      ["cash_box/M1", "meter/M1", "printing/M1", "tickets/x"],
      ["meter/M1", "play/A/M1", "bank/A"],
    ]) {
      const places = order.map((account) => station(account)?.x ?? -1);
      expect(places).toEqual([...places].sort((one, other) => one - other));
      expect(new Set(places).size).toBe(order.length);
    }
  });

  it("shows the bank that pays and the bank that wins apart", () => {
    const won = { ...trace, before: [step(1, "bank/A", "meter/M1", 3_500)] };
    const banks = flowOf(won).stations.filter(({ account }) => account === "bank/A");
    expect(banks.map(({ place }) => place).sort()).toEqual(["end", "origin"]);
  });

  it("leads through no station it has nothing to do with", () => {
    for (const { from, to, isBack } of flow.ways) {
      const between = flow.stations.filter(
        ({ x, y }) => !isBack && x > from.x && x < to.x && y === from.y && y === to.y,
      );
      expect(between).toEqual([]);
    }
  });

  it("stays within its picture, and no two stations overlap", () => {
    for (const { x, y } of flow.stations) {
      expect(x).toBeGreaterThanOrEqual(0);
      expect(x).toBeLessThan(flow.width);
      expect(y).toBeLessThan(flow.height);
    }
    expect(new Set(flow.stations.map(({ x, y }) => `${x} ${y}`)).size).toBe(flow.stations.length);
    for (const way of flow.ways) expect(lineOf(way).path).toMatch(/^M [\d.]+ [\d.]+ C /);
  });

  it("says what stands where now, which with what ended is all of it", () => {
    const standing = flow.stations.filter(({ stands }) => stands > 0);
    expect(standing.map(({ account, stands }) => [account, stands])).toEqual([["tickets/x", 4_000]]);
    const ended = flow.stations.filter(({ place }) => place === "end");
    const sum = [...standing.map(({ stands }) => stands), ...ended.map(({ amount }) => amount)];
    expect(sum.reduce((one, other) => one + other, 0)).toBe(trace.amount);
  });

  it("is thicker where more went", () => {
    expect(thicknessOf(5_000, 5_000)).toBeGreaterThan(thicknessOf(500, 5_000));
    expect(thicknessOf(1, 5_000)).toBeGreaterThan(1);
    expect(thicknessOf(0, 0)).toBe(2);
  });
});

const frame = (at_ms: number, terminals: Playback["frames"][0]["terminals"], more = {}) => ({
  sequence: at_ms,
  at_ms,
  phase: "OPEN",
  outcome: "",
  said: [],
  who: [],
  terminals,
  cloth: {},
  ...more,
});

const round: Playback = {
  table: "A",
  number: 12,
  rulebook: "ministar",
  game: "roulette",
  phase: "SETTLED",
  outcome: "17",
  cause: "",
  clause: "",
  opened_at_ms: 0,
  ended_at_ms: 9_000,
  opened: 1,
  head: 9,
  corrections: [],
  frames: [
    frame(0, {}),
    frame(100, { M2: { red: 500 } }),
    frame(1_000, { M1: { red: 200, "straight:17": 100 } }, { cloth: { P1: { red: 1_000 } } }),
    frame(9_000, { M2: {} }, { phase: "SETTLED", outcome: "17" }),
  ],
  pays: [],
  results: [],
};

describe("a round once more", () => {
  it("knows everybody who had chips there, terminals first", () => {
    expect(everybody(round).map(({ name, isCloth }) => `${name} ${isCloth}`)).toEqual([
      "M1 false",
      "M2 false",
      "P1 true",
    ]);
  });

  it("lays the chips as they lay after each step", () => {
    const nobody = new Set<string>();
    expect(layingAt(round, 0, nobody)).toEqual({});
    expect(layingAt(round, 1, nobody)).toEqual({ red: 500 });
    expect(layingAt(round, 2, nobody)).toEqual({ red: 1_700, "straight:17": 100 });
    expect(layingAt(round, 3, nobody)).toEqual({ red: 1_200, "straight:17": 100 });
  });

  it("lays those of whoever is chosen alone; a terminal and a player of one name are two", () => {
    expect(layingAt(round, 2, new Set([keyOf("M1", false)]))).toEqual({ red: 200, "straight:17": 100 });
    expect(layingAt(round, 2, new Set([keyOf("P1", true)]))).toEqual({ red: 1_000 });
    expect(layingAt(round, 2, new Set([keyOf("P1", false)]))).toEqual({});
  });

  it("tells what fell no sooner than it fell", () => {
    expect(fallenAt(round, 2)).toBeNull();
    expect(fallenAt(round, 3)).toBe("17");
    expect(fallenAt(round, 99)).toBeNull();
  });

  it("shows a step about as long as it took", () => {
    expect(lastsMs(round, 0, 1)).toBe(350);
    expect(lastsMs(round, 1, 1)).toBe(900);
    expect(lastsMs(round, 2, 1)).toBe(2_500);
    expect(lastsMs(round, 2, 16)).toBe(500);
    expect(lastsMs(round, 3, 1)).toBe(0);
  });

  it("is named by table and number, whatever the table is called", () => {
    expect(roundOf("A-12")).toEqual({ table: "A", number: 12 });
    expect(roundOf("hall-2-7")).toEqual({ table: "hall-2", number: 7 });
    expect(roundOf("A 12")).toEqual({ table: "A", number: 12 });
    for (const wrong of ["", "A", "12", "A-x", "-"]) expect(roundOf(wrong)).toBeNull();
  });
});

describe("entries that are wanted", () => {
  it("are one by its number, or filters, as the address says", () => {
    expect(wantedOf("17")).toEqual({ entry: 17, filters: {} });
    expect(wantedOf("person:ann")).toEqual({ entry: 0, filters: { person: "ann" } });
    expect(wantedOf("table:A;round:12")).toEqual({ entry: 0, filters: { table: "A", round: "12" } });
    expect(wantedOf("promotion:spring;jackpot:lucky").filters).toEqual({
      promotion: "spring",
      jackpot: "lucky",
    });
    expect(wantedOf("nonsense;colour:red;:x;table:")).toEqual({ entry: 0, filters: {} });
    expect(wantedOf("")).toEqual({ entry: 0, filters: {} });
  });

  it("come back from the address as they went in", () => {
    const filters = { table: "A", round: "12", paper: "a:b" };
    expect(wantedOf(nameOf(filters)).filters).toEqual(filters);
    expect(nameOf({ person: " ", terminal: " M1 " })).toBe("terminal:M1");
  });

  it("ask for a round only with its table", () => {
    expect(queryOf({ round: "12" })).toEqual({});
    expect(queryOf({ table: "A", round: "12" })).toEqual({ table: "A", round: "12" });
    expect(queryOf({ table: "A", round: "twelve" })).toEqual({ table: "A" });
  });
});
