// Jackpots as they are shown and set up: never more than is on record, no level twice, exact percentages.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  climbTo,
  CLIMBS_MS,
  conditionOf,
  followed,
  inStrip,
  isClimbing,
  levelsOf,
  namesOf,
  NOTHING_FOLLOWED,
  owedOf,
  putAway,
  shownOf,
  standingAt,
  stripOf,
  titleOf,
  winMoment,
  winsOf,
  type Climb,
  type OwnAwardLike,
} from "../src/state/jackpots";
import {
  kindsOf,
  newJackpot,
  NEW_LEVEL,
  percentOf,
  ppmIn,
  rulesOf,
  typedOf,
  type TypedJackpot,
} from "../src/state/jackpot_form";
import {
  answered,
  dueOf,
  grouped,
  hundredfold,
  playsOf,
  toClear,
  turnoverIn,
  sumsOf,
  titleIn,
  usuallyLaid,
} from "../src/state/jackpot_desk";
import { cuesOf, type Heard } from "../src/sound/cues";
import { texts } from "../src/texts";
import type { JackpotLine } from "../src/wire/messages";
import type { JackpotRules, JackpotView } from "../src/wire/console";
import { OWN, TABLE } from "./samples";

const LEVEL: JackpotView = {
  name: "grand",
  title: "Grand",
  amount: 10_000,
  level: "main",
  level_title: "Main",
  rule: "grand/main",
  kind: "mystery",
  condition: "",
  trigger: null,
  low: 10_000,
  high: 20_000,
  base: 10_000,
  ceiling: 0,
  cycle: 1,
  commitment: "c0ffee",
  hits_count: 0,
  won: 0,
  hits: [],
  awards: [],
  playing: true,
  why_not: "",
};
const LINE: JackpotLine = {
  jackpot: "grand",
  level: "main",
  rule: "grand/main",
  title: "Grand",
  level_title: "Main",
  kind: "mystery",
  amount: 10_000,
  condition: "",
  trigger: null,
  low: 10_000,
  high: 20_000,
  ceiling: 0,
  clause: "4.1.4",
  playing: true,
  why_not: "",
  awards: [],
};
const AWARD: OwnAwardLike = {
  award: "grand.main.1",
  title: "Grand",
  level_title: "Main",
  amount: 12_345,
  by_hand: false,
  locked: true,
  state: "due",
  is_held: false,
  paid_by: "",
};

describe("an amount that climbs", () => {
  const values = fc.array(fc.nat({ max: 1_000_000_00 }), { minLength: 1, maxLength: 12 });

  test("never shows more than is on record, nor a part of a cent, and arrives", () => {
    fc.assert(
      fc.property(values, fc.array(fc.nat({ max: 2 * CLIMBS_MS }), { maxLength: 40 }), (recorded, waits) => {
        let climb: Climb | undefined;
        let now = 0;
        for (const [index, cents] of recorded.entries()) {
          climb = climbTo(climb, cents, now);
          for (const wait of waits.slice(index, index + 4)) {
            now += wait;
            const shown = shownOf(climb, now);
            expect(shown).toBeLessThanOrEqual(cents);
            expect(Number.isInteger(shown)).toBe(true);
          }
          expect(shownOf(climb, now + CLIMBS_MS)).toBe(cents);
        }
      }),
    );
  });

  test("goes on from what is shown, and never back while it climbs", () => {
    const first = climbTo(standingAt(1_000), 2_000, 0);
    const half = shownOf(first, CLIMBS_MS / 2);
    const second = climbTo(first, 3_000, CLIMBS_MS / 2);
    expect(half).toBeGreaterThan(1_000);
    expect(shownOf(second, CLIMBS_MS / 2)).toBe(half);
    expect(isClimbing(second, CLIMBS_MS)).toBe(true);
    expect(isClimbing(second, 2 * CLIMBS_MS)).toBe(false);
  });

  test("falls at once", () => {
    const climb = climbTo(standingAt(9_000), 1_000, 50);
    expect([shownOf(climb, 50), isClimbing(climb, 50)]).toEqual([1_000, false]);
  });
});

