// A count sheet: how many of each note and coin, what that is together, and how it stands to the ledger. Pure.

/** How many of each, by its value in cents. */
export type Pieces = Readonly<Record<string, number>>;

/** Notes and coins of a currency in cents, the highest first. They are printed and struck, not decided by anybody here. */
const STRUCK: Readonly<Record<string, readonly number[]>> = {
  AUD: [100_00, 50_00, 20_00, 10_00, 5_00, 2_00, 1_00, 50, 20, 10, 5],
  CAD: [100_00, 50_00, 20_00, 10_00, 5_00, 2_00, 1_00, 25, 10, 5],
  EUR: [500_00, 200_00, 100_00, 50_00, 20_00, 10_00, 5_00, 2_00, 1_00, 50, 20, 10, 5, 2, 1],
  GBP: [50_00, 20_00, 10_00, 5_00, 2_00, 1_00, 50, 20, 10, 5, 2, 1],
  HKD: [1000_00, 500_00, 100_00, 50_00, 20_00, 10_00, 5_00, 2_00, 1_00, 50, 20, 10],
  NZD: [100_00, 50_00, 20_00, 10_00, 5_00, 2_00, 1_00, 50, 20, 10],
  SGD: [1000_00, 100_00, 50_00, 10_00, 5_00, 2_00, 1_00, 50, 20, 10, 5],
  USD: [100_00, 50_00, 20_00, 10_00, 5_00, 2_00, 1_00, 50, 25, 10, 5, 1],
};
const OF_ANY = [1000_00, 500_00, 200_00, 100_00, 50_00, 20_00, 10_00, 5_00, 2_00, 1_00, 50, 20, 10, 5, 2, 1];
const MOST = 1_000_000;

/** What a drawer of this currency is counted by. */
export function struck(currency: string): readonly number[] {
  return STRUCK[currency] ?? OF_ANY;
}

/** A typed count; nothing is none, and `undefined` is no count. */
export function countIn(typed: string): number | undefined {
  const text = typed.trim();
  if (text === "") return 0;
  return /^\d{1,7}$/.test(text) && Number(text) <= MOST ? Number(text) : undefined;
}

/** What was typed beside each piece, as pieces; the first that is no count. Pieces that are not there are left out. */
export function piecesIn(typed: Readonly<Record<string, string>>): { pieces: Pieces; wrong: string | null } {
  const pieces: Record<string, number> = {};
  let wrong: string | null = null;
  for (const [cents, text] of Object.entries(typed)) {
    const count = countIn(text);
    if (count === undefined) wrong ??= cents;
    else if (count > 0) pieces[cents] = count;
  }
  return { pieces, wrong };
}

/** Whole cents of all pieces together. */
export function worth(pieces: Pieces): number {
  return Object.entries(pieces).reduce((sum, [cents, count]) => sum + Number(cents) * count, 0);
}

export type Standing = "even" | "over" | "short";

/** How a count stands to what is expected. */
export function standing(counted: number, expected: number): { kind: Standing; by: number } {
  const by = counted - expected;
  return { kind: by === 0 ? "even" : by > 0 ? "over" : "short", by: Math.abs(by) };
}
