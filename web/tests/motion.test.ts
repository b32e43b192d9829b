// The moving picture: continuous whatever is heard, ignorant of what fell until the table says it, and then exact.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { hear, NO_CLOCK } from "../src/state/clock";
import { ballPose, ON_THE_FRETS } from "../src/state/course/ball";
import { dicePose, FACE_UP } from "../src/state/course/dice";
import { discPose } from "../src/state/course/disc";
import { kindAt, looked, NO_MOTION, restsAt, sensed, stillAt, type Motion } from "../src/state/motion";
import type { LayoutView, Spin, TableView } from "../src/wire/messages";
import { aDiceLayout, aLayout, aSymbolLayout, TABLE } from "./samples";

const EUROPEAN =
  "0 32 15 19 4 21 2 25 17 34 6 27 13 36 11 30 8 23 10 5 24 16 33 1 20 14 31 9 22 18 29 7 28 12 35 3 26".split(
    " ",
  );
const SYMBOLS = "abacabadabacabaeabacabadabacabafabacabadabacabacabdg".split("");
const ROULETTE: LayoutView = { ...aLayout(), wheel: EUROPEAN };
const DICE: LayoutView = { ...aDiceLayout(), wheel: [] };
const MONEY: LayoutView = { ...aSymbolLayout(), wheel: SYMBOLS };
const GAMES: readonly (readonly [string, LayoutView, readonly string[]])[] = [
  ["roulette", ROULETTE, EUROPEAN],
  ["sic-bo", DICE, ["1-1-1", "1-2-6", "3-4-5", "2-2-6", "6-6-6"]],
  ["money-wheel", MONEY, [..."abcdefg"]],
];
/** The clocks of page and floor agree. */
const CLOCK = hear(NO_CLOCK, 0, 0);
const OPEN: TableView = { ...TABLE, round: 5, phase: "OPEN", outcomes: ["17", "4"], last_outcome: null };

function view(change: Partial<TableView> = {}): TableView {
  return { ...OPEN, ...change };
}

function spin(what: Spin["what"], atMs: number, change: Partial<Spin> = {}): Spin {
  return {
    type: "spin",
    table: OPEN.table,
    round: 5,
    what,
    count: 0,
    turn_ms: 0,
    rotor: "cw",
    at_ms: atMs,
    ...change,
  };
}

/** A table that is watched from time 0 on. */
class Watch {
  motion: Motion;
  readonly layout: LayoutView;

  constructor(layout: LayoutView, first: TableView = OPEN) {
    this.layout = layout;
    this.motion = looked(NO_MOTION, first, layout, 0);
  }

  sense(what: Spin["what"], nowMs: number, change: Partial<Spin> = {}): this {
    this.motion = sensed(this.motion, spin(what, nowMs, change), CLOCK, nowMs);
    return this;
  }

  look(nowMs: number, change: Partial<TableView>): this {
    this.motion = looked(this.motion, view(change), this.layout, nowMs);
    return this;
  }

  /** The next round has opened in the same breath. */
  falls(nowMs: number, outcome: string): this {
    return this.look(nowMs, { round: 6, outcomes: [outcome, "17", "4"], last_outcome: outcome });
  }
}

/** Everything that is drawn, as numbers; angles in turns. */
function numbers(motion: Motion, ms: number): readonly number[] {
  const course = motion.course;
  if (course === null) return [];
  switch (course.game) {
    case "roulette": {
      const { rotor, ball, depth, lift, shown } = ballPose(course, ms);
      return [rotor, ball, depth, lift, shown];
    }
    case "sic-bo": {
      const { dice, shake, shown } = dicePose(course, ms);
      return [...dice.flatMap(({ pitch, roll }) => [pitch, roll]), shake, shown];
    }
    case "money-wheel": {
      const { turned, shown } = discPose(course, ms);
      return [turned, shown];
    }
  }
}

function nearTurn(value: number, place: number): number {
  return Math.abs(value - place - Math.round(value - place));
}

type Happening =
  | {
      readonly kind: "spin";
      readonly what: Spin["what"];
      readonly turnMs: number;
      readonly rotor: Spin["rotor"];
    }
  | { readonly kind: "look"; readonly change: Partial<TableView> };

