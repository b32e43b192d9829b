// Words that are spoken, and those about sound. Spoken words are short: a round does not wait for them.
import type { Texts } from "../en";
import { money } from "./money";

export const soundTexts: Texts["sound"] = {
  open: "Xin đặt cược",
  finishing: "Sắp ngừng nhận cược",
  closed: "Ngừng nhận cược",
  held: "Ván tạm dừng",
  isVoid: "Ván bị hủy. Cược được trả lại",
  number: (number, colour) => (colour === "" ? number : `${number}, ${colour.toLowerCase()}`),
  dice: (faces, total) => `${faces.join(", ")}. Tổng ${total}`,
  symbol: (symbol) => symbol,
  won: (cents) => `Quý khách thắng ${money.face(cents)}`,
  jackpot: (cents) => `Trúng giải! Quý khách thắng ${money.face(cents)}`,
};
