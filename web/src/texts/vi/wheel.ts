// The picture of the wheel, the dice and the money wheel, said in words.
import { pictured, type Seen } from "../pictured";

const BALL: Seen = {
  idle: "Vòng quay trống",
  running: "Bóng đang chạy",
  dropping: "Bóng đang rơi",
  resting: "Bóng sắp dừng hẳn",
  waiting: "Đang chờ vòng quay",
  settled: (outcome) => `Bóng nằm ở ${outcome}`,
};
const DICE: Seen = {
  idle: "Chuông lắc trống",
  running: "Đang lắc xúc xắc",
  dropping: "Xúc xắc đang dừng",
  resting: "Xúc xắc sắp dừng hẳn",
  waiting: "Đang chờ xúc xắc",
  settled: (outcome) => `Xúc xắc ra ${outcome.split("-").join(", ")}`,
};
const DISC: Seen = {
  idle: "Vòng quay đứng yên",
  running: "Vòng quay đang chạy",
  dropping: "Vòng quay đang chậm lại",
  resting: "Vòng quay sắp dừng hẳn",
  waiting: "Đang chờ vòng quay",
  settled: (outcome) => `Vòng quay dừng ở ${outcome}`,
};
const ANY: Seen = {
  idle: "Chưa có kết quả nào",
  running: "Sắp có kết quả",
  dropping: "Sắp có kết quả",
  resting: "Sắp có kết quả",
  waiting: "Đang chờ kết quả",
  settled: (outcome) => `Kết quả vừa ra: ${outcome}`,
};

export const wheelTexts = pictured({ ball: BALL, dice: DICE, disc: DISC, any: ANY });
