// Chips are drawn by their value, whatever values a terminal has.
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { CHIPS, STACK_MAX, chipFor, chipLook, stackOf } from "../src/look/chips";

const VALUES = [50, 100, 200, 500, 1_000, 2_500, 5_000, 10_000, 50_000, 100_000];
const values = fc.uniqueArray(fc.integer({ min: 1, max: 1_000_000 }), { minLength: 1, maxLength: 8 });

describe("the look of a chip", () => {
  test("is another for every customary value", () => {
    expect(new Set(VALUES.map((cents) => chipLook(cents).fill)).size).toBe(VALUES.length);
  });

  test("is the same wherever the value is shown", () => {
    fc.assert(
      fc.property(values, fc.nat(), (chips, cents) => {
        const chip = chipFor(cents, chips);
        expect(chip).toEqual(chipLook(chip.cents));
        expect(chips).toContain(chip.cents);
      }),
    );
  });
});

describe("a stack", () => {
  test("shows at most five chips, largest first", () => {
    expect(stackOf(63_100).map(({ cents }) => cents)).toEqual([10_000, 10_000, 10_000, 10_000, 10_000]);
    expect(stackOf(3_100).map(({ cents }) => cents)).toEqual([2_500, 500, 100]);
    expect(stackOf(50)).toHaveLength(1);
    expect(stackOf(1_250, [50, 200, 1_000]).map(({ cents }) => cents)).toEqual([1_000, 200, 50]);
    expect(CHIPS.map(({ cents }) => cents)).toEqual([100, 500, 2_500, 10_000]);
  });

  test("is never worth more than the amount, but for a chip there is none small enough for", () => {
    fc.assert(
      fc.property(values, fc.integer({ min: 1, max: 10_000_000 }), (chips, cents) => {
        const stack = stackOf(cents, chips);
        expect(stack.length).toBeGreaterThan(0);
        expect(stack.length).toBeLessThanOrEqual(STACK_MAX);
        const sum = stack.reduce((all, chip) => all + chip.cents, 0);
        expect(sum - Math.min(...chips)).toBeLessThan(cents);
      }),
    );
  });
});
