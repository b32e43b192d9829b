// A draw done over: from the secret and the entries the same winners follow, for anybody. Pure; hashing is given.
//
// It is written from the description of the process and not from the floor's own program, so that each checks the other.
import type { DrawView, DrawnPrize } from "../wire/api";

/** One process is known here; a draw by another cannot be done over. */
export const PROCESS = "hmac-drbg-sha256/1";
const NONCE_BYTES = 16;

export interface Hashing {
  sha256(data: Uint8Array): Promise<Uint8Array>;
  hmac(key: Uint8Array, data: Uint8Array): Promise<Uint8Array>;
}

/** What of it a draw is done over by: what the process is made for follows from the rest. */
type DrawTold = Omit<DrawView, "committed_for" | "drawn_for" | "drawn_at_ms">;

export type Verdict = "good" | "bad-secret" | "bad-winners" | "cannot";

const bytesOf = (text: string) => new TextEncoder().encode(text);
const hexOf = (bytes: Uint8Array) => [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");

function joined(...parts: readonly Uint8Array[]): Uint8Array {
  const all = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

/** HMAC-DRBG of SP 800-90A with SHA-256, as far as a draw needs it. */
class Bits {
  #key: Uint8Array = new Uint8Array(32);
  #value: Uint8Array = new Uint8Array(32).fill(1);
  readonly #hashing: Hashing;

  private constructor(hashing: Hashing) {
    this.#hashing = hashing;
  }

  static async seeded(hashing: Hashing, seed: Uint8Array): Promise<Bits> {
    const made = new Bits(hashing);
    await made.#update(seed);
    return made;
  }

  async generate(count: number): Promise<Uint8Array> {
    let found: Uint8Array = new Uint8Array();
    while (found.length < count) {
      this.#value = await this.#hashing.hmac(this.#key, this.#value);
      found = joined(found, this.#value);
    }
    await this.#update(new Uint8Array());
    return found.slice(0, count);
  }

  async #update(data: Uint8Array): Promise<void> {
    for (const round of data.length > 0 ? [0, 1] : [0]) {
      this.#key = await this.#hashing.hmac(this.#key, joined(this.#value, Uint8Array.of(round), data));
      this.#value = await this.#hashing.hmac(this.#key, this.#value);
    }
  }
}

/** The next number from 0 to n - 1: what does not fit is thrown away. */
async function below(bits: Bits, n: number): Promise<number> {
  const width = (n - 1).toString(2).length;
  if (n === 1) return 0;
  const length = Math.ceil(width / 8);
  for (;;) {
    const drawn = (await bits.generate(length)).reduce((sum, byte) => sum * 256 + byte, 0);
    const number = Math.floor(drawn / 2 ** (length * 8 - width));
    if (number < n) return number;
  }
}

/** What the house bound itself to before. */
export async function commitmentOf(promotion: string, secret: string, hashing: Hashing): Promise<string> {
  return hexOf(await hashing.sha256(bytesOf(`${PROCESS}\ndraw/${promotion}\n${secret}`)));
}

/** The digest of the entries: of their JSON without blanks. */
export async function digestOf(entries: DrawView["entries"], hashing: Hashing): Promise<string> {
  return hexOf(await hashing.sha256(bytesOf(JSON.stringify(entries))));
}

/** Who wins which of these prizes, one after the other. */
export async function drawn(
  told: Pick<DrawTold, "promotion" | "secret" | "entries" | "one_prize_each">,
  prizes: readonly string[],
  hashing: Hashing,
): Promise<readonly DrawnPrize[]> {
  const purpose = `draw/${told.promotion}/${await digestOf(told.entries, hashing)}`;
  const secret = Uint8Array.from(told.secret.match(/../g) ?? [], (pair) => parseInt(pair, 16));
  const nonce = (await hashing.sha256(bytesOf(purpose))).slice(0, NONCE_BYTES);
  const bits = await Bits.seeded(hashing, joined(secret, nonce, bytesOf(`${PROCESS}\n${purpose}`)));
  const owners = told.entries.flatMap(([entrant, count]) => Array.from({ length: count }, () => entrant));
  const winners: DrawnPrize[] = [];
  for (const prize of prizes) {
    const gone = new Set(winners.map(({ entry }) => entry));
    const out = new Set(
      winners.filter((won) => told.one_prize_each || won.prize === prize).map(({ entrant }) => entrant),
    );
    const left = [...owners.keys()].filter((entry) => !gone.has(entry) && !out.has(owners[entry] ?? ""));
    if (left.length === 0) break;
    const entry = left[await below(bits, left.length)] ?? 0;
    winners.push({ prize, entrant: owners[entry] ?? "", entry });
  }
  return winners;
}

/** Whether a draw was done as the house was bound to do it. */
export async function checked(told: DrawTold, hashing: Hashing): Promise<Verdict> {
  if (told.process !== PROCESS || !/^[0-9a-f]{64}$/.test(told.secret)) return "cannot";
  if ((await commitmentOf(told.promotion, told.secret, hashing)) !== told.commitment) return "bad-secret";
  if ((await digestOf(told.entries, hashing)) !== told.entries_digest) return "bad-winners";
  const again = await drawn(
    told,
    told.draws.map(({ prize }) => prize),
    hashing,
  );
  const same = (one: DrawnPrize, other: DrawnPrize | undefined) =>
    one.prize === other?.prize && one.entrant === other.entrant && one.entry === other.entry;
  const isSame = told.draws.length === again.length && told.draws.every((each, at) => same(each, again[at]));
  return isSame ? "good" : "bad-winners";
}

/** With the hashes of a browser; nothing where it offers none, as on a page that did not come over a safe line. */
export function hashingOf(subtle: SubtleCrypto | undefined): Hashing | null {
  if (subtle === undefined) return null;
  const own = (bytes: Uint8Array) => new Uint8Array(bytes);
  return {
    sha256: async (data) => new Uint8Array(await subtle.digest("SHA-256", own(data))),
    hmac: async (key, data) => {
      const made = await subtle.importKey("raw", own(key), { name: "HMAC", hash: "SHA-256" }, false, [
        "sign",
      ]);
      return new Uint8Array(await subtle.sign("HMAC", made, own(data)));
    },
  };
}
