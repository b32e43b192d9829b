// Seats for chips.
import type { SeatCommand } from "../../state/seat";
import type { Texts } from "../en";
import { money } from "./money";

export const SEAT_UNDONE: Record<SeatCommand["type"], string> = {
  buy: "未售出筹码",
  lay: "未下注",
  lift: "未收回",
  hand_in: "未交回",
  note: "未收纸币",
  ticket_in: "未收票券",
  collect: "未出票券",
};

export const seatTexts: Texts["seat"] = {
  seat: (seat) => `座位 ${seat}`,
  noChips: "请先向荷官购买筹码",
  buyTitle: "向荷官购买筹码（模拟现金）",
  buy: (cents) => `购买 ${money.face(cents)} 的筹码`,
  hand: "手中",
  staked: "台面上",
  win: "赢得",
  paid: (cents) => `收回 ${money.amount(cents)}`,
  staging: (cents) => `正在下注 ${money.amount(cents)}`,
  lay: "下注",
  lift: "收回",
  modeTitle: "点按台面时的动作",
  layHint: "点按即放下所选筹码",
  liftHint: "点按即收回所选筹码",
  handIn: "交回全部筹码",
  handInHint: "在账房兑换现金",
  elsewhere: "这里还可以尝试",
  note: "放入纸币",
  collect: "要求票券",
  trimmed: "下注少于您的要求：这是限额所允许的",
  reminded: "荷官提醒您注意条款",
  notHere: "此页面须知道是哪个座位。请从起始页打开。",
  noPlace: "赌台上没有您的位置。",
};
