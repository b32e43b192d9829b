// Odds as they are said in Vietnamese.
import { oddsWords } from "../spots";

export const odds = oddsWords((pays, stake) => `${stake} ăn ${pays}`);
