// What a terminal remembers beyond the present round: what fell, favourites, statistics, the tables it turned from.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { costOf, dropped, favouritesIn, FAVOURITES_MAX, fitting, kept } from "../src/state/favourites";
import { overlaid } from "../src/state/past";
import { chances, counted, outcomesOf, run, shares } from "../src/state/statistics";
import { aLayout, ack, OWN, ownNews, standing, TABLE, tableNews, welcome } from "./samples";

const LAYOUT = aLayout();

describe("what fell before", () => {
  test("grows by what a view says is new", () => {
    expect(overlaid(["17", "4", "9"], ["0", "17"])).toEqual(["0", "17", "4", "9"]);
    expect(overlaid(["17", "4"], ["17", "4"])).toEqual(["17", "4"]);
  });

  test("a corrected number takes the place of the wrong one", () => {
    expect(overlaid(["17", "4", "9"], ["18", "4"])).toEqual(["18", "4", "9"]);
  });

  test("is exactly what fell, told in views of any length without a gap", () => {
    const falls = fc.array(fc.constantFrom("0", "1", "2"), { maxLength: 150 });
    fc.assert(
      fc.property(falls, fc.integer({ min: 3, max: 20 }), (fallen, shown) => {
        let [past, all]: [readonly string[], string[]] = [[], []];
        for (const outcome of fallen) {
          all = [outcome, ...all];
          past = overlaid(past, all.slice(0, shown));
        }
        // Where the same numbers fall over and over, a view cannot tell one more of them from none.
        const isPlain = new Set(fallen).size === 1;
        if (!isPlain) expect(past.slice(0, shown)).toEqual(all.slice(0, shown));
      }),
    );
  });

  test("comes whole with the layout, and goes on with the table", () => {
    const bench = standing({ past: ["17", "4", "1", "2"] });
    bench.hear(tableNews({ round: 6, outcomes: ["8", "17", "4"] }));
    expect(bench.state.past).toEqual(["8", "17", "4", "1", "2"]);
  });
});

describe("statistics", () => {
  test("count every outcome, also those that never fell", () => {
    const all = counted(["17", "17", "0"], outcomesOf(LAYOUT));
    expect(all.slice(0, 2)).toEqual([
      { outcome: "17", count: 2 },
      { outcome: "0", count: 1 },
    ]);
    expect(all).toHaveLength(37);
  });

  test("say how often a chance won and what runs without a break", () => {
    expect(chances(LAYOUT)).toContain("red");
    expect(chances(LAYOUT)).not.toContain("street:1-2-3");
    expect(shares(["1", "3", "2"], LAYOUT, ["red"])).toEqual([{ spot: "red", count: 2, of: 3 }]);
    expect(run(["1", "3", "2"], LAYOUT, ["red", "black"])).toMatchObject({ spot: "red", count: 2 });
    expect(run(["0", "1"], LAYOUT, ["red", "black"])).toBeNull();
  });
});

describe("favourites", () => {
  test("are kept for one game of one rulebook, so many and no more", () => {
    let all = kept([], "other", { rulebook: "x", game: "roulette" }, { red: 100 });
    for (let n = 0; n < FAVOURITES_MAX + 2; n += 1) all = kept(all, `f${n}`, LAYOUT, { red: 100 + n });
    expect(fitting(all, LAYOUT)).toHaveLength(FAVOURITES_MAX);
    expect(all).toHaveLength(FAVOURITES_MAX + 1);
    const first = fitting(all, LAYOUT)[0];
    expect(first === undefined ? [] : dropped(all, first)).toHaveLength(FAVOURITES_MAX);
  });

  test("keep nothing where nothing lies, and cost what they lay", () => {
    expect(kept([], "none", LAYOUT, {})).toEqual([]);
    const [one] = kept([], "one", LAYOUT, { red: 100, black: 50 });
    expect(one === undefined ? 0 : costOf(one)).toBe(150);
  });

  test.each([
    null,
    "",
    "no json",
    "{}",
    "[1]",
    '[{"name":"a"}]',
    '[{"name":"a","rulebook":"b","game":"c","wagers":[["red",-1]]}]',
  ])("what was stored and is none is none: %s", (text) => expect(favouritesIn(text)).toEqual([]));

  test("come back as they were stored", () => {
    const all = kept([], "one", LAYOUT, { red: 100 });
    expect(favouritesIn(JSON.stringify(all))).toEqual(all);
  });
});

