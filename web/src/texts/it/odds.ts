// Odds as they are said in Italian.
import { oddsWords } from "../spots";

export const odds = oddsWords((pays, stake) => `${pays} a ${stake}`);
