// Public displays: read by everybody who walks by, from five metres.
import type { Texts } from "../en";
import { clockWords } from "../moments";
import { money } from "./money";
import { odds } from "./odds";

const GAMES: Readonly<Record<string, string>> = {
  roulette: "Roulette",
  "sic-bo": "Sic Bo",
  "money-wheel": "Ruota della fortuna",
};

const LAST: Readonly<Record<string, { readonly one: string; readonly many: (count: number) => string }>> = {
  roulette: { one: "Ultimo numero", many: (count) => `Ultimi ${count} numeri` },
  "sic-bo": { one: "Ultimi dadi", many: (count) => `Ultimi ${count} giri` },
  "money-wheel": { one: "Ultimo simbolo", many: (count) => `Ultimi ${count} simboli` },
};
const LAST_OF_ANY = { one: "Ultimo risultato", many: (count: number) => `Ultimi ${count} risultati` };

/** Why nothing can be shown, and who puts it right. */
const ENDS: Readonly<Record<string, string>> = {
  not_for_you: "La chiave di questo schermo non vale per il suo posto. Riprenda il suo link dalla sala.",
  not_logged_in: "Questo schermo non ha una chiave. Prenda il suo link dalla sala.",
  logged_out: "Chi ha aperto questo schermo è uscito. Un link con chiave non richiede accesso.",
  no_such_table: "In sala non c'è un tavolo con questo nome.",
  protocol: "Questa pagina è più vecchia del sistema. Si ricarica da sola.",
};

const clock = clockWords("it");
const rounds = (count: number) => (count === 1 ? "1 giro" : `${count} giri`);

export const displayTexts: Texts["display"] = {
  start: {
    screens: (table) => `Schermi da parete per il tavolo ${table}`,
    numbers: "Numeri usciti",
    sign: "Cartello del tavolo",
    floorWide: [
      ["/display/#show=lobby", "Schermo della sala", "Tutti i tavoli della sala su uno schermo da parete."],
      [
        "/display/#show=jackpots",
        "Schermo dei jackpot",
        "Ciò che si può vincere oltre ai tavoli, in grande.",
      ],
    ],
  },
  noPlace: "Questo schermo deve sapere dove è appeso",
  noPlaceWords:
    "Il suo link indica un tavolo, o che cosa mostrare della sala: #table=A, #table=A&show=sign, #show=lobby.",
  connecting: "Collegamento alla sala…",
  lost: "NESSUN COLLEGAMENTO",
  lostWords: "Ritorna da solo.",
  asOf: (atMs, zone) => `Ciò che vede valeva alle ${clock(atMs, zone)}.`,
  ended: "NULLA DA MOSTRARE",
  endedWords: (reason, words) => ENDS[reason] ?? `La sala dice: ${words}.`,
  table: (table) => `Tavolo ${table}`,
  round: (round) => `Giro ${round}`,
  game: (game) => GAMES[game] ?? game,
  isOpen: "APERTO",
  isClosed: "CHIUSO",
  closedMessage: "TAVOLO CHIUSO",
  isHeld: "Un addetto sta verificando; tutte le puntate restano valide",
  isVoid: (cause) =>
    cause === "fraud" ? "Le puntate non confiscate sono restituite" : "Tutte le puntate sono restituite",
  wasVoid: (round) => `Il giro ${round} è stato annullato`,
  last: (game) => (LAST[game] ?? LAST_OF_ANY).one,
  lastMany: (game, count) => (LAST[game] ?? LAST_OF_ANY).many(count),
  none: "Non è ancora uscito nulla",
  pays: (paid) => (paid === "" ? "" : `Paga ${odds(paid)}`),
  statistics: (count) => (count === 1 ? "Dell'ultimo giro" : `Degli ultimi ${rounds(count)}`),
  hot: "Più frequenti",
  cold: "Meno frequenti",
  times: (count) => `${count}×`,
  ago: (count) => (count === null ? "non visto" : count === 0 ? "appena ora" : `${count} fa`),
  run: (title, count) => `${title} ${count} di fila`,
  prizes: (round) => `Vincitori del giro ${round}`,
  noPrizes: (round) => `Giro ${round}: nessun vincitore`,
  terminal: (terminal) => `Terminale ${terminal}`,
  won: (cents) => money.amount(cents),
  more: (count) => `e altri ${count}`,
  limitsTitle: "Limiti",
  atTerminals: "Ai terminali",
  onCloth: "Sul tappeto",
  any: "Ogni puntata",
  other: "Ogni altra puntata",
  sum: "Tutte le puntate insieme",
  min: "Min",
  max: "Max",
  amount: (cents) => (cents === null ? "–" : money.face(cents)),
  step: (cents) => `incrementi di ${money.face(cents)}`,
  multiples: "multipli del minimo",
  noLimits: "Chieda i limiti al croupier",
  odds: "Quanto si paga",
  closesAt: (atMs, zone) => `Questo tavolo chiude alle ${clock(atMs, zone)}`,
  closesIn: (ms) => {
    const minutes = Math.max(0, Math.ceil(ms / 60_000));
    return minutes === 0 ? "tra pochi istanti" : minutes === 1 ? "tra 1 minuto" : `tra ${minutes} minuti`;
  },
  notice: (kind) => {
    if (kind === "limits") return "I limiti di questo tavolo cambiano";
    if (kind === "open") return "Questo tavolo resta aperto";
    return kind === "close" ? "Questo tavolo chiude" : kind;
  },
  jackpots: "Jackpot",
  noJackpots: "In questo momento non c'è alcun jackpot",
  noJackpotsWords: "Quando ce n'è uno, è mostrato qui.",
  lobby: "Tavoli",
  noTables: "In questa sala non ci sono ancora tavoli.",
  free: (free, terminals) => `${free} di ${terminals} terminali liberi`,
  allTaken: "Tutti i terminali occupati",
  cloth: "Chieda un posto al croupier",
  limits: (min, max) => {
    if (min !== null && max !== null) return `${money.face(min)} – ${money.face(max)}`;
    if (min !== null) return `da ${money.face(min)}`;
    return max === null ? "" : `fino a ${money.face(max)}`;
  },
  shuts: (atMs, zone) => `Chiude alle ${clock(atMs, zone)}`,
};
