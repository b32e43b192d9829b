// Every Italian text of the pages; the areas have files of their own in it/. Consoles speak English for now.
import { en, type Texts } from "./en";
import { displayTexts } from "./it/display";
import { feltTexts } from "./it/felt";
import { helpTexts } from "./it/help";
import { jackpotTexts } from "./it/jackpots";
import { money } from "./it/money";
import { odds } from "./it/odds";
import { pairTexts } from "./it/pair";
import { menuTexts, playTexts } from "./it/play";
import { promotionsTexts } from "./it/promotions";
import { recordTexts } from "./it/record";
import { rulesTexts } from "./it/rules";
import { seatTexts } from "./it/seat";
import { settingsTexts } from "./it/settings";
import { soundTexts } from "./it/sound";
import { startTexts } from "./it/start";
import { wheelTexts } from "./it/wheel";
import { CAUSES, SPOT_KINDS, words } from "./it/words";
import { sentences } from "./sentences";
import { spotTitles } from "./spots";

export const it: Texts = {
  language: "it",
  money,
  messages: {
    WAITING: "IN ATTESA DEL TAVOLO",
    OPEN: "FATE IL VOSTRO GIOCO",
    FINISHING: "ULTIME PUNTATE",
    CLOSED: "NIENTE PIÙ PUNTATE",
    HELD: "GIRO SOSPESO",
    SETTLED: "GIRO CONCLUSO",
    VOID: "GIRO ANNULLATO",
  },
  phases: {
    WAITING: "ATTESA",
    OPEN: "APERTO",
    FINISHING: "ULTIME",
    CLOSED: "CHIUSO",
    HELD: "SOSPESO",
    SETTLED: "CONCLUSO",
    VOID: "NULLO",
    OFFLINE: "SCOLLEGATO",
  },
  offline: "NESSUN COLLEGAMENTO",
  hints: {
    WAITING: "Il primo giro si apre quando il tavolo è pronto.",
    OPEN: "Scelga una fiche, poi tocchi il tappeto",
    NO_CREDIT: "Inserisca una banconota per iniziare",
    FINISHING: "Le puntate stanno per chiudere",
    CLOSED: "Attenda il risultato",
    OFFLINE: "Attenda, prego: ora non si può puntare",
    SETTLED: "Il prossimo giro si apre quando il tavolo è pronto.",
  },
  spot: spotTitles(SPOT_KINDS),
  odds,
  demonstration: {
    title: "Sala dimostrativa",
    words: "aperta solo a questo computer · qui nulla è denaro vero",
  },
  rehearsal: {
    title: "Prova",
    words: "in questa sala non si gioca con denaro vero",
  },
  start: startTexts,
  pair: pairTexts,
  play: playTexts,
  menu: menuTexts,
  seat: seatTexts,
  wheel: wheelTexts,
  felt: feltTexts,
  console: en.console,
  settings: settingsTexts,
  sound: soundTexts,
  help: helpTexts,
  rules: rulesTexts,
  record: recordTexts,
  display: displayTexts,
  promotions: promotionsTexts,
  jackpots: jackpotTexts,
  causes: CAUSES,
  ...sentences(words),
  reconnect: "Usa questa finestra",
  reload: "Ricarica",
  tryAgain: "Riprova",
  noAddress: "Questa pagina deve conoscere il suo terminale. La apra dalla pagina iniziale.",
  toStart: "Pagina iniziale",
  colours: { red: "Rosso", black: "Nero", green: "Verde" },
  header: {
    table: (table) => `Tavolo ${table}`,
    round: (round) => `Giro ${round}`,
    terminal: (terminal) => `Terminale ${terminal}`,
    none: "Ancora nessuno",
    countdown: (seconds) => `${seconds} secondi per puntare`,
    anyMoment: "ora",
    seconds: "s",
  },
  meters: {
    credit: "Credito",
    staked: "Puntata",
    win: "Vincita",
    paid: (cents) => `pagati ${money.amount(cents)}`,
    staging: (cents) => `in corso ${money.amount(cents)}`,
  },
  tray: { title: "Fiche", chip: (cents) => `Fiche da ${money.face(cents)}` },
  actions: {
    undo: "Annulla ultima",
    clear: "Togli tutto",
    collect: "Riscuoti",
    collectHint: "con un ticket",
  },
  notes: {
    title: "Banconote e ticket (simulati)",
    note: (cents) => `Inserisci una banconota da ${money.face(cents)}`,
    ticketNumber: "N. ticket",
    insertTicket: "Inserisci",
  },
  ticket: {
    title: "Ticket",
    worth: "Pagabile al portatore",
    numbered: "Numero",
    number: en.ticket.number,
    out: "Il Suo ticket è uscito dalla stampante",
    printing: "Il Suo ticket è in stampa…",
    none: "I ticket escono qui",
    simulated: "Simulato",
  },
  result: {
    none: "–",
    dice: (faces, total) => `Dadi ${faces.join(", ")}, totale ${total}`,
    won: (cents) => `Ha vinto ${money.amount(cents)}`,
    paid: (cents) => `${money.amount(cents)} accreditati`,
    lost: (round) => `Giro ${round}: nessuna vincita`,
    watched: (round) => `Giro ${round}: nessuna puntata`,
    isVoid: (round) => `Il giro ${round} è annullato`,
    returned: "Tutte le puntate sono state restituite",
    rounds: "I Suoi ultimi giri",
    noRounds: "Qui saranno elencati i Suoi giri.",
    voidShort: "nullo",
    wonShort: (cents) => `+${money.amount(cents)}`,
    noWager: "senza puntata",
  },
  limits: {
    title: "Limiti",
    total: "Totale",
    any: "Ogni puntata",
    other: "Ogni altra puntata",
    range: limits,
    step: (cents) => `incrementi di ${money.face(cents)}`,
    multiples: "multipli del minimo",
    none: "Per questo tavolo non sono fissati limiti.",
  },
  layout: {
    title: "Tappeto delle puntate",
    spot: (title, paid) => `${title}, paga ${odds(paid)}`,
    placed: (cents) => `${money.amount(cents)} puntati`,
    staged: (cents) => `puntata di ${money.amount(cents)} in corso`,
    wins: "numero vincente",
  },
};

function limits(min: number | null, max: number | null): string {
  if (min !== null && max !== null) return `${money.face(min)}–${money.face(max)}`;
  if (min !== null) return `da ${money.face(min)}`;
  return max === null ? "qualsiasi importo" : `fino a ${money.face(max)}`;
}
