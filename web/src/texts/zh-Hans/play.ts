// What a player reads on a terminal beyond the layout and the meters: actions, favourites, rounds by themselves, calls,
// bounds, tables, statistics.
import type { AutoplayEnd } from "../../state/terminal";
import type { Texts } from "../en";
import type { StaffMessage } from "../../wire/messages";
import { money } from "./money";

const AUTOPLAY_OVER: Record<AutoplayEnd, string> = {
  done: "自动下注已结束：所选局数已全部完成。",
  loss: "自动下注已结束：下一局可能超过您的输额上限。",
  refused: "自动下注已结束。",
  money: "自动下注已结束：有钱款放入或取出。",
  stopped: "自动下注已停止。台面上的注码继续有效。",
  offline: "自动下注已结束：连接中断。",
  table: "自动下注已结束：您转到了另一赌台。",
};

const FROM_STAFF: Record<StaffMessage, string> = {
  limits: "本台限额见限额牌。请在限额之内下注。",
  "no-more-bets": "停止下注。注码保持不变，直至下一局。",
  "below-minimum": "低于最低限额的注码将被退回。",
  closing: "本台即将关闭。",
  "collect-credits": "离开之前请取走您的钱款。",
  vacate: "座位供下注的客人使用。请继续下注，或把座位让给他人。",
  "attendant-coming": "服务员正在前来。",
  "see-attendant": "请与服务员联系。",
  "show-identification": "请准备好证件，供服务员查看。",
  "malfunction-inquiry": "此处的故障正在调查。结果会通知您。",
  "rules-on-request": "您可以在此阅读规则，也可以向服务员索取。",
};

export const playTexts: Texts["play"] = {
  undo: "撤销",
  clear: "清除",
  double: "加倍",
  repeat: "重复",
  max: "最大注",
  maxNow: "点按一注，按其上限下注",
  favourites: "常用注",
  autoplay: "自动下注",
  service: "服务",
  close: "关闭",
  menu: "菜单",
  details: "为什么？",
  bets: { layout: "台面", racetrack: "跑道", specials: "特殊注" },
  favourite: {
    about: "保存台面上的注码，之后一按即可再次下注。",
    name: (number) => `常用注 ${number}`,
    keep: "保存这些注",
    nothing: "请先下注，然后在此保存。",
    place: (name, cents) => `下注 ${name}，共 ${money.amount(cents)}`,
    drop: (name) => `删除 ${name}`,
    full: "满六个后，最早的一个被替换。",
    bets: (count) => `${count} 注`,
  },
  auto: {
    about: "每一新局都会再次下您的注，直到局数完成或接近上限。",
    rounds: "局数",
    loss: "输额超过此数之前停止",
    start: "开始",
    stop: "停止自动下注",
    running: (left) => `停止（剩 ${left} 局）`,
    left: (rounds) => `还有 ${rounds} 局`,
    nothing: "请先下注；之后会重复这些注。",
    over: (why) => AUTOPLAY_OVER[why],
  },
  call: {
    about: "会有人到您这里来。游戏照常进行。",
    attendant: "呼叫服务员",
    fault: "报告故障",
    payout: "人工支付",
    waiting: "正在前来",
    attendantWhy: "需要任何帮助时",
    faultWhy: "此屏幕上有不正常之处",
    payoutWhy: "服务员凭您的签名支付余额",
    called: "已呼叫服务员。",
  },
  staff: { from: "工作人员通知", messages: FROM_STAFF },
  bounds: {
    title: "我的限额",
    about: "您设定的限额在兑出之前有效。随时可以收紧，放宽只能在下次来时。",
    loss: "我输的不超过",
    time: "我玩的时间不超过",
    none: "不设限",
    minutes: (minutes) => `${minutes} 分钟`,
    set: "设定",
    lost: (cents) => (cents > 0 ? `本次已输：${money.amount(cents)}` : `本次已赢：${money.amount(-cents)}`),
    lossStands: (cents) => `输额上限 ${money.amount(cents)}`,
    timeStands: (clock) => `游戏到 ${clock} 结束`,
    noVisit: "首次放入钱款时开始计算。",
    remind: (minutes) => `您已经玩了 ${minutes} 分钟。`,
    breakNow: "休息一下好吗？您的余额是安全的：可以兑出，也可以留着去活动一下。",
    goOn: "继续游戏",
  },
  tables: {
    title: "赌台",
    here: "您在这里",
    staked: (cents) => `下注中 ${money.amount(cents)}`,
    turn: (title) => `转到 ${title}`,
  },
  numbers: {
    title: "号码",
    last: (count) => `最近 ${count} 局`,
    most: "出现最多",
    least: "出现最少",
    hot: "热门",
    cold: "冷门",
    times: (count) => `${count}×`,
    run: (title, count) => `${title}连开 ${count} 次`,
    share: (title, count, of) => `${title}：${of} 局中 ${count} 次`,
    fair: "已开出的结果不预示将开出的结果。",
    none: "尚未开出结果。",
  },
  rounds: {
    title: "我的各局",
    replay: (round) => `重看第 ${round} 局`,
    staked: "下注",
    won: "赢得",
    paid: "已付",
    onlyOutcome: "此屏幕没有看到当时台面上的注码。",
  },
  moneyTab: "现金与票券",
  lock: "此终端目前不能使用",
  withheld: (cents) => `${money.amount(cents)} 在查明前暂扣。`,
  elsewhere: (table, win, paid) =>
    win > 0
      ? `赌台 ${table}：您赢得 ${money.amount(win)}，${money.amount(paid)} 已加入余额。`
      : `赌台 ${table}：本局结束，未中。`,
  corrected: "某一局的结果已更正，您的余额也随之更正",
};

/** The words below the signs of the menu. */
export const menuTexts: Texts["menu"] = {
  tables: "赌台",
  help: "帮助",
  rules: "规则",
  promotions: "促销",
  bounds: "我的限额",
  settings: "设置",
  sound: "声音",
  muted: "静音",
  language: "语言",
};
