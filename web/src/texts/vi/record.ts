// A terminal's own record, and the ticket as paper. What stands on the paper is in the language the floor prints in.
import { en, type Texts } from "../en";

export const recordTexts: Texts["record"] = {
  standing: {
    opening: "Bản ghi riêng của máy này chưa bắt đầu.",
    kept: "Máy này giữ bản ghi riêng.",
    unchained: "Máy này giữ bản ghi riêng, không có mã băm: trang không mở qua kết nối an toàn.",
    none: "Máy này không giữ bản ghi riêng. Việc đó không ảnh hưởng đến trò chơi.",
  },
  paper: {
    ...en.record.paper,
    barcode: (number) => `Mã vạch của phiếu ${number}`,
    simulated: "MÔ PHỎNG",
    notReal: "Mô phỏng: không phải tiền thật",
    enlarge: "Xem phiếu",
    print: "In",
    close: "Đóng",
  },
};
