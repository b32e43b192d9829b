// What the inspector's pages work out by themselves: spans, what is due, the matrix of clauses, the picture of a wheel.
import { describe, expect, test } from "vitest";
import { cellOf, clauseAt, clausesFor, kindsOf, testsOf } from "../src/state/conformance";
import { attention, grouped, groupOf } from "../src/state/dues";
import { bars, isJudged, reach, RING, spokes, strength } from "../src/state/outcomes";
import { asked, EVERYTHING, lengthOf, numberIn, queryOf } from "../src/state/span";
import type { ClauseLine, ConformanceView, Due, Outcomes, OutcomeRow } from "../src/wire/api";

const DAYS = [
  { day: "2026-11-14", after: 0, until: 100 },
  { day: "2026-11-15", after: 100, until: 250 },
];

describe("which entries", () => {
  test("all of them, a day, or from one to another", () => {
    expect(asked(EVERYTHING, DAYS)).toEqual({});
    expect(asked({ ...EVERYTHING, kind: "day", day: 0 }, DAYS)).toEqual({ after: 0, until: 100 });
    expect(asked({ ...EVERYTHING, kind: "entries", first: "5", last: "1,000" }, DAYS)).toEqual({
      after: 4,
      until: 1000,
    });
    expect(asked({ ...EVERYTHING, kind: "entries", first: "", last: "9" }, DAYS)).toEqual({ until: 9 });
  });

  test("a day that still runs has no end, so that it ends with what is signed", () => {
    expect(asked({ ...EVERYTHING, kind: "day", day: -1 }, DAYS)).toEqual({ after: 100 });
    expect(asked({ ...EVERYTHING, kind: "day", day: -1 }, [])).toBeNull();
  });

  test("what is no number, or ends before it begins, is not asked", () => {
    for (const [first, last] of [
      ["x", ""],
      ["0", ""],
      ["9", "8"],
      ["1", "-2"],
    ] as const)
      expect(asked({ ...EVERYTHING, kind: "entries", first, last }, DAYS), `${first} to ${last}`).toBeNull();
  });

  test("how many that is", () => {
    expect(lengthOf(EVERYTHING, DAYS)).toBe(250);
    expect(lengthOf({ ...EVERYTHING, kind: "day", day: 1 }, DAYS)).toBe(150);
    expect(lengthOf({ ...EVERYTHING, kind: "entries", first: "241", last: "9999" }, DAYS)).toBe(10);
    expect(queryOf({})).toBe("");
    expect(queryOf({ after: 3, until: 9 })).toBe("?after=3&until=9");
    expect([numberIn(" 12 "), numberIn(""), numberIn("1.5")]).toEqual([12, undefined, null]);
  });
});

const due = (more: Partial<Due>): Due => ({
  duty: "told",
  table: "A",
  rulebook: "adelaide",
  official: "authorised_officer",
  title: "Authorised Officer",
  about: "",
  clause: "12(h)",
  since_ms: 1_000,
  deadline_ms: 0,
  notice: "",
  told_ms: 0,
  told_role: "",
  told_by: "",
  noted_ms: 0,
  noted_role: "",
  noted_by: "",
  words: "",
  said: "",
  ...more,
});

describe("what is due to officials", () => {
  const tell = due({ duty: "closing", deadline_ms: 5_000 });
  const soon = due({ duty: "closing", deadline_ms: 3_000, about: "T1" });
  const note = due({ told_ms: 1_000, notice: "N1" });
  const review = due({ duty: "review_withheld", told_ms: 1_000 });
  const noted = due({ told_ms: 1_000, noted_ms: 2_000 });

  test("goes from being told to being noted, and is overdue at its deadline", () => {
    expect(groupOf(tell, 4_999)).toBe("tell");
    expect(groupOf(tell, 5_000)).toBe("overdue");
    expect([note, review, noted].map((each) => groupOf(each, 10_000))).toEqual(["note", "review", "noted"]);
    expect(groupOf(due({ duty: "closing" }), 10 ** 15)).toBe("tell");
  });

  test("the nearest deadline stands first, and the last noted", () => {
    const later = due({ told_ms: 1, noted_ms: 9_000 });
    const found = grouped([due({ duty: "closing" }), tell, soon, noted, later], 2_000);
    expect(found.tell.map(({ deadline_ms }) => deadline_ms)).toEqual([3_000, 5_000, 0]);
    expect(found.noted).toEqual([later, noted]);
  });

  test("asks for whoever has to do something", () => {
    const all = [tell, soon, note, review, noted];
    expect(attention(all, 4_000, false)).toBe(2);
    expect(attention(all, 4_000, true)).toBe(3);
  });
});

