// The picture of the wheel, the dice and the money wheel, said in words.
import type { Kind } from "../../state/motion";
import type { Texts } from "../en";

type Told = Readonly<Record<Exclude<Kind, "settled" | "settling">, string>> & {
  readonly settled: (outcome: string) => string;
};

const BALL: Told = {
  idle: "轮盘是空的",
  running: "球正在转动",
  dropping: "球正在落下",
  resting: "球即将停稳",
  waiting: "正在等待轮盘",
  settled: (outcome) => `球落在 ${outcome}`,
};
const DICE: Told = {
  idle: "骰盅是空的",
  running: "正在摇骰",
  dropping: "骰子正在停下",
  resting: "骰子即将停稳",
  waiting: "正在等待骰子",
  settled: (outcome) => `骰子为 ${outcome.split("-").join("、")}`,
};
const DISC: Told = {
  idle: "转轮静止",
  running: "转轮正在转动",
  dropping: "转轮正在减速",
  resting: "转轮即将停稳",
  waiting: "正在等待转轮",
  settled: (outcome) => `转轮停在 ${outcome}`,
};
const ANY: Told = {
  idle: "尚未开出结果",
  running: "结果即将揭晓",
  dropping: "结果即将揭晓",
  resting: "结果即将揭晓",
  waiting: "正在等待结果",
  settled: (outcome) => `上一结果：${outcome}`,
};
const BY_GAME: Readonly<Partial<Record<string, Told>>> = {
  roulette: BALL,
  "sic-bo": DICE,
  "money-wheel": DISC,
};

export const wheelTexts: Texts["wheel"] = {
  told: (game, kind, outcome) => {
    const words = BY_GAME[game] ?? ANY;
    if (kind !== "settled" && kind !== "settling") return words[kind];
    return outcome === null ? words.idle : words.settled(outcome);
  },
};