const aSpin = fc.record({
  kind: fc.constant("spin" as const),
  what: fc.constantFrom<Spin["what"]>("launched", "turn", "dropping", "rest"),
  turnMs: fc.oneof(fc.constant(0), fc.integer({ min: 300, max: 6_000 })),
  rotor: fc.constantFrom<Spin["rotor"]>("", "cw", "ccw"),
});
const aLook = fc.record({
  kind: fc.constant("look" as const),
  change: fc.record({
    phase: fc.constantFrom("OPEN", "FINISHING", "CLOSED", "HELD", "VOID"),
    launched: fc.boolean(),
  }),
});
/** What may be heard before anything has fallen, each so long after the one before, and how late the page hears it. */
const aStory = fc.array(
  fc.tuple(fc.integer({ min: 1, max: 20_000 }), fc.integer({ min: 0, max: 900 }), fc.oneof(aSpin, aLook)),
  { maxLength: 12 },
);
type Story = readonly (readonly [number, number, Happening])[];

function step(
  motion: Motion,
  layout: LayoutView,
  happening: Happening,
  nowMs: number,
  lateMs: number,
): Motion {
  if (happening.kind === "look") return looked(motion, view(happening.change), layout, nowMs);
  const { what, turnMs, rotor } = happening;
  return sensed(motion, spin(what, nowMs - lateMs, { turn_ms: turnMs, rotor }), CLOCK, nowMs);
}

/** Every motion of a story with the time from which it holds, and the time after the last. */
function told(layout: LayoutView, story: Story): readonly (readonly [number, Motion])[] {
  let [nowMs, motion] = [0, looked(NO_MOTION, OPEN, layout, 0)];
  const motions: [number, Motion][] = [[0, motion]];
  for (const [afterMs, lateMs, happening] of story) {
    nowMs += afterMs;
    motion = step(motion, layout, happening, nowMs, lateMs);
    motions.push([nowMs, motion]);
  }
  return motions;
}

describe.each(GAMES)("any story of %s", (_, layout, outcomes) => {
  const anEnd = fc.tuple(fc.integer({ min: 0, max: 40_000 }), fc.constantFrom(...outcomes));

  test("is drawn without a jump", () => {
    fc.assert(
      fc.property(aStory, anEnd, (story, [afterMs, outcome]) => {
        const motions = told(layout, story);
        const endMs = (motions.at(-1)?.[0] ?? 0) + afterMs;
        const last = motions.at(-1)?.[1] ?? NO_MOTION;
        const end = looked(
          last,
          view({ round: 6, outcomes: [outcome], last_outcome: outcome }),
          layout,
          endMs,
        );
        const all = [...motions, [endMs, end] as const];
        all.slice(1).forEach(([fromMs, motion], index) => {
          const before = numbers(all[index]?.[1] ?? NO_MOTION, fromMs);
          numbers(motion, fromMs).forEach((value, place) =>
            expect(value).toBeCloseTo(before[place] ?? NaN, 6),
          );
        });
      }),
    );
  });

  test("moves no faster than a ball can", () => {
    fc.assert(
      fc.property(aStory, fc.integer({ min: 0, max: 20_000 }), (story, afterMs) => {
        for (const [fromMs, motion] of told(layout, story)) {
          const [one, next] = [numbers(motion, fromMs + afterMs), numbers(motion, fromMs + afterMs + 1)];
          next.forEach((value, place) => expect(Math.abs(value - (one[place] ?? NaN))).toBeLessThan(0.05));
        }
      }),
    );
  });

  test("tells nothing of what falls until the table has said it", () => {
    fc.assert(
      fc.property(aStory, fc.constantFrom(...outcomes), fc.constantFrom(...outcomes), (story, one, other) => {
        const fall = (outcome: string) => {
          const motions = told(layout, story);
          const [nowMs, last] = motions.at(-1) ?? [0, NO_MOTION];
          const end = looked(
            last,
            view({ phase: "SETTLED", outcome, last_outcome: outcome }),
            layout,
            nowMs + 500,
          );
          return { motions, nowMs, end };
        };
        const [first, second] = [fall(one), fall(other)];
        expect(second.motions).toEqual(first.motions);
        expect(first.motions.every(([, motion]) => motion.outcome === null)).toBe(true);
        const ms = first.nowMs + 500;
        expect(numbers(second.end, ms)).toEqual(numbers(first.end, ms));
      }),
    );
  });

  test("ends exactly where the table says, and stands", () => {
    fc.assert(
      fc.property(aStory, anEnd, (story, [afterMs, outcome]) => {
        const [fromMs, last] = told(layout, story).at(-1) ?? [0, NO_MOTION];
        const nowMs = fromMs + afterMs;
        const next = view({ round: 6, outcomes: [outcome, "17", "4"], last_outcome: outcome });
        const motion = looked(last, next, layout, nowMs);
        if (motion.course === null) throw new Error("no picture");
        expect(kindAt(motion, restsAt(motion.course))).toBe("settled");
        expect(restsAt(motion.course) - nowMs).toBeLessThanOrEqual(5_000);
        const stillMs = stillAt(motion);
        expect(stillMs - nowMs).toBeLessThanOrEqual(20_000);
        expect(numbers(motion, stillMs + 60_000)).toEqual(numbers(motion, stillMs));
        expectLies(motion, outcome, restsAt(motion.course));
        expectLies(motion, outcome, stillMs);
      }),
    );
  });
});

