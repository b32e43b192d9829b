// The barcode of a ticket read off a picture: interleaved 2 of 5 with eighteen digits, however the paper is held. Pure.
//
// Lines are laid across the picture at several heights and slants. Along a line light and dark follow each other; where
// one turns into the other is found between two pixels, half way between the brightest and the darkest beside it, which
// blur and uneven light hardly move. Of the five bars of a digit the two widest are the wide ones, so ink that has run
// does no harm. What is read counts when its check digits fit and two lines say the same.

import { misread } from "./cage_wedge";

/** A picture as shades of grey, row by row. */
export interface Grey {
  readonly wide: number;
  readonly high: number;
  readonly shades: Uint8ClampedArray;
}

const PAIRS = 9;
/** Runs of dark and light: four to begin, ten for each pair, three to end. */
const RUNS = 4 + 10 * PAIRS + 3;
/** The same in units of the print (narrow 2, wide 5). */
const UNITS = 4 * 2 + PAIRS * 32 + 9;
const PAIR_SHARE = 32 / UNITS;
const SLANTS = [0, 4, -4, 9, -9, 15, -15, 22, -22, 30, -30].map((degrees) => (degrees * Math.PI) / 180);
const HEIGHTS = [0.5, 0.44, 0.56, 0.38, 0.62, 0.31, 0.69, 0.24, 0.76, 0.17, 0.83, 0.1, 0.9];
/** Less than this between light and dark is no print. */
const FAINTEST = 14;

const WIDES: Readonly<Record<string, string>> = {
  "23": "0",
  "04": "1",
  "14": "2",
  "01": "3",
  "24": "4",
  "02": "5",
  "12": "6",
  "34": "7",
  "03": "8",
  "13": "9",
};

/** The number of the ticket in a picture; nothing if none can be read for certain. */
export function readTicket(grey: Grey): string | null {
  const said = new Set<string>();
  for (const isUpright of [true, false]) {
    for (const slant of SLANTS) {
      for (const height of HEIGHTS) {
        const number = readLine(shadesAlong(grey, height, slant, isUpright));
        if (number === null) continue;
        if (said.has(number)) return number;
        said.add(number);
      }
    }
  }
  return null;
}

/** Shades along a line through the picture, a sample for each pixel of its length, each of four rows: less noise. */
function shadesAlong(
  { wide, high, shades }: Grey,
  height: number,
  slant: number,
  isUpright: boolean,
): number[] {
  const [long, across] = isUpright ? [wide, high] : [high, wide];
  const found: number[] = [];
  const rise = Math.tan(slant);
  for (let along = 0; along < long; along += 1) {
    const off = across * height + (along - long / 2) * rise;
    const row = Math.floor(off);
    if (row < 1 || row + 2 >= across) continue;
    const at = (each: number) => shades[isUpright ? each * wide + along : along * wide + each] ?? 0;
    const near = off - row;
    found.push((at(row - 1) * (1 - near) + at(row) + at(row + 1) + at(row + 2) * near) / 3);
  }
  return found;
}

/** What one line tells, read from either end. */
export function readLine(shades: readonly number[]): string | null {
  const { runs, isFirstDark } = runsOf(shades);
  return readRuns(runs, isFirstDark) ?? readRuns(runs.toReversed(), isFirstDark === (runs.length % 2 === 1));
}

/** How wide dark and light are by turns. */
function runsOf(shades: readonly number[]): { runs: number[]; isFirstDark: boolean } {
  const turns = turnsOf(shades);
  const edges: number[] = [];
  for (const [place, { at, shade }] of turns.entries()) {
    const next = turns[place + 1];
    if (next !== undefined) edges.push(crossing(shades, at, next.at, (shade + next.shade) / 2));
  }
  const runs = edges.slice(1).map((edge, place) => edge - (edges[place] ?? 0));
  const [first, second] = turns;
  // The first run lies between the first two edges, about the second turn.
  return { runs, isFirstDark: first !== undefined && second !== undefined && second.shade < first.shade };
}

