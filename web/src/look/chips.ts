// How an amount is drawn: which chips, in which colours. Drawing only; amounts are the server's.

export interface ChipLook {
  readonly cents: number;
  readonly fill: string;
  readonly ink: string;
}

const LIGHT_INK = "#ffffff";
const DARK_INK = "#23201a";

/** The customary colours, by the value in cents. */
const CUSTOMARY: Readonly<Record<number, readonly [fill: string, ink: string]>> = {
  10: ["var(--chip-010)", DARK_INK],
  20: ["var(--chip-020)", DARK_INK],
  50: ["var(--chip-050)", DARK_INK],
  100: ["var(--chip-1)", DARK_INK],
  200: ["var(--chip-2)", DARK_INK],
  500: ["var(--chip-5)", LIGHT_INK],
  1000: ["var(--chip-10)", LIGHT_INK],
  2000: ["var(--chip-20)", LIGHT_INK],
  2500: ["var(--chip-25)", LIGHT_INK],
  5000: ["var(--chip-50)", LIGHT_INK],
  10000: ["var(--chip-100)", LIGHT_INK],
  20000: ["var(--chip-200)", LIGHT_INK],
  50000: ["var(--chip-500)", LIGHT_INK],
  100000: ["var(--chip-1000)", LIGHT_INK],
  500000: ["var(--chip-5000)", LIGHT_INK],
};

/** An angle that keeps the colours of neighbouring values far apart. */
const GOLDEN = 137.508;

/** The chips where nothing is said about them, smallest first. */
export const CHIPS: readonly ChipLook[] = [100, 500, 2500, 10000].map(chipLook);
export const STACK_MAX = 5;

const USUAL = CHIPS.map(({ cents }) => cents);

/** The look of a chip of a value; the same value looks the same everywhere. */
export function chipLook(cents: number): ChipLook {
  const hue = Math.round((cents * GOLDEN) % 360);
  const [fill, ink] = CUSTOMARY[cents] ?? [`hsl(${hue} 42% 30%)`, LIGHT_INK];
  return { cents, fill, ink };
}

/** The largest chip that is not more than the amount, or the smallest there is. */
export function chipFor(cents: number, chips: readonly number[] = USUAL): ChipLook {
  const largest = chips.reduce((best, chip) => (chip <= cents && chip > best ? chip : best), 0);
  return chipLook(largest > 0 ? largest : Math.min(...(chips.length > 0 ? chips : USUAL)));
}

/** The chips of a stack, lowest first; at most five are drawn, the sum stands on top. */
export function stackOf(cents: number, chips: readonly number[] = USUAL): readonly ChipLook[] {
  const stack: ChipLook[] = [];
  let left = cents;
  while (left > 0 && stack.length < STACK_MAX) {
    const chip = chipFor(left, chips);
    stack.push(chip);
    left -= chip.cents;
  }
  return stack;
}