function expectLies(motion: Motion, outcome: string, ms: number): void {
  const course = motion.course;
  if (course === null) throw new Error("no picture");
  if (course.game === "roulette") {
    const { ball, rotor, depth, lift, shown } = ballPose(course, ms);
    expect(nearTurn(ball - rotor, EUROPEAN.indexOf(outcome) / EUROPEAN.length)).toBeLessThan(1e-6);
    expect([depth, lift, shown].map((each) => Math.round(each * 1e6) / 1e6)).toEqual([1, 0, 1]);
  } else if (course.game === "money-wheel") {
    const up = -discPose(course, ms).turned * SYMBOLS.length;
    const index = ((Math.round(up) % SYMBOLS.length) + SYMBOLS.length) % SYMBOLS.length;
    expect(Math.abs(up - Math.round(up))).toBeLessThan(1e-6);
    expect(SYMBOLS[index]).toBe(outcome);
  } else {
    dicePose(course, ms).dice.forEach(({ pitch, roll }, index) => {
      const face = FACE_UP[Number(outcome.split("-")[index]) - 1];
      expect(nearTurn(pitch, face?.pitch ?? NaN)).toBeLessThan(1e-6);
      expect(nearTurn(roll, face?.roll ?? NaN)).toBeLessThan(1e-6);
    });
  }
}

function ballOf(motion: Motion, ms: number) {
  if (motion.course?.game !== "roulette") throw new Error("no ball");
  return ballPose(motion.course, ms);
}

