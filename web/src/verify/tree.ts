// The Merkle tree over entries (RFC 6962): a tree that grows at its right edge, and ways up to a root.
import { joined, utf8, areSame, type Bytes, type Hash } from "./bytes";

const LEAF = new Uint8Array([0]);
const NODE = new Uint8Array([1]);

/** A complete node: how many leaves it covers, as a power of two, and its place among those of its level. */
export type Place = readonly [level: number, index: number];

export function leafHash(stored: Bytes, hash: Hash): Promise<Bytes> {
  return hash(joined(LEAF, stored));
}

export function nodeHash(left: Bytes, right: Bytes, hash: Hash): Promise<Bytes> {
  return hash(joined(NODE, left, right));
}

/** The complete nodes that the first so many leaves are made of, from left to right. */
export function placesBefore(size: number): readonly Place[] {
  return placesBehind(0, size);
}

/** The complete nodes a tree of the first so many leaves takes in, one after the other, to grow to a size. */
export function placesBehind(start: number, size: number): readonly Place[] {
  const places: Place[] = [];
  for (let at = start; at < size;) {
    let level = 0;
    // A node is complete only where it begins at a multiple of its width.
    while (at % 2 ** (level + 1) === 0 && at + 2 ** (level + 1) <= size) level += 1;
    places.push([level, at / 2 ** level]);
    at += 2 ** level;
  }
  return places;
}

export class Tree {
  size = 0;
  readonly #hash: Hash;
  #edge = new Map<number, Bytes>();

  constructor(hash: Hash) {
    this.#hash = hash;
  }

  /** Takes in a leaf, or a complete node of many that begins where the tree ends. */
  async take(node: Bytes, level = 0): Promise<void> {
    let [reached, height] = [node, level];
    for (let left = this.#edge.get(height); left !== undefined; left = this.#edge.get(height)) {
      this.#edge.delete(height);
      reached = await nodeHash(left, reached, this.#hash);
      height += 1;
    }
    this.#edge.set(height, reached);
    this.size += 2 ** level;
  }

  async root(): Promise<Bytes> {
    const nodes = [...this.#edge].sort(([one], [other]) => one - other).map(([, node]) => node);
    const [first, ...others] = nodes;
    if (first === undefined) return this.#hash(utf8(""));
    let reached = first;
    for (const node of others) reached = await nodeHash(node, reached, this.#hash);
    return reached;
  }
}

/** Whether a way leads from a leaf to the root of so many leaves (RFC 9162, 2.1.3.2). */
export async function isIncluded(
  leaf: Bytes,
  index: number,
  size: number,
  way: readonly Bytes[],
  root: Bytes,
  hash: Hash,
): Promise<boolean> {
  if (!(index >= 0 && index < size)) return false;
  const sides = sidesOf(index, size - 1);
  if (sides.length !== way.length) return false;
  let reached = leaf;
  for (const [at, step] of way.entries())
    reached = sides[at] ? await nodeHash(step, reached, hash) : await nodeHash(reached, step, hash);
  return areSame(reached, root);
}

/** For each step of the way up: does the other subtree stand to the left? */
function sidesOf(place: number, last: number): readonly boolean[] {
  const sides: boolean[] = [];
  const half = (value: number) => Math.floor(value / 2);
  while (last > 0) {
    const isLeft = place % 2 === 1 || place === last;
    sides.push(isLeft);
    while (isLeft && place !== 0 && place % 2 === 0) [place, last] = [half(place), half(last)];
    [place, last] = [half(place), half(last)];
  }
  return sides;
}
