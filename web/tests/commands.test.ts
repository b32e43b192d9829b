// A command is numbered, staged until it is answered, and sent again under the same number.
import { describe, expect, test } from "vitest";
import { PENDING_MAX } from "../src/state/reduce";
import { staged } from "../src/state/terminal";
import { ack, aLayout, Bench, ownNews, standing, tableNews, TABLE, welcome } from "./samples";

describe("numbers", () => {
  test("rise from the last one on record", () => {
    const bench = standing({ last: 41 }).place().place("red").act({ kind: "collect" });
    expect(bench.sent).toEqual([
      { type: "place", n: 42, wager: "straight:17", amount: 500, round: 5 },
      { type: "place", n: 43, wager: "red", amount: 500, round: 5 },
      { type: "collect", n: 44 },
    ]);
  });

  test("start afresh in a new life", () => {
    const bench = standing({ last: 41 }).place();
    bench
      .act({ kind: "closed" }, { kind: "opened" })
      .hear(welcome({ boot: 8, last: 0 }))
      .forget()
      .place();
    expect(bench.of("place").map(({ n }) => n)).toEqual([1]);
  });

  test("are not given while there is no session", () => {
    const bench = new Bench().place();
    expect(bench.sent).toEqual([]);
    expect(bench.state.notice).toEqual({ kind: "not_connected" });
    expect(bench.state.n).toBe(0);
  });

  test("are not given beyond what a finger can do", () => {
    const bench = standing();
    for (let touch = 0; touch < PENDING_MAX + 5; touch += 1) bench.place();
    expect(bench.sent).toHaveLength(PENDING_MAX);
    expect(bench.state.notice).toEqual({ kind: "wait" });
  });
});

describe("a wager", () => {
  test("is staged and nothing more until its answer comes", () => {
    const { state } = standing().place().place();
    expect(staged(state)).toEqual({ "straight:17": 1_000 });
    expect(state.own.view).toMatchObject({ meter: 10_000, staked: 0, spots: {} });
  });

  test("lies on the layout when it is acknowledged", () => {
    const { state } = standing().place().hear(ack(1));
    expect(staged(state)).toEqual({});
    expect(state.own.view).toMatchObject({ meter: 9_500, staked: 500, spots: { "straight:17": 500 } });
  });

  test("leaves no empty spot behind when an acknowledgement says zero", () => {
    const { state } = standing({ own: { ...OWN_WITH_RED } })
      .place()
      .hear(ack(1, { spots: { red: 0, "straight:17": 500 } }));
    expect(state.own.view?.spots).toEqual({ "straight:17": 500 });
  });

  test("slides back with the reason when it is refused", () => {
    const { state } = standing()
      .place()
      .hear({ type: "refused", n: 1, reason: "after_close", clause: "3.3.6", details: {} });
    expect(staged(state)).toEqual({});
    expect(state.slides).toEqual([{ n: 1, spot: "straight:17", amount: 500 }]);
    expect(state.notice).toMatchObject({
      kind: "refused",
      command: "place",
      reason: "after_close",
      clause: "3.3.6",
    });
    expect(state.own.view).toMatchObject({ meter: 10_000, staked: 0 });
  });

  test("that is trimmed slides back in part, with the clause", () => {
    const { state } = standing()
      .place("straight:17", 2_000)
      .hear(ack(1, { trimmed: "4.3.2" }));
    expect(state.own.view?.spots).toEqual({ "straight:17": 500 });
    expect(state.slides).toEqual([{ n: 1, spot: "straight:17", amount: 1_500 }]);
    expect(state.notice).toMatchObject({ kind: "trimmed", asked: 2_000, accepted: 500, clause: "4.3.2" });
  });

  test("that is trimmed to nothing slides back whole", () => {
    const nothing = { accepted: 0, spots: {}, meter: 10_000, staked: 0, trimmed: "4.3.2" };
    const { state } = standing().place().hear(ack(1, nothing));
    expect(state.slides).toHaveLength(1);
  });

  test("is forgotten by the tray once its chip has arrived", () => {
    const bench = standing().place().hear({ type: "refused", n: 1, reason: "busy", clause: "", details: {} });
    expect(bench.act({ kind: "slid", n: 1 }).state.slides).toEqual([]);
  });
});

const OWN_WITH_RED = { ...ownNews({}).own, meter: 9_500, staked: 500, spots: { red: 500 } };