describe("a ball", () => {
  test("runs against the rotor as fast as it was sensed, past the sensor when it was sensed there", () => {
    const watch = new Watch(ROULETTE).sense("launched", 1_000);
    const turnMs = 800;
    for (let count = 1; count <= 8; count += 1) {
      watch.sense("turn", 1_000 + count * turnMs, { count, turn_ms: turnMs });
    }
    const passMs = 1_000 + 9 * turnMs;
    expect(nearTurn(ballOf(watch.motion, passMs).ball, 0)).toBeLessThan(1e-6);
    expect(ballOf(watch.motion, passMs).speed).toBeCloseTo(-1 / turnMs, 6);
    expect(ballOf(watch.motion, passMs).rotor).toBeGreaterThan(0);
  });

  test("runs the other way when the rotor does", () => {
    const watch = new Watch(ROULETTE).sense("launched", 1_000, { rotor: "ccw" });
    expect(ballOf(watch.motion, 3_000).speed).toBeGreaterThan(0);
    expect(ballOf(watch.motion, 3_000).rotor).toBeLessThan(0);
  });

  test("that is late on the line is drawn where it is now", () => {
    const watch = new Watch(ROULETTE).sense("launched", 0);
    watch.motion = sensed(watch.motion, spin("turn", 2_000, { turn_ms: 1_000 }), CLOCK, 2_300);
    expect(nearTurn(ballOf(watch.motion, 3_000).ball, 0)).toBeLessThan(1e-6);
  });

  test("rolls on over the frets, in no pocket, while nobody has said where it lies", () => {
    const watch = new Watch(ROULETTE).sense("launched", 0).sense("dropping", 9_000).sense("rest", 16_000);
    for (let ms = 17_000; ms < 27_000; ms += 100) {
      const [now, next] = [ballOf(watch.motion, ms), ballOf(watch.motion, ms + 100)];
      expect(now.depth).toBeLessThanOrEqual(ON_THE_FRETS + 1e-9);
      expect(Math.abs(next.ball - next.rotor - (now.ball - now.rotor))).toBeGreaterThan(0.02);
    }
    expect(kindAt(watch.motion, 20_000)).toBe("resting");
  });

  test("that is sensed once more while it drops still comes down and slows down", () => {
    const watch = new Watch(ROULETTE).sense("launched", 0).sense("dropping", 9_000);
    watch.sense("turn", 9_500, { turn_ms: 1_600 }).sense("turn", 11_300, { turn_ms: 1_800 });
    expect(kindAt(watch.motion, 11_300)).toBe("dropping");
    expect(ballOf(watch.motion, 17_000).depth).toBeCloseTo(ON_THE_FRETS, 6);
    expect(Math.abs(ballOf(watch.motion, 17_000).speed)).toBeLessThan(0.000_11);
  });

  test("is never seen to stand on the track, whether its turns are heard or not", () => {
    const { motion } = new Watch(ROULETTE).look(0, { launched: true });
    const heard = new Watch(ROULETTE).sense("launched", 0).sense("turn", 700, { turn_ms: 2_400 }).motion;
    for (let ms = 1_000; ms < 60_000; ms += 50) {
      for (const { shown, speed } of [ballOf(motion, ms), ballOf(heard, ms)]) {
        if (shown > 0) expect(Math.abs(speed)).toBeGreaterThan(0);
      }
    }
  });

  test("that nobody speaks of any more is gone after a while, and nothing moves", () => {
    const watch = new Watch(ROULETTE).sense("launched", 0).sense("turn", 700, { turn_ms: 700 });
    expect(kindAt(watch.motion, 2_000)).toBe("running");
    expect(kindAt(watch.motion, 20_000)).toBe("waiting");
    expect(ballOf(watch.motion, 20_000).shown).toBe(0);
    expect(stillAt(watch.motion)).toBeLessThan(60_000);
  });

  test("comes back when it is heard of again", () => {
    const watch = new Watch(ROULETTE).sense("launched", 0).sense("turn", 700, { turn_ms: 700 });
    watch.sense("turn", 20_000, { turn_ms: 1_400 });
    expect(kindAt(watch.motion, 20_100)).toBe("running");
    expect(ballOf(watch.motion, 21_000).shown).toBe(1);
  });

  test("lies with its number at the top until the next launch", () => {
    const watch = new Watch(ROULETTE).sense("launched", 0).sense("rest", 9_000).falls(9_100, "26");
    expect(nearTurn(ballOf(watch.motion, 60_000).ball, 0)).toBeLessThan(1e-6);
    watch.look(70_000, { round: 6, phase: "FINISHING", outcomes: ["26", "17", "4"], last_outcome: "26" });
    expect(kindAt(watch.motion, 70_000)).toBe("settled");
    watch.sense("launched", 80_000, { round: 6 });
    expect([kindAt(watch.motion, 80_000), watch.motion.outcome]).toEqual(["running", null]);
  });
});