interface Turn {
  readonly at: number;
  readonly shade: number;
}

/** The brightest and darkest places by turns, each so far from the one before that it cannot be noise. */
function turnsOf(shades: readonly number[]): readonly Turn[] {
  const sorted = shades.toSorted((one, other) => one - other);
  const shade = (share: number) => sorted[Math.floor(share * (sorted.length - 1))] ?? 0;
  const step = Math.max(FAINTEST, 0.16 * (shade(0.95) - shade(0.05)));
  const turns: Turn[] = [];
  let [top, bottom]: [Turn, Turn] = [
    { at: 0, shade: shades[0] ?? 0 },
    { at: 0, shade: shades[0] ?? 0 },
  ];
  let isRising: boolean | null = null;
  for (const [at, each] of shades.entries()) {
    if (each > top.shade) top = { at, shade: each };
    if (each < bottom.shade) bottom = { at, shade: each };
    if (isRising !== false && top.shade - each >= step) {
      turns.push(top);
      [isRising, bottom] = [false, { at, shade: each }];
      top = bottom;
    } else if (isRising !== true && each - bottom.shade >= step) {
      turns.push(bottom);
      [isRising, top] = [true, { at, shade: each }];
      bottom = top;
    }
    if (isRising === true) bottom = top;
    else if (isRising === false) top = bottom;
  }
  if (isRising !== null) turns.push(isRising ? top : bottom);
  return turns;
}

/** Where the shades between two places pass a level, between two samples. */
function crossing(shades: readonly number[], from: number, to: number, level: number): number {
  for (let at = from; at < to; at += 1) {
    const [one, other] = [shades[at] ?? 0, shades[at + 1] ?? 0];
    if (one === other || (one - level) * (other - level) > 0) continue;
    return at + (level - one) / (other - one);
  }
  return (from + to) / 2;
}

function readRuns(runs: readonly number[], isFirstDark: boolean): string | null {
  for (let from = isFirstDark ? 0 : 1; from + RUNS <= runs.length; from += 2) {
    const number = digitsOf(runs.slice(from, from + RUNS));
    if (number !== null && misread(number) === null) return number;
  }
  return null;
}

/** The digits of one whole code; nothing if its beginning, its end or any pair is not as printed. */
function digitsOf(runs: readonly number[]): string | null {
  const whole = runs.reduce((sum, run) => sum + run, 0);
  const unit = whole / UNITS;
  const isNarrow = (run: number) => run > 0.6 * unit && run < 3.8 * unit;
  const [first, second, third] = runs.slice(-3);
  if (!runs.slice(0, 4).every(isNarrow)) return null;
  if (first === undefined || second === undefined || third === undefined) return null;
  if (!isNarrow(second) || !isNarrow(third) || first < 3 * unit) return null;
  let number = "";
  for (let pair = 0; pair < PAIRS; pair += 1) {
    const ten = runs.slice(4 + 10 * pair, 14 + 10 * pair);
    const share = ten.reduce((sum, run) => sum + run, 0) / whole;
    if (share < 0.7 * PAIR_SHARE || share > 1.3 * PAIR_SHARE) return null;
    const told = [0, 1].map((odd) => digitOf(ten.filter((_, at) => at % 2 === odd)));
    if (told.includes(undefined)) return null;
    number += told.join("");
  }
  return number;
}

/** A digit by which two of its five runs are the wide ones; nothing if that is not plain. */
function digitOf(five: readonly number[]): string | undefined {
  const order = [...five.keys()].sort((one, other) => (five[other] ?? 0) - (five[one] ?? 0));
  const [, wide = 0, narrow = 0] = order.map((at) => five[at] ?? 0);
  if (wide < 1.25 * narrow) return undefined;
  return WIDES[
    order
      .slice(0, 2)
      .sort((one, other) => one - other)
      .join("")
  ];
}
