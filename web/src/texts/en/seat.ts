// Seats for chips.
import type { SeatCommand } from "../../state/seat";
import { money } from "./money";

export const SEAT_UNDONE: Record<SeatCommand["type"], string> = {
  buy: "No chips sold",
  lay: "Not placed",
  lift: "Not taken back",
  hand_in: "Not handed in",
  note: "Note not taken",
  ticket_in: "Ticket not taken",
  collect: "No ticket given",
};

export const seatTexts = {
  seat: (seat: string) => `Seat ${seat}`,
  noChips: "Buy chips from the dealer to begin",
  buyTitle: "Buy chips from the dealer (simulated cash)",
  buy: (cents: number) => `Buy chips for ${money.face(cents)}`,
  hand: "In hand",
  staked: "On layout",
  win: "Win",
  paid: (cents: number) => `${money.amount(cents)} came back`,
  staging: (cents: number) => `placing ${money.amount(cents)}`,
  lay: "Place",
  lift: "Take back",
  modeTitle: "What a touch on the layout does",
  layHint: "A touch places the chosen chip",
  liftHint: "A touch takes the chosen chip back",
  handIn: "Hand in all chips",
  handInHint: "for cash at the cage",
  elsewhere: "What else you may try here",
  note: "Put in a note",
  collect: "Ask for a ticket",
  trimmed: "Less was placed than you asked: that is what the limits allow",
  reminded: "The dealer reminds you of",
  notHere: "This page needs to know its seat. Open it from the start page.",
  noPlace: "There is no place for you at the table.",
};
