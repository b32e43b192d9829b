// Every Simplified Chinese text of the pages; the areas have files of their own in zh-Hans/. Consoles speak English
// for now.
import { en, type Texts } from "./en";
import { sentences } from "./sentences";
import { spotTitles } from "./spots";
import { displayTexts } from "./zh-Hans/display";
import { feltTexts } from "./zh-Hans/felt";
import { helpTexts } from "./zh-Hans/help";
import { jackpotTexts } from "./zh-Hans/jackpots";
import { money } from "./zh-Hans/money";
import { odds } from "./zh-Hans/odds";
import { pairTexts } from "./zh-Hans/pair";
import { menuTexts, playTexts } from "./zh-Hans/play";
import { promotionsTexts } from "./zh-Hans/promotions";
import { recordTexts } from "./zh-Hans/record";
import { rulesTexts } from "./zh-Hans/rules";
import { seatTexts } from "./zh-Hans/seat";
import { settingsTexts } from "./zh-Hans/settings";
import { soundTexts } from "./zh-Hans/sound";
import { startTexts } from "./zh-Hans/start";
import { wheelTexts } from "./zh-Hans/wheel";
import { CAUSES, SPOT_KINDS, words } from "./zh-Hans/words";

export const zhHans: Texts = {
  language: "zh-Hans",
  money,
  messages: {
    WAITING: "等待开台",
    OPEN: "请下注",
    FINISHING: "请尽快完成下注",
    CLOSED: "停止下注",
    HELD: "本局暂停",
    SETTLED: "本局结束",
    VOID: "本局作废",
  },
  phases: {
    WAITING: "等待",
    OPEN: "下注中",
    FINISHING: "即将停止",
    CLOSED: "已停止",
    HELD: "暂停",
    SETTLED: "已结算",
    VOID: "作废",
    OFFLINE: "离线",
  },
  offline: "没有连接",
  hints: {
    WAITING: "赌台准备好后开始第一局。",
    OPEN: "请选择筹码，然后点按台面",
    NO_CREDIT: "请放入纸币开始",
    FINISHING: "随时停止下注",
    CLOSED: "请等待结果",
    OFFLINE: "请稍候：现在不能下注",
    SETTLED: "赌台准备好后开始下一局。",
  },
  spot: spotTitles(SPOT_KINDS),
  odds,
  demonstration: {
    title: "演示场",
    words: "仅限本机使用 · 此处没有真钱",
  },
  rehearsal: {
    title: "彩排",
    words: "本场不以真钱进行游戏",
  },
  start: startTexts,
  pair: pairTexts,
  play: playTexts,
  menu: menuTexts,
  seat: seatTexts,
  wheel: wheelTexts,
  felt: feltTexts,
  console: en.console,
  settings: settingsTexts,
  sound: soundTexts,
  help: helpTexts,
  rules: rulesTexts,
  record: recordTexts,
  display: displayTexts,
  promotions: promotionsTexts,
  jackpots: jackpotTexts,
  causes: CAUSES,
  ...sentences(words),
  reconnect: "使用此窗口",
  reload: "重新载入",
  tryAgain: "再试一次",
  noAddress: "此页面须知道是哪台终端。请从起始页打开。",
  toStart: "起始页",
  colours: { red: "红", black: "黑", green: "绿" },
  header: {
    table: (table) => `赌台 ${table}`,
    round: (round) => `第 ${round} 局`,
    terminal: (terminal) => `终端 ${terminal}`,
    none: "尚无",
    countdown: (seconds) => `还有 ${seconds} 秒可下注`,
    anyMoment: "即将",
    seconds: "秒",
  },
  meters: {
    credit: "余额",
    staked: "下注",
    win: "赢得",
    paid: (cents) => `已付 ${money.amount(cents)}`,
    staging: (cents) => `正在下注 ${money.amount(cents)}`,
  },
  tray: { title: "筹码", chip: (cents) => `${money.face(cents)} 筹码` },
  actions: { undo: "撤销", clear: "清除", collect: "兑出", collectHint: "打印票券" },
  notes: {
    title: "模拟纸币和票券入口",
    note: (cents) => `放入 ${money.face(cents)} 纸币`,
    ticketNumber: "票号",
    insertTicket: "放入票券",
  },
  ticket: {
    title: "票券",
    worth: "凭票即付",
    numbered: "号码",
    number: en.ticket.number,
    out: "您的票券已从打印机打出",
    printing: "正在打印您的票券…",
    none: "票券从这里出来",
    simulated: "模拟",
  },
  result: {
    none: "–",
    dice: (faces, total) => `骰子 ${faces.join("、")}，总点数 ${total}`,
    won: (cents) => `您赢得 ${money.amount(cents)}`,
    paid: (cents) => `${money.amount(cents)} 已加入余额`,
    lost: (round) => `第 ${round} 局：未中`,
    watched: (round) => `第 ${round} 局：未下注`,
    isVoid: (round) => `第 ${round} 局作废`,
    returned: "全部注码已退回",
    rounds: "您最近的各局",
    noRounds: "您的各局将列在这里。",
    voidShort: "作废",
    wonShort: (cents) => `+${money.amount(cents)}`,
    noWager: "未下注",
  },
  limits: {
    title: "限额",
    total: "合计",
    any: "每注",
    other: "其他每注",
    range: limits,
    step: (cents) => `递增额 ${money.face(cents)}`,
    multiples: "下限的倍数",
    none: "本台未设限额。",
  },
  layout: {
    title: "下注台面",
    spot: (title, paid) => `${title}，赔率 ${odds(paid)}`,
    placed: (cents) => `已下注 ${money.amount(cents)}`,
    staged: (cents) => `正在下注 ${money.amount(cents)}`,
    wins: "中奖号码",
  },
};

function limits(min: number | null, max: number | null): string {
  if (min !== null && max !== null) return `${money.face(min)}–${money.face(max)}`;
  if (min !== null) return `${money.face(min)} 起`;
  return max === null ? "金额不限" : `最多 ${money.face(max)}`;
}
