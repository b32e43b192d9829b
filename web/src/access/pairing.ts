// A terminal and its key: paired once with a code, admitted from then on by signing a challenge.
// Knows neither browser nor server: both are given to it.
import type { Api } from "./api";

/** What a terminal keeps of its pairing. The private half of the key cannot be read, only used. */
export interface Pairing {
  readonly terminal: string;
  readonly keys: CryptoKeyPair;
}

/** Where the pairing of this browser is kept. */
export interface Shelf {
  load(): Promise<Pairing | null>;
  keep(pairing: Pairing): Promise<void>;
}

const CURVE: EcKeyGenParams = { name: "ECDSA", namedCurve: "P-256" };
const SIGNING: EcdsaParams = { name: "ECDSA", hash: "SHA-256" };
/** What every signed challenge begins with, so that the key signs nothing else by accident. */
const SIGNED = "openetg terminal\n";

/** Makes a key that never leaves this browser, and has the floor record its public half. */
export async function pair(
  api: Api,
  subtle: SubtleCrypto,
  shelf: Shelf,
  terminal: string,
  code: string,
): Promise<void> {
  const keys = await subtle.generateKey(CURVE, false, ["sign", "verify"]);
  const key = base64(await subtle.exportKey("spki", keys.publicKey));
  await api.ask("POST /api/terminals/pair", { body: { terminal, code: code.trim(), key } });
  await shelf.keep({ terminal, keys });
}

/** The word a paired terminal says in its hello; throws `Refused` if its key is not the one on record. */
export async function askPass(
  api: Api,
  subtle: SubtleCrypto,
  { terminal, keys }: Pairing,
  signal?: AbortSignal,
): Promise<string> {
  const { challenge } = await api.ask("POST /api/terminals/challenge", {
    body: { terminal },
    signal,
  });
  const words = new TextEncoder().encode(SIGNED + challenge);
  const signature = base64(await subtle.sign(SIGNING, keys.privateKey, words));
  const body = { terminal, challenge, signature };
  return (await api.ask("POST /api/terminals/pass", { body, signal })).key;
}

function base64(bytes: ArrayBuffer): string {
  return btoa(Array.from(new Uint8Array(bytes), (byte) => String.fromCharCode(byte)).join(""));
}