describe("on a wall", () => {
  test("a level stands once, however many tables play for it", () => {
    const tables = ["D", "G"].map((table) => ({ table, jackpots: [LEVEL] }));
    expect(levelsOf(tables)).toEqual([{ level: LEVEL, tablesOff: [], whyNot: "" }]);
    expect(levelsOf([{ table: "A", jackpots: [] }])).toEqual([]);
  });

  test("it says which table lost its link, and plays on at the others", () => {
    const lost = { ...LEVEL, playing: false, why_not: "table-link" };
    const two = levelsOf([
      { table: "D", jackpots: [lost] },
      { table: "G", jackpots: [LEVEL] },
    ]);
    expect(two).toEqual([{ level: LEVEL, tablesOff: ["D"], whyNot: "" }]);
    expect(levelsOf([{ table: "D", jackpots: [lost] }])[0]).toMatchObject({ whyNot: "table-link" });
  });

  test("a fault is of the whole jackpot", () => {
    const broken = { ...LEVEL, playing: false, why_not: "fault" };
    const tables = ["D", "G"].map((table) => ({ table, jackpots: [broken] }));
    expect(levelsOf(tables)).toEqual([{ level: broken, tablesOff: [], whyNot: "fault" }]);
  });

  test("prizes stand there with their level, the newest first", () => {
    const won = (award: string, at_ms: number, amount = 1) => ({ award, terminal: "N1", amount, at_ms });
    const levels = levelsOf([
      { table: "D", jackpots: [{ ...LEVEL, awards: [won("a", 1), won("c", 2, 5)] }] },
      { table: "G", jackpots: [{ ...LEVEL, rule: "grand/mini", awards: [won("b", 2)] }] },
    ]);
    expect(winsOf(levels).map(({ award, level }) => [award, level.rule])).toEqual([
      ["c", "grand/main"],
      ["b", "grand/mini"],
      ["a", "grand/main"],
    ]);
  });
});

describe("what wins it", () => {
  test("is said from the rule, with what the wire leaves out where it is the usual", () => {
    const trigger = { wagers: ["straight"], run: 3 } as unknown as JackpotLine["trigger"];
    const condition = conditionOf({ ...LINE, kind: "progressive", trigger }, () => "Straight Up");
    expect(condition).toMatchObject({ run: 3, outcomes: [], least: 0, laid: "every" });
    expect(texts.jackpots.condition(condition)).toBe(
      "You win it with the same result in 3 rounds in a row, if you win with a bet on Straight Up in each of them.",
    );
  });

  test("of a mystery names both ends of the range", () => {
    const words = texts.jackpots.condition(conditionOf(LINE, String));
    expect(words).toContain("100.00");
    expect(words).toContain("200.00");
  });
});

