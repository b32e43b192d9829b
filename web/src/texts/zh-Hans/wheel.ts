// The picture of the wheel, the dice and the money wheel, said in words.
import { pictured, type Seen } from "../pictured";

const BALL: Seen = {
  idle: "轮盘是空的",
  running: "球正在转动",
  dropping: "球正在落下",
  resting: "球即将停稳",
  waiting: "正在等待轮盘",
  settled: (outcome) => `球落在 ${outcome}`,
};
const DICE: Seen = {
  idle: "骰盅是空的",
  running: "正在摇骰",
  dropping: "骰子正在停下",
  resting: "骰子即将停稳",
  waiting: "正在等待骰子",
  settled: (outcome) => `骰子为 ${outcome.split("-").join("、")}`,
};
const DISC: Seen = {
  idle: "转轮静止",
  running: "转轮正在转动",
  dropping: "转轮正在减速",
  resting: "转轮即将停稳",
  waiting: "正在等待转轮",
  settled: (outcome) => `转轮停在 ${outcome}`,
};
const ANY: Seen = {
  idle: "尚未开出结果",
  running: "结果即将揭晓",
  dropping: "结果即将揭晓",
  resting: "结果即将揭晓",
  waiting: "正在等待结果",
  settled: (outcome) => `上一结果：${outcome}`,
};

export const wheelTexts = pictured({ ball: BALL, dice: DICE, disc: DISC, any: ANY });
