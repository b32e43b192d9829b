// The chain of a record: every line bears a hash over itself and the hash of the line before. Pure.
//
// A line that was changed, left out or put in shows to whoever reads the record; a page that rewrites all of it shows
// only against the journal, whose own hashes stand in the lines about the table.

/** SHA-256 of a text in UTF-8, in hexadecimal. */
export type Digest = (text: string) => Promise<string>;

/** Where a record ends. */
export interface Tail {
  readonly k: number;
  /** The hash of its last line; empty before the first, and after a line that has none. */
  readonly h: string;
}

export const NO_TAIL: Tail = { k: 0, h: "" };

const SEALED = /^(\{.*),"h":"([0-9a-f]{64})"\}$/s;

/** A line with its hash; the hash stands last, so that what it covers can be read off. */
export async function sealed(
  before: Tail,
  text: string,
  digest: Digest,
): Promise<{ line: string; h: string }> {
  const h = await digest(`${before.h}\n${text}`);
  return { line: `${text.slice(0, -1)},"h":"${h}"}`, h };
}

/** The number of a line and its hash; nothing if it is no line. */
export function tailOf(line: string): Tail | null {
  try {
    const found: unknown = JSON.parse(line);
    if (typeof found !== "object" || found === null || !("k" in found)) return null;
    const { k } = found;
    return Number.isSafeInteger(k) && Number(k) > 0
      ? { k: Number(k), h: SEALED.exec(line)?.[2] ?? "" }
      : null;
  } catch {
    return null;
  }
}

/** What lines are read on from, where the one before them is not told. */
export function anchorOf({ k, h }: Tail): string {
  return JSON.stringify({ k, what: "anchor", ...(h === "" ? {} : { h }) });
}