describe("at a terminal", () => {
  const own = { plays_for: ["grand/main"], why_not: {} };

  test("it plays for what the floor says", () => {
    expect(stripOf([LINE], own, false)).toEqual([{ level: LINE, whyNot: "" }]);
    expect(stripOf([LINE], null, false)[0]?.whyNot).toBe("");
    const lost = { plays_for: [], why_not: { "grand/main": "terminal-link" } };
    expect(stripOf([LINE], lost, false)[0]?.whyNot).toBe("terminal-link");
    const broken = { ...LINE, playing: false, why_not: "fault" };
    expect(stripOf([broken], own, false)[0]?.whyNot).toBe("fault");
  });

  test("without a line it does not say that it plays", () => {
    expect(stripOf([LINE], own, true)[0]?.whyNot).toBe("terminal-link");
  });

  test("a prize locks it until somebody has cleared it; then it waits in the strip; then it says how it was paid", () => {
    let seen = followed(NOTHING_FOLLOWED, [AWARD]);
    expect(winMoment(seen, [AWARD])).toEqual({
      prizes: [{ award: AWARD, stage: "won" }],
      stage: "won",
      sum: 12_345,
      canGoOn: false,
    });

    const cleared = { ...AWARD, locked: false };
    seen = followed(seen, [cleared]);
    expect(winMoment(seen, [cleared])).toBeNull();
    expect(owedOf([cleared])).toEqual([cleared]);

    const paid = { ...cleared, state: "paid", paid_by: "voucher" };
    seen = followed(seen, [paid]);
    const moment = winMoment(seen, [paid]);
    expect(moment).toEqual({
      prizes: [{ award: paid, stage: "paid" }],
      stage: "paid",
      sum: 12_345,
      canGoOn: true,
    });
    expect(owedOf([paid])).toEqual([]);
    expect(moment && winMoment(putAway(seen, moment), [paid])).toBeNull();
  });

  test("paid before it is cleared, it stays locked", () => {
    const paid = { ...AWARD, state: "paid", paid_by: "ticket" };
    expect(winMoment(followed(NOTHING_FOLLOWED, [AWARD]), [paid])).toMatchObject({
      stage: "paid",
      canGoOn: false,
    });
  });

  test("a small one can be put away at once, and comes back when it is paid", () => {
    const small = { ...AWARD, locked: false };
    let seen = followed(NOTHING_FOLLOWED, [small]);
    const moment = winMoment(seen, [small]);
    expect(moment).toMatchObject({ stage: "won", canGoOn: true });
    if (moment !== null) seen = putAway(seen, moment);
    expect(winMoment(followed(seen, [small]), [small])).toBeNull();
    expect(winMoment(seen, [{ ...small, state: "withdrawn" }])).toMatchObject({ stage: "withdrawn" });
  });

  test("several are told together, the largest first, until all of them are paid", () => {
    const large = { ...AWARD, award: "river.main.1", title: "River", amount: 50_000 };
    const told = (moment: ReturnType<typeof winMoment>) =>
      moment?.prizes.map(({ award, stage }) => [award.award, stage]);
    let seen = followed(NOTHING_FOLLOWED, [AWARD, large]);
    expect(winMoment(seen, [AWARD, large])).toMatchObject({ stage: "won", sum: 62_345, canGoOn: false });

    // The larger is paid and cleared; the smaller still locks the terminal.
    const paid = { ...large, locked: false, state: "paid", paid_by: "meter" };
    seen = followed(seen, [AWARD, paid]);
    let moment = winMoment(seen, [AWARD, paid]);
    expect(moment).toMatchObject({ stage: "won", sum: 62_345, canGoOn: false });
    expect(told(moment)).toEqual([
      ["river.main.1", "paid"],
      ["grand.main.1", "won"],
    ]);

    const both = [{ ...AWARD, locked: false, state: "paid", paid_by: "ticket" }, paid];
    seen = followed(seen, both);
    moment = winMoment(seen, both);
    expect(moment).toMatchObject({ stage: "paid", sum: 62_345, canGoOn: true });
    expect(moment && winMoment(putAway(seen, moment), both)).toBeNull();
  });

  test("one that was cleared stands in the sum as long as another is told", () => {
    const other = { ...AWARD, award: "river.main.1", amount: 100 };
    const cleared = { ...AWARD, locked: false };
    const seen = followed(followed(NOTHING_FOLLOWED, [AWARD, other]), [cleared, other]);
    expect(winMoment(seen, [cleared, other])).toMatchObject({ sum: 12_445, canGoOn: false });
    expect(winMoment(followed(seen, [cleared, { ...other, locked: false }]), [cleared])).toBeNull();
  });

  test("what was taken back is in no sum, but where nothing else is left", () => {
    const back = { ...AWARD, locked: false, state: "withdrawn" };
    const other = { ...AWARD, award: "river.main.1", amount: 100 };
    const seen = followed(NOTHING_FOLLOWED, [AWARD, other]);
    expect(winMoment(seen, [back, other])).toMatchObject({ stage: "won", sum: 100 });
    expect(winMoment(seen, [back])).toMatchObject({ stage: "withdrawn", sum: 12_345 });
  });

  test("the strip has room for some, and says how many more there are", () => {
    const lines = stripOf(
      [1, 4, 2, 3].map((amount) => ({ ...LINE, rule: `grand/${amount}`, amount })),
      null,
      false,
    );
    const { shown, more } = inStrip(lines, 3);
    expect(shown.map(({ level }) => level.amount)).toEqual([4, 3, 2]);
    expect([more, inStrip(lines, 4).more]).toEqual([1, 0]);
  });

  test("a level is named with its jackpot, unless it says that itself", () => {
    expect(titleOf({ title: "Grand", level_title: "Mini" })).toBe("Grand · Mini");
    expect(titleOf({ title: "Grand", level_title: "Grand Mini" })).toBe("Grand Mini");
    expect(titleOf({ title: "G", level_title: "Gold" })).toBe("G · Gold");
    expect(titleOf({ title: "Grand", level_title: "" })).toBe("Grand");
    expect(namesOf({ title: "Grand", level_title: "Mini" })).toEqual(["Grand", "Mini"]);
  });

  test("what an earlier player was paid is not told to the next one", () => {
    const paid = { ...AWARD, locked: false, state: "paid", paid_by: "meter" };
    expect(winMoment(followed(NOTHING_FOLLOWED, [paid]), [paid])).toBeNull();
  });

  test("a prize is heard once", () => {
    const heard: Heard = {
      table: TABLE,
      own: OWN,
      layout: null,
      seconds: null,
      notice: null,
      last: null,
      spin: null,
    };
    const awards = [{ ...AWARD, rule: "grand/main", at_ms: 1, state: "due" as const }];
    const won = { ...heard, own: { ...OWN, jackpots: { plays_for: [], why_not: {}, awards } } };
    expect(cuesOf(heard, won)).toEqual([{ kind: "jackpot", say: texts.sound.jackpot(12_345) }]);
    expect(cuesOf(won, won)).toEqual([]);
  });
});