describe("a refusal", () => {
  const refusal = { type: "refused" as const, n: 1, reason: "after_close", clause: "3.3.6", details: {} };

  test("to a number that is not under way changes nothing", () => {
    const bench = standing();
    expect(bench.hear(refusal).state.notice).toBeNull();
  });

  test("is no longer shown after the next accepted command", () => {
    const bench = standing().place().hear(refusal).place();
    expect(bench.state.notice).not.toBeNull();
    expect(bench.hear(ack(2)).state.notice).toBeNull();
  });

  test("is no longer shown in the next round", () => {
    const bench = standing()
      .place()
      .hear(refusal)
      .hear(tableNews({ phase: "CLOSED" }));
    expect(bench.state.notice).not.toBeNull();
    expect(bench.hear(tableNews({ round: 6 }, { seq: 12, prev: 11 })).state.notice).toBeNull();
  });
});

describe("a gesture", () => {
  test("with many chips is one command, staged on every spot", () => {
    const wagers = [["red", 500] as const, ["straight:17", 100] as const];
    const bench = standing().act({ kind: "place_many", wagers });
    expect(bench.sent).toEqual([{ type: "place_many", n: 1, wagers, round: 5 }]);
    expect(staged(bench.state)).toEqual({ red: 500, "straight:17": 100 });
  });

  test("that is refused slides every chip back", () => {
    const wagers = [["red", 500] as const, ["straight:17", 100] as const];
    const bench = standing().act({ kind: "place_many", wagers });
    bench.hear({ type: "refused", n: 1, reason: "above_maximum", clause: "4.3.2", details: { max: 400 } });
    expect(bench.state.slides.map(({ spot, amount }) => [spot, amount])).toEqual(wagers);
    expect(new Set(bench.state.slides.map(({ n }) => n)).size).toBe(2);
    expect(bench.state.notice).toMatchObject({ kind: "refused", command: "place_many", clause: "4.3.2" });
  });

  test("on a special wager is staged on the spots of its pieces", () => {
    const special = { name: "tier", title: "Tier", covers: [], odds: "", clause: "", units: 3 };
    const layout = {
      ...aLayout(),
      specials: [{ ...special, pieces: ["red", "straight:17", "straight:17"] }],
    };
    const bench = standing({ layout }).place("tier", 200);
    expect(staged(bench.state)).toEqual({ red: 200, "straight:17": 400 });
  });

  test("that moves a chip is staged where it goes", () => {
    const bench = standing().act({ kind: "move", spot: "red", to: "black", amount: 500 });
    expect(bench.sent).toMatchObject([{ type: "move", spot: "red", to: "black", amount: 500, round: 5 }]);
    expect(staged(bench.state)).toEqual({ black: 500 });
  });

  test.each(["undo", "clear", "double", "repeat"] as const)("%s names the round it is meant for", (kind) => {
    expect(standing().act({ kind }).sent).toEqual([{ type: kind, n: 1, round: 5 }]);
  });

  test("calls somebody, and sets a bound", () => {
    const bench = standing().act(
      { kind: "call", what: "fault" },
      { kind: "bound", lossMax: 5_000, lastsMs: 0 },
    );
    expect(bench.sent).toEqual([
      { type: "call", n: 1, what: "fault" },
      { type: "bound", n: 2, loss_max: 5_000, lasts_ms: 0 },
    ]);
  });
});

