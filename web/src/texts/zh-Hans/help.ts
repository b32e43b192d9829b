// Help at a terminal: how to play, and an instruction for every control.
import type { Texts } from "../en";
import { odds } from "./odds";

const DECIDES: Readonly<Partial<Record<string, string>>> = {
  roulette: "球转动后落入一个号码。此时任何人都不能再更改下注。",
  "sic-bo": "三枚骰子摇动后停下。此时任何人都不能再更改下注。",
  "money-wheel": "转轮转动后停在一个符号。此时任何人都不能再更改下注。",
};

const steps: Texts["help"]["steps"] = (game) => [
  { title: "放入钱款", says: "放入纸币或票券。金额立即加入您的余额。" },
  { title: "选择筹码", says: "点按您要用的筹码。选中的筹码较大。" },
  { title: "点按台面", says: "每点按一次放下一枚筹码。筹码变实即为下注成功；在此之前仍在途中。" },
  { title: "注意时间", says: "圆环倒计时。“请尽快完成下注”是最后提示，“停止下注”即结束。" },
  { title: "等待结果", says: DECIDES[game] ?? "结果开出。此时任何人都不能再更改下注。" },
  { title: "赢钱并兑出", says: "赢得的金额自动加入余额。点按“兑出”以票券取走余额。" },
];

const CONTROLS: Texts["help"]["controls"] = {
  chip: { title: "筹码", says: "选择每次点按台面下注多少。" },
  place: { title: "台面", says: "点按即放下所选筹码。放在线上或角上时，覆盖相邻的所有号码。" },
  move: { title: "移动筹码", says: "可以下注时，把筹码从一处拖到另一处。" },
  "take-back": { title: "收回", says: "把筹码拖离台面，即回到您的余额。" },
  undo: { title: "撤销", says: "撤销您的上一步，一次一步。" },
  clear: { title: "清除", says: "把您的全部筹码从台面收回余额。" },
  double: { title: "加倍", says: "把台面上现有的注再下一次。" },
  repeat: { title: "重复", says: "下您上一局台面上的注。" },
  max: { title: "最大注", says: "在您接着点按的位置按限额允许的最高额下注。" },
  favourites: { title: "常用注", says: "保存您下过的注，一按即可再次下注。" },
  autoplay: {
    title: "自动下注",
    says: "按您选的局数重复下注，到您的输额上限时停止。您可以随时停止。",
  },
  racetrack: { title: "跑道", says: "按轮盘顺序排列的号码：下注一个号码及其邻号。" },
  specials: { title: "特殊注", says: "一按即下多枚筹码的注，各在其位。" },
  info: { title: "长按", says: "长按某处可查看赔率、限额和您在此处的注。" },
  note: { title: "纸币", says: "把纸币加入您的余额。旁边显示接受的面额。" },
  ticket: { title: "票券", says: "把本场的票券加入您的余额。" },
  collect: { title: "兑出", says: "把全部余额打印成票券，由账房或机器兑付。" },
  call: { title: "呼叫服务员", says: "有人到您这里来帮忙或人工支付。" },
  fault: { title: "报告故障", says: "如有不正常，请点按。系统会记录并有人前来。" },
  bounds: { title: "您的限额", says: "设定本次最多输多少、玩多久。只能收紧，不能放宽。" },
  tables: { title: "赌台", says: "转到本终端可玩的另一赌台。您的注留在原处。" },
  jackpots: {
    title: "累积奖金",
    says: "台面旁显示还可赢得的累积奖金；点按可阅读如何赢得。",
  },
  statistics: { title: "统计", says: "本台以往开出的结果。它不预示下一局。" },
  rounds: { title: "最近各局", says: "您最近各局的下注与所得。" },
  rules: { title: "规则", says: "本台现行规则的每一条款，任何人都可查阅。" },
  promotions: { title: "促销", says: "本台如有促销活动，可在此阅读全部条款。" },
  help: { title: "帮助", says: "打开这些页面。本局照常进行。" },
  settings: { title: "设置", says: "语言、声音、屏幕、左右手、动画。" },
  language: { title: "语言", says: "以另一种语言显示全部内容。" },
  sound: { title: "声音", says: "打开或关闭声音和语音播报。" },
};

const time: Texts["help"]["time"] = (seconds) => {
  const lasts =
    seconds > 0
      ? `本台计划的下注时间为 ${seconds} 秒。圆环显示剩余时间。`
      : "本台由工作人员停止下注。请留意上方的提示。";
  return [
    { title: "何时可以下注", says: `显示“请下注”或“请尽快完成下注”时。${lasts}` },
    { title: "何时结束", says: "显示“停止下注”时，筹码原样有效。当时尚未变实的筹码退回。" },
    {
      title: "能赢多少",
      says: "“1 赔 35”的意思是：每下注 1.00 赢 35.00，并退回您的 1.00。赢得的金额立即加入余额。",
    },
    { title: "一局作废时", says: "该局全部筹码退回余额，屏幕说明原因和依据的条款。" },
    {
      title: "取出钱款",
      says: "点按“兑出”。余额打印成票券；可到账房或票券机兑付，也可放入另一终端。",
    },
    { title: "打印机故障时", says: "不会有损失：金额仍在余额中。请呼叫服务员，可以人工支付。" },
    { title: "连接中断时", says: "您的余额和注码在系统中是安全的。已下的注有效；屏幕会自动恢复。" },
  ];
};

export const helpTexts: Texts["help"] = {
  title: "帮助",
  open: "帮助",
  sections: { play: "怎样玩", controls: "按钮", wagers: "注种与赔率", time: "时间与金钱" },
  steps,
  groups: { betting: "下注", money: "金钱与人员", looking: "查看", screen: "屏幕" },
  controls: CONTROLS,
  wagersHint: "筹码显示每种注放在哪里；所覆盖的部分较亮。赔率即实际支付的赔率。",
  wagersHintPlain: "每种注旁边写明中奖条件。赔率即实际支付的赔率。",
  pays: (paid) => `赔率 ${odds(paid)}`,
  special: (pieces) => `${pieces} 枚筹码，各按其位置赔付`,
  example: (spot) => `例：${spot}`,
  exampleOf: (spot, covers, isMore) => `例：${spot}。开出 ${covers}${isMore ? " …" : ""} 时中奖`,
  limit: (range) => `限额 ${range}`,
  sum: (range) => `一局全部注码合计：${range}`,
  time,
};