describe("percentages", () => {
  test.each([
    ["0.5", 5_000],
    ["0.5 %", 5_000],
    ["1", 10_000],
    ["0.0001%", 1],
    ["100", 1_000_000],
    ["12.3456", 123_456],
  ])("%s is %i millionths", (typed, ppm) => expect(ppmIn(typed)).toBe(ppm));

  test.each(["", "-1", "0.00001", "100.0001", "1e2", "half", "1,5"])("%s is none", (typed) =>
    expect(ppmIn(typed)).toBeUndefined(),
  );

  test("are typed as they stand, exactly", () => {
    fc.assert(
      fc.property(fc.nat({ max: 1_000_000 }), (ppm) => {
        expect(ppmIn(percentOf(ppm))).toBe(ppm);
      }),
    );
  });
});

describe("the form", () => {
  const mystery: TypedJackpot = {
    ...newJackpot("mystery"),
    name: "grand",
    title: "Grand",
    levels: [
      {
        ...NEW_LEVEL,
        level: "main",
        title: "Main",
        seed: "100",
        rates: { D: "0.5 %", G: "" },
        reserve: "0.1",
        low: "100.00",
        high: "250.00",
      },
    ],
  };
  const changed = (changes: Partial<TypedJackpot["levels"][number]>): TypedJackpot => ({
    ...mystery,
    levels: mystery.levels.map((level) => ({ ...level, ...changes })),
  });

  test("makes rules of what was typed", () => {
    expect(rulesOf(mystery)).toEqual({
      ok: true,
      jackpot: "grand",
      rules: {
        title: "Grand",
        kind: "mystery",
        lock_from: 0,
        by_hand_above: 0,
        levels: [
          {
            level: "main",
            title: "Main",
            seed: 10_000,
            rates: { D: 5_000 },
            reserve_rate: 1_000,
            ceiling: 0,
            low: 10_000,
            high: 25_000,
          },
        ],
      },
    });
  });

  test.each([
    ["rates", { rates: {} }],
    ["rates", { rates: { D: "much" } }],
    ["low", { low: "99.99" }],
    ["high", { high: "99.99" }],
    ["seed", { seed: "-1" }],
    ["title", { title: " " }],
    ["title", { title: "M".repeat(41) }],
    ["reserve", { reserve: "101" }],
  ])("says that %s does not fit", (field, changes) => {
    expect(rulesOf(changed(changes))).toEqual({ ok: false, field, level: 0 });
  });

  test("of a progressive asks what wins it", () => {
    const progressive = {
      ...changed({ wagers: ["straight"], run: "3", outcomes: "17, 18" }),
      kind: "progressive" as const,
    };
    expect(rulesOf(progressive)).toMatchObject({
      ok: true,
      rules: {
        levels: [
          { trigger: { wagers: ["straight"], run: 3, outcomes: ["17", "18"], laid: "every", least: 0 } },
        ],
      },
    });
    expect(
      rulesOf({ ...progressive, levels: [{ ...NEW_LEVEL, level: "a", title: "A", rates: { D: "1" } }] }),
    ).toEqual({
      ok: false,
      field: "wagers",
      level: 0,
    });
  });

  test("begins with what is in force, and says the same rules again", () => {
    const read = rulesOf(mystery);
    const rules = (read.ok ? read.rules : null) as JackpotRules;
    expect(rulesOf(typedOf("grand", rules))).toEqual(read);
  });

  test("knows each kind of wager once", () => {
    expect(kindsOf([{ name: "straight:1" }, { name: "straight:2" }, { name: "red" }])).toEqual([
      "straight",
      "red",
    ]);
  });
});

