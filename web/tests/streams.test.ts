// Numbered streams: next, old, gap; and what a welcome does to them.
import { describe, expect, test } from "vitest";
import { staged } from "../src/state/terminal";
import { ack, Bench, OWN, ownNews, standing, TABLE, tableNews, welcome } from "./samples";

describe("the terminal's own stream", () => {
  test("takes what follows", () => {
    const bench = standing().hear(ownNews({ meter: 1 }), ownNews({ meter: 2 }, { seq: 15, prev: 11 }));
    expect(bench.state.own).toMatchObject({ seq: 15, missed: false, view: { meter: 2 } });
    expect(bench.sent).toEqual([]);
  });

  test("leaves what it has seen", () => {
    const bench = standing().hear(
      ownNews({ meter: 1 }),
      ownNews({ meter: 2 }),
      ownNews({ meter: 3 }, { seq: 9, prev: 8 }),
    );
    expect(bench.state.own.view?.meter).toBe(1);
  });

  test("asks for everything at a gap, once", () => {
    const bench = standing().place();
    bench.hear(ack(1, { seq: 13, prev: 12 }), ack(9, { seq: 15, prev: 14 }));
    expect(bench.of("again")).toHaveLength(1);
    expect(bench.state.own.missed).toBe(true);
  });

  test("shows the meter of an acknowledgement behind a gap at once: it is the newest the server said", () => {
    const bench = standing()
      .place()
      .hear(ack(1, { seq: 13, prev: 12, meter: 4_200, staked: 900 }));
    expect(bench.state.own.view).toMatchObject({ meter: 4_200, staked: 900 });
  });

  test("stays incomplete until the whole view comes, even if later messages follow on", () => {
    const bench = standing().place();
    bench.hear(ack(1, { seq: 13, prev: 12 }), ack(9, { seq: 14, prev: 13 }));
    expect(bench.state.own.missed).toBe(true);
    bench.hear(welcome({ layout: null, own_seq: 14, own: { ...OWN, meter: 77 } }));
    expect(bench.state.own).toMatchObject({ missed: false, seq: 14, view: { meter: 77 } });
  });

  test("takes whole news behind a gap, and still asks: an answer may have been lost", () => {
    const bench = standing()
      .place()
      .forget()
      .hear(ownNews({ meter: 5 }, { seq: 13, prev: 12 }));
    expect(bench.state.own.view?.meter).toBe(5);
    expect(bench.of("again")).toHaveLength(1);
    bench.forget().hear(welcome({ layout: null, own_seq: 13, own: { ...OWN, meter: 5 } }));
    expect(bench.of("place")).toHaveLength(1);
  });

  test("counts an answer that comes late, but not its money", () => {
    const bench = standing()
      .place()
      .hear(ownNews({ meter: 1_234 }, { seq: 12, prev: 10 }), ack(1));
    expect(staged(bench.state)).toEqual({});
    expect(bench.state.own.view?.meter).toBe(1_234);
  });

  test("counts an acknowledgement once, however often it comes", () => {
    const bench = standing().place().hear(ack(1), ack(1), ack(1));
    expect(bench.state.own.view?.spots).toEqual({ "straight:17": 500 });
  });

  test("after a loss with something missing asks for the whole view", () => {
    const bench = standing()
      .place()
      .hear(ack(1, { seq: 13, prev: 12 }))
      .act({ kind: "closed" })
      .forget();
    bench.act({ kind: "opened" });
    expect(bench.of("hello")).toMatchObject([{ own_seen: -1, table_seen: 10 }]);
  });
});

describe("the table's stream", () => {
  test("asks for everything at a gap, and shows the news meanwhile", () => {
    const bench = standing().hear(tableNews({ phase: "CLOSED" }, { seq: 14, prev: 13 }));
    expect(bench.of("again")).toHaveLength(1);
    expect(bench.state.table.view?.phase).toBe("CLOSED");
  });

  test("never goes back", () => {
    const bench = standing().hear(
      tableNews({ phase: "CLOSED" }),
      tableNews({ phase: "OPEN" }, { seq: 10, prev: 9 }),
    );
    expect(bench.state.table.view?.phase).toBe("CLOSED");
  });
});

describe("a welcome", () => {
  test("asks for a view that was left out and is not held", () => {
    const bench = new Bench().act({ kind: "opened" }).hear(welcome({ own: null }));
    expect(bench.of("again")).toHaveLength(1);
  });

  test("asks for a view that was left out under another number", () => {
    const bench = standing().act({ kind: "closed" }, { kind: "opened" }).forget();
    bench.hear(welcome({ layout: null, own: null, own_seq: 12 }));
    expect(bench.of("again")).toHaveLength(1);
  });

  test("is the truth on a new line even with lower numbers", () => {
    const bench = standing().act({ kind: "closed" }, { kind: "opened" });
    bench.hear(
      welcome({ own_seq: 2, own: { ...OWN, meter: 3 }, table_seq: 2, table: { ...TABLE, round: 1 } }),
    );
    expect(bench.state.own).toMatchObject({ seq: 2, view: { meter: 3 } });
    expect(bench.state.table).toMatchObject({ seq: 2, view: { round: 1 } });
  });

  test("that comes late on the same line does not take money back", () => {
    const bench = standing().hear(ownNews({ meter: 1 }), welcome({ layout: null }));
    expect(bench.state.own).toMatchObject({ seq: 11, view: { meter: 1 } });
  });

  test("sets the clock right at once", () => {
    const bench = new Bench().act({ kind: "opened" }).forget().hear(welcome());
    expect(bench.of("ping")).toHaveLength(1);
  });
});
