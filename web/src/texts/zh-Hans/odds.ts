// Odds as they are said in Chinese.
import { oddsWords } from "../spots";

export const odds = oddsWords((pays, stake) => `${stake} 赔 ${pays}`);
