// A record on its way to the floor: lines put together into messages that are not too long. Pure.
import type { AskRecord, RecordPart } from "../wire/messages";
import { anchorOf, tailOf } from "./chain";

/** No message of a terminal is longer, in bytes. */
export const MESSAGE_MAX = 4_096;
/** No record is told in more parts; of a longer one the oldest lines are left out. */
export const PARTS_MAX = 400;

const bytes = new TextEncoder();

/** The whole answer: what belongs to an entry and later ones, oldest first. Nothing kept is an answer too. */
export function partsOf(
  { ask, since }: Pick<AskRecord, "ask" | "since">,
  kept: readonly string[],
): RecordPart[] {
  const packed = packedLines(ask, asked(kept, since));
  if (packed.length === 0) return [{ type: "record", ask, part: 0, parts: 0, lines: [] }];
  return packed.map((lines, part) => ({ type: "record", ask, part, parts: packed.length, lines }));
}

function packedLines(ask: number, lines: readonly string[]): readonly (readonly string[])[] {
  const packed = pack(ask, lines);
  if (packed.length <= PARTS_MAX) return packed;
  const told = packed.slice(1 - PARTS_MAX).flat();
  return pack(ask, anchored(lines, lines.length - told.length));
}

/** From the first line on that may belong to the entry: what was sent before its answer bears no number of the floor. */
function asked(kept: readonly string[], since: number): readonly string[] {
  return anchored(kept, kept.findLastIndex((line) => lastEntry(line) < since) + 1);
}

/** The lines from a place on, behind the mark of the one before, without which the first could not be checked. */
function anchored(lines: readonly string[], from: number): readonly string[] {
  const first = lines[0] === undefined ? null : tailOf(lines[0]);
  // Where the beginning was dropped, the oldest line that is left only vouches for the next.
  const begin = from === 0 && first !== null && first.k > 1 ? 1 : from;
  const before = begin === 0 ? undefined : lines[begin - 1];
  const tail = before === undefined ? null : tailOf(before);
  return [...(tail === null ? [] : [anchorOf(tail)]), ...lines.slice(begin)];
}

/** The entry of the journal that a line belongs to; beyond all where it names none. */
function lastEntry(line: string): number {
  try {
    const found = JSON.parse(line) as Readonly<Record<string, unknown>> | null;
    const seq = found?.["seq"] ?? found?.["own_seq"];
    return typeof seq === "number" ? seq : Infinity;
  } catch {
    return Infinity;
  }
}

function pack(ask: number, lines: readonly string[]): string[][] {
  const whole = (some: readonly string[]) =>
    JSON.stringify({ type: "record", ask, part: PARTS_MAX, parts: PARTS_MAX, lines: some });
  const empty = bytes.encode(whole([])).length;
  const packed: string[][] = [];
  let size = Infinity;
  for (const line of lines) {
    const own = bytes.encode(JSON.stringify(line)).length + 1;
    // Whatever this is, it is none of our lines, and would end the session.
    if (empty + own > MESSAGE_MAX) continue;
    if (size + own > MESSAGE_MAX) {
      packed.push([]);
      size = empty;
    }
    packed.at(-1)?.push(line);
    size += own;
  }
  return packed;
}
