// Bytes: how they are written as text, put together, compared and hashed.

export type Bytes = Uint8Array<ArrayBuffer>;
/** SHA-256 of bytes. */
export type Hash = (bytes: Bytes) => Promise<Bytes>;

const ENCODER = new TextEncoder();

export function utf8(text: string): Bytes {
  return ENCODER.encode(text);
}

export function joined(...parts: readonly Bytes[]): Bytes {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

export function hexOf(bytes: Bytes): string {
  return Array.from(bytes, (each) => each.toString(16).padStart(2, "0")).join("");
}

/** The bytes of hexadecimal digits; nothing if they are none. */
export function fromHex(text: string): Bytes | null {
  if (text.length % 2 !== 0 || !/^[0-9a-f]*$/.test(text)) return null;
  return Uint8Array.from({ length: text.length / 2 }, (_, at) =>
    parseInt(text.slice(2 * at, 2 * at + 2), 16),
  );
}

/** The bytes of a text in base64; nothing if it is none. */
export function fromBase64(text: string): Bytes | null {
  if (text.length % 4 !== 0 || !/^[A-Za-z0-9+/]*={0,2}$/.test(text)) return null;
  return Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
}

export function toBase64(bytes: Bytes): string {
  return btoa(Array.from(bytes, (each) => String.fromCharCode(each)).join(""));
}

export function areSame(one: Bytes, other: Bytes): boolean {
  return one.length === other.length && one.every((each, at) => each === other[at]);
}

/** A whole number as eight bytes, the highest first. */
export function eightBytes(value: number): Bytes {
  const bytes = new Uint8Array(8);
  new DataView(bytes.buffer).setBigInt64(0, BigInt(value));
  return bytes;
}

/** Whether this browser hashes at all: it does so only for pages that came over a line nobody can listen to. */
export function canHash(): boolean {
  return typeof crypto !== "undefined" && "subtle" in crypto && Boolean(crypto.subtle);
}

export const sha256: Hash = async (bytes) => new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
