// Every Vietnamese text of the pages; the areas have files of their own in vi/. Consoles speak English for now.
import { en, type Texts } from "./en";
import { sentences } from "./sentences";
import { spotTitles } from "./spots";
import { displayTexts } from "./vi/display";
import { feltTexts } from "./vi/felt";
import { helpTexts } from "./vi/help";
import { jackpotTexts } from "./vi/jackpots";
import { money } from "./vi/money";
import { odds } from "./vi/odds";
import { pairTexts } from "./vi/pair";
import { menuTexts, playTexts } from "./vi/play";
import { promotionsTexts } from "./vi/promotions";
import { recordTexts } from "./vi/record";
import { rulesTexts } from "./vi/rules";
import { seatTexts } from "./vi/seat";
import { settingsTexts } from "./vi/settings";
import { soundTexts } from "./vi/sound";
import { startTexts } from "./vi/start";
import { wheelTexts } from "./vi/wheel";
import { CAUSES, SPOT_KINDS, words } from "./vi/words";

export const vi: Texts = {
  language: "vi",
  money,
  messages: {
    WAITING: "CHỜ MỞ BÀN",
    OPEN: "XIN ĐẶT CƯỢC",
    FINISHING: "SẮP NGỪNG NHẬN CƯỢC",
    CLOSED: "NGỪNG NHẬN CƯỢC",
    HELD: "VÁN TẠM DỪNG",
    SETTLED: "VÁN KẾT THÚC",
    VOID: "VÁN BỊ HỦY",
  },
  phases: {
    WAITING: "ĐANG CHỜ",
    OPEN: "NHẬN CƯỢC",
    FINISHING: "SẮP NGỪNG",
    CLOSED: "ĐÃ NGỪNG",
    HELD: "TẠM DỪNG",
    SETTLED: "KẾT THÚC",
    VOID: "BỊ HỦY",
    OFFLINE: "MẤT KẾT NỐI",
  },
  offline: "KHÔNG CÓ KẾT NỐI",
  hints: {
    WAITING: "Ván đầu tiên mở khi bàn sẵn sàng.",
    OPEN: "Chọn phỉnh, rồi chạm vào mặt bàn",
    NO_CREDIT: "Đưa tiền vào để bắt đầu",
    FINISHING: "Sắp ngừng nhận cược",
    CLOSED: "Chờ kết quả",
    OFFLINE: "Vui lòng chờ: hiện chưa thể đặt cược",
    SETTLED: "Ván tiếp theo mở khi bàn sẵn sàng.",
  },
  spot: spotTitles(SPOT_KINDS),
  odds,
  demonstration: {
    title: "Sàn trình diễn",
    words: "chỉ mở trên máy tính này · không có tiền thật",
  },
  rehearsal: {
    title: "Diễn tập",
    words: "không chơi bằng tiền thật trên sàn này",
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
  reconnect: "Dùng cửa sổ này",
  reload: "Tải lại",
  tryAgain: "Thử lại",
  noAddress: "Trang này cần biết máy của nó. Hãy mở từ trang đầu.",
  toStart: "Trang đầu",
  colours: { red: "Đỏ", black: "Đen", green: "Xanh" },
  header: {
    table: (table) => `Bàn ${table}`,
    round: (round) => `Ván ${round}`,
    terminal: (terminal) => `Máy ${terminal}`,
    none: "Chưa có",
    countdown: (seconds) => `Còn ${seconds} giây để đặt cược`,
    anyMoment: "ngay",
    seconds: "gi",
  },
  meters: {
    credit: "Số dư",
    staked: "Cược",
    win: "Thắng",
    paid: (cents) => `đã trả ${money.amount(cents)}`,
    staging: (cents) => `đang đặt ${money.amount(cents)}`,
  },
  tray: { title: "Phỉnh", chip: (cents) => `Phỉnh ${money.face(cents)}` },
  actions: { undo: "Hoàn tác", clear: "Xóa", collect: "Rút tiền", collectHint: "bằng phiếu" },
  notes: {
    title: "Khe mô phỏng nhận tiền và phiếu",
    note: (cents) => `Đưa vào tờ ${money.face(cents)}`,
    ticketNumber: "Số phiếu",
    insertTicket: "Đưa phiếu vào",
  },
  ticket: {
    title: "Phiếu",
    worth: "Trả cho người cầm phiếu",
    numbered: "Số",
    number: en.ticket.number,
    out: "Phiếu của quý khách đã ra khỏi máy in",
    printing: "Đang in phiếu của quý khách…",
    none: "Phiếu ra ở đây",
    simulated: "Mô phỏng",
  },
  result: {
    none: "–",
    dice: (faces, total) => `Xúc xắc ${faces.join(", ")}, tổng ${total}`,
    won: (cents) => `Quý khách thắng ${money.amount(cents)}`,
    paid: (cents) => `${money.amount(cents)} đã vào số dư`,
    lost: (round) => `Ván ${round}: không thắng`,
    watched: (round) => `Ván ${round}: không đặt cược`,
    isVoid: (round) => `Ván ${round} bị hủy`,
    returned: "Tất cả cược đã được trả lại",
    rounds: "Các ván gần đây",
    noRounds: "Các ván của quý khách sẽ hiện ở đây.",
    voidShort: "hủy",
    wonShort: (cents) => `+${money.amount(cents)}`,
    noWager: "không cược",
  },
  limits: {
    title: "Giới hạn",
    total: "Tổng",
    any: "Mọi cược",
    other: "Mọi cược khác",
    range: limits,
    step: (cents) => `bước ${money.face(cents)}`,
    multiples: "bội số của mức tối thiểu",
    none: "Bàn này không đặt giới hạn.",
  },
  layout: {
    title: "Mặt bàn cược",
    spot: (title, paid) => `${title}, trả ${odds(paid)}`,
    placed: (cents) => `đã đặt ${money.amount(cents)}`,
    staged: (cents) => `đang đặt ${money.amount(cents)}`,
    wins: "số thắng",
  },
};

function limits(min: number | null, max: number | null): string {
  if (min !== null && max !== null) return `${money.face(min)}–${money.face(max)}`;
  if (min !== null) return `từ ${money.face(min)}`;
  return max === null ? "mọi mức tiền" : `đến ${money.face(max)}`;
}
