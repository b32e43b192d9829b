// Whether the lines of a terminal's record follow from one another.
import { NO_TAIL, tailOf, type Digest, type Tail } from "../src/record/chain";

const SEALED = /^(\{.*),"h":"[0-9a-f]{64}"\}$/s;

/** The numbers of lines that do not follow from the one before: changed, or something before them is missing. */
export async function breaks(lines: readonly string[], digest: Digest): Promise<readonly number[]> {
  const found: number[] = [];
  let before: Tail | null = NO_TAIL;
  for (const line of lines) {
    const tail = tailOf(line);
    if (tail === null) {
      found.push((before?.k ?? 0) + 1);
      before = null;
      continue;
    }
    if (!isAnchor(line) && !(before !== null && (await follows(before, tail, line, digest))))
      found.push(tail.k);
    before = tail;
  }
  return found;
}

function isAnchor(line: string): boolean {
  return (JSON.parse(line) as { what?: unknown }).what === "anchor";
}

async function follows(before: Tail, tail: Tail, line: string, digest: Digest): Promise<boolean> {
  if (tail.k !== before.k + 1) return false;
  const text = SEALED.exec(line)?.[1];
  // Where the browser offers no hashes no line has one, and only the numbers can be checked.
  return text === undefined ? before.h === "" : (await digest(`${before.h}\n${text}}`)) === tail.h;
}