describe("a terminal at several tables", () => {
  const other = { ...TABLE, table: "M2", round: 90, outcomes: ["3"] };

  test("turns to another one, and what it knew of the first is there when it comes back", () => {
    const bench = standing().hear(tableNews({ phase: "CLOSED", outcome: "17" }));
    bench.forget().act({ kind: "sit", table: "M2" });
    expect(bench.sent).toEqual([{ type: "sit", table: "M2" }]);
    bench.hear(welcome({ table: other, table_seq: 3, own_seq: 20, past: ["3"] }));
    expect(bench.state).toMatchObject({ at: "M2", past: ["3"], history: [] });
    expect(bench.state.table.view?.round).toBe(90);
    bench.hear(welcome({ table_seq: 30, own_seq: 20 }));
    expect(bench.state.history).toMatchObject([{ round: 5, outcome: "17" }]);
  });

  test("sends nothing between turning and the welcome: it would be meant for the table still shown", () => {
    const bench = standing().act({ kind: "sit", table: "M2" }).forget().place().act({ kind: "repeat" });
    expect(bench.sent).toEqual([]);
    expect(bench.state.notice).toEqual({ kind: "wait" });
    bench
      .hear(welcome({ table: other, table_seq: 3 }))
      .forget()
      .place("red");
    expect(bench.of("place")).toHaveLength(1);
  });

  test("does not turn away while something is under way", () => {
    const bench = standing().place().forget().act({ kind: "sit", table: "M2" });
    expect(bench.sent).toEqual([]);
    expect(bench.state.notice).toEqual({ kind: "wait" });
  });

  test("says hello at the table it had turned to", () => {
    const bench = standing().hear(welcome({ table: other, table_seq: 3 }));
    bench.act({ kind: "closed" }).forget().act({ kind: "opened" });
    expect(bench.of("hello")).toMatchObject([{ table: "M2" }]);
  });

  test("is told what another table paid, beside its own rounds", () => {
    const about = { why: "settled", round: 8, table: "M2", win: 3_500, paid: 3_600 };
    const news = ownNews({ win: 0, paid: 0 }, about);
    const { state } = standing().hear(news);
    expect(state.notice).toEqual({ kind: "elsewhere", table: "M2", win: 3_500, paid: 3_600 });
    expect(state.history).toEqual([]);
  });
});

test("what a round brought is remembered with what lay there", () => {
  const bench = standing()
    .place()
    .hear(ack(1), tableNews({ phase: "CLOSED" }))
    .hear(ownNews({ win: 17_500, paid: 18_000 }, { seq: 13, prev: 11, why: "settled", round: 5 }));
  expect(bench.state.history[0]?.own).toEqual({ win: 17_500, paid: 18_000, spots: { "straight:17": 500 } });
  const reloaded = standing({ own: { ...OWN, staked: 200, spots: { red: 200 } } });
  expect(reloaded.state.laid).toEqual({ round: 5, staked: 200, spots: { red: 200 } });
});

test("money that changed while the line was lost is told", () => {
  const bench = standing({ own: { ...OWN, meter: 9_500, staked: 500, spots: { red: 500 } } });
  bench.act({ kind: "closed" }, { kind: "opened" });
  bench.hear(welcome({ layout: null, own: { ...OWN, meter: 10_500 }, own_seq: 30 }));
  expect(bench.state.notice).toEqual({ kind: "meanwhile", was: 9_500, is: 10_500 });
  bench.act({ kind: "read" }, { kind: "closed" }, { kind: "opened" });
  expect(bench.hear(welcome({ layout: null, own: null, own_seq: 30 })).state.notice).toBeNull();
});
