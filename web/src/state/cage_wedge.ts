// A scanner that types: digits faster than any hand, then Enter. Tells a scan from a person at the keys. Pure.

/** Keys heard so far that may be those of a scanner. */
export interface Wedge {
  readonly keys: string;
  readonly lastMs: number;
}

export interface Heard {
  readonly wedge: Wedge;
  /** What was scanned, once it is whole. */
  readonly scan: string | null;
}

export const NO_KEYS: Wedge = { keys: "", lastMs: 0 };
/** Nobody types eighteen digits with less than this between any two. */
export const FASTEST_HAND_MS = 80;
/** Shorter than any paper's number: a few digits may be a quick person's amount. */
const SHORTEST = 8;
const OF_A_NUMBER = /^[\d -]$/;

/** What is known after one more key. A pause begins anew, and so does a key that stands in no number. */
export function heard(wedge: Wedge, key: string, atMs: number): Heard {
  const isFast = atMs - wedge.lastMs <= FASTEST_HAND_MS;
  const before = isFast ? wedge.keys : "";
  if (key === "Enter") {
    return { wedge: NO_KEYS, scan: digitsIn(before).length >= SHORTEST ? before : null };
  }
  if (!OF_A_NUMBER.test(key)) return { wedge: NO_KEYS, scan: null };
  return { wedge: { keys: before + key, lastMs: atMs }, scan: null };
}

/** A field without what a scanner typed into it. */
export function withoutScan(typed: string, scan: string): string {
  return typed.endsWith(scan) ? typed.slice(0, -scan.length) : typed;
}

/** The digits of a number as somebody reads or scans it, spaces and dashes aside. */
export function digitsIn(text: string): string {
  return text.replaceAll(/[\s-]/g, "");
}

const DIGITS = 18;

/** Why something typed or scanned is no number of a paper; nothing if it may be one. The floor says whether it is. */
export function misread(text: string): "empty" | "letters" | "length" | "check" | null {
  const digits = digitsIn(text);
  if (digits === "") return "empty";
  if (!/^\d+$/.test(digits)) return "letters";
  if (digits.length !== DIGITS) return "length";
  // ISO 7064, MOD 97-10: every wrong digit and every two that changed places show, before anybody is asked.
  return BigInt(digits) % 97n === 1n ? null : "check";
}
