// Seats for chips.
import type { SeatCommand } from "../../state/seat";
import type { Texts } from "../en";
import { money } from "./money";

export const SEAT_UNDONE: Record<SeatCommand["type"], string> = {
  buy: "Chưa bán phỉnh",
  lay: "Chưa đặt cược",
  lift: "Chưa lấy lại",
  hand_in: "Chưa nộp lại",
  note: "Không nhận tờ tiền",
  ticket_in: "Không nhận phiếu",
  collect: "Chưa ra phiếu",
};

export const seatTexts: Texts["seat"] = {
  seat: (seat) => `Ghế ${seat}`,
  noChips: "Mua phỉnh từ dealer để bắt đầu",
  buyTitle: "Mua phỉnh từ dealer (tiền mặt mô phỏng)",
  buy: (cents) => `Mua phỉnh với ${money.face(cents)}`,
  hand: "Trong tay",
  staked: "Trên bàn",
  win: "Thắng",
  paid: (cents) => `nhận lại ${money.amount(cents)}`,
  staging: (cents) => `đang đặt ${money.amount(cents)}`,
  lay: "Đặt",
  lift: "Lấy lại",
  modeTitle: "Chạm vào mặt bàn sẽ làm gì",
  layHint: "Chạm để đặt phỉnh đã chọn",
  liftHint: "Chạm để lấy lại phỉnh đã chọn",
  handIn: "Nộp lại tất cả phỉnh",
  handInHint: "đổi tiền mặt tại quầy thu ngân",
  elsewhere: "Quý khách có thể thử thêm",
  note: "Đưa tiền vào",
  collect: "Xin phiếu",
  trimmed: "Đã đặt ít hơn yêu cầu: đó là mức giới hạn cho phép",
  reminded: "Dealer nhắc quý khách về điều",
  notHere: "Trang này cần biết ghế của nó. Hãy mở từ trang đầu.",
  noPlace: "Bàn không có chỗ cho quý khách.",
};
