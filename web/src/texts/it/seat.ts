// Seats for chips.
import type { SeatCommand } from "../../state/seat";
import type { Texts } from "../en";
import { money } from "./money";

export const SEAT_UNDONE: Record<SeatCommand["type"], string> = {
  buy: "Nessuna fiche venduta",
  lay: "Puntata non accettata",
  lift: "Puntata non ritirata",
  hand_in: "Fiche non consegnate",
  note: "Banconota non accettata",
  ticket_in: "Ticket non accettato",
  collect: "Nessun ticket emesso",
};

export const seatTexts: Texts["seat"] = {
  seat: (seat) => `Posto ${seat}`,
  noChips: "Compri fiche dal croupier per iniziare",
  buyTitle: "Compri fiche dal croupier (contanti simulati)",
  buy: (cents) => `Compra fiche per ${money.face(cents)}`,
  hand: "In mano",
  staked: "Sul tappeto",
  win: "Vincita",
  paid: (cents) => `${money.amount(cents)} restituiti`,
  staging: (cents) => `in corso ${money.amount(cents)}`,
  lay: "Punta",
  lift: "Ritira",
  modeTitle: "Che cosa fa un tocco sul tappeto",
  layHint: "Un tocco punta la fiche scelta",
  liftHint: "Un tocco ritira la fiche scelta",
  handIn: "Consegna tutte le fiche",
  handInHint: "per contanti alla cassa",
  elsewhere: "Che altro può provare qui",
  note: "Inserisci una banconota",
  collect: "Chiedi un ticket",
  trimmed: "È stato puntato meno di quanto chiesto: è quanto i limiti consentono",
  reminded: "Il croupier Le ricorda",
  notHere: "Questa pagina deve conoscere il suo posto. La apra dalla pagina iniziale.",
  noPlace: "Al tavolo non c'è posto per Lei.",
};
