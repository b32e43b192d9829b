// The betting layout: spots, what is asked about them, the racetrack and the special bets.
import type { Texts } from "../en";
import { money } from "./money";

export const feltTexts: Texts["felt"] = {
  wins: "Vince",
  segments: (count) => (count === 1 ? "1 settore" : `${count} settori`),
  covers: (count) => (count === 1 ? "1 numero" : `${count} numeri`),
  outcomes: (count) => (count === 1 ? "1 risultato" : `${count} risultati`),
  moving: (cents) => `Sposta ${money.amount(cents)}`,
  takingBack: (cents) => `Ritira ${money.amount(cents)}`,
  keys: "Le frecce vanno da una casella all'altra, Invio punta, Canc ritira, i spiega la casella",
  info: {
    title: (title) => `Su ${title}`,
    pays: "Paga",
    covers: "Vince con",
    limits: "Limiti",
    total: "Tutte le puntate insieme",
    step: "Incrementi",
    stake: "La Sua puntata ora",
    wins: (cents) => `Una puntata di ${money.amount(cents)} vince`,
    won: (wins) => wins.map((cents) => money.amount(cents)).join(" / "),
    andStake: "e la puntata ritorna",
    rule: "Regola",
    ruleOf: (clause) => `articolo ${clause}`,
    max: "Massimo",
    place: (cents) => `Punta ${money.face(cents)}`,
    takeBack: "Ritira",
    close: "Chiudi",
    noLimit: "nessun limite proprio",
  },
  track: {
    title: "Pista",
    neighbours: (number, cost) => `Vicini del numero ${number}, costo ${money.amount(cost)}`,
    sector: (title, cost) => `${title}, costo ${money.amount(cost)}`,
    costs: (units, cents) => `${units} × ${money.face(cents)} = ${money.amount(units * cents)}`,
    run: "Ordine dei numeri sul cilindro",
  },
  specials: {
    title: "Puntate speciali",
    none: "Questo tavolo non ha puntate speciali.",
    pieces: (units) => (units === 1 ? "1 fiche" : `${units} fiche`),
    costs: (cents) => money.amount(cents),
    place: (title, cost) => `Punta ${title} per ${money.amount(cost)}`,
    choose: "Scelga un numero",
  },
};
