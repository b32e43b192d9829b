// The betting layout: spots, what is asked about them, the racetrack and the special bets.
import type { Texts } from "../en";
import { money } from "./money";

export const feltTexts: Texts["felt"] = {
  wins: "Thắng",
  segments: (count) => `${count} ô`,
  covers: (count) => `${count} số`,
  outcomes: (count) => `${count} kết quả`,
  moving: (cents) => `Chuyển ${money.amount(cents)}`,
  takingBack: (cents) => `Lấy lại ${money.amount(cents)}`,
  keys: "Phím mũi tên đi giữa các ô, Enter để đặt, Delete để lấy lại, i để xem thông tin ô",
  info: {
    title: (title) => `Về ${title}`,
    pays: "Trả",
    covers: "Thắng với",
    limits: "Giới hạn",
    total: "Tổng tất cả các cược",
    step: "Bước",
    stake: "Cược hiện tại",
    wins: (cents) => `Cược ${money.amount(cents)} thắng được`,
    won: (wins) => wins.map((cents) => money.amount(cents)).join(" / "),
    andStake: "và được trả lại cược",
    rule: "Luật",
    ruleOf: (clause) => `điều ${clause}`,
    max: "Tối đa",
    place: (cents) => `Đặt ${money.face(cents)}`,
    takeBack: "Lấy lại",
    close: "Đóng",
    noLimit: "không có giới hạn riêng",
  },
  track: {
    title: "Đường đua",
    neighbours: (number, cost) => `Lân cận của ${number}, giá ${money.amount(cost)}`,
    sector: (title, cost) => `${title}, giá ${money.amount(cost)}`,
    costs: (units, cents) => `${units} × ${money.face(cents)} = ${money.amount(units * cents)}`,
    run: "Thứ tự các số trên vòng quay",
  },
  specials: {
    title: "Cược đặc biệt",
    none: "Bàn này không có cược đặc biệt.",
    pieces: (units) => `${units} phỉnh`,
    costs: (cents) => money.amount(cents),
    place: (title, cost) => `Đặt ${title} với ${money.amount(cost)}`,
    choose: "Chọn một số",
  },
};
