// Words that are spoken, and those about sound. Spoken words are short: a round does not wait for them.
import type { Texts } from "../en";
import { money } from "./money";

export const soundTexts: Texts["sound"] = {
  open: "Fate il vostro gioco",
  finishing: "Ultime puntate",
  closed: "Niente più puntate",
  held: "Il giro è sospeso",
  isVoid: "Il giro è annullato. Le puntate sono restituite",
  number: (number, colour) => (colour === "" ? number : `${number}, ${colour.toLowerCase()}`),
  dice: (faces, total) => `${faces.join(", ")}. Totale ${total}`,
  symbol: (symbol) => symbol,
  won: (cents) => `Ha vinto ${money.face(cents)}`,
  jackpot: (cents) => `Jackpot! Ha vinto ${money.face(cents)}`,
};
