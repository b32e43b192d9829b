// Jackpots for those who play and those who walk by, in Vietnamese.
import type { Condition } from "../../state/jackpots";
import type { Texts } from "../en";
import { shortMomentWords } from "../moments";
import { money } from "./money";

const WHY_NOT: Readonly<Record<string, string>> = {
  fault: "Giải đang có sự cố. Không ai tham gia cho đến khi hoạt động trở lại.",
  "table-link": "Mất kết nối với bàn này.",
  "terminal-link": "Mất kết nối với máy này.",
  "not-begun": "Quỹ tiếp theo sẽ bắt đầu ngay.",
  "next-round": "Quý khách tham gia từ ván sau.",
};

/** The same on a wall, in few words. */
const WHY_NOT_SHORT: Readonly<Record<string, string>> = {
  fault: "đang khắc phục sự cố",
  "table-link": "mất kết nối",
  "terminal-link": "mất kết nối",
  "not-begun": "sắp bắt đầu",
  "next-round": "từ ván sau",
};

const short = (why: string): string => WHY_NOT_SHORT[why] ?? WHY_NOT_SHORT["fault"] ?? "";

const PAID_BY: Readonly<Record<string, string>> = {
  meter: "Đã cộng vào số dư của quý khách.",
  ticket: "Đã in thành phiếu. Xin mang đến quầy thu ngân.",
  voucher: "Đã in thành phiếu chi. Xin mang đến quầy thu ngân.",
};

const or = (words: readonly string[]) => words.join(" hoặc ");

function progressive({ run, outcomes, wagers, least, laid }: Condition): string {
  const falls = outcomes.length > 0 ? or(outcomes) : "cùng một kết quả";
  const often = run > 1 ? `${falls} trong ${run} ván liên tiếp` : falls;
  const from = least > 0 ? ` từ ${money.amount(least)} trở lên` : "";
  const when = run === 1 ? "" : laid === "every" ? " ở mỗi ván đó" : " ở ván cuối trong số đó";
  return `Quý khách trúng khi ra ${often}, nếu thắng với cược ${or(wagers)}${from}${when}.`;
}

const mystery = ({ low, high }: Condition) =>
  `Giải được trúng ở một giá trị bí mật từ ${money.amount(low)} đến ${money.amount(high)}, đã rút trước khi quỹ bắt đầu. Máy có cược, sau khi thanh toán, đưa quỹ đến giá trị đó sẽ trúng. Không kết quả nào của ván lợi hay bất lợi hơn.`;

export const jackpotTexts: Texts["jackpots"] = {
  title: "Giải tích lũy",
  kind: (kind) => (kind === "mystery" ? "Giải bí ẩn" : "Giải lũy tiến"),
  condition: (condition) => (condition.kind === "mystery" ? mystery(condition) : progressive(condition)),
  whyNot: (why) => WHY_NOT[why] ?? WHY_NOT["fault"] ?? "",
  notNow: (why) => `TẠM NGỪNG: ${short(why)}`,
  mustHit: (cents) => `Trúng chậm nhất ở ${money.amount(cents)}`,
  upTo: (cents) => `Tối đa ${money.amount(cents)}`,
  tablesOff: (tables) => `Bàn ${tables} mất kết nối: không tham gia`,
  wonTitle: "ĐÃ TRÚNG GIẢI",
  terminal: (terminal) => `MÁY ${terminal}`,
  more: (count) => `và ${count} giải nữa`,
  lastWins: "Các lần trúng gần đây",
  noWins: "Chưa ai trúng",
  at: shortMomentWords("vi", "numeric"),
  open: "Giải tích lũy: cách trúng",
  doesNot: "Hiện quý khách không tham gia giải này",
  doesNotSince: (why) => `Hiện quý khách không tham gia giải này: ${short(why)}`,
  ceiling: (cents) => `Tối đa ${money.amount(cents)}; phần vượt chuyển sang quỹ sau`,
  share:
    "Mỗi cược đã thanh toán đều góp vào giải. Cược được trả lại không góp gì, và quý khách không tốn thêm gì.",
  check:
    "Giá trị bí mật được định trước khi quỹ bắt đầu và công bố sau khi trúng, nên ai cũng có thể kiểm tra.",
  youWon: "QUÝ KHÁCH ĐÃ TRÚNG GIẢI",
  youWonMany: (count) => `QUÝ KHÁCH ĐÃ TRÚNG ${count} GIẢI`,
  youWonShort: (cents) => `Quý khách đã trúng ${money.amount(cents)}; sẽ được trả`,
  attendant: "Nhân viên đang đến chỗ quý khách.",
  locked: "Máy này chờ đến khi nhân viên đến. Số dư và cược của quý khách giữ nguyên.",
  waits: "Máy này chờ đến khi nhân viên đến.",
  toBePaid: "Giải thưởng được giữ an toàn và sẽ được trả cho quý khách.",
  byHand: "Giải do nhân viên trả, theo phiếu chi.",
  questioned: "Ván trúng giải đang được xem xét. Quý khách sẽ được báo kết quả.",
  held: "Giải được giữ lại cho đến khi kiểm tra xong. Quý khách sẽ được báo kết quả.",
  paidTitle: "GIẢI ĐÃ ĐƯỢC TRẢ",
  paidBy: (paidBy) => PAID_BY[paidBy] ?? "Đã trả cho quý khách.",
  withdrawn: "Giải đã trở về quỹ vì ván trúng giải được sửa lại. Xin hỏi nhân viên để biết lý do.",
  refused: "Giải đã được xem xét và không được trả. Xin hỏi nhân viên để biết lý do.",
  withdrawnTitle: "KHÔNG CÓ GIẢI",
  goOn: "Tiếp tục",
};