describe("what the table says", () => {
  test("shows what fell last to who comes between two rounds", () => {
    const { motion } = new Watch(ROULETTE, view({ last_outcome: "17" }));
    expect([kindAt(motion, 0), motion.outcome, stillAt(motion)]).toEqual(["settled", "17", 0]);
    expectLies(motion, "17", 0);
  });

  test("shows a running ball to who comes while it runs, and not the number before", () => {
    const { motion } = new Watch(ROULETTE, view({ phase: "CLOSED", launched: true, last_outcome: "17" }));
    expect([kindAt(motion, 0), motion.outcome]).toEqual(["running", null]);
    expect(ballOf(motion, 1_000).shown).toBe(1);
  });

  test("starts a ball whose signals are lost", () => {
    const { motion } = new Watch(ROULETTE).look(1_000, { launched: true });
    expect(kindAt(motion, 1_000)).toBe("running");
  });

  test("takes the ball of a void round away", () => {
    const watch = new Watch(ROULETTE).sense("launched", 0).look(3_000, { phase: "VOID", launched: true });
    expect([kindAt(watch.motion, 3_000), ballOf(watch.motion, 4_000).shown]).toEqual(["idle", 0]);
    watch.sense("turn", 4_000, { turn_ms: 900 });
    watch.look(5_000, { round: 6 });
    expect(ballOf(watch.motion, 9_000).shown).toBe(0);
  });

  test("takes it away although the next round opened in the same breath", () => {
    const { motion } = new Watch(ROULETTE).sense("launched", 0).look(3_000, { round: 6 });
    expect([kindAt(motion, 3_000), motion.outcome]).toEqual(["idle", null]);
  });

  test("takes it away after a no spin, and hears no more of that spin", () => {
    const watch = new Watch(ROULETTE).sense("launched", 0).look(100, { launched: true }).look(3_000, {});
    watch.sense("turn", 3_100, { turn_ms: 900 });
    expect(kindAt(watch.motion, 3_100)).toBe("idle");
    watch.sense("launched", 9_000);
    expect(kindAt(watch.motion, 9_000)).toBe("running");
  });

  test("is not taken for this round's number when an earlier one is corrected meanwhile", () => {
    const watch = new Watch(ROULETTE).sense("launched", 0);
    watch.look(2_000, { launched: true, outcomes: ["18", "4"], last_outcome: "18" });
    expect([kindAt(watch.motion, 2_000), watch.motion.outcome]).toEqual(["running", null]);
  });

  test("moves the ball when what fell is corrected", () => {
    const watch = new Watch(ROULETTE).sense("launched", 0).falls(9_000, "26");
    watch.look(40_000, { round: 6, outcomes: ["3", "17", "4"], last_outcome: "3" });
    expectLies(watch.motion, "3", stillAt(watch.motion));
  });

  test("takes what lay there away when it is declared void", () => {
    const watch = new Watch(ROULETTE).sense("launched", 0);
    watch
      .look(9_000, { phase: "SETTLED", outcome: "26", last_outcome: "26" })
      .look(20_000, { phase: "VOID" });
    expect([watch.motion.stage, ballOf(watch.motion, 30_000).shown]).toEqual(["idle", 0]);
  });

  test("ends a spin whose signals came late, and no late signal moves it again", () => {
    const watch = new Watch(ROULETTE).sense("launched", 0).falls(9_000, "26");
    const lies = watch.motion;
    watch.sense("rest", 9_200).sense("turn", 9_300, { turn_ms: 900 });
    expect(watch.motion).toBe(lies);
  });

  test("that is nothing new changes nothing", () => {
    const watch = new Watch(ROULETTE).sense("launched", 0).look(100, { launched: true });
    const running = watch.motion;
    expect(watch.look(200, { launched: true, outcomes: ["17", "4"] }).motion).toBe(running);
    const lies = watch.falls(9_000, "26").motion;
    expect(watch.falls(9_500, "26").motion).toBe(lies);
  });

  test("of another table begins anew", () => {
    const watch = new Watch(ROULETTE).sense("launched", 0).look(1_000, { table: "other", last_outcome: "4" });
    expect([watch.motion.table, watch.motion.outcome]).toEqual(["other", "4"]);
    expect(sensed(watch.motion, spin("launched", 2_000), CLOCK, 2_000)).toBe(watch.motion);
  });

  test("of a game without a picture is only the outcome", () => {
    const watch = new Watch({ ...ROULETTE, game: "something-new" }).sense("launched", 0).falls(9_000, "X");
    expect([watch.motion.course, watch.motion.outcome, kindAt(watch.motion, 9_000)]).toEqual([
      null,
      "X",
      "settled",
    ]);
  });
});