describe("at a console", () => {
  const level = {
    amount: 105,
    reserve: 5,
    overflow: 10,
    seeded: 100,
    contributed: 70,
    moved: 0,
    won: 50,
    off_by: 0,
  };

  test("what waits for somebody comes first, the oldest before the others", () => {
    const award = (state: string, locked: boolean, at_ms: number) => ({ state, locked, at_ms });
    const awards = [award("due", false, 3), award("paid", false, 1), award("paid", true, 2)];
    const all = [{ awards }, { awards: [award("questioned", false, 1), award("withdrawn", true, 0)] }];
    expect(dueOf(all).map(({ at_ms }) => at_ms)).toEqual([1, 3]);
    expect(toClear(all).map(({ at_ms }) => at_ms)).toEqual([0, 2]);
  });

  test("a prize is named with its jackpot", () => {
    const jackpots = [
      { name: "grand", title: "Grand" },
      { name: "river", title: "River" },
    ];
    expect(titleIn(jackpots, { jackpot: "river", title: "Main" })).toBe("River · Main");
    expect(titleIn([], { jackpot: "river", title: "Main" })).toBe("river · Main");
  });

  test("a question is asked again while the floor is busy, and no longer", async () => {
    const busy = new Error("busy");
    const waits: string[] = [];
    const asking = (replies: (string | Error)[]) => () => {
      const reply = replies.shift() ?? busy;
      return reply instanceof Error ? Promise.reject(reply) : Promise.resolve(reply);
    };
    const wait = () => Promise.resolve(void waits.push("waited"));
    const isBusy = (wrong: unknown) => wrong === busy;
    expect(await answered(asking([busy, busy, "figures"]), isBusy, wait)).toBe("figures");
    expect(waits).toHaveLength(2);
    await expect(answered(asking([new Error("no such table")]), isBusy, wait)).rejects.toThrow("no such");
    await expect(answered(asking([]), isBusy, wait)).rejects.toBe(busy);
    expect(waits.length).toBeLessThan(40);
  });

  test("the sums are added up here once more", () => {
    expect(sumsOf(level)).toEqual({ held: 120, expected: 120, agrees: true });
    expect(sumsOf({ ...level, amount: 104 }).agrees).toBe(false);
    expect(sumsOf({ ...level, off_by: 1 }).agrees).toBe(false);
  });

  test("figures are asked of every table that plays for it", () => {
    const rules: JackpotRules = {
      title: "Grand",
      kind: "progressive",
      levels: [
        {
          level: "a",
          title: "A",
          seed: 0,
          rates: { D: 1, G: 2 },
          trigger: { wagers: ["straight"], least: 250 },
        },
      ],
    };
    expect(usuallyLaid(rules, [{ name: "red" }, { name: "straight:0" }])).toBe("straight:0 2.50");
    expect(playsOf(rules, { D: "50" }, "1000.00", "straight:0 2.50")?.plays).toEqual({
      D: { turnover: 5_000, wagers: { "straight:0": 250 } },
      G: { turnover: 100_000, wagers: { "straight:0": 250 } },
    });
    expect(playsOf(rules, { D: "much" }, "1000.00", "")).toBeNull();
    expect(playsOf(rules, {}, "1000.00", "straight:0")).toBeNull();
  });

  test.each([
    ["0.013479", "1.3479"],
    ["0.5", "50"],
    ["1", "100"],
    ["0.0000", "0.00"],
    ["12.3456", "1234.56"],
    ["never", "never"],
  ])("%s as a percentage is %s", (decimal, percent) => expect(hundredfold(decimal)).toBe(percent));

  test.each([
    ["4880012499.00", "4,880,012,499.00"],
    ["-1234.5", "-1,234.5"],
    ["999.123456", "999.123456"],
    ["", ""],
  ])("%s is read as %s", (decimal, read) => expect(grouped(decimal)).toBe(read));

  test("a turnover is an amount above zero, or none", () => {
    expect(["abc", "0", "-5", "", "1,000.50"].map(turnoverIn)).toEqual([
      ...Array(4).fill(undefined),
      100_050,
    ]);
  });
});
