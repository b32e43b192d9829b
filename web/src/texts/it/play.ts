// What a player reads on a terminal beyond the layout and the meters: actions, favourites, rounds by themselves, calls,
// bounds, tables, statistics.
import type { AutoplayEnd } from "../../state/terminal";
import type { Texts } from "../en";
import type { StaffMessage } from "../../wire/messages";
import { money } from "./money";

const AUTOPLAY_OVER: Record<AutoplayEnd, string> = {
  done: "Gioco automatico terminato: tutti i giri sono stati giocati.",
  loss: "Gioco automatico terminato: il prossimo giro potrebbe superare il Suo limite di perdita.",
  refused: "Gioco automatico terminato.",
  money: "Gioco automatico terminato: è stato inserito o prelevato denaro.",
  stopped: "Gioco automatico fermato. Ciò che è sul tappeto resta in gioco.",
  offline: "Gioco automatico terminato: il collegamento si è interrotto.",
  table: "Gioco automatico terminato: ha cambiato tavolo.",
};

const FROM_STAFF: Record<StaffMessage, string> = {
  limits: "I limiti di questo tavolo sono sul cartello. La preghiamo di restare entro i limiti.",
  "no-more-bets": "Puntate chiuse. Le puntate restano come sono fino al prossimo giro.",
  "below-minimum": "Le puntate sotto il minimo vengono restituite.",
  closing: "Questo tavolo chiude fra poco.",
  "collect-credits": "La preghiamo di riscuotere il Suo denaro prima di andare.",
  vacate: "I posti sono per chi gioca. La preghiamo di giocare o di lasciare il posto ad altri.",
  "attendant-coming": "Un addetto sta arrivando da Lei.",
  "see-attendant": "La preghiamo di rivolgersi a un addetto.",
  "show-identification": "La preghiamo di tenere pronto un documento per l'addetto.",
  "malfunction-inquiry": "È in corso una verifica su un malfunzionamento qui. Le sarà comunicato l'esito.",
  "rules-on-request": "Può leggere le regole qui, o chiederle a un addetto.",
};

export const playTexts: Texts["play"] = {
  undo: "Annulla",
  clear: "Togli tutto",
  double: "Raddoppia",
  repeat: "Ripeti",
  max: "Massimo",
  maxNow: "Tocchi una puntata per giocarne il massimo",
  favourites: "Preferite",
  autoplay: "Auto",
  service: "Servizio",
  close: "Chiudi",
  menu: "Menu",
  details: "Perché?",
  bets: { layout: "Tappeto", racetrack: "Pista", specials: "Speciali" },
  favourite: {
    about: "Conservi ciò che è sul tappeto e lo punti di nuovo con un tocco.",
    name: (number) => `Preferita ${number}`,
    keep: "Conserva queste puntate",
    nothing: "Prima punti, poi conservi qui le puntate.",
    place: (name, cents) => `Punta ${name} per ${money.amount(cents)}`,
    drop: (name) => `Dimentica ${name}`,
    full: "Quando sono sei, la più vecchia lascia il posto.",
    bets: (count) => (count === 1 ? "1 puntata" : `${count} puntate`),
  },
  auto: {
    about: "Le Sue puntate si ripetono a ogni nuovo giro, finché i giri sono giocati o il limite è vicino.",
    rounds: "Giri",
    loss: "Fermati prima di perdere più di",
    start: "Avvia",
    stop: "Ferma l'automatico",
    running: (left) => `Ferma (ancora ${left})`,
    left: (rounds) => (rounds === 1 ? "ancora 1 giro" : `ancora ${rounds} giri`),
    nothing: "Prima punti: le puntate saranno ripetute.",
    over: (why) => AUTOPLAY_OVER[why],
  },
  call: {
    about: "Qualcuno viene da Lei. Intanto il gioco continua.",
    attendant: "Chiama un addetto",
    fault: "Segnala un guasto",
    payout: "Pagamento a mano",
    waiting: "In arrivo",
    attendantWhy: "Per ogni genere di aiuto",
    faultWhy: "Qualcosa su questo schermo non va",
    payoutWhy: "Un addetto paga il Suo credito contro la Sua firma",
    called: "È stato chiamato un addetto.",
  },
  staff: { from: "Dal personale", messages: FROM_STAFF },
  bounds: {
    title: "I miei limiti",
    about:
      "Un limite da Lei fissato vale fino alla riscossione. Può essere ridotto sempre, ampliato solo alla prossima visita.",
    loss: "Non perderò più di",
    time: "Non giocherò più a lungo di",
    none: "Nessun limite",
    minutes: (minutes) => (minutes === 1 ? "1 minuto" : `${minutes} minuti`),
    set: "Imposta",
    lost: (cents) =>
      cents > 0
        ? `Perso in questa visita: ${money.amount(cents)}`
        : `Vinto in questa visita: ${money.amount(-cents)}`,
    lossStands: (cents) => `Limite di perdita ${money.amount(cents)}`,
    timeStands: (clock) => `Il gioco finisce alle ${clock}`,
    noVisit: "Una visita comincia con il primo denaro inserito.",
    remind: (minutes) => `Sta giocando da ${minutes} minuti.`,
    breakNow: "Una pausa? Il Suo credito è al sicuro: lo riscuota, o lo lasci mentre si sgranchisce.",
    goOn: "Continua a giocare",
  },
  tables: {
    title: "Tavoli",
    here: "Lei è qui",
    staked: (cents) => `${money.amount(cents)} in gioco`,
    turn: (title) => `Gioca a ${title}`,
  },
  numbers: {
    title: "Numeri",
    last: (count) => `Ultimi ${count} giri`,
    most: "Usciti di più",
    least: "Usciti di meno",
    hot: "Caldi",
    cold: "Freddi",
    times: (count) => `${count}×`,
    run: (title, count) => `${title} ${count} volte di fila`,
    share: (title, count, of) => `${title}: ${count} su ${of}`,
    fair: "Ciò che è uscito non dice nulla su ciò che uscirà.",
    none: "Non è ancora uscito nulla.",
  },
  rounds: {
    title: "I miei giri",
    replay: (round) => `Mostra di nuovo il giro ${round}`,
    staked: "Puntata",
    won: "Vinto",
    paid: "Pagato",
    onlyOutcome: "Questo schermo non ha visto che cosa era sul tappeto.",
  },
  moneyTab: "Denaro",
  lock: "Al momento questo terminale non può essere giocato",
  withheld: (cents) => `${money.amount(cents)} sono trattenuti fino alla verifica.`,
  elsewhere: (table, win, paid) =>
    win > 0
      ? `Tavolo ${table}: ha vinto ${money.amount(win)}, ${money.amount(paid)} accreditati.`
      : `Tavolo ${table}: il giro è finito, nessuna vincita.`,
  corrected: "Il risultato di un giro è stato corretto, e con esso il Suo credito",
};

/** The words below the signs of the menu. */
export const menuTexts: Texts["menu"] = {
  tables: "Tavoli",
  help: "Aiuto",
  rules: "Regole",
  promotions: "Promozioni",
  bounds: "Limiti",
  settings: "Opzioni",
  sound: "Suono",
  muted: "Muto",
  language: "Lingua",
};
