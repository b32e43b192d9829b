// The barcode of a ticket is read back as it was drawn, and is the one the floor prints; amounts are said alike.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { recordTexts } from "../src/texts/en/record";
import { faceOf } from "../src/ticket/face";
import { bars, pathOf, widthOf, type Bar } from "../src/ticket/itf";
import { OWN } from "./samples";

const TWO_OF_FIVE = "nnwwn wnnnw nwnnw wwnnn nnwnw wnwnn nwwnn nnnww wnnwn nwnwn".split(" ");

/** What a scanner makes of the bars: wide or narrow, black and white by turns. */
function scanned(code: readonly Bar[]): string {
  const runs = code.flatMap(({ at, width }, place) => {
    const next = code[place + 1];
    return next === undefined ? [width] : [width, next.at - at - width];
  });
  const signs = runs.map((width) => (width > 3 ? "w" : "n")).join("");
  expect(signs.slice(0, 4) + signs.slice(-3)).toBe("nnnnwnn");
  const told = signs.slice(4, -3).match(/.{10}/g) ?? [];
  return told.flatMap((ten) => [0, 1].map((first) => digit(ten, first))).join("");
}

function digit(ten: string, first: number): number {
  const five = [0, 1, 2, 3, 4].map((place) => ten[2 * place + first]).join("");
  return TWO_OF_FIVE.indexOf(five);
}

describe("the barcode", () => {
  test("is read back as any number it was made of", () => {
    const numbers = fc.array(fc.integer({ min: 0, max: 99 }), { minLength: 1, maxLength: 12 });
    fc.assert(
      fc.property(numbers, (pairs) => {
        const number = pairs.map((pair) => String(pair).padStart(2, "0")).join("");
        expect(scanned(bars(number))).toBe(number);
      }),
    );
  });

  test("is the one the floor prints", () => {
    const code = bars("124507829904512378");
    const first = [0, 4, 8, 15, 22, 26, 30, 40, 47, 51, 61, 65];
    const wide = [2, 2, 5, 2, 2, 2, 5, 2, 2, 5, 2, 5];
    expect(code.slice(0, 12)).toEqual(first.map((at, place) => ({ at, width: wide[place] })));
    expect(widthOf(code)).toBe(305);
    expect(pathOf(code, 40).startsWith("M0 0h2v40h-2z")).toBe(true);
  });

  test("is none where digits do not come in pairs", () => {
    for (const number of ["", "1", "123", "12a4", "１２"]) expect(bars(number)).toEqual([]);
    expect(widthOf([])).toBe(0);
  });
});

describe("the paper", () => {
  test.each([
    [0, "AUD", "Zero dollars"],
    [1, "AUD", "Zero dollars and one cent"],
    [100, "AUD", "One dollar"],
    [3_750, "AUD", "Thirty-seven dollars and fifty cents"],
    [100_500, "AUD", "One thousand and five dollars"],
    [110_000, "AUD", "One thousand one hundred dollars"],
    [
      123_456_789,
      "AUD",
      "One million two hundred and thirty-four thousand five hundred and sixty-seven dollars and eighty-nine cents",
    ],
    [101, "GBP", "One pound and one penny"],
    [3_750, "JPY", "Thirty-seven JPY and 50/100"],
  ])("says %i %s as the floor does", (cents, currency, words) => {
    expect(recordTexts.paper.amountInWords(cents, currency)).toBe(words);
  });

  test("bears only what the floor said", () => {
    const more = { terminal: "T1", issued: "", isSimulated: true };
    expect(faceOf(null, null, more)).toBeNull();
    expect(faceOf(OWN, null, more)).toBeNull();
    const own = { ...OWN, ticket: "124507829904512378", ticket_amount: 3_750 };
    const screen = { site: "Example Casino", currency: "AUD" };
    expect(faceOf(own, screen, more)).toEqual({ ...more, ...screen, amount: 3_750, number: own.ticket });
  });
});
