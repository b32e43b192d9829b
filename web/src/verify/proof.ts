// Checks a proof of single entries or of a round: each entry's way to the root of a signed checkpoint.
import { fromBase64, utf8, type Bytes, type Hash } from "./bytes";
import type { Given, Trust, Unreadable, Wrong } from "./entries";
import { keyIn, noteIn, signedBy } from "./note";
import { isIncluded, leafHash } from "./tree";

export const PROOF = "openetg proof 1";

export interface Proven {
  readonly kind: "proven";
  readonly origin: string;
  readonly table: string;
  readonly round: number;
  readonly size: number;
  readonly atMs: number;
  readonly by: string;
  readonly trust: Trust;
  readonly entries: readonly { readonly sequence: number; readonly text: string }[];
}

interface Bundle {
  readonly format: string;
  readonly table: string;
  readonly round: number;
  readonly checkpoint: string;
  readonly key: string;
  readonly entries: readonly {
    readonly sequence: number;
    readonly stored: string;
    readonly path: readonly string[];
  }[];
}

export async function checkProof(
  text: string,
  given: Given,
  hash: Hash,
): Promise<Proven | Wrong | Unreadable> {
  const bundle = bundleIn(text);
  if (bundle === null) return { kind: "unreadable", why: "not_a_file", words: "" };
  const note = noteIn(bundle.checkpoint);
  if (note === null) return { kind: "unreadable", why: "checkpoint", words: "" };
  const key = given.key.trim() === "" ? undefined : await keyIn(given.key, hash);
  if (key === null) return { kind: "unreadable", why: "key", words: "" };
  for (const entry of bundle.entries) {
    const way = waysIn(entry.path);
    const leaf = await leafHash(utf8(entry.stored), hash);
    const stands =
      way !== null && (await isIncluded(leaf, entry.sequence - 1, note.size, way, note.root, hash));
    if (!stands || saidOf(entry.stored) !== entry.sequence) return wrong(entry.sequence, "not_included");
  }
  const own = key ?? (await keyIn(bundle.key, hash));
  const found = own === null ? "unable" : await signedBy(note, own);
  if (found === "forged") return wrong(note.size, "forged");
  if (found === "absent") return wrong(note.size, "not_signed");
  return {
    kind: "proven",
    origin: note.origin,
    table: bundle.table,
    round: bundle.round,
    size: note.size,
    atMs: note.atMs,
    by: own?.name ?? "",
    trust: trustIn(own === null, found === "unable", key === undefined),
    entries: bundle.entries.map(({ sequence, stored }) => ({ sequence, text: stored })),
  };
}

function trustIn(hasNone: boolean, isUnable: boolean, isOwn: boolean): Trust {
  if (hasNone) return "none";
  if (isUnable) return "unable";
  return isOwn ? "own" : "given";
}

function wrong(entry: number, fault: Wrong["fault"]): Wrong {
  return { kind: "wrong", entry, fault, other: 0 };
}

function bundleIn(text: string): Bundle | null {
  try {
    const found = JSON.parse(text) as Partial<Bundle> | null;
    const isWhole = found?.format === PROOF && typeof found.checkpoint === "string";
    return isWhole && Array.isArray(found.entries) && found.entries.length > 0 ? (found as Bundle) : null;
  } catch {
    return null;
  }
}

function waysIn(path: readonly string[]): readonly Bytes[] | null {
  const steps = path.map(fromBase64);
  return steps.every((each) => each !== null) ? steps : null;
}

/** The number an entry gives itself. */
function saidOf(stored: string): number {
  const found = JSON.parse(stored) as { sequence?: unknown };
  return typeof found.sequence === "number" ? found.sequence : 0;
}
