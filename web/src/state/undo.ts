// What may be undone: the wagers acknowledged in this round, in the order they were placed.
// It is a memory for one button. What lies on the layout is what the server says.

export interface Placed {
  /** The number of the command that placed it. */
  readonly n: number;
  readonly spot: string;
  readonly amount: number;
}

/** Those that still fit what lies on the layout, oldest first. */
export function stillThere(
  placed: readonly Placed[],
  spots: Readonly<Record<string, number>>,
): readonly Placed[] {
  const used = new Map<string, number>();
  return placed.filter(({ spot, amount }) => {
    const sum = (used.get(spot) ?? 0) + amount;
    if (sum > (spots[spot] ?? 0)) return false;
    used.set(spot, sum);
    return true;
  });
}
