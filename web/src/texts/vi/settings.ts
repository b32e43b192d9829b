// Settings of a terminal.
import type { Texts } from "../en";

export const settingsTexts: Texts["settings"] = {
  title: "Cài đặt",
  open: "Cài đặt",
  close: "Đóng",
  on: "Bật",
  off: "Tắt",
  language: "Ngôn ngữ",
  sound: "Âm thanh",
  soundHint: "Phỉnh, lời báo và tiền thắng",
  alwaysHeard: (volume, clause) =>
    `Phỉnh, lời báo và tiền thắng. Lời báo ngừng nhận cược luôn được phát ở đây, âm lượng từ “${volume}” trở lên (${clause}).`,
  volume: "Âm lượng",
  volumes: { 1: "Nhỏ nhất", 2: "Nhỏ", 3: "Vừa", 4: "To", 5: "To nhất" },
  voice: "Giọng đọc",
  voiceHint: "“Xin đặt cược”, số vừa ra, số tiền thắng",
  theme: "Màn hình",
  themes: { dark: "Tối", light: "Sáng", "high-contrast": "Tương phản cao" },
  hand: "Quý khách chơi tay nào",
  handHint: "Phỉnh và các nút chuyển sang bên đó",
  hands: { right: "Phải", left: "Trái" },
  motion: "Hình chuyển động",
  motionHint: "Khi ít chuyển động, vòng quay đứng yên và phỉnh hiện ra không trượt",
  motions: { auto: "Như thường", reduced: "Ít chuyển động" },
  reset: "Về cài đặt của nhà cái",
  lasts: "Cài đặt dùng cho lần chơi này. Sau khi rút tiền, mọi thứ trở về như cũ.",
};
