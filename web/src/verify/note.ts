// Signed checkpoints and the keys that signed them, in the form of C2SP: a note, and a line NAME+HASH+KEY.
import { areSame, fromBase64, fromHex, hexOf, joined, toBase64, utf8, type Bytes, type Hash } from "./bytes";

export interface Signature {
  readonly name: string;
  readonly hint: Bytes;
  readonly raw: Bytes;
}

export interface Note {
  /** The text that is signed. */
  readonly text: string;
  readonly origin: string;
  readonly size: number;
  readonly root: Bytes;
  readonly chain: Bytes;
  readonly atMs: number;
  readonly signatures: readonly Signature[];
}

export interface Key {
  readonly name: string;
  readonly hint: Bytes;
  readonly raw: Bytes;
}

/** What became of a signature: of this key and this text; of another text; not there; or nobody here can say. */
export type Signed = "signed" | "forged" | "absent" | "unable";

const ED25519 = 1;
const SIGNATURE_BYTES = 68;
const HASH_BYTES = 32;

/** The note in a text; nothing if it is none, or is not written the one way it should be. */
export function noteIn(text: string): Note | null {
  const [above = "", below] = cut(text, "\n\n");
  const lines = above.split("\n");
  const [origin = "", size = "", root = "", chain = "", epoch = "", at = ""] = lines;
  if (below === null || (lines.length !== 6 && lines.length !== 8) || !/^[1-9][0-9]{0,15}$/.test(size))
    return null;
  const found = {
    root: fromBase64(root),
    chain: fromHex(chain.replace(/^chain /, "")),
    signatures: signaturesIn(below),
  };
  const isWhole =
    chain.startsWith("chain ") && /^epoch [0-9]+$/.test(epoch) && /^at_ms [0-9]{1,16}$/.test(at);
  if (!isWhole || found.signatures === null) return null;
  if (found.root?.length !== HASH_BYTES || found.chain?.length !== HASH_BYTES) return null;
  if (toBase64(found.root) !== root || origin === "") return null;
  return {
    text: `${above}\n`,
    origin,
    size: Number(size),
    root: found.root,
    chain: found.chain,
    atMs: Number(at.slice("at_ms ".length)),
    signatures: found.signatures,
  };
}

function signaturesIn(below: string): readonly Signature[] | null {
  const lines = below.split("\n");
  if (lines.pop() !== "" || lines.length === 0) return null;
  const found = lines.map((line) => {
    const [, name = "", encoded = ""] = /^— (\S+) (\S+)$/.exec(line) ?? [];
    const raw = fromBase64(encoded);
    return raw?.length === SIGNATURE_BYTES ? { name, hint: raw.slice(0, 4), raw: raw.slice(4) } : null;
  });
  return found.every((each) => each !== null) ? found : null;
}

/** The key in a line NAME+HASH+KEY; nothing if it is none. */
export async function keyIn(text: string, hash: Hash): Promise<Key | null> {
  const [name = "", rest] = cut(text.trim(), "+");
  const [hint = "", encoded] = cut(rest ?? "", "+");
  const raw = fromBase64(encoded ?? "");
  if (name === "" || /\s/.test(name) || raw?.length !== HASH_BYTES + 1 || raw[0] !== ED25519) return null;
  const own = (await hash(joined(utf8(`${name}\n`), raw))).slice(0, 4);
  return hexOf(own) === hint ? { name, hint: own, raw: raw.slice(1) } : null;
}

/** Whether a key has signed a note. */
export async function signedBy(note: Note, key: Key): Promise<Signed> {
  const own = note.signatures.filter(({ name, hint }) => name === key.name && areSame(hint, key.hint));
  if (own.length === 0) return "absent";
  let imported: CryptoKey;
  try {
    imported = await crypto.subtle.importKey("raw", key.raw, { name: "Ed25519" }, false, ["verify"]);
  } catch {
    // An older browser knows no such keys: that is said, not passed over.
    return "unable";
  }
  const message = utf8(note.text);
  for (const { raw } of own)
    if (!(await crypto.subtle.verify({ name: "Ed25519" }, imported, raw, message))) return "forged";
  return "signed";
}

/** The first line of every checkpoint of a journal, as Python's `quote` writes the journal's name. */
export function originOf(journal: string): string {
  const quoted = encodeURIComponent(journal).replace(
    /[!'()*]/g,
    (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `openetg.org/journal/${quoted}`;
}

function cut(text: string, at: string): readonly [string, string | null] {
  const place = text.indexOf(at);
  return place < 0 ? [text, null] : [text.slice(0, place), text.slice(place + at.length)];
}
