// Public displays: read by everybody who walks by, from five metres.
import type { Texts } from "../en";
import { clockWords } from "../moments";
import { money } from "./money";
import { odds } from "./odds";

const GAMES: Readonly<Record<string, string>> = {
  roulette: "Roulette",
  "sic-bo": "Tài xỉu",
  "money-wheel": "Vòng quay may mắn",
};

const LAST: Readonly<Record<string, { readonly one: string; readonly many: (count: number) => string }>> = {
  roulette: { one: "Số vừa ra", many: (count) => `${count} số vừa ra` },
  "sic-bo": { one: "Xúc xắc vừa ra", many: (count) => `${count} ván vừa qua` },
  "money-wheel": { one: "Biểu tượng vừa ra", many: (count) => `${count} biểu tượng vừa ra` },
};
const LAST_OF_ANY = { one: "Kết quả vừa ra", many: (count: number) => `${count} kết quả vừa ra` };

/** Why nothing can be shown, and who puts it right. */
const ENDS: Readonly<Record<string, string>> = {
  not_for_you: "Khóa của màn hình này không đúng chỗ. Hãy lấy lại đường dẫn từ hệ thống.",
  not_logged_in: "Màn hình này không có khóa. Hãy lấy đường dẫn từ hệ thống.",
  logged_out: "Người mở màn hình này đã đăng xuất. Đường dẫn có khóa không cần đăng nhập.",
  no_such_table: "Sàn không có bàn nào tên này.",
  protocol: "Trang này cũ hơn hệ thống. Trang sẽ tự tải lại.",
};

const clock = clockWords("vi");

export const displayTexts: Texts["display"] = {
  start: {
    screens: (table) => `Màn hình treo tường của bàn ${table}`,
    numbers: "Các số đã ra",
    sign: "Bảng của bàn",
    floorWide: [
      ["/display/#show=lobby", "Màn hình sảnh", "Mọi bàn của sàn trên một màn hình treo tường."],
      [
        "/display/#show=jackpots",
        "Màn hình giải tích lũy",
        "Những giải có thể thắng ngoài các bàn, chữ lớn.",
      ],
    ],
  },
  noPlace: "Màn hình này cần biết nó ở đâu",
  noPlaceWords:
    "Đường dẫn nêu tên bàn, hoặc nội dung cần hiện của sàn: #table=A, #table=A&show=sign, #show=lobby.",
  connecting: "Đang kết nối với hệ thống…",
  lost: "KHÔNG CÓ KẾT NỐI",
  lostWords: "Kết nối sẽ tự trở lại.",
  asOf: (atMs, zone) => `Nội dung hiển thị là lúc ${clock(atMs, zone)}.`,
  ended: "KHÔNG CÓ GÌ ĐỂ HIỂN THỊ",
  endedWords: (reason, words) => ENDS[reason] ?? `Hệ thống trả lời: ${words}.`,
  table: (table) => `Bàn ${table}`,
  round: (round) => `Ván ${round}`,
  game: (game) => GAMES[game] ?? game,
  isOpen: "MỞ",
  isClosed: "ĐÓNG",
  closedMessage: "BÀN ĐÓNG",
  isHeld: "Nhân viên đang kiểm tra; mọi cược vẫn giữ nguyên",
  isVoid: (cause) =>
    cause === "fraud" ? "Các cược không bị tịch thu được trả lại" : "Mọi cược được trả lại",
  wasVoid: (round) => `Ván ${round} đã bị hủy`,
  last: (game) => (LAST[game] ?? LAST_OF_ANY).one,
  lastMany: (game, count) => (LAST[game] ?? LAST_OF_ANY).many(count),
  none: "Chưa có kết quả nào",
  pays: (paid) => (paid === "" ? "" : `Trả ${odds(paid)}`),
  statistics: (count) => `Trong ${count} ván vừa qua`,
  hot: "Ra nhiều nhất",
  cold: "Ra ít nhất",
  times: (count) => `${count}×`,
  ago: (count) => (count === null ? "chưa thấy" : count === 0 ? "vừa xong" : `${count} ván trước`),
  run: (title, count) => `${title} ${count} lần liên tiếp`,
  prizes: (round) => `Người thắng ván ${round}`,
  noPrizes: (round) => `Ván ${round}: không ai thắng`,
  terminal: (terminal) => `Máy ${terminal}`,
  won: (cents) => money.amount(cents),
  more: (count) => `và ${count} người khác`,
  limitsTitle: "Giới hạn",
  atTerminals: "Trên máy",
  onCloth: "Trên mặt bàn",
  any: "Mọi cược",
  other: "Mọi cược khác",
  sum: "Tổng mọi cược",
  min: "Tối thiểu",
  max: "Tối đa",
  amount: (cents) => (cents === null ? "–" : money.face(cents)),
  step: (cents) => `bước ${money.face(cents)}`,
  multiples: "bội số của mức tối thiểu",
  noLimits: "Hỏi dealer về giới hạn",
  odds: "Mức trả",
  closesAt: (atMs, zone) => `Bàn này đóng lúc ${clock(atMs, zone)}`,
  closesIn: (ms) => {
    const minutes = Math.max(0, Math.ceil(ms / 60_000));
    return minutes === 0 ? "ngay bây giờ" : `sau ${minutes} phút`;
  },
  notice: (kind) => {
    if (kind === "limits") return "Giới hạn của bàn này sẽ đổi";
    if (kind === "open") return "Bàn này vẫn mở";
    return kind === "close" ? "Bàn này sẽ đóng" : kind;
  },
  jackpots: "Giải tích lũy",
  noJackpots: "Hiện không có giải tích lũy",
  noJackpotsWords: "Khi có, giải sẽ hiện ở đây.",
  lobby: "Các bàn",
  noTables: "Sàn này chưa có bàn.",
  free: (free, terminals) => `${free} trên ${terminals} máy trống`,
  allTaken: "Hết máy trống",
  cloth: "Hỏi dealer để có chỗ",
  limits: (min, max) => {
    if (min !== null && max !== null) return `${money.face(min)} – ${money.face(max)}`;
    if (min !== null) return `từ ${money.face(min)}`;
    return max === null ? "" : `đến ${money.face(max)}`;
  },
  shuts: (atMs, zone) => `Đóng lúc ${clock(atMs, zone)}`,
};
