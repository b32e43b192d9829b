// The checks of an inspector in the browser, on files that the exporting code has made.
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { fromBase64, fromHex, hexOf, sha256, toBase64, utf8, type Bytes } from "../src/verify/bytes";
import { checkFile, linesOf, type Finding } from "../src/verify/check";
import { keyIn, noteIn, originOf } from "../src/verify/note";
import { isIncluded, leafHash, placesBefore, placesBehind, Tree } from "../src/verify/tree";

const NO_KEY = { key: "", note: "" };
const file = (name: string): Bytes =>
  new Uint8Array(readFileSync(new URL(`data/verify/${name}`, import.meta.url)));
const text = (name: string): string => new TextDecoder().decode(file(name));
const KEY = { key: text("key.txt"), note: "" };

/** In pieces that end anywhere, as they come over a line. */
async function* inPieces(bytes: Bytes, size: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

const check = (bytes: Bytes, given = KEY, size = 1_000): Promise<Finding> =>
  checkFile(inPieces(bytes, size), given);

function changed(bytes: Bytes, from: string, to: string): Bytes {
  const whole = new TextDecoder().decode(bytes);
  expect(whole).toContain(from);
  return utf8(whole.replace(from, to));
}

describe("a file of entries", () => {
  test.each([1, 7, 4_096])("holds from its beginning to the signature, in pieces of %i", async (size) => {
    expect(await check(file("whole.jsonl"), KEY, size)).toMatchObject({
      kind: "holds",
      journal: "floor é/1 (small)'s",
      first: 1,
      last: 18,
      groups: 6,
      fromGenesis: true,
      cut: 0,
      signed: 18,
      size: 18,
      trust: "given",
    });
  });

  test("holds in part, though groups are cut, by the root it leads to", async () => {
    expect(await check(file("part.jsonl"))).toMatchObject({
      kind: "holds",
      first: 5,
      last: 11,
      fromGenesis: false,
      cut: 4,
      signed: 11,
      trust: "given",
    });
  });

  test("says what is younger than the signature", async () => {
    expect(await check(file("late.jsonl"))).toMatchObject({ kind: "holds", last: 21, signed: 18, size: 18 });
  });

  test("without evidence holds as a chain, and against a checkpoint from elsewhere as a whole", async () => {
    const plain = file("plain.jsonl");
    expect(await check(plain)).toMatchObject({ kind: "holds", last: 23, signed: 0, trust: "none" });
    const pasted = { ...KEY, note: `  ${text("note.txt").replaceAll("\n", "\r\n")}\n` };
    expect(await check(plain, pasted)).toMatchObject({ kind: "holds", last: 23, signed: 18, trust: "given" });
  });

  test("with no key from elsewhere is signed by whoever made the file", async () => {
    expect(await check(file("whole.jsonl"), NO_KEY)).toMatchObject({ kind: "holds", trust: "own" });
  });

  test("tells how far it is", async () => {
    const told: number[] = [];
    await checkFile(inPieces(file("whole.jsonl"), 500), KEY, (entry, of) => told.push(entry / of));
    expect(told.at(-1)).toBe(1);
    expect(told).toEqual([...told].sort((one, other) => one - other));
  });
});

describe("what was tampered with is found and named", () => {
  const whole = file("whole.jsonl");

  test("every changed byte of an entry, with its number", async () => {
    const lines = new TextDecoder().decode(whole).split("\n");
    const start = utf8(lines.slice(0, 8).join("\n")).length + 1;
    const length = utf8(lines[8] ?? "").length;
    for (let at = start; at < start + length; at += 3) {
      const copy = whole.slice();
      copy[at] = (copy[at] ?? 0) ^ 1;
      const found = await check(copy);
      expect(found.kind, `byte ${at - start}`).toBe("wrong");
      // Entry 8 itself, or the group 7 to 9 it stands in.
      if (found.kind === "wrong") expect([7, 8, 9]).toContain(found.entry);
    }
  });

  test("an entry changed together with its leaf breaks the chain of its group", async () => {
    const before = new TextDecoder().decode(whole).split("\n");
    const line = (before[5] ?? "").replace('"number":5', '"number":6');
    const stored = line.replace(/"epoch".*?"leaf":"[0-9a-f]{64}",/, "");
    const leaf = hexOf(await leafHash(utf8(stored), sha256));
    before[5] = line.replace(/"leaf":"[0-9a-f]{64}"/, `"leaf":"${leaf}"`);
    expect(await check(utf8(before.join("\n")))).toEqual({
      kind: "wrong",
      entry: 4,
      fault: "chain",
      other: 6,
    });
  });

  test("lines that are missing, doubled, exchanged or cut off", async () => {
    const lines = new TextDecoder().decode(whole).trimEnd().split("\n");
    const said = (found: readonly string[]) => check(utf8(found.join("\n")));
    expect(await said(lines.filter((_, at) => at !== 10))).toMatchObject({
      entry: 10,
      fault: "order",
      other: 11,
    });
    expect(await said([...lines.slice(0, 10), ...lines.slice(9)])).toMatchObject({
      entry: 10,
      fault: "order",
    });
    expect(await said(lines.slice(0, -1))).toMatchObject({ kind: "wrong", fault: "group_bounds" });
    expect(await said(lines.slice(0, -3))).toMatchObject({ entry: 16, fault: "ends", other: 18 });
    expect(await said([...lines, "{}"])).toMatchObject({ entry: 19, fault: "line" });
  });

  test("a group that calls itself cut, to put its chain aside", async () => {
    const forged = utf8(new TextDecoder().decode(whole).replaceAll('"last":12,', '"last":13,'));
    expect(await check(forged)).toMatchObject({ kind: "wrong", entry: 10, fault: "group_bounds" });
  });

  test("another journal, another root, another key, another text under the signature", async () => {
    expect(await check(changed(whole, "(small)", "(other)"))).toMatchObject({ entry: 0, fault: "genesis" });
    const note = noteIn(text("note.txt"));
    const root = toBase64(note?.root ?? new Uint8Array());
    const other = toBase64(await sha256(utf8("other")));
    expect(await check(changed(whole, root, other))).toMatchObject({ entry: 18, fault: "signed_root" });
    expect(await check(changed(whole, "at_ms 17", "at_ms 18"))).toMatchObject({ fault: "forged" });
    const raw = joinedKey(await sha256(utf8("key")));
    const name = text("key.txt").split("+")[0] ?? "";
    const hint = hexOf((await sha256(new Uint8Array([...utf8(`${name}\n`), ...raw]))).slice(0, 4));
    const stranger = { key: `${name}+${hint}+${toBase64(raw)}`, note: "" };
    expect(await check(whole, stranger)).toMatchObject({ fault: "not_signed" });
  });

  test("a part whose neighbours were exchanged does not lead to the root", async () => {
    const found = text("part.jsonl");
    const left = /"left":\["([^"]+)"/.exec(found)?.[1] ?? "";
    const other = toBase64(await sha256(utf8("other")));
    expect(await check(changed(file("part.jsonl"), left, other))).toMatchObject({ fault: "signed_root" });
  });
});

