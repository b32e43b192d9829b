// Checks a file of exported entries by itself, line by line: leaves, groups, chain, root, signature.
//
// The same as `reports/audit/entries_file.py`, and both are tested on the same files. It trusts nothing in the file: only the
// hashes it has computed, and a key that came from elsewhere.
import { areSame, eightBytes, fromBase64, fromHex, joined, utf8, type Bytes, type Hash } from "./bytes";
import { keyIn, noteIn, originOf, signedBy, type Key, type Note } from "./note";
import { leafHash, placesBefore, placesBehind, Tree } from "./tree";

export const ENTRIES = "openetg entries 1";

/** Why something does not hold. */
export type Fault =
  | "genesis"
  | "line"
  | "order"
  | "leaf"
  | "group_differs"
  | "group_bounds"
  | "chain"
  | "ends"
  | "origin"
  | "signed_chain"
  | "signed_root"
  | "not_signed"
  | "forged"
  | "not_included";

export interface Wrong {
  readonly kind: "wrong";
  /** The entry it was found at; 0 for the file as a whole. */
  readonly entry: number;
  readonly fault: Fault;
  /** The entry that stands in its place, or where a group ends. */
  readonly other: number;
}

export interface Holds {
  readonly kind: "holds";
  readonly journal: string;
  readonly first: number;
  readonly last: number;
  readonly groups: number;
  readonly fromGenesis: boolean;
  /** Entries of groups that are not whole in the file. */
  readonly cut: number;
  /** Up to which entry a checkpoint speaks for them; 0 if none does. */
  readonly signed: number;
  /** How many entries there were when it was signed. */
  readonly size: number;
  readonly atMs: number;
  readonly by: string;
  readonly trust: Trust;
}

/** Whose word the signature is: a key that was given, the one in the file, none; or nobody here could check it. */
export type Trust = "given" | "own" | "none" | "unable";

/** The file is none that can be checked. */
export interface Unreadable {
  readonly kind: "unreadable";
  readonly why: "not_a_file" | "checkpoint" | "key" | "no_hashes" | "no_file" | "no_worker" | "refused";
  readonly words: string;
}

export interface Given {
  /** A public key the inspector has from elsewhere; empty if none. */
  readonly key: string;
  /** A checkpoint from elsewhere, as text; empty if none. */
  readonly note: string;
}

interface Header {
  readonly format: string;
  readonly journal: string;
  readonly opening_sequence: number;
  readonly opening_hash: string;
  readonly after: number;
  readonly until: number;
  readonly evidence?: {
    readonly checkpoint: string;
    readonly key: string;
    readonly left: readonly string[];
    readonly right: readonly string[];
  };
}

interface Entry {
  readonly sequence: number;
  readonly first: number;
  readonly last: number;
  readonly epoch: number;
  readonly hash: Bytes;
  readonly hex: string;
  readonly stored: Bytes;
}

/** Found to be wrong; thrown through the steps of one check and caught where it began. */
class Found extends Error {
  readonly wrong: Wrong;

  constructor(entry: number, fault: Fault, other = 0) {
    super(fault);
    this.wrong = { kind: "wrong", entry, fault, other };
  }
}

