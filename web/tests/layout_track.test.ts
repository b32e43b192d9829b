// The racetrack is read from the wheel and the specials: neighbours, sectors, and nothing where there are none.
import { describe, expect, test } from "vitest";
import { isWon, limitOf, totalOf, winsOf } from "../src/layout/odds";
import { centresOf, drawTrack, sectorsOf, stretchesOf, type TrackLook } from "../src/layout/track";
import type { LayoutView } from "../src/wire/messages";
import { aWholeLayout, spot } from "./layout_samples";

const WHEEL =
  "0 32 15 19 4 21 2 25 17 34 6 27 13 36 11 30 8 23 10 5 24 16 33 1 20 14 31 9 22 18 29 7 28 12 35 3 26".split(
    " ",
  );
const LOOKS: TrackLook[] = ["oval", "ribbon", "run", "diamond"];

function around(number: string, reach: number): string[] {
  const middle = WHEEL.indexOf(number);
  return Array.from(
    { length: 2 * reach + 1 },
    (_, index) => WHEEL[(middle - reach + index + WHEEL.length) % WHEEL.length] ?? "",
  );
}

function withSpecials(reach: number): LayoutView {
  return {
    ...aWholeLayout(),
    wheel: WHEEL,
    specials: [
      spot("orphans", ["1", "20", "14", "31", "9", "17", "34", "6"], { units: 5 }),
      spot("small", "27 13 36 11 30 8 23 10 5 24 16 33".split(" "), { units: 6 }),
      spot("zero-game", around("0", 3), { units: 4 }),
      spot("snake", ["1", "5", "9", "12", "14", "16", "19"], { units: 7 }),
      ...WHEEL.map((number) => spot(`near:${number}`, around(number, reach), { units: 2 * reach + 1 })),
      ...["0", "1"].map((digit) => spot(`final:${digit}`, [digit, `1${digit}`, `2${digit}`], { units: 3 })),
    ],
  };
}

test("stretches go over the end of the wheel", () => {
  expect(stretchesOf(["a", "b", "c", "d"], ["d", "a"])).toEqual([[3, 2]]);
  expect(stretchesOf(["a", "b", "c", "d"], ["a", "c"])).toEqual([
    [0, 1],
    [2, 1],
  ]);
  expect(stretchesOf(["a", "b"], ["a", "b"])).toEqual([[0, 2]]);
  expect(stretchesOf(["a", "b"], [])).toEqual([]);
});

describe.each([1, 2, 4])("with %i neighbours on each side", (reach) => {
  const layout = withSpecials(reach);

  test("every number is the middle of its own wager", () => {
    const centres = centresOf(layout);
    expect(centres.size).toBe(WHEEL.length);
    for (const number of WHEEL) expect(centres.get(number)?.name).toBe(`near:${number}`);
  });

  test("parts of the wheel are sectors, other specials are not", () => {
    expect(sectorsOf(layout).map(({ name }) => name)).toEqual(["orphans", "small", "zero-game"]);
  });
});

describe.each(LOOKS)("drawn as %s", (look) => {
  const track = drawTrack(withSpecials(2), look);

  test("every number has its own place, neighbours side by side", () => {
    const places = track?.pockets.map(({ at }) => at) ?? [];
    expect(places).toHaveLength(WHEEL.length);
    for (const [index, one] of places.entries()) {
      const gaps = places
        .filter((_, other) => other !== index)
        .map((two) => Math.hypot(one.x - two.x, one.y - two.y));
      expect(Math.min(...gaps)).toBeGreaterThan(50);
      const next = places[(index + 1) % places.length] ?? one;
      expect(Math.hypot(one.x - next.x, one.y - next.y)).toBeLessThan(200);
      expect(one.x).toBeGreaterThan(0);
      expect(one.x).toBeLessThan(track?.width ?? 0);
      expect(one.y).toBeLessThan(track?.height ?? 0);
    }
  });

  test("sectors stand nearest to what they cover", () => {
    expect(track?.sectors.map((sector) => sector.spot.name)).toEqual(["small", "orphans", "zero-game"]);
  });
});

test("without neighbours and sectors there is no racetrack", () => {
  expect(drawTrack({ ...aWholeLayout(), wheel: WHEEL }, "oval")).toBeNull();
  expect(drawTrack({ ...withSpecials(2), wheel: [] }, "oval")).toBeNull();
});

describe("what is told about a spot", () => {
  test("is what it would win, in whole cents", () => {
    expect(winsOf("35 to 1", 500)).toEqual([17_500]);
    expect(winsOf("1 to 1, 2 to 1, 12 to 1", 100)).toEqual([100, 200, 1_200]);
    expect(winsOf("3 to 2", 500)).toEqual([750]);
    expect(winsOf("1 to 3", 100)).toEqual([]);
    expect(winsOf("each piece by its spot", 100)).toEqual([]);
  });

  test("are the limits that bind it: its own, those of its kind, those of any", () => {
    const line = (kind: string) => ({ kind, min: 100, max: 200, step: null, multiples: false });
    const limits = ["any", "sum", "split", "split:1-2"].map(line);
    expect(limitOf(limits, { name: "split:1-2" })?.kind).toBe("split:1-2");
    expect(limitOf(limits, { name: "split:2-3" })?.kind).toBe("split");
    expect(limitOf(limits, { name: "red" })?.kind).toBe("any");
    expect([limitOf([], { name: "red" }), totalOf([])]).toEqual([null, null]);
    expect(totalOf(limits)?.kind).toBe("sum");
  });

  test("is whether an outcome pays it", () => {
    expect([
      isWon({ covers: ["1"] }, "1"),
      isWon({ covers: ["1"] }, "2"),
      isWon({ covers: ["1"] }, null),
    ]).toEqual([true, false, false]);
  });
});
