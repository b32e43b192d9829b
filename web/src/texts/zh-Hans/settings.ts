// Settings of a terminal.
import type { Texts } from "../en";

export const settingsTexts: Texts["settings"] = {
  title: "设置",
  open: "设置",
  close: "关闭",
  on: "开",
  off: "关",
  language: "语言",
  sound: "声音",
  soundHint: "筹码、提示和赢钱的声音",
  alwaysHeard: (volume, clause) =>
    `筹码、提示和赢钱的声音。本台的“停止下注”始终播报，音量不低于“${volume}”（${clause}）。`,
  volume: "音量",
  volumes: { 1: "最低", 2: "低", 3: "中", 4: "高", 5: "最高" },
  voice: "语音播报",
  voiceHint: "“请下注”、开出的号码、您赢得的金额",
  theme: "屏幕",
  themes: { dark: "深色", light: "浅色", "high-contrast": "高对比度" },
  hand: "您用哪只手",
  handHint: "筹码和按钮移到那一侧",
  hands: { right: "右手", left: "左手" },
  motion: "动画",
  motionHint: "减少动画时，轮盘静止显示，筹码直接出现而不滑动",
  motions: { auto: "照常", reduced: "减少动画" },
  reset: "恢复本场设置",
  lasts: "您的设置只在本次有效。兑出余额后恢复原样。",
};
