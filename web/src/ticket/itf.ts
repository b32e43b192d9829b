// The barcode of a ticket: interleaved 2 of 5, as readers in terminals and kiosks take it. Pure.
//
// Digits come in pairs: the bars tell the first, the gaps between them the second; two of five are wide. The widths are
// those the floor prints with, so that the picture on the screen is the code on the paper.

/** A black bar: where it begins and how wide it is, in modules. */
export interface Bar {
  readonly at: number;
  readonly width: number;
}

const NARROW = 2;
const WIDE = 5;
/** Modules of blank paper on either side: ten times the narrow bar. */
export const QUIET = 20;

/** Which two of the five are wide, by digit. */
const WIDES = [
  [2, 3],
  [0, 4],
  [1, 4],
  [0, 1],
  [2, 4],
  [0, 2],
  [1, 2],
  [3, 4],
  [0, 3],
  [1, 3],
] as const;
const START = [NARROW, NARROW, NARROW, NARROW];
const STOP = [WIDE, NARROW, NARROW];

function widths(digit: number): readonly number[] {
  const wides: readonly number[] = WIDES[digit] ?? [];
  return [0, 1, 2, 3, 4].map((place) => (wides.includes(place) ? WIDE : NARROW));
}

/** The black bars of a number; none if it is not digits in pairs: a zero put before would be another number. */
export function bars(number: string): readonly Bar[] {
  if (!/^(\d\d)+$/.test(number)) return [];
  const pairs = number.match(/\d\d/g) ?? [];
  const told = pairs.flatMap((pair) => {
    const [black, white] = [widths(Number(pair[0])), widths(Number(pair[1]))];
    return black.flatMap((width, place) => [width, white[place] ?? NARROW]);
  });
  let at = 0;
  return [...START, ...told, ...STOP].flatMap((width, place) => {
    const bar = { at, width };
    at += width;
    return place % 2 === 0 ? [bar] : [];
  });
}

/** How wide a code is, in modules, without the quiet on either side. */
export function widthOf(code: readonly Bar[]): number {
  const last = code.at(-1);
  return last === undefined ? 0 : last.at + last.width;
}

/** The bars as one path, a module wide for each unit and so many units high. */
export function pathOf(code: readonly Bar[], high: number): string {
  return code.map(({ at, width }) => `M${at} 0h${width}v${high}h${-width}z`).join("");
}
