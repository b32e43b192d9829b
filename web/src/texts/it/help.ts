// Help at a terminal: how to play, and an instruction for every control.
import type { Texts } from "../en";
import { odds } from "./odds";

const DECIDES: Readonly<Partial<Record<string, string>>> = {
  roulette: "La pallina gira e cade in un numero. Nessuno può più cambiare una puntata.",
  "sic-bo": "I tre dadi vengono scossi e si fermano. Nessuno può più cambiare una puntata.",
  "money-wheel": "La ruota gira e si ferma su un simbolo. Nessuno può più cambiare una puntata.",
};

const steps: Texts["help"]["steps"] = (game) => [
  { title: "Inserisca denaro", says: "Inserisca una banconota o un ticket. Va subito sul Suo credito." },
  { title: "Scelga una fiche", says: "Tocchi la fiche con cui vuole giocare. Quella scelta è più grande." },
  {
    title: "Tocchi il tappeto",
    says: "Ogni tocco posa una fiche. È puntata quando diventa piena; fino ad allora è in viaggio.",
  },
  {
    title: "Guardi il tempo",
    says: "L'anello conta alla rovescia. «Ultime puntate» è l'ultima chiamata, «Niente più puntate» la fine.",
  },
  {
    title: "Attenda il risultato",
    says: DECIDES[game] ?? "Esce il risultato. Nessuno può più cambiare una puntata.",
  },
  {
    title: "Vinca e riscuota",
    says: "Le vincite vanno da sole sul credito. Tocchi Riscuoti per ritirare il credito come ticket.",
  },
];

const CONTROLS: Texts["help"]["controls"] = {
  chip: { title: "Fiche", says: "Sceglie quanto punta un tocco sul tappeto." },
  place: {
    title: "Tappeto",
    says: "Un tocco posa la fiche scelta. Su una linea o un angolo vale per tutti i numeri che vi si incontrano.",
  },
  move: { title: "Sposta una fiche", says: "Trascini le fiche da un posto all'altro finché si può puntare." },
  "take-back": { title: "Ritira", says: "Trascini una fiche fuori dal tappeto: torna sul Suo credito." },
  undo: { title: "Annulla", says: "Ritira l'ultimo passo, uno alla volta." },
  clear: { title: "Togli tutto", says: "Toglie tutte le Sue fiche dal tappeto e le rimette sul credito." },
  double: { title: "Raddoppia", says: "Punta ancora una volta ciò che ora è sul tappeto." },
  repeat: { title: "Ripeti", says: "Punta ciò che aveva sul tappeto nel Suo ultimo giro." },
  max: { title: "Massimo", says: "Punta il massimo consentito dai limiti sul posto toccato dopo." },
  favourites: { title: "Preferite", says: "Conserva le puntate fatte: un tocco le ripete." },
  autoplay: {
    title: "Auto",
    says: "Ripete le Sue puntate per i giri scelti e si ferma al Suo limite di perdita. Può fermarlo in ogni momento.",
  },
  racetrack: {
    title: "Pista",
    says: "I numeri nell'ordine del cilindro: punta un numero con i suoi vicini.",
  },
  specials: { title: "Puntate speciali", says: "Puntate di più fiche con un tocco, ognuna al suo posto." },
  info: {
    title: "Tenga premuto",
    says: "Tenga premuto un posto per vedere quanto paga, i suoi limiti e che cosa vi ha puntato.",
  },
  note: {
    title: "Banconote",
    says: "Aggiunge una banconota al credito. Le banconote accettate sono indicate accanto.",
  },
  ticket: { title: "Ticket", says: "Aggiunge al credito un ticket di questa sala." },
  collect: {
    title: "Riscuoti",
    says: "Stampa tutto il credito come ticket, che la cassa o una macchina paga.",
  },
  call: { title: "Chiama un addetto", says: "Qualcuno viene da Lei, per aiutare o per pagare a mano." },
  fault: {
    title: "Segnala un guasto",
    says: "Se qualcosa non funziona come deve, tocchi qui. Viene registrato e qualcuno arriva.",
  },
  bounds: {
    title: "I Suoi limiti",
    says: "Fissano quanto può perdere e quanto a lungo può giocare in questa visita. Si possono ridurre, non ampliare.",
  },
  tables: {
    title: "Tavoli",
    says: "Passa a un altro tavolo di questo terminale. Le Sue puntate restano dove sono.",
  },
  jackpots: {
    title: "Jackpot",
    says: "“Jackpot” accanto al tappeto mostra per che cosa si gioca inoltre; lo tocchi per leggere come si vince.",
  },
  statistics: {
    title: "Statistiche",
    says: "Ciò che è uscito prima a questo tavolo. Non dice che cosa uscirà.",
  },
  rounds: { title: "Ultimi giri", says: "I Suoi ultimi giri, con ciò che ha puntato e ciò che ha reso." },
  rules: {
    title: "Regole",
    says: "Le regole in vigore a questo tavolo, ogni articolo, per chiunque le chieda.",
  },
  promotions: {
    title: "Promozioni",
    says: "Il regolamento delle promozioni di questo tavolo, per intero, se ce n'è una.",
  },
  help: { title: "Aiuto", says: "Apre queste pagine. Intanto il giro continua." },
  settings: { title: "Opzioni", says: "Lingua, suono, schermo, mano destra o sinistra, movimento." },
  language: { title: "Lingua", says: "Mostra tutto in un'altra lingua." },
  sound: { title: "Suono", says: "Accende e spegne suoni e annunci a voce." },
};

