// The first page.
import { en, type Texts } from "../en";

const GAMES: Readonly<Record<string, string>> = {
  roulette: "Roulette",
  "sic-bo": "Sic Bo",
  "money-wheel": "Ruota della fortuna",
};

const KINDS: Readonly<Record<string, string>> = {
  electronic: "automatico",
  automatic: "automatico",
  roulette: "automatico",
  "sic-bo": "automatico",
  live: "con croupier",
  "stand-alone": "a un tavolo dal vivo",
};

export const startTexts: Texts["start"] = {
  name: en.start.name,
  title: (site) => site,
  demonstration:
    "Questa è una sala dimostrativa. È aperta solo a questo computer e nulla qui è denaro vero:" +
    " banconote, ticket, cilindri, dadi e croupier sono simulati. Le regole sono quelle del regolamento di ogni tavolo.",
  howTitle: "Come si procede",
  steps: [
    ["Si accomodi", "Scelga un terminale libero a uno dei tavoli qui sotto. Si apre in questa finestra."],
    ["Inserisca una banconota", "Tocchi una banconota nella fessura simulata. Va sul Suo credito."],
    ["Punti", "Scelga una fiche, poi tocchi il tappeto, finché si legge FATE IL VOSTRO GIOCO."],
    ["Riscuota", "Il Suo credito esce come ticket. Ogni altro terminale ne accetta il numero."],
  ],
  chips: "Posti per fiche: si comprano dal croupier. Qui niente banconote né ticket.",
  tables: "Tavoli",
  terminal: (terminal) => `Si accomodi al terminale ${terminal}`,
  seat: (seat) => `Prenda il posto ${seat}`,
  table: (table) => `Tavolo ${table}`,
  rulebook: (id) => `Regolamento ${id}`,
  game: (game) => GAMES[game] ?? game,
  kind: (kind) => KINDS[kind] ?? kind,
  isOpen: "Aperto",
  isClosed: "Chiuso",
  loading: "Si chiedono i tavoli alla sala…",
  failed: "La sala non risponde. La domanda si ripete da sola.",
  noTables: "Questa sala non ha ancora tavoli.",
  more: "Per tutti gli altri",
  links: [
    [
      "/promotions",
      "Promozioni",
      "Che cosa si offre accanto ai giochi, con il regolamento di ciascuna, per chiunque.",
    ],
    ["/console/", "Console", "Accesso per croupier, supervisori e altro personale."],
    [
      "/pair/",
      "Abbina un terminale",
      "Dà a un terminale di una vera sala la sua chiave, con un codice monouso.",
    ],
    [
      "/api/schema/openapi.json",
      "API HTTP",
      "Tutto ciò che personale e altri sistemi possono chiedere, come documento OpenAPI.",
    ],
    ["/docs", "Documenti", "Guide e riferimenti, come stanno nel repository."],
  ],
  real: "Questa pagina è per chi lavora qui. I giocatori usano i terminali.",
  consoles: "Accedi",
  pairing: "Abbina un terminale",
};