const LINE =
  /^\{"sequence":([0-9]{1,16}),"at_ms":([0-9]{1,16}),"epoch":([0-9]{1,16}),"first":([0-9]{1,16}),"last":([0-9]{1,16}),"hash":"([0-9a-f]{64})","leaf":"([0-9a-f]{64})",/;
const HEAD_BYTES = 400;
const [OPEN, COMMA, CLOSE] = [utf8("["), utf8(",\n"), utf8("]")];
const LATIN = new TextDecoder("latin1");

export async function checkEntries(
  lines: AsyncIterable<Bytes>,
  given: Given,
  hash: Hash,
  told: (entry: number, of: number) => void = () => undefined,
): Promise<Holds | Wrong | Unreadable> {
  const reading = lines[Symbol.asyncIterator]();
  const first = await reading.next();
  const header = first.done === true ? null : headerIn(first.value);
  if (header === null) return { kind: "unreadable", why: "not_a_file", words: "" };
  const note = given.note.trim() !== "" ? noteIn(noteText(given.note)) : ownNote(header);
  if (note === null) return { kind: "unreadable", why: "checkpoint", words: "" };
  const key = given.key.trim() === "" ? undefined : await keyIn(given.key, hash);
  if (key === null) return { kind: "unreadable", why: "key", words: "" };
  try {
    const check = new Check(header, note, key, hash);
    await check.begin();
    for (let line = await reading.next(); line.done !== true; line = await reading.next()) {
      await check.take(line.value);
      told(check.last, header.until);
    }
    return await check.end();
  } catch (found) {
    if (found instanceof Found) return found.wrong;
    throw found;
  } finally {
    // Of a file that is wrong the rest is not read.
    await reading.return?.(undefined);
  }
}

/** As it was pasted: with one line end behind the last signature. */
function noteText(pasted: string): string {
  return `${pasted.replaceAll("\r\n", "\n").trim()}\n`;
}

function headerIn(line: Bytes): Header | null {
  let found: Partial<Header> | null;
  try {
    found = JSON.parse(new TextDecoder().decode(line)) as Partial<Header> | null;
  } catch {
    return null;
  }
  const numbers = [found?.opening_sequence, found?.after, found?.until];
  const isWhole = found?.format === ENTRIES && typeof found.journal === "string";
  return isWhole && numbers.every((each) => Number.isSafeInteger(each)) ? (found as Header) : null;
}

/** The checkpoint in the file; undefined where there is none, nothing where it cannot be read. */
function ownNote(header: Header): Note | null | undefined {
  return header.evidence === undefined ? undefined : noteIn(header.evidence.checkpoint);
}

class Check {
  last: number;
  readonly #header: Header;
  readonly #note: Note | undefined;
  readonly #key: Key | undefined;
  readonly #hash: Hash;
  readonly #tree: Tree;
  #chain: Bytes;
  #ended: number;
  #group: Entry[] = [];
  #groups = 0;
  #cut = 0;
  #signedChain: Bytes | null = null;
  #root: Bytes | null = null;

  constructor(header: Header, note: Note | undefined, key: Key | undefined, hash: Hash) {
    this.#header = header;
    this.#note = note;
    this.#key = key;
    this.#hash = hash;
    this.#tree = new Tree(hash);
    this.last = header.after;
    this.#ended = header.opening_sequence;
    const opening = fromHex(header.opening_hash);
    if (opening?.length !== 32) throw new Found(0, "genesis");
    this.#chain = opening;
  }

  async begin(): Promise<void> {
    const { opening_sequence: opening, journal, after, evidence } = this.#header;
    if (opening === 0) {
      const genesis = await this.#hash(utf8(`openetg journal 1\n${journal}`));
      if (!areSame(genesis, this.#chain)) throw new Found(0, "genesis");
    }
    const places = placesBefore(after);
    // Without these nodes there is no root to be computed, and none is claimed at the end.
    if (places.length !== (evidence?.left.length ?? 0)) return;
    for (const [at, [level]] of places.entries()) await this.#takeNode(evidence?.left[at] ?? "", level);
  }

  async #takeNode(text: string, level: number): Promise<void> {
    const node = fromBase64(text);
    if (node === null) throw new Found(0, "signed_root");
    await this.#tree.take(node, level);
  }

  async take(line: Bytes): Promise<void> {
    const expected = this.last + 1;
    const { entry, leaf } = entryIn(line, expected);
    if (!areSame(await leafHash(entry.stored, this.#hash), leaf)) throw new Found(expected, "leaf");
    this.last = expected;
    if (this.#group[0] !== undefined && this.#group[0].first !== entry.first) await this.#endGroup();
    this.#group.push(entry);
    if (this.#tree.size !== expected - 1) return;
    await this.#tree.take(leaf);
    if (expected === this.#note?.size) this.#root = await this.#tree.root();
  }

  async #endGroup(): Promise<void> {
    const group = this.#group;
    const [one] = group;
    this.#group = [];
    if (one === undefined) return;
    if (group.some(({ last, hex, epoch }) => last !== one.last || hex !== one.hex || epoch !== one.epoch))
      throw new Found(one.sequence, "group_differs");
    if (this.#isWhole(group, one)) {
      if (!areSame(await this.#hashOf(group, one), one.hash)) throw new Found(one.first, "chain", one.last);
      if (one.last === this.#note?.size) this.#signedChain = one.hash;
    } else {
      this.#cut += group.length;
    }
    // What follows on a group that was cut is chained to what it says of itself.
    [this.#chain, this.#ended] = [one.hash, one.last];
    this.#groups += 1;
  }

  /** Whether all of a group is here; only the first and the last of a file may be cut. */
  #isWhole(group: readonly Entry[], one: Entry): boolean {
    const end = group.at(-1)?.sequence ?? 0;
    const begins = one.sequence === one.first || one.sequence === this.#header.after + 1;
    const ends = end === one.last || end === this.#header.until;
    if (one.first !== this.#ended + 1 || !begins || !ends)
      throw new Found(one.sequence, "group_bounds", one.last);
    return one.sequence === one.first && end === one.last;
  }

  #hashOf(group: readonly Entry[], one: Entry): Promise<Bytes> {
    const bodies = group.flatMap(({ stored }, at) => (at === 0 ? [stored] : [COMMA, stored]));
    const numbers = [one.first, one.last, one.epoch].map(eightBytes);
    return this.#hash(joined(utf8("openetg group 1\n"), this.#chain, ...numbers, OPEN, ...bodies, CLOSE));
  }

  async end(): Promise<Holds> {
    await this.#endGroup();
    const { journal, after, until, opening_sequence: opening } = this.#header;
    if (this.last !== Math.max(until, after)) throw new Found(this.last + 1, "ends", until);
    const signed = await this.#signed();
    const { by, trust } = signed === 0 ? { by: "", trust: "none" as const } : await this.#whose();
    return {
      kind: "holds",
      journal,
      first: after + 1,
      last: this.last,
      groups: this.#groups,
      fromGenesis: opening === 0,
      cut: this.#cut,
      signed,
      size: this.#note?.size ?? 0,
      atMs: this.#note?.atMs ?? 0,
      by,
      trust,
    };
  }

  /** Up to which entry the checkpoint speaks for the file. */
  async #signed(): Promise<number> {
    const note = this.#note;
    if (note === undefined || note.size <= this.#header.after) return 0;
    if (note.origin !== originOf(this.#header.journal)) throw new Found(0, "origin");
    const chain = this.#signedChain;
    if (chain !== null && !areSame(chain, note.chain)) throw new Found(note.size, "signed_chain");
    const root = await this.#rootAt(note.size);
    if (root !== null && !areSame(root, note.root)) throw new Found(note.size, "signed_root");
    return chain !== null || root !== null ? Math.min(this.last, note.size) : 0;
  }

  /** The root at the size that was signed; nothing if the file does not lead there. */
  async #rootAt(size: number): Promise<Bytes | null> {
    if (this.#root !== null || this.#tree.size !== this.last) return this.#root;
    const right = this.#header.evidence?.right ?? [];
    const places = placesBehind(this.#tree.size, size);
    if (right.length !== places.length) return null;
    for (const [at, [level]] of places.entries()) await this.#takeNode(right[at] ?? "", level);
    return this.#tree.root();
  }

  async #whose(): Promise<{ by: string; trust: Trust }> {
    const own = this.#key ?? (await keyIn(this.#header.evidence?.key ?? "", this.#hash));
    if (own === null || this.#note === undefined) return { by: "", trust: "none" };
    const found = await signedBy(this.#note, own);
    if (found === "unable") return { by: own.name, trust: "unable" };
    if (found !== "signed") throw new Found(this.#note.size, found === "forged" ? "forged" : "not_signed");
    return { by: own.name, trust: this.#key === undefined ? "own" : "given" };
  }
}

/** An entry as its line says it, and the leaf the line claims for it. */
function entryIn(line: Bytes, expected: number): { entry: Entry; leaf: Bytes } {
  const head = LINE.exec(LATIN.decode(line.subarray(0, HEAD_BYTES)));
  if (head === null) throw new Found(expected, "line");
  const [whole, sequence = "", at = "", epoch = "", first = "", last = "", hex = "", leaf = ""] = head;
  if (Number(sequence) !== expected) throw new Found(expected, "order", Number(sequence));
  const rest = line.subarray(whole.length);
  if (!LATIN.decode(rest.subarray(0, 10)).startsWith('"command":')) throw new Found(expected, "line");
  const stored = joined(utf8(`{"sequence":${sequence},"at_ms":${at},`), rest.slice());
  const [hash, claimed] = [fromHex(hex), fromHex(leaf)];
  if (hash === null || claimed === null) throw new Found(expected, "line");
  const numbers = { sequence: expected, first: Number(first), last: Number(last), epoch: Number(epoch) };
  return { entry: { ...numbers, hash, hex, stored }, leaf: claimed };
}