const time: Texts["help"]["time"] = (seconds) => {
  const lasts =
    seconds > 0
      ? `A questo tavolo il tempo per puntare è previsto di ${seconds} secondi. L'anello mostra quanto ne resta.`
      : "A questo tavolo è una persona a chiudere le puntate. Guardi il messaggio in alto.";
  return [
    {
      title: "Quando può puntare",
      says: `Finché si legge «Fate il vostro gioco» o «Ultime puntate». ${lasts}`,
    },
    {
      title: "Quando finisce",
      says: "Con «Niente più puntate» le fiche restano dove sono. Ciò che non era diventato pieno ritorna.",
    },
    {
      title: "Quanto si vince",
      says: "«35 a 1» vuol dire: per ogni 1,00 puntato vince 35,00 e riceve indietro il Suo 1,00. Le vincite vanno subito sul credito.",
    },
    {
      title: "Quando un giro è annullato",
      says: "Tutte le fiche del giro tornano sul credito; lo schermo dice perché e secondo quale articolo.",
    },
    {
      title: "Ritirare il denaro",
      says: "Tocchi Riscuoti. Il credito viene stampato come ticket; lo porti alla cassa o a una macchina, o lo inserisca in un altro terminale.",
    },
    {
      title: "Se la stampante non funziona",
      says: "Nulla è perso: l'importo resta sul credito. Chiami un addetto, che può pagare a mano.",
    },
    {
      title: "Se il collegamento si interrompe",
      says: "Credito e puntate sono al sicuro nel sistema. Le puntate accettate contano; lo schermo torna da solo.",
    },
  ];
};

export const helpTexts: Texts["help"] = {
  title: "Aiuto",
  open: "Aiuto",
  sections: {
    play: "Come si gioca",
    controls: "Tasti",
    wagers: "Puntate e quote",
    time: "Tempo e denaro",
  },
  steps,
  groups: { betting: "Puntare", money: "Denaro e persone", looking: "Guardare", screen: "Schermo" },
  controls: CONTROLS,
  wagersHint:
    "Le fiche mostrano dove si posa ogni puntata; ciò che copre è illuminato. Le quote sono quelle con cui si paga.",
  wagersHintPlain: "Accanto a ogni puntata sta ciò che la fa vincere. Le quote sono quelle con cui si paga.",
  pays: (paid) => `Paga ${odds(paid)}`,
  special: (pieces) => `${pieces} fiche, ognuna paga secondo il suo posto`,
  example: (spot) => `Esempio: ${spot}`,
  exampleOf: (spot, covers, isMore) => `Esempio: ${spot}. Vince con ${covers}${isMore ? " …" : ""}`,
  limit: (range) => `Limiti ${range}`,
  sum: (range) => `Tutte le puntate di un giro insieme: ${range}`,
  time,
};