function joinedKey(raw: Bytes): Bytes {
  return new Uint8Array([1, ...raw]);
}

describe("a proof", () => {
  test("of single entries leads to the signed root", async () => {
    const found = await check(file("proof.json"));
    expect(found).toMatchObject({ kind: "proven", table: "", size: 18, trust: "given" });
    expect(found.kind === "proven" && found.entries.map(({ sequence }) => sequence)).toEqual([7, 12]);
  });

  test("says so if an entry was changed, or is another", async () => {
    const one = changed(file("proof.json"), '\\"number\\":12', '\\"number\\":13');
    expect(await check(one)).toMatchObject({ kind: "wrong", entry: 12, fault: "not_included" });
    expect(await check(changed(file("proof.json"), '"sequence":7,', '"sequence":8,'))).toMatchObject({
      entry: 8,
    });
  });

  test("with the key inside it is nobody's word", async () => {
    expect(await check(file("proof.json"), NO_KEY)).toMatchObject({ kind: "proven", trust: "own" });
  });
});

describe("what is no such file", () => {
  test.each(["", "hello", "{}", '{"format":"openetg entries 2"}', '{"format": "openetg proof 1"}'])(
    "%j is said to be none",
    async (words) => {
      expect(await check(utf8(words))).toMatchObject({ kind: "unreadable" });
    },
  );

  test("a key or a checkpoint that is none is said", async () => {
    expect(await check(file("whole.jsonl"), { key: "x+y+z", note: "" })).toMatchObject({ why: "key" });
    expect(await check(file("whole.jsonl"), { key: "", note: "x" })).toMatchObject({ why: "checkpoint" });
  });
});

