// What the painters reckon with: dice in space, colours of symbols, the ball's way in, and the words for it.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { FACE_UP } from "../src/state/course/dice";
import type { Kind } from "../src/state/motion";
import { wheelTexts } from "../src/texts/en/wheel";
import { seenFaces } from "../src/wheel/cube";
import { ballRadius } from "../src/wheel/roulette";
import { bent, fillsOf } from "../src/wheel/segments";

const aTurn = fc.double({ min: -5, max: 5, noNaN: true });

describe("a die", () => {
  test.each([1, 2, 3, 4, 5, 6])("turned to show %i has it drawn last, on top", (face) => {
    const turned = { ...(FACE_UP[face - 1] ?? { pitch: NaN, roll: NaN }), yaw: 0.03 };
    expect(seenFaces(turned).at(-1)?.face).toBe(face);
  });

  test("shows at most three faces, and never two that lie opposite", () => {
    fc.assert(
      fc.property(aTurn, aTurn, aTurn, (pitch, roll, yaw) => {
        const faces = seenFaces({ pitch, roll, yaw }).map(({ face }) => face);
        expect(faces.length).toBeGreaterThanOrEqual(1);
        expect(faces.length).toBeLessThanOrEqual(3);
        expect(faces.filter((face) => faces.includes(7 - face))).toEqual([]);
      }),
    );
  });

  test("never shows a face as in a mirror", () => {
    fc.assert(
      fc.property(aTurn, aTurn, aTurn, (pitch, roll, yaw) => {
        for (const { right, down } of seenFaces({ pitch, roll, yaw })) {
          expect(right[0] * down[1] - right[1] * down[0]).toBeGreaterThan(0);
        }
      }),
    );
  });
});

describe("a money wheel", () => {
  const wheel = [..."abacabadabacabaeabacabadabacabafabacabadabacabacabdg"];

  test("gives each symbol a colour of its own", () => {
    const fills = fillsOf(wheel);
    expect([...fills.keys()].sort()).toEqual([..."abcdefg"]);
    expect(new Set(fills.values()).size).toBe(7);
  });

  test("has letters that can be read on every colour", () => {
    for (const fill of fillsOf(wheel).values()) expect(contrast(fill, "#f4f1e8")).toBeGreaterThanOrEqual(4.5);
  });

  test("has a clapper that hangs straight when the wheel stands, and bends the way it goes", () => {
    expect(bent({ turned: 0.3, speed: 0 }, 52)).toBe(0);
    const after = (0.5 + 0.01) / 52;
    expect(bent({ turned: after, speed: 0.0004 }, 52)).toBeGreaterThan(0);
    expect(bent({ turned: -after, speed: -0.0004 }, 52)).toBeLessThan(0);
  });
});

function contrast(one: string, other: string): number {
  const [light, dark] = [luminance(one), luminance(other)].sort((a, b) => b - a) as [number, number];
  return (light + 0.05) / (dark + 0.05);
}

function luminance(hex: string): number {
  const [red, green, blue] = [1, 3, 5]
    .map((at) => parseInt(hex.slice(at, at + 2), 16) / 255)
    .map((part) => (part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4)) as [
    number,
    number,
    number,
  ];
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

test("the ball comes in as it goes down, and out a little as it jumps", () => {
  const radii = [0, 0.25, 0.5, 0.75, 1].map((depth) => ballRadius({ depth, lift: 0 }));
  expect([...radii].sort((one, other) => other - one)).toEqual(radii);
  expect(ballRadius({ depth: 0.86, lift: 1 })).toBeGreaterThan(ballRadius({ depth: 0.86, lift: 0 }));
});

describe("in words", () => {
  const kinds: readonly Kind[] = ["idle", "running", "dropping", "resting", "settling", "settled", "waiting"];

  test.each(["roulette", "sic-bo", "money-wheel", "something-new"])("every state of %s is said", (game) => {
    for (const kind of kinds) expect(wheelTexts.told(game, kind, "1-2-6")).not.toBe("");
  });

  test("what fell is said once it is known, and only then", () => {
    expect(wheelTexts.told("roulette", "settled", "17")).toContain("17");
    for (const kind of kinds.filter((each) => !each.startsWith("settl"))) {
      expect(wheelTexts.told("roulette", kind, "17")).not.toContain("17");
    }
  });
});
