// Phases, the countdown, and how a round is told when it has ended.
import { describe, expect, test } from "vitest";
import { hear, NO_CLOCK, serverNow } from "../src/state/clock";
import { learn } from "../src/state/history";
import { allowed, countdown, shownPhase } from "../src/state/phases";
import { ownNews, standing, TABLE, tableNews } from "./samples";

describe("phases", () => {
  test.each([
    ["OPEN", true],
    ["FINISHING", true],
    ["CLOSED", false],
    ["HELD", false],
    ["SETTLED", false],
    ["VOID", false],
    ["", false],
    ["SOMETHING_NEW", false],
  ])("%s: wagers may change: %s", (phase, may) => {
    expect(allowed(shownPhase({ ...TABLE, phase })).wager).toBe(may);
  });

  test("before the first round one waits", () => {
    expect(shownPhase(null)).toBe("WAITING");
    expect(shownPhase({ ...TABLE, phase: "" })).toBe("WAITING");
  });
});

describe("the server's clock", () => {
  test("is unknown before it was heard", () => {
    expect(serverNow(NO_CLOCK, 5)).toBeNull();
  });

  test("is what the quickest message said", () => {
    const clock = hear(hear(hear(NO_CLOCK, 1_000, 100), 1_480, 500), 1_500, 700);
    expect(serverNow(clock, 700)).toBe(1_680);
  });

  test("forgets samples after a minute, so that a drifting clock is followed", () => {
    const clock = hear(hear(NO_CLOCK, 10_000, 0), 69_000, 61_000);
    expect(serverNow(clock, 61_000)).toBe(69_000);
  });

  test("keeps few samples", () => {
    let clock = NO_CLOCK;
    for (let at = 0; at < 1_000; at += 1) clock = hear(clock, at, at);
    expect(clock.length).toBeLessThanOrEqual(32);
  });
});

describe("the countdown", () => {
  const clock = hear(NO_CLOCK, 1_000, 0);

  test("runs by the server's clock", () => {
    expect(countdown(TABLE, clock, 0)).toEqual({ leftMs: 30_000, seconds: 30, part: 1 });
    expect(countdown(TABLE, clock, 15_000)).toEqual({ leftMs: 15_000, seconds: 15, part: 0.5 });
    expect(countdown(TABLE, clock, 29_001)?.seconds).toBe(1);
  });

  test("stops at zero and closes nothing", () => {
    expect(countdown(TABLE, clock, 99_000)).toEqual({ leftMs: 0, seconds: 0, part: 0 });
    expect(allowed(shownPhase(TABLE)).wager).toBe(true);
  });

  test("runs on while 'finish betting' is shown", () => {
    expect(countdown({ ...TABLE, phase: "FINISHING" }, clock, 15_000)?.seconds).toBe(15);
  });

  test.each(["OPEN", "FINISHING"])("is not shown in %s where a person ends the wagering period", (phase) => {
    expect(countdown({ ...TABLE, phase, opened_at_ms: 0, closes_at_ms: 0 }, clock, 0)).toBeNull();
  });

  test("is not shown outside the wagering period, or before the clock is known", () => {
    expect(countdown({ ...TABLE, phase: "CLOSED" }, clock, 0)).toBeNull();
    expect(countdown(TABLE, NO_CLOCK, 0)).toBeNull();
    expect(countdown(null, clock, 0)).toBeNull();
  });
});

describe("a round that has ended", () => {
  const next = { round: 6, outcomes: ["32", "17", "4"], last_outcome: "32" };
  const settled = ownNews(
    { meter: 27_500, win: 17_500, paid: 18_000 },
    { seq: 12, why: "settled", clause: "3.4" },
  );
  const told = { round: 5, outcome: "32", isVoid: false, own: { win: 17_500, paid: 18_000 } };

  test("is told with what it brought, own news first", () => {
    const { state } = standing().hear(settled, tableNews(next, { seq: 12 }));
    expect(state.history).toMatchObject([told]);
  });

  test("is told alike when the table's news come first", () => {
    const { state } = standing().hear(tableNews(next, { seq: 12 }), settled);
    expect(state.history).toMatchObject([told]);
  });

  test("is told when the table shows its outcome before the next round opens", () => {
    const ended = tableNews(
      { phase: "SETTLED", outcome: "32", last_outcome: "32", outcomes: next.outcomes },
      { seq: 12 },
    );
    const { state } = standing().hear(settled, ended, tableNews(next, { seq: 14, prev: 12 }));
    expect(state.history).toMatchObject([told]);
  });

  test("without own wagers is told without money", () => {
    const { state } = standing().hear(tableNews(next));
    expect(state.history).toMatchObject([{ round: 5, outcome: "32", own: null }]);
  });

  test("void is told with its cause and clause", () => {
    const back = ownNews({}, { seq: 12, why: "void", clause: "3.6.2" });
    const { state } = standing().hear(
      back,
      tableNews({ phase: "VOID", cause: "early-rest", clause: "3.6.2" }, { seq: 12 }),
    );
    expect(state.history).toMatchObject([
      { round: 5, isVoid: true, cause: "early-rest", clause: "3.6.2", outcome: null },
    ]);
    expect(state.notice).toEqual({ kind: "void", round: 5, clause: "3.6.2" });
  });

  test("void is told even if the next round opened in the same breath", () => {
    const back = ownNews({}, { seq: 12, why: "void", clause: "3.6.2" });
    const { state } = standing().hear(back, tableNews({ round: 6 }, { seq: 12 }));
    expect(state.history).toMatchObject([{ round: 5, isVoid: true, clause: "3.6.2" }]);
    expect(state.notice).toEqual({ kind: "void", round: 5, clause: "3.6.2" });
  });

  test("has not ended when it is to be spun again after a no spin", () => {
    const { state } = standing().hear(
      tableNews({ phase: "FINISHING" }),
      tableNews({ phase: "CLOSED", launched: true }, { seq: 12, prev: 11 }),
      tableNews({ phase: "OPEN" }, { seq: 13, prev: 12 }),
    );
    expect(state.history).toEqual([]);
    expect(state.notice).toBeNull();
    expect(allowed(shownPhase(state.table.view)).wager).toBe(true);
  });

  test("with an outcome is not void, although an earlier one was declared void meanwhile", () => {
    const back = ownNews({}, { seq: 11, why: "void", clause: "8.1" });
    const won = ownNews({ win: 17_500, paid: 18_000 }, { seq: 12, prev: 11, why: "settled" });
    const { state } = standing().hear(back, won, tableNews(next, { seq: 12 }));
    expect(state.history).toMatchObject([told]);
  });

  test("is not invented when rounds were missed", () => {
    const { state } = standing().hear(tableNews({ ...next, round: 9 }, { seq: 30, prev: 28 }));
    expect(state.history).toEqual([]);
  });

  test("the newest stands first, and few are kept", () => {
    let history = learn([], 1, { outcome: "1" });
    for (let round = 2; round < 60; round += 1) history = learn(history, round, { outcome: "1" });
    expect(history[0]?.round).toBe(59);
    expect(history).toHaveLength(20);
  });
});
