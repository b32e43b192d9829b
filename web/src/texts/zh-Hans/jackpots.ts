// Jackpots for those who play and those who walk by, in Chinese.
import type { Condition } from "../../state/jackpots";
import type { Texts } from "../en";
import { shortMomentWords } from "../moments";
import { money } from "./money";

const WHY_NOT: Readonly<Record<string, string>> = {
  fault: "此奖金发生故障。恢复之前无人参与。",
  "table-link": "与本台的连接中断。",
  "terminal-link": "与本终端的连接中断。",
  "not-begun": "下一个奖池即将开始。",
  "next-round": "从下一局开始参与。",
};

/** The same on a wall, in few words. */
const WHY_NOT_SHORT: Readonly<Record<string, string>> = {
  fault: "故障处理中",
  "table-link": "连接中断",
  "terminal-link": "连接中断",
  "not-begun": "即将开始",
  "next-round": "下一局开始",
};

const short = (why: string): string => WHY_NOT_SHORT[why] ?? WHY_NOT_SHORT["fault"] ?? "";

const PAID_BY: Readonly<Record<string, string>> = {
  meter: "已加到您的余额。",
  ticket: "已打印为票券。请到收银处兑取。",
  voucher: "已打印为付款凭证。请到收银处兑取。",
};

const or = (words: readonly string[]) => words.join("或");

function progressive({ run, outcomes, wagers, least, laid }: Condition): string {
  const falls = outcomes.length > 0 ? or(outcomes) : "同一结果";
  const often = run > 1 ? `连续 ${run} 局开出${falls}` : `开出${falls}`;
  const from = least > 0 ? `（至少 ${money.amount(least)}）` : "";
  const when = run === 1 ? "" : laid === "every" ? "每局均" : "最后一局";
  return `${often}，且您${when}以${or(wagers)}注${from}获胜，即可赢得。`;
}

const mystery = ({ low, high }: Condition) =>
  `奖金在 ${money.amount(low)} 至 ${money.amount(high)} 之间的一个秘密数值开出，该数值在奖池开始之前抽定。哪台终端的注码在结算后使奖池达到该数值，即赢得奖金。游戏的任何结果都不影响机会。`;

export const jackpotTexts: Texts["jackpots"] = {
  title: "累积奖金",
  kind: (kind) => (kind === "mystery" ? "神秘奖金" : "累进奖金"),
  condition: (condition) => (condition.kind === "mystery" ? mystery(condition) : progressive(condition)),
  whyNot: (why) => WHY_NOT[why] ?? WHY_NOT["fault"] ?? "",
  notNow: (why) => `暂停：${short(why)}`,
  mustHit: (cents) => `最迟在 ${money.amount(cents)} 开出`,
  upTo: (cents) => `最高 ${money.amount(cents)}`,
  tablesOff: (tables) => `${tables} 台连接中断：暂不参与`,
  wonTitle: "奖金开出",
  terminal: (terminal) => `终端 ${terminal}`,
  more: (count) => `另有 ${count} 个`,
  lastWins: "最近开出",
  noWins: "尚未开出",
  at: shortMomentWords("zh-Hans", "numeric"),
  open: "累积奖金：如何赢得",
  doesNot: "您目前不参与此奖金",
  doesNotSince: (why) => `您目前不参与此奖金：${short(why)}`,
  ceiling: (cents) => `最高 ${money.amount(cents)}；超出部分转入下一个奖池`,
  share: "每一笔已结算的注码都会增加奖金。退回的注码不计入，您无需另付任何费用。",
  check: "秘密数值在奖池开始之前确定，开出之后公布，任何人都可以核对。",
  youWon: "您赢得累积奖金",
  youWonMany: (count) => `您赢得 ${count} 个累积奖金`,
  youWonShort: (cents) => `您已赢得 ${money.amount(cents)}，将支付给您`,
  attendant: "服务员正在前来。",
  locked: "服务员到来之前，此终端暂停使用。您的余额和注码保持不变。",
  waits: "服务员到来之前，此终端暂停使用。",
  toBePaid: "您的奖金已妥善保留，将支付给您。",
  byHand: "由服务员凭付款凭证支付。",
  questioned: "开出奖金的一局正在调查。结果会通知您。",
  held: "奖金在查明前暂扣。结果会通知您。",
  paidTitle: "奖金已支付",
  paidBy: (paidBy) => PAID_BY[paidBy] ?? "已支付给您。",
  withdrawn: "开出奖金的一局已更正，奖金退回奖池。详情请问服务员。",
  refused: "经调查，此奖金不予支付。详情请问服务员。",
  withdrawnTitle: "没有奖金",
  goOn: "继续",
};