const clause = (id: string, kind: string, standing: ClauseLine["standing"]): ClauseLine => ({
  id,
  kind,
  says: `what ${id} says`,
  system: "-",
  evidence: "-",
  see: [],
  standing,
  reason: "",
  tests: [],
  driving: [],
  is_named: false,
  readings: [],
  rests: [],
});

describe("the matrix of clauses", () => {
  const clauses = [
    clause("3.1", "play", "proved"),
    clause("3.11", "play", "open"),
    clause("1.1:a", "definition", "not for software"),
    { ...clause("1.1:b", "definition", "held as data"), tests: ["reads"] },
  ];
  const book = {
    rulebook: "ministar",
    title: "MiniStar",
    version: "x",
    tables: ["A"],
    has_words: true,
    clauses,
  };
  const view: ConformanceView = { build: "1", has_tests: true, tests: 2, rulebooks: [book] };

  test("counts by kind", () => {
    expect(kindsOf(view)).toEqual(["definition", "play"]);
    expect(cellOf(clauses)).toEqual({ total: 4, proved: 1, data: 1, open: 1, outside: 1 });
  });

  test("tells tests that prove a clause by what the floor does from those that only read the rulebook", () => {
    const carried = { ...clause("3.1", "play", "proved"), tests: ["reads", "drives"], driving: ["drives"] };
    expect(testsOf(carried)).toEqual({ driving: ["drives"], reading: ["reads"] });
  });

  test("finds by rulebook, kind and words", () => {
    const ids = (wanted: Parameters<typeof clausesFor>[1]) =>
      clausesFor(view, wanted).map(([, { id }]) => id);
    expect(ids({ rulebook: "", kind: "play", words: "" })).toEqual(["3.1", "3.11"]);
    expect(ids({ rulebook: "ministar", kind: "", words: "3.11 SAYS" })).toEqual(["3.11"]);
    expect(ids({ rulebook: "other", kind: "", words: "" })).toEqual([]);
  });

  test("opens the clause an address names, with colons in it or not", () => {
    expect(clauseAt(view, "ministar:1.1:a")?.[1].id).toBe("1.1:a");
    expect(clauseAt(view, "ministar:9")).toBeNull();
    expect(clauseAt(view, "")).toBeNull();
  });
});

const row = (name: string, count: number, expected: number): OutcomeRow => ({
  name,
  count,
  expected,
  deviation: 0,
});

describe("the picture of what fell", () => {
  test("a bar reaches the ring where as much fell as is expected, and never over the rim", () => {
    expect(reach(10, 10)).toBe(RING.expected);
    expect(reach(0, 10)).toBe(RING.inner);
    expect(reach(50, 10)).toBe(RING.outer);
    expect(reach(0, 0)).toBe(RING.inner);
  });

  test("bars stand around the wheel, the first at the top, clockwise", () => {
    const found = spokes(["0", "32", "15", "19"].map((name) => row(name, 1, 1)));
    expect(found.map(({ x, y }) => [Math.sign(x), Math.sign(y)])).toEqual([
      [0, -1],
      [1, 0],
      [0, 1],
      [-1, 0],
    ]);
    expect(found[0]?.path).toMatch(/^M.*Z$/);
    expect(spokes([])).toEqual([]);
  });

  test("bars side by side are parts of the largest", () => {
    expect(bars([row("3", 1, 2), row("4", 4, 3)])).toMatchObject([
      { fell: 0.25, expected: 0.5 },
      { fell: 1, expected: 0.75 },
    ]);
    expect([0, -2.5, 4].map(strength)).toEqual(["ordinary", "unusual", "strong"]);
  });

  test("too few are not judged", () => {
    const test = { statistic: 0, degrees: 0, p: 1, pooled: 37 };
    const view = (degrees: number) =>
      ({
        aspects: [{ name: "outcome", is_ring: true, rows: [], test: { ...test, degrees } }],
      }) as unknown as Outcomes;
    expect([isJudged(view(0)), isJudged(view(36))]).toEqual([false, true]);
  });
});
