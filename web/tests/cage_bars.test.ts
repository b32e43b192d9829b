// A ticket before a camera: held askew, upside down, blurred, in bad light; and what is no ticket.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readLine, readTicket, type Grey } from "../src/state/cage_bars";
import { bars, widthOf } from "../src/ticket/itf";

const NUMBER = withCheck("4115029338174602");

/** Eighteen digits whose last two fit the rest. */
function withCheck(first: string): string {
  const check = 98n - ((BigInt(first) * 100n) % 97n);
  return first + String(check).padStart(2, "0");
}

interface Held {
  readonly wide?: number;
  readonly high?: number;
  /** How much of the width the code takes. */
  readonly share?: number;
  readonly degrees?: number;
  readonly blur?: number;
  readonly noise?: number;
  /** From the left to the right edge, how much light is lost. */
  readonly shadow?: number;
  /** How far ink has run, in modules. */
  readonly ink?: number;
}

/** A number between 0 and 1 that looks drawn, the same each time. */
function scatter(seed: number): number {
  const value = Math.sin(seed * 12.9898) * 43758.5453;
  return value - Math.floor(value);
}

/** White paper with the code on it, on a dark desk, as a camera would see it. */
function photographed(number: string, held: Held = {}): Grey {
  const { wide = 720, high = 220, share = 0.7, degrees = 0, blur = 0, noise = 0, shadow = 0, ink = 0 } = held;
  const code = bars(number);
  const module = (wide * share) / widthOf(code);
  const [codeWide, codeHigh] = [widthOf(code) * module, 0.126 * widthOf(code) * module];
  const angle = (degrees * Math.PI) / 180;
  const sharp = new Float64Array(wide * high);
  for (let y = 0; y < high; y += 1) {
    for (let x = 0; x < wide; x += 1) {
      let sum = 0;
      for (const part of [0.125, 0.375, 0.625, 0.875]) {
        const [dx, dy] = [x + part - wide / 2, y + part - high / 2];
        const along = dx * Math.cos(angle) + dy * Math.sin(angle) + codeWide / 2;
        const across = -dx * Math.sin(angle) + dy * Math.cos(angle) + codeHigh / 2;
        const isPaper =
          along > -40 * module && along < codeWide + 40 * module && Math.abs(across) < codeWide / 3;
        const at = along / module;
        const isBar =
          across > 0 &&
          across < codeHigh &&
          code.some((bar) => at > bar.at - ink && at < bar.at + bar.width + ink);
        sum += isBar ? 35 : isPaper ? 225 : 70;
      }
      sharp[y * wide + x] = sum / 4;
    }
  }
  const shades = new Uint8ClampedArray(wide * high);
  const reach = Math.ceil(2 * blur);
  for (let y = 0; y < high; y += 1) {
    for (let x = 0; x < wide; x += 1) {
      let [sum, weight] = [0, 0];
      for (let by = -reach; by <= reach; by += 1) {
        const each = blur === 0 ? 1 : Math.exp((-by * by) / (2 * blur * blur));
        sum += each * (sharp[y * wide + Math.min(wide - 1, Math.max(0, x + by))] ?? 0);
        weight += each;
      }
      const light = 1 - (shadow * x) / wide;
      shades[y * wide + x] = (sum / weight) * light + noise * (scatter(y * wide + x) - 0.5);
    }
  }
  return { wide, high, shades };
}

describe("a ticket before the camera", () => {
  test.each<[string, Held]>([
    ["straight", {}],
    ["upside down", { degrees: 180 }],
    ["upright", { degrees: 90, wide: 220, high: 720, share: 2.3 }],
    ["askew", { degrees: 8 }],
    ["far askew", { degrees: -21 }],
    ["small", { share: 0.4, wide: 1280, high: 120 }],
    ["near", { share: 0.86 }],
    ["blurred", { blur: 1.3 }],
    ["noisy", { noise: 50 }],
    ["in a shadow", { shadow: 0.75 }],
    ["with ink that has run", { ink: 0.5 }],
    ["all of it a little", { degrees: 5, blur: 1.1, noise: 30, shadow: 0.5, ink: 0.3 }],
  ])("is read when it is held %s", (_, held) => {
    expect(readTicket(photographed(NUMBER, held))).toBe(NUMBER);
  });

  test("is read whatever its number", () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 9999999999999999n }), (drawn) => {
        const number = withCheck(String(drawn).padStart(16, "0"));
        expect(readLine(lineOf(number))).toBe(number);
      }),
    );
  });

  test("is not read when a digit does not fit its check digits", () => {
    const wrong = NUMBER.slice(0, 5) + String((Number(NUMBER[5]) + 1) % 10) + NUMBER.slice(6);
    expect(readTicket(photographed(wrong))).toBeNull();
  });

  test("is not read off an empty desk, noise, or stripes", () => {
    const [wide, high] = [320, 200];
    const made = (shade: (at: number) => number): Grey => ({
      wide,
      high,
      shades: Uint8ClampedArray.from({ length: wide * high }, (_, at) => shade(at)),
    });
    expect(readTicket(made(() => 128))).toBeNull();
    expect(readTicket(made((at) => 255 * scatter(at)))).toBeNull();
    expect(readTicket(made((at) => ((at % wide) % 6 < 3 ? 0 : 255)))).toBeNull();
  });
});

function lineOf(number: string): number[] {
  const code = bars(number);
  return Array.from({ length: widthOf(code) + 80 }, (_, at) =>
    code.some((bar) => at - 40 >= bar.at && at - 40 < bar.at + bar.width) ? 20 : 230,
  );
}
