// Help: every control has its instruction, every wager its example, where a chip really has to lie.
import { describe, expect, test } from "vitest";
import { GROUPS, HELP_KEYS, isHelpKey, isOffered } from "../src/help/controls";
import { examplesOf, kindTitle, limitFor } from "../src/help/examples";
import { miniOf } from "../src/help/mini";
import { en } from "../src/texts/en";
import type { LayoutView, SpotView } from "../src/wire/messages";
import { aDiceLayout, aLayout, aSymbolLayout } from "./samples";

const COMPLETE = { wheel: [], features: {}, denied: {} };
const layout: LayoutView = { ...COMPLETE, ...aLayout() };

function spotOf(name: string, covers: readonly string[], pieces: readonly string[] = []): SpotView {
  return {
    name,
    title: name,
    covers,
    odds: "1 to 1",
    clause: "1",
    units: Math.max(1, pieces.length),
    pieces,
  };
}

describe("controls", () => {
  test("stand each in one group, and have an instruction", () => {
    expect(Object.values(GROUPS).flat().sort()).toEqual([...HELP_KEYS].sort());
    for (const key of HELP_KEYS) expect(en.help.controls[key].says).toMatch(/^[A-Z“].*\.$/);
    expect(isHelpKey("chip")).toBe(true);
    expect(isHelpKey("chips")).toBe(false);
  });

  test("that the rules do not offer are not explained", () => {
    expect(isOffered("autoplay", layout)).toBe(false);
    expect(isOffered("autoplay", { ...layout, features: { autoplay: "3.2" } })).toBe(true);
    expect(isOffered("racetrack", layout)).toBe(false);
    expect(isOffered("racetrack", { ...layout, specials: [spotOf("orphans", ["1"])] })).toBe(true);
    expect(isOffered("collect", layout)).toBe(true);
  });
});

describe("examples", () => {
  test("are there for every kind of wager, with what it pays and its limit", () => {
    const limits = [
      { kind: "any", min: 100, max: 10_000, step: null, multiples: false },
      { kind: "straight", min: 100, max: 500, step: null, multiples: false },
    ];
    const examples = examplesOf(layout, limits);
    const kinds = new Set(layout.spots.map(({ name }) => name.split(":")[0]));
    expect(new Set(examples.map(({ spot }) => spot.name.split(":")[0]))).toEqual(kinds);
    expect(examples.map(({ count }) => count).reduce((sum, count) => sum + count)).toBe(layout.spots.length);
    expect(examples[0]).toMatchObject({ title: "Straight Up", limit: limits[1] });
    expect(limitFor("red", limits)).toBe(limits[0]);
    expect(limitFor("red", [])).toBeNull();
  });

  test("are told apart by clause, as the rules do", () => {
    const spots = [spotOf("split:1-2", ["1", "2"]), { ...spotOf("split:0-1", ["0", "1"]), clause: "2" }];
    expect(examplesOf({ ...layout, spots }, [])).toHaveLength(2);
  });

  test("name each of a few that pay alike", () => {
    const spots = ["4", "17"].map((total) => ({ ...spotOf(`total:${total}`, []), title: `Total ${total}` }));
    expect(examplesOf({ ...layout, spots }, []).map(({ title }) => title)).toEqual(["Total 4 · 17"]);
  });

  test.each([
    ["straight:17", "Straight Up 17", "Straight Up"],
    ["sixline:1-6", "Six-line 1-6", "Six-line"],
    ["low", "Low (1-18)", "Low (1-18)"],
    ["symbol:a", "Symbol a", "Symbol a"],
  ])("%s is of a kind", (name, title, kind) => expect(kindTitle({ name, title })).toBe(kind));

  test.each([aDiceLayout(), aSymbolLayout()])("of a game without numbers need no table", (other) => {
    const [spot] = other.spots;
    expect(spot && miniOf(other, spot)).toBeNull();
  });
});

describe("the chip of an example", () => {
  const drawn = (spot: SpotView) => {
    const mini = miniOf({ ...layout, spots: [...layout.spots, spot] }, spot);
    if (mini === null) throw new Error("no table of numbers");
    return mini;
  };
  const boxOf = (number: string) => {
    const cell = drawn(spotOf("x", [])).cells.find(({ name }) => name === number);
    if (cell === undefined) throw new Error(number);
    return cell;
  };
  const chipOn = (covers: readonly string[]) => drawn(spotOf("x", covers)).chips[0];

  test("lies in its number", () => {
    const { x, y, width, height } = boxOf("17");
    expect(chipOn(["17"])).toEqual({ x: x + width / 2, y: y + height / 2 });
  });

  test("lies on the line between two", () => {
    const [upper, lower] = [boxOf("17"), boxOf("16")];
    expect(chipOn(["16", "17"])?.y).toBe(lower.y);
    expect(chipOn(["14", "17"])?.x).toBe(upper.x);
  });

  test("lies where four meet, and at the edge for whole rows", () => {
    const five = boxOf("5");
    expect(chipOn(["1", "2", "4", "5"])).toEqual({ x: five.x, y: five.y + five.height });
    const one = boxOf("1");
    expect(chipOn(["1", "2", "3"])).toEqual({ x: one.x + one.width / 2, y: one.y + one.height });
    expect(chipOn(["1", "2", "3", "4", "5", "6"])).toEqual({ x: one.x + one.width, y: one.y + one.height });
  });

  test("touches zero where the wager does", () => {
    const one = boxOf("1");
    expect(chipOn(["0", "1"])).toEqual({ x: one.x, y: one.y + one.height / 2 });
    expect(chipOn(["0", "1", "2"])).toEqual({ x: one.x, y: one.y });
    expect(chipOn(["0", "1", "2", "3"])).toEqual({ x: one.x, y: one.y + one.height });
  });

  test("lies in the box of an outside wager, and every box is there", () => {
    for (const name of ["column:1", "dozen:2", "red", "low"]) {
      const spot = layout.spots.find((each) => each.name === name);
      const mini = spot && miniOf(layout, spot);
      const box = mini?.cells.find((cell) => cell.name === name);
      const [chip] = mini?.chips ?? [];
      expect(box && chip && chip.x > box.x && chip.x < box.x + box.width && chip.y > box.y, name).toBe(true);
      expect(box?.isCovered).toBe(true);
    }
  });

  test("is one for each piece of a special", () => {
    const special = spotOf("orphans", ["1", "14", "17"], ["straight:1", "split:14-17"]);
    expect(miniOf(layout, special)?.chips).toHaveLength(2);
  });

  test("leaves only what it covers bright", () => {
    const bright = drawn(spotOf("x", ["1", "2"])).cells.filter(({ isCovered }) => isCovered);
    expect(bright.map(({ name }) => name).sort()).toEqual(["1", "2"]);
  });
});
