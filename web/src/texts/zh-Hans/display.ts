// Public displays: read by everybody who walks by, from five metres.
import type { Texts } from "../en";
import { clockWords } from "../moments";
import { money } from "./money";
import { odds } from "./odds";

const GAMES: Readonly<Record<string, string>> = {
  roulette: "轮盘",
  "sic-bo": "骰宝",
  "money-wheel": "幸运轮",
};

const LAST: Readonly<Record<string, { readonly one: string; readonly many: (count: number) => string }>> = {
  roulette: { one: "上一号码", many: (count) => `最近 ${count} 个号码` },
  "sic-bo": { one: "上一局骰子", many: (count) => `最近 ${count} 局` },
  "money-wheel": { one: "上一符号", many: (count) => `最近 ${count} 个符号` },
};
const LAST_OF_ANY = { one: "上一结果", many: (count: number) => `最近 ${count} 个结果` };

/** Why nothing can be shown, and who puts it right. */
const ENDS: Readonly<Record<string, string>> = {
  not_for_you: "此显示屏的密钥与其位置不符。请重新从系统取得链接。",
  not_logged_in: "此显示屏没有密钥。请从系统取得链接。",
  logged_out: "打开此显示屏的人已退出登录。带密钥的链接无须登录。",
  no_such_table: "本场没有这个名称的赌台。",
  protocol: "此页面比系统旧。它会自动重新载入。",
};

const clock = clockWords("zh-Hans");

export const displayTexts: Texts["display"] = {
  start: {
    screens: (table) => `赌台 ${table} 上方的显示屏`,
    numbers: "开出号码",
    sign: "赌台告示",
    floorWide: [
      ["/display/#show=lobby", "大厅显示屏", "在墙上的屏幕显示本场所有赌台。"],
      ["/display/#show=jackpots", "累积奖金显示屏", "大字显示赌台以外可赢的奖金。"],
    ],
  },
  noPlace: "此显示屏须知道自己在哪里",
  noPlaceWords: "其链接注明赌台，或显示本场的什么内容：#table=A、#table=A&show=sign、#show=lobby。",
  connecting: "正在连接系统…",
  lost: "没有连接",
  lostWords: "连接会自动恢复。",
  asOf: (atMs, zone) => `所示为 ${clock(atMs, zone)} 的情况。`,
  ended: "没有可显示的内容",
  endedWords: (reason, words) => ENDS[reason] ?? `系统答复：${words}。`,
  table: (table) => `赌台 ${table}`,
  round: (round) => `第 ${round} 局`,
  game: (game) => GAMES[game] ?? game,
  isOpen: "开放",
  isClosed: "关闭",
  closedMessage: "赌台关闭",
  isHeld: "服务员正在核查；所有注码保留",
  isVoid: (cause) => (cause === "fraud" ? "未被没收的注码均退回" : "所有注码均退回"),
  wasVoid: (round) => `第 ${round} 局已作废`,
  last: (game) => (LAST[game] ?? LAST_OF_ANY).one,
  lastMany: (game, count) => (LAST[game] ?? LAST_OF_ANY).many(count),
  none: "尚未开出结果",
  pays: (paid) => (paid === "" ? "" : `赔率 ${odds(paid)}`),
  statistics: (count) => `最近 ${count} 局中`,
  hot: "最常开出",
  cold: "最少开出",
  times: (count) => `${count}×`,
  ago: (count) => (count === null ? "未见" : count === 0 ? "刚刚" : `${count} 局前`),
  run: (title, count) => `${title}连开 ${count} 次`,
  prizes: (round) => `第 ${round} 局赢家`,
  noPrizes: (round) => `第 ${round} 局：无人中奖`,
  terminal: (terminal) => `终端 ${terminal}`,
  won: (cents) => money.amount(cents),
  more: (count) => `另有 ${count} 位`,
  limitsTitle: "限额",
  atTerminals: "终端",
  onCloth: "台面",
  any: "每注",
  other: "其他每注",
  sum: "全部注码合计",
  min: "最低",
  max: "最高",
  amount: (cents) => (cents === null ? "–" : money.face(cents)),
  step: (cents) => `递增额 ${money.face(cents)}`,
  multiples: "下限的倍数",
  noLimits: "限额请询问荷官",
  odds: "赔率",
  closesAt: (atMs, zone) => `本台于 ${clock(atMs, zone)} 关闭`,
  closesIn: (ms) => {
    const minutes = Math.max(0, Math.ceil(ms / 60_000));
    return minutes === 0 ? "即将" : `${minutes} 分钟后`;
  },
  notice: (kind) => {
    if (kind === "limits") return "本台限额将更改";
    if (kind === "open") return "本台继续开放";
    return kind === "close" ? "本台将关闭" : kind;
  },
  jackpots: "累积奖金",
  noJackpots: "目前没有累积奖金",
  noJackpotsWords: "有累积奖金时在此显示。",
  lobby: "赌台",
  noTables: "本场尚无赌台。",
  free: (free, terminals) => `${terminals} 台终端中 ${free} 台空闲`,
  allTaken: "终端已满",
  cloth: "请向荷官索取座位",
  limits: (min, max) => {
    if (min !== null && max !== null) return `${money.face(min)} – ${money.face(max)}`;
    if (min !== null) return `${money.face(min)} 起`;
    return max === null ? "" : `最多 ${money.face(max)}`;
  },
  shuts: (atMs, zone) => `${clock(atMs, zone)} 关闭`,
};
