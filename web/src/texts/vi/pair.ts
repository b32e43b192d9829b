// Pairing a terminal with its floor.
import type { Texts } from "../en";

export const pairTexts: Texts["pair"] = {
  title: "Ghép máy này",
  why: "Hệ thống nhận ra máy bằng khóa riêng của máy. Khóa được tạo trong trình duyệt này và không bao giờ rời khỏi đó.",
  how: "Hãy xin mã ở quầy nhân sự: mã dùng cho một máy, một lần, trong mười phút.",
  terminal: "Máy",
  terminalHint: "Tên máy trên sàn, ví dụ M1",
  code: "Mã",
  codeHint: "Tám ký tự",
  go: "Ghép",
  going: "Đang ghép…",
  done: (terminal) => `Đây bây giờ là máy ${terminal}.`,
  open: "Mở máy",
  again: "Ghép lại thành máy khác",
  isPaired: (terminal) => `Trình duyệt này là máy ${terminal}.`,
  notSafe:
    "Trang này không mở qua kết nối an toàn nên trình duyệt không tạo khóa ở đây." +
    " Hãy mở bằng https, hoặc trên chính máy tính của sàn.",
  refused: (words) => `Chưa ghép: ${words}.`,
  notKept:
    "Đã ghép, nhưng trình duyệt này không giữ khóa. Hãy cho phép lưu dữ liệu của trang này, rồi ghép lại.",
  notPairedTitle: "Máy này chưa được ghép",
};
