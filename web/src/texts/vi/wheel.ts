// The picture of the wheel, the dice and the money wheel, said in words.
import type { Kind } from "../../state/motion";
import type { Texts } from "../en";

type Told = Readonly<Record<Exclude<Kind, "settled" | "settling">, string>> & {
  readonly settled: (outcome: string) => string;
};

const BALL: Told = {
  idle: "Vòng quay trống",
  running: "Bóng đang chạy",
  dropping: "Bóng đang rơi",
  resting: "Bóng sắp dừng hẳn",
  waiting: "Đang chờ vòng quay",
  settled: (outcome) => `Bóng nằm ở ${outcome}`,
};
const DICE: Told = {
  idle: "Chuông lắc trống",
  running: "Đang lắc xúc xắc",
  dropping: "Xúc xắc đang dừng",
  resting: "Xúc xắc sắp dừng hẳn",
  waiting: "Đang chờ xúc xắc",
  settled: (outcome) => `Xúc xắc ra ${outcome.split("-").join(", ")}`,
};
const DISC: Told = {
  idle: "Vòng quay đứng yên",
  running: "Vòng quay đang chạy",
  dropping: "Vòng quay đang chậm lại",
  resting: "Vòng quay sắp dừng hẳn",
  waiting: "Đang chờ vòng quay",
  settled: (outcome) => `Vòng quay dừng ở ${outcome}`,
};
const ANY: Told = {
  idle: "Chưa có kết quả nào",
  running: "Sắp có kết quả",
  dropping: "Sắp có kết quả",
  resting: "Sắp có kết quả",
  waiting: "Đang chờ kết quả",
  settled: (outcome) => `Kết quả vừa ra: ${outcome}`,
};
const BY_GAME: Readonly<Partial<Record<string, Told>>> = {
  roulette: BALL,
  "sic-bo": DICE,
  "money-wheel": DISC,
};

export const wheelTexts: Texts["wheel"] = {
  told: (game, kind, outcome) => {
    const words = BY_GAME[game] ?? ANY;
    if (kind !== "settled" && kind !== "settling") return words[kind];
    return outcome === null ? words.idle : words.settled(outcome);
  },
};
