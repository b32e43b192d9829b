// Rounds the terminal plays by itself: as many as asked for, never beyond the player's limit, never unasked.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { begun, leftToLose, played, settled, turnOf } from "../src/state/autoplay";
import { ack, ownNews, standing, tableNews, type Bench } from "./samples";

const START = { kind: "autoplay" as const, rounds: 3, lossMax: 2_000 };

/** A round with 500 on a number is lost, and the next one opens. */
function lost(bench: Bench, round: number, seq: number): Bench {
  const meter = 10_000 - 500 * (round - 4);
  return bench.hear(
    tableNews({ round, phase: "CLOSED" }, { seq, prev: seq - 1 }),
    ownNews({ meter, staked: 0 }, { seq: seq + 1, prev: seq - 1, why: "settled", round }),
    tableNews({ round: round + 1, phase: "OPEN" }, { seq: seq + 1, prev: seq }),
  );
}

describe("rounds by themselves", () => {
  test("begin with what lies on the layout, and repeat it when the next round opens", () => {
    const bench = standing().place().hear(ack(1)).act(START).forget();
    expect(bench.state.autoplay).toMatchObject({ left: 2, round: 5 });
    bench.hear(tableNews({ phase: "CLOSED" }));
    expect(bench.sent).toEqual([]);
    const next = tableNews({ round: 6 }, { seq: 12, prev: 11 });
    expect(bench.hear(next).sent).toEqual([{ type: "repeat", n: 2, round: 6, auto: true, most: 2_000 }]);
  });

  test("play each round once, however often it is told of", () => {
    const bench = standing().place().hear(ack(1)).act(START).forget();
    bench.hear(tableNews({ round: 6 }), tableNews({ round: 6, launched: true }, { seq: 12, prev: 11 }));
    expect(bench.of("repeat")).toHaveLength(1);
  });

  test("without a wager begin at once", () => {
    expect(standing().act(START).sent).toEqual([{ type: "repeat", n: 1, round: 5, auto: true, most: 2_000 }]);
  });

  test.each([
    [
      "the floor refuses",
      { type: "refused" as const, n: 1, reason: "not_offered", clause: "3.2", details: {} },
    ],
  ])("end when %s, and say why", (_, refusal) => {
    const { state } = standing().act(START).hear(refusal);
    expect(state.autoplay).toBeNull();
    expect(state.notice).toMatchObject({ kind: "refused", reason: "not_offered", clause: "3.2" });
  });

  test("end when money is put in, the line is lost, the player says so", () => {
    const began = () => standing().place().hear(ack(1)).act(START);
    const note = ownNews({ meter: 11_000, staked: 500 }, { seq: 12, prev: 11, why: "note" });
    expect(began().hear(note).state.notice).toEqual({ kind: "autoplay_over", why: "money" });
    expect(began().act({ kind: "closed" }).state.autoplay).toBeNull();
    const stopped = began().act({ kind: "autoplay_stop" }).state;
    expect([stopped.autoplay, stopped.notice]).toEqual([null, { kind: "autoplay_over", why: "stopped" }]);
  });

  test("end after as many rounds as were asked for", () => {
    const bench = standing()
      .place()
      .hear(ack(1))
      .act({ ...START, rounds: 1 });
    const next = tableNews({ round: 6 }, { seq: 12, prev: 10 });
    expect(bench.forget().hear(next).of("repeat")).toEqual([]);
    expect(bench.state.notice).toEqual({ kind: "autoplay_over", why: "done" });
  });

  test("end before the limit could be passed", () => {
    const bench = standing()
      .place()
      .hear(ack(1))
      .act({ ...START, rounds: 50, lossMax: 900 })
      .forget();
    lost(bench, 5, 12);
    expect(bench.of("repeat")).toEqual([]);
    expect(bench.state.notice).toEqual({ kind: "autoplay_over", why: "loss" });
  });
});

test("what another table pays does not widen the limit, and the floor is told what is left to lose", () => {
  const bench = standing()
    .place()
    .hear(ack(1))
    .act({ ...START, lossMax: 1_400 })
    .forget();
  bench.hear(
    ownNews({ meter: 90_000, staked: 500 }, { seq: 12, prev: 11, why: "settled", round: 3, table: "M2" }),
  );
  const own = ownNews({ meter: 90_000, staked: 0 }, { seq: 14, prev: 12, why: "settled", round: 5 });
  bench.hear(tableNews({ phase: "CLOSED" }), own, tableNews({ round: 6 }, { seq: 14, prev: 11 }));
  expect(bench.of("repeat")).toMatchObject([{ round: 6, auto: true, most: 900 }]);
});

test("whatever falls, no more than the limit is lost and no more rounds are played than asked for", () => {
  const paidBack = fc.array(fc.integer({ min: 0, max: 4_000 }), { maxLength: 60 });
  const terms = fc.record({
    rounds: fc.integer({ min: 1, max: 30 }),
    lossMax: fc.nat(5_000),
    stake: fc.integer({ min: 1, max: 900 }),
  });
  fc.assert(
    fc.property(terms, paidBack, ({ rounds, lossMax, stake }, paid) => {
      let [lost, round, count] = [0, 7, 0];
      let auto = begun(rounds, lossMax, false, round);
      for (const back of paid) {
        if (turnOf(auto, round, true, stake) !== "play") break;
        expect(leftToLose(auto)).toBeGreaterThanOrEqual(stake);
        auto = settled(played(auto, round), stake, back);
        [lost, round, count] = [lost + stake - back, round + 1, count + 1];
        expect(lost).toBeLessThanOrEqual(lossMax);
      }
      expect(count).toBeLessThanOrEqual(rounds);
    }),
  );
});
