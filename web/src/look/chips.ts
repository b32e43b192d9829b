// How an amount is drawn: which chips, in which colours. Drawing only; amounts are the server's.

export interface ChipLook {
  readonly cents: number;
  readonly fill: string;
  readonly ink: string;
}

/** The chips of the tray, smallest first. */
export const CHIPS: readonly ChipLook[] = [
  { cents: 100, fill: "var(--chip-1)", ink: "#23201a" },
  { cents: 500, fill: "var(--chip-5)", ink: "#ffffff" },
  { cents: 2500, fill: "var(--chip-25)", ink: "#ffffff" },
  { cents: 10000, fill: "var(--chip-100)", ink: "#ffffff" },
];
export const STACK_MAX = 5;

const SMALLEST = CHIPS[0] as ChipLook;

/** The largest chip that is not more than the amount. */
export function chipFor(cents: number): ChipLook {
  return CHIPS.findLast((chip) => chip.cents <= cents) ?? SMALLEST;
}

/** The chips of a stack, lowest first; at most five are drawn, the sum stands on top. */
export function stackOf(cents: number): readonly ChipLook[] {
  const stack: ChipLook[] = [];
  let left = cents;
  while (left > 0 && stack.length < STACK_MAX) {
    const chip = chipFor(left);
    stack.push(chip);
    left -= chip.cents;
  }
  return stack;
}
