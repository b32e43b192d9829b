// Pairing a terminal with its floor.
import type { Texts } from "../en";

export const pairTexts: Texts["pair"] = {
  title: "Abbina questo terminale",
  why: "La sala riconosce un terminale da una chiave propria. La chiave nasce in questo browser e non ne esce mai.",
  how: "Chieda un codice all'ufficio del personale: vale per un terminale, una volta, per dieci minuti.",
  terminal: "Terminale",
  terminalHint: "Il suo nome nella sala, per esempio M1",
  code: "Codice",
  codeHint: "Otto caratteri",
  go: "Abbina",
  going: "Abbinamento…",
  done: (terminal) => `Ora questo è il terminale ${terminal}.`,
  open: "Apri il terminale",
  again: "Abbinalo di nuovo, come altro terminale",
  isPaired: (terminal) => `Questo browser è il terminale ${terminal}.`,
  notSafe:
    "Questa pagina non è arrivata con una connessione sicura, perciò qui il browser non crea chiavi." +
    " La apra con https, o sul computer della sala.",
  refused: (words) => `Non abbinato: ${words}.`,
  notKept:
    "Abbinato, ma questo browser non ha conservato la chiave. Gli consenta di conservare dati per questo sito," +
    " poi abbini di nuovo.",
  notPairedTitle: "Questo terminale non è ancora abbinato",
};
