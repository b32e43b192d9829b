// Words that are spoken. They are short: a round does not wait for them.
import { money } from "./money";

export const soundTexts = {
  open: "Place your bets",
  finishing: "Finish betting",
  closed: "No more bets",
  held: "The round is on hold",
  isVoid: "The round is void. Wagers are returned",
  number: (number: string, colour: string) => (colour === "" ? number : `${number}, ${colour.toLowerCase()}`),
  dice: (faces: readonly number[], total: number) => `${faces.join(", ")}. Total ${total}`,
  symbol: (symbol: string) => symbol,
  won: (cents: number) => `You won ${money.face(cents)}`,
  jackpot: (cents: number) => `Jackpot! You won ${money.face(cents)}`,
};
