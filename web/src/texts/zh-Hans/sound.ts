// Words that are spoken, and those about sound. Spoken words are short: a round does not wait for them.
import type { Texts } from "../en";
import { money } from "./money";

export const soundTexts: Texts["sound"] = {
  open: "请下注",
  finishing: "请尽快完成下注",
  closed: "停止下注",
  held: "本局暂停",
  isVoid: "本局作废，注码退回",
  number: (number, colour) => (colour === "" ? number : `${number}，${colour}`),
  dice: (faces, total) => `${faces.join("、")}，总点数 ${total}`,
  symbol: (symbol) => symbol,
  won: (cents) => `您赢得 ${money.face(cents)}`,
  jackpot: (cents) => `累积奖金！您赢得 ${money.face(cents)}`,
};
