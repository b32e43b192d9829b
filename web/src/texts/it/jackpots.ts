// Jackpots for those who play and those who walk by, in Italian.
import type { Condition } from "../../state/jackpots";
import type { Texts } from "../en";
import { shortMomentWords } from "../moments";
import { money } from "./money";

const WHY_NOT: Readonly<Record<string, string>> = {
  fault: "È guasto. Nessuno vi partecipa finché non funziona di nuovo.",
  "table-link": "Il collegamento con questo tavolo è interrotto.",
  "terminal-link": "Il collegamento con questo terminale è interrotto.",
  "not-begun": "Il prossimo montepremi inizia fra un momento.",
  "next-round": "Vi partecipa dal prossimo giro.",
};

/** The same on a wall, in few words. */
const WHY_NOT_SHORT: Readonly<Record<string, string>> = {
  fault: "guasto in riparazione",
  "table-link": "collegamento interrotto",
  "terminal-link": "collegamento interrotto",
  "not-begun": "inizia fra un momento",
  "next-round": "dal prossimo giro",
};

const short = (why: string): string => WHY_NOT_SHORT[why] ?? WHY_NOT_SHORT["fault"] ?? "";

const PAID_BY: Readonly<Record<string, string>> = {
  meter: "È stato aggiunto al Suo credito.",
  ticket: "È stato stampato come ticket. Lo porti alla cassa.",
  voucher: "È stato stampato come buono. Lo porti alla cassa.",
};

const or = (words: readonly string[]) => words.join(" o ");

function progressive({ run, outcomes, wagers, least, laid }: Condition): string {
  const falls = outcomes.length > 0 ? or(outcomes) : "lo stesso risultato";
  const often = run > 1 ? `${falls} in ${run} giri di fila` : falls;
  const from = least > 0 ? ` di almeno ${money.amount(least)}` : "";
  const when = run === 1 ? "" : laid === "every" ? " in ciascuno di essi" : " nell'ultimo di essi";
  return `Lo vince con ${often}, se vince con una puntata su ${or(wagers)}${from}${when}.`;
}

const mystery = ({ low, high }: Condition) =>
  `Si vince a un valore segreto tra ${money.amount(low)} e ${money.amount(high)}, estratto prima dell'inizio del montepremi. Vince il terminale la cui puntata, a giro concluso, porta il montepremi a quel valore. Nessun risultato del gioco è più o meno favorevole.`;

export const jackpotTexts: Texts["jackpots"] = {
  title: "Jackpot",
  kind: (kind) => (kind === "mystery" ? "Jackpot a sorpresa" : "Jackpot progressivo"),
  condition: (condition) => (condition.kind === "mystery" ? mystery(condition) : progressive(condition)),
  whyNot: (why) => WHY_NOT[why] ?? WHY_NOT["fault"] ?? "",
  notNow: (why) => `NON IN GIOCO: ${short(why)}`,
  mustHit: (cents) => `Vinto al più tardi a ${money.amount(cents)}`,
  upTo: (cents) => `Fino a ${money.amount(cents)}`,
  tablesOff: (tables) => `Tavolo ${tables} scollegato: lì non si gioca per il premio`,
  wonTitle: "JACKPOT VINTO",
  terminal: (terminal) => `TERMINALE ${terminal}`,
  more: (count) => `e altri ${count}`,
  lastWins: "Ultime vincite",
  noWins: "Non ancora vinto",
  at: shortMomentWords("it", "short"),
  open: "Jackpot: come si vincono",
  doesNot: "Ora Lei non vi partecipa",
  doesNotSince: (why) => `Ora Lei non vi partecipa: ${short(why)}`,
  ceiling: (cents) => `Al massimo ${money.amount(cents)}; il resto va nel montepremi successivo`,
  share:
    "Ogni puntata conclusa lo fa crescere. Le puntate restituite non aggiungono nulla, e non Le costa nulla in più.",
  check:
    "Il valore segreto è fissato prima dell'inizio del montepremi e reso noto dopo la vincita: chiunque può verificarlo.",
  youWon: "HA VINTO UN JACKPOT",
  youWonMany: (count) => `HA VINTO ${count} JACKPOT`,
  youWonShort: (cents) => `Ha vinto ${money.amount(cents)}; Le saranno pagati`,
  attendant: "Un addetto sta arrivando da Lei.",
  locked:
    "Questo terminale attende finché l'addetto non è stato qui. Il Suo credito e le Sue puntate restano come sono.",
  waits: "Questo terminale attende che l'addetto sia stato qui.",
  toBePaid: "Il Suo premio è al sicuro e Le sarà pagato.",
  byHand: "È pagato da una persona, contro un buono.",
  questioned: "Il giro che lo ha vinto è in verifica. Le sarà comunicato l'esito.",
  held: "È trattenuto fino alla verifica. Le sarà comunicato l'esito.",
  paidTitle: "IL SUO JACKPOT È PAGATO",
  paidBy: (paidBy) => PAID_BY[paidBy] ?? "Le è stato pagato.",
  withdrawn:
    "È tornato nel montepremi, perché il giro che lo aveva vinto è stato corretto. Chieda a un addetto il perché.",
  refused: "È stato verificato e non viene pagato. Chieda a un addetto il perché.",
  withdrawnTitle: "NESSUN JACKPOT",
  goOn: "Continua",
};
