// Keeps the record of the terminal on this page: listens in on its session, and answers when staff ask for it.
import type { FromTerminal, RecordPart, ToTerminal } from "../wire/messages";
import type { Digest } from "./chain";
import type { Tap } from "../state/keeper";
import { BrowserShelf } from "./indexeddb";
import { TerminalRecord } from "./record";

/** How long messages gather before they are written together. */
const GATHER_MS = 100;
/** Later than this they are written even if the page is never idle. */
const IDLE_MAX_MS = 1_000;
/** The floor lets nobody send more than some forty messages a second: the player goes first. */
const PART_EVERY_MS = 50;

/** Hashes where the page came over a line that browsers trust; elsewhere there are none. */
export function browserDigest(): Digest | null {
  // Off localhost and without TLS browsers leave it out, whatever its type says.
  const subtle = crypto.subtle as SubtleCrypto | undefined;
  if (subtle === undefined) return null;
  const bytes = new TextEncoder();
  return async (text) => {
    const hashed = new Uint8Array(await subtle.digest("SHA-256", bytes.encode(text)));
    return Array.from(hashed, (byte) => byte.toString(16).padStart(2, "0")).join("");
  };
}

function soon(act: () => void): void {
  setTimeout(() => {
    if (typeof requestIdleCallback === "function") requestIdleCallback(act, { timeout: IDLE_MAX_MS });
    else act();
  }, GATHER_MS);
}

/** The record of a terminal in this browser. */
export function browserRecord(terminal: string): TerminalRecord {
  const record = new TerminalRecord(new BrowserShelf(terminal), browserDigest(), { now: Date.now, soon });
  addEventListener("pagehide", () => void record.flush());
  return record;
}

/** Listens in on a session for a record; `say` sends a part, and says no if there is no line any more. */
export function tapFor(
  record: TerminalRecord,
  say: (part: RecordPart) => boolean,
): Tap<ToTerminal, FromTerminal> {
  return {
    sent: (message) => record.sent(message),
    received: (message) => {
      record.received(message);
      if (message.type === "ask_record") void record.answer(message).then((parts) => tell(parts, say));
    },
  };
}

function tell(parts: readonly RecordPart[], say: (part: RecordPart) => boolean): void {
  const [first, ...rest] = parts;
  if (first !== undefined && say(first)) setTimeout(() => tell(rest, say), PART_EVERY_MS);
}
