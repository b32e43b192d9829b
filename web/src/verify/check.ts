// A file, whatever it is: entries line by line, or a proof. Read as a stream, so that a long one needs little memory.
import { canHash, joined, sha256, type Bytes } from "./bytes";
import { checkEntries, type Given, type Holds, type Unreadable, type Wrong } from "./entries";
import { checkProof, PROOF, type Proven } from "./proof";

export type Finding = Holds | Proven | Wrong | Unreadable;
export type Told = (entry: number, of: number) => void;

const NEWLINE = 10;
/** No proof is longer; a file of entries is never read as a whole. */
const PROOF_BYTES = 64 * 1024 * 1024;

export async function checkFile(
  stream: AsyncIterable<Uint8Array>,
  given: Given,
  told: Told = () => undefined,
): Promise<Finding> {
  if (!canHash()) return { kind: "unreadable", why: "no_hashes", words: "" };
  const parts = stream[Symbol.asyncIterator]();
  const first = await parts.next();
  const start = first.done === true ? new Uint8Array() : first.value;
  const rest = behind(start, parts);
  if (isProof(start)) return checkProof(await textOf(rest), given, sha256);
  return checkEntries(linesOf(rest), given, sha256, told);
}

/** A proof names its form in its first bytes, on one line or several. */
function isProof(start: Uint8Array): boolean {
  const head = new TextDecoder().decode(start.subarray(0, 200));
  return new RegExp(`^\\s*\\{\\s*"format":\\s*"${PROOF}"`).test(head);
}

async function* behind(start: Uint8Array, rest: AsyncIterator<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield start;
    for (let next = await rest.next(); next.done !== true; next = await rest.next()) yield next.value;
  } finally {
    await rest.return?.();
  }
}

async function textOf(stream: AsyncIterable<Uint8Array>): Promise<string> {
  const decoder = new TextDecoder();
  let text = "";
  for await (const part of stream) {
    text += decoder.decode(part, { stream: true });
    if (text.length > PROOF_BYTES) break;
  }
  return text + decoder.decode();
}

/** The lines of a stream, without their ends. */
export async function* linesOf(stream: AsyncIterable<Uint8Array>): AsyncGenerator<Bytes> {
  let begun: Bytes[] = [];
  for await (const given of stream) {
    const part = new Uint8Array(given);
    let from = 0;
    for (let end = part.indexOf(NEWLINE); end >= 0; end = part.indexOf(NEWLINE, from)) {
      yield joined(...begun, part.subarray(from, end));
      begun = [];
      from = end + 1;
    }
    if (from < part.length) begun.push(part.slice(from));
  }
  const last = joined(...begun);
  if (last.length > 0) yield last;
}
