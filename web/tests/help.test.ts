// Help: every control has its instruction, every wager its example, where a chip really has to lie.
import { describe, expect, test } from "vitest";
import { GROUPS, HELP_KEYS, isOffered } from "../src/help/controls";
import { examplesOf, kindTitle, limitFor } from "../src/help/examples";
import { en } from "../src/texts/en";
import type { LayoutView, SpotView } from "../src/wire/messages";
import { aLayout } from "./samples";

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
});