describe("the parts", () => {
  test("texts of bytes", () => {
    expect(fromHex("00ff")).toEqual(new Uint8Array([0, 255]));
    expect(fromHex("0g")).toBeNull();
    expect(fromBase64("AP8=")).toEqual(new Uint8Array([0, 255]));
    expect(fromBase64("A")).toBeNull();
    expect(hexOf(utf8("é"))).toBe("c3a9");
  });

  test("the origin is written as Python writes it", () => {
    expect(originOf("floor é/1 (small)'s")).toBe(noteIn(text("note.txt"))?.origin);
  });

  test("a key is read only with the hash that belongs to it", async () => {
    expect((await keyIn(KEY.key, sha256))?.name).toBe(noteIn(text("note.txt"))?.origin);
    expect(await keyIn(KEY.key.replace(/\+[0-9a-f]{8}\+/, "+00000000+"), sha256)).toBeNull();
  });

  test("a note that is written otherwise is none", () => {
    const note = text("note.txt");
    for (const wrong of [
      note.trimEnd(),
      note.replace("\n18\n", "\n018\n"),
      note.replace("— ", "- "),
      `x${"\n"}`,
    ])
      expect(noteIn(wrong)).toBeNull();
  });

  test("lines of a stream", async () => {
    const found: string[] = [];
    for await (const line of linesOf(inPieces(utf8("one\ntwo é\n\nthree"), 2)))
      found.push(new TextDecoder().decode(line));
    expect(found).toEqual(["one", "two é", "", "three"]);
  });

  // The roots of the first inputs, as the reference implementation of RFC 6962 publishes them.
  const INPUTS = ["", "00", "10", "2021", "3031", "40414243", "5051525354555657"];
  const ROOTS: Readonly<Record<number, string>> = {
    1: "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d",
    3: "aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77",
    7: "ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c",
  };

  test("the tree has the published roots, however it is put together", async () => {
    const leaves = await Promise.all(
      INPUTS.map((each) => leafHash(fromHex(each) ?? new Uint8Array(), sha256)),
    );
    const over = async (from: number, to: number) => {
      const tree = new Tree(sha256);
      for (const leaf of leaves.slice(from, to)) await tree.take(leaf);
      return tree.root();
    };
    for (const [size, root] of Object.entries(ROOTS)) expect(hexOf(await over(0, Number(size)))).toBe(root);
    for (let start = 0; start <= 7; start += 1) {
      const tree = new Tree(sha256);
      for (const [level, index] of placesBefore(start))
        await tree.take(await over(index * 2 ** level, (index + 1) * 2 ** level), level);
      for (const [level, index] of placesBehind(start, 7))
        await tree.take(await over(index * 2 ** level, (index + 1) * 2 ** level), level);
      expect(hexOf(await tree.root())).toBe(ROOTS[7]);
    }
  });

  test("a way that is too long, too short or elsewhere leads nowhere", async () => {
    const leaf = await leafHash(utf8("a"), sha256);
    expect(await isIncluded(leaf, 0, 1, [], leaf, sha256)).toBe(true);
    expect(await isIncluded(leaf, 1, 1, [], leaf, sha256)).toBe(false);
    expect(await isIncluded(leaf, 0, 1, [leaf], leaf, sha256)).toBe(false);
    expect(await isIncluded(leaf, 0, 2, [], leaf, sha256)).toBe(false);
  });
});