describe("after the line was lost", () => {
  function broken(): Bench {
    return standing().place().act({ kind: "note", amount: 500 }).act({ kind: "closed" }).forget();
  }

  test("the terminal says who it was and what it has seen", () => {
    const bench = broken().act({ kind: "opened" });
    expect(bench.sent).toEqual([
      {
        type: "hello",
        protocol: 1,
        terminal: "T1",
        table: "M1",
        key: "key",
        boot: 7,
        own_seen: 10,
        table_seen: 10,
      },
    ]);
  });

  test("unanswered commands are sent again under their numbers", () => {
    const bench = broken().act({ kind: "opened" }).forget();
    bench.hear(welcome({ layout: null, own: null, table: null }));
    expect(bench.of("place")).toEqual([{ type: "place", n: 1, wager: "straight:17", amount: 500, round: 5 }]);
    expect(bench.of("note")).toEqual([{ type: "note", n: 2, amount: 500 }]);
    expect(bench.of("again")).toEqual([]);
    expect(bench.state.own.view).not.toBeNull();
  });

  test("a number that was on record is told by `known`, and the view has the money", () => {
    const own = ownNews({ meter: 9_500, staked: 500, spots: { "straight:17": 500 } }).own;
    const bench = broken()
      .act({ kind: "opened" })
      .hear(welcome({ last: 1, own_seq: 11, own }));
    expect(staged(bench.state)).toEqual({ "straight:17": 500 });
    bench.hear({ type: "known", n: 1, accepted: 500, reason: "", clause: "" });
    expect(staged(bench.state)).toEqual({});
    expect(bench.state.own.view).toMatchObject({ meter: 9_500, staked: 500, spots: { "straight:17": 500 } });
  });

  test("a number that was refused is told by `known` too", () => {
    const bench = broken().act({ kind: "opened" }).hear(welcome());
    bench.hear({ type: "known", n: 1, accepted: 0, reason: "above_maximum", clause: "4.3" });
    expect(bench.state.notice).toMatchObject({ kind: "refused", reason: "above_maximum", clause: "4.3" });
    expect(bench.state.slides).toHaveLength(1);
  });

  test("a wager meant for a round that is over does not land in the next", () => {
    const bench = broken().act({ kind: "opened" }).forget();
    bench.hear(welcome({ table: { ...TABLE, round: 6 }, table_seq: 15 }));
    expect(bench.of("place")).toEqual([]);
    expect(bench.state.notice).toEqual({ kind: "too_late", command: "place" });
    expect(bench.state.slides).toHaveLength(1);
  });

  test("a note is money and is always sent again", () => {
    const bench = broken().act({ kind: "opened" }).forget();
    bench.hear(welcome({ table: { ...TABLE, round: 6 }, table_seq: 15 }));
    expect(bench.of("note")).toEqual([{ type: "note", n: 2, amount: 500 }]);
  });

  test("a wager of the last round that is on record is asked for, not dropped", () => {
    const bench = broken().act({ kind: "opened" }).forget();
    bench.hear(welcome({ last: 1, table: { ...TABLE, round: 6 }, table_seq: 15 }));
    expect(bench.of("place").map(({ n }) => n)).toEqual([1]);
  });

  test("a new life drops what was under way, and says so", () => {
    const bench = broken().act({ kind: "opened" }).forget();
    bench.hear(welcome({ boot: 8 }));
    expect(bench.of("place")).toEqual([]);
    expect(bench.of("note")).toEqual([]);
    expect(bench.state.pending).toEqual([]);
    expect(bench.state.notice).toMatchObject({ kind: "forgotten" });
  });
});

describe("goodbye", () => {
  test.each(["key", "protocol", "replaced", "malformed", "too_long"])(
    "because of %s is the end",
    (reason) => {
      const bench = standing().hear({ type: "bye", reason, words: "so it is" }).act({ kind: "closed" });
      expect(bench.state.link).toEqual({ kind: "ended", reason, words: "so it is" });
    },
  );

  test.each(["stopping", "slow", "too_fast"])("because of %s is only for now", (reason) => {
    expect(standing().hear({ type: "bye", reason, words: "" }).state.link).toEqual({ kind: "lost" });
  });
});

test("a note, a clearing and a ticket are answered by the terminal's own news", () => {
  const bench = standing().act({ kind: "note", amount: 500 }, { kind: "clear" }, { kind: "collect" });
  bench.hear(
    ownNews({ meter: 10_500 }, { n: 1, why: "note" }),
    ownNews({ meter: 10_500 }, { n: 2, seq: 12, prev: 11, why: "taken_back" }),
    ownNews({ meter: 0, printing: true }, { n: 3, seq: 13, prev: 12, why: "ticket_ordered" }),
  );
  expect(bench.state.pending).toEqual([]);
  expect(bench.state.own.view).toMatchObject({ meter: 0, printing: true });
});

test("a ticket that was not printed is said, and the credit is the server's", () => {
  const bench = standing().hear(ownNews({ meter: 10_000 }, { why: "ticket_failed", clause: "9.1" }));
  expect(bench.state.notice).toEqual({ kind: "ticket_failed", clause: "9.1" });
});

test("wagers returned at the close are said until the next close", () => {
  const bench = standing().hear(
    tableNews({ phase: "CLOSED" }),
    ownNews({}, { why: "returned", clause: "4.2" }),
  );
  bench.hear(tableNews({ round: 6 }, { seq: 12, prev: 11 }));
  expect(bench.state.notice).toEqual({ kind: "returned", clause: "4.2" });
  bench.hear(tableNews({ round: 6, phase: "CLOSED" }, { seq: 13, prev: 12 }));
  expect(bench.state.notice).toBeNull();
});

describe("an outcome that the layout does not have", () => {
  const odd = tableNews({ phase: "CLOSED", outcome: "37", last_outcome: "37" });

  test("is reported as a fault of the terminal, once", () => {
    const bench = standing().hear(odd, tableNews({ ...odd.table, phase: "HELD" }, { seq: 12, prev: 11 }));
    expect(bench.sent).toEqual([{ type: "fault", n: 1, code: "unknown-number" }]);
  });

  test("any other is not", () => {
    expect(standing().hear(tableNews({ phase: "CLOSED", outcome: "36" })).sent).toEqual([]);
  });
});
