// What staff show to a player: one of the fixed messages, until the player puts it away or leaves.
import { STAFF_MESSAGES, type StaffMessage } from "../wire/messages";

export interface Told {
  readonly message: string;
  readonly message_at_ms: number;
}

/** The message to be shown; a page that does not know one shows nothing rather than a code. */
export function messageShown(own: Told | null, putAwayMs: number): StaffMessage | null {
  if (own === null || own.message_at_ms === putAwayMs) return null;
  return STAFF_MESSAGES.find((each) => each === own.message) ?? null;
}
