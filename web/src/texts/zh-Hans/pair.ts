// Pairing a terminal with its floor.
import type { Texts } from "../en";

export const pairTexts: Texts["pair"] = {
  title: "配对此终端",
  why: "系统以终端自己的密钥识别终端。密钥在此浏览器中生成，从不离开。",
  how: "请向人事台索取代码：仅供一台终端使用一次，十分钟内有效。",
  terminal: "终端",
  terminalHint: "它在本场的名称，例如 M1",
  code: "代码",
  codeHint: "八个字符",
  go: "配对",
  going: "正在配对…",
  done: (terminal) => `这里现在是终端 ${terminal}。`,
  open: "打开终端",
  again: "重新配对为另一终端",
  isPaired: (terminal) => `此浏览器是终端 ${terminal}。`,
  notSafe: "此页面不是通过安全连接打开的，浏览器在此不生成密钥。请用 https 打开，或在本场自己的机器上打开。",
  refused: (words) => `未配对：${words}。`,
  notKept: "已配对，但此浏览器没有保存密钥。请允许它为本网站保存数据，然后重新配对。",
  notPairedTitle: "此终端尚未配对",
};
