// What a ticket bears, as plain data: only what the floor has said of it.
import type { OwnView, ScreenView } from "../wire/messages";

export interface Face {
  readonly site: string;
  readonly currency: string;
  readonly terminal: string;
  readonly amount: number;
  /** The validation number, digits alone. */
  readonly number: string;
  /** When it was issued, in words; empty if that is not known here. */
  readonly issued: string;
  readonly isSimulated: boolean;
  /** What kind of paper it says it is; without it a ticket's title. */
  readonly title?: string;
  /** Who pays it; without it what stands on a ticket. */
  readonly where?: string;
  /** What stands where a barcode would be, on papers that only a person pays. */
  readonly noBarcode?: string;
  /** Until when it is paid, in words. */
  readonly expiry?: string;
  /** Which paper of its machine it is. */
  readonly serial?: string;
}

/** The face of the last ticket of a terminal; nothing if there is none. */
export function faceOf(
  own: Pick<OwnView, "ticket" | "ticket_amount"> | null,
  screen: Pick<ScreenView, "site" | "currency"> | null,
  more: Pick<Face, "terminal" | "issued" | "isSimulated">,
): Face | null {
  if (own === null || own.ticket === "") return null;
  const { site, currency } = screen ?? { site: "", currency: "" };
  return { site, currency, amount: own.ticket_amount, number: own.ticket, ...more };
}
