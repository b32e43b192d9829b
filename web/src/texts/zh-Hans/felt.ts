// The betting layout: spots, what is asked about them, the racetrack and the special bets.
import type { Texts } from "../en";
import { money } from "./money";

export const feltTexts: Texts["felt"] = {
  wins: "中奖",
  segments: (count) => `${count} 格`,
  covers: (count) => `${count} 个号码`,
  outcomes: (count) => `${count} 种结果`,
  moving: (cents) => `移动 ${money.amount(cents)}`,
  takingBack: (cents) => `收回 ${money.amount(cents)}`,
  keys: "方向键在各注位间移动，回车键下注，Delete 键收回，i 键查看说明",
  info: {
    title: (title) => `关于${title}`,
    pays: "赔率",
    covers: "中奖号码",
    limits: "限额",
    total: "全部注码合计",
    step: "递增额",
    stake: "您目前的注",
    wins: (cents) => `下注 ${money.amount(cents)} 可赢`,
    won: (wins) => wins.map((cents) => money.amount(cents)).join(" / "),
    andStake: "并退回注码",
    rule: "规则",
    ruleOf: (clause) => `第 ${clause} 条`,
    max: "最大注",
    place: (cents) => `下注 ${money.face(cents)}`,
    takeBack: "收回",
    close: "关闭",
    noLimit: "没有单独限额",
  },
  track: {
    title: "跑道",
    neighbours: (number, cost) => `${number} 的邻注，共 ${money.amount(cost)}`,
    sector: (title, cost) => `${title}，共 ${money.amount(cost)}`,
    costs: (units, cents) => `${units} × ${money.face(cents)} = ${money.amount(units * cents)}`,
    run: "轮盘上号码的顺序",
  },
  specials: {
    title: "特殊注",
    none: "本台没有特殊注。",
    pieces: (units) => `${units} 枚筹码`,
    costs: (cents) => money.amount(cents),
    place: (title, cost) => `下注${title}，共 ${money.amount(cost)}`,
    choose: "请选择号码",
  },
};
