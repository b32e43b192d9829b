// A document brought to the floor piece by piece; who asks too fast waits as long as the floor says.
import { Refused } from "../../access/api";
import type { DocumentPiece } from "../../wire/api";
import { base64Of, offsetsOf, PIECE_BYTES } from "../../state/rules_documents";
import type { Desk } from "../desk.svelte";

const waited = (ms: number) => new Promise((done) => setTimeout(done, ms));

/** The SHA-256 of bytes in small hexadecimal digits. */
export async function hashOf(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const found = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  return Array.from(found, (each) => each.toString(16).padStart(2, "0")).join("");
}

/** Brings a document; `told` hears how many bytes are there. Throws `Refused`. */
export async function bring(
  desk: Desk,
  sha256: string,
  bytes: Uint8Array,
  told: (there: number) => void,
): Promise<void> {
  for (const offset of offsetsOf(bytes.length)) {
    const piece = bytes.subarray(offset, offset + PIECE_BYTES);
    await sent(desk, { sha256, size: bytes.length, offset, data: base64Of(piece) });
    told(offset + piece.length);
  }
}

async function sent(desk: Desk, body: DocumentPiece): Promise<void> {
  for (;;) {
    try {
      await desk.ask("POST /api/documents", { body });
      return;
    } catch (wrong) {
      if (!(wrong instanceof Refused) || wrong.problem.reason !== "too_fast") throw wrong;
      await waited(Math.max(wrong.problem.waitMs, 100));
    }
  }
}
