// A terminal's own record, and the ticket as paper. What stands on the paper is in the language the floor prints in.
import { en, type Texts } from "../en";

export const recordTexts: Texts["record"] = {
  standing: {
    opening: "Il registro di questo terminale non è ancora iniziato.",
    kept: "Questo terminale tiene un proprio registro.",
    unchained:
      "Questo terminale tiene un proprio registro, senza hash: la pagina non è arrivata per una linea sicura.",
    none: "Questo terminale non tiene un proprio registro. Per il gioco non cambia nulla.",
  },
  paper: {
    ...en.record.paper,
    barcode: (number) => `Codice a barre del ticket ${number}`,
    simulated: "SIMULATO",
    notReal: "Simulato: nessun denaro vero",
    enlarge: "Mostra il ticket",
    print: "Stampa",
    close: "Chiudi",
  },
};
