// The first page.
import { en, type Texts } from "../en";

const GAMES: Readonly<Record<string, string>> = {
  roulette: "Roulette",
  "sic-bo": "Tài xỉu",
  "money-wheel": "Vòng quay may mắn",
};

const KINDS: Readonly<Record<string, string>> = {
  electronic: "tự động",
  automatic: "tự động",
  roulette: "tự động",
  "sic-bo": "tự động",
  live: "có dealer",
  "stand-alone": "tại bàn có dealer",
};

export const startTexts: Texts["start"] = {
  name: en.start.name,
  title: (site) => site,
  demonstration:
    "Đây là sàn trình diễn. Sàn chỉ mở trên máy tính này và không có gì là tiền thật:" +
    " tiền giấy, phiếu, vòng quay, xúc xắc và dealer đều là mô phỏng. Luật là luật chơi của từng bàn.",
  howTitle: "Cách bắt đầu",
  steps: [
    ["Ngồi vào", "Chọn một máy trống ở một trong các bàn dưới đây. Máy mở trong cửa sổ này."],
    ["Đưa tiền vào", "Chạm vào một tờ tiền ở khe mô phỏng. Tiền vào số dư của quý khách."],
    ["Đặt cược", "Chọn phỉnh, rồi chạm vào mặt bàn khi bảng báo XIN ĐẶT CƯỢC."],
    ["Rút tiền", "Số dư ra thành phiếu. Máy nào khác cũng nhận số phiếu đó."],
  ],
  chips: "Ghế dùng phỉnh: mua từ dealer. Ở đây không dùng tiền giấy hay phiếu.",
  tables: "Các bàn",
  terminal: (terminal) => `Ngồi vào máy ${terminal}`,
  seat: (seat) => `Ngồi ghế ${seat}`,
  table: (table) => `Bàn ${table}`,
  rulebook: (id) => `Luật chơi ${id}`,
  game: (game) => GAMES[game] ?? game,
  kind: (kind) => KINDS[kind] ?? kind,
  isOpen: "Mở",
  isClosed: "Đóng",
  loading: "Đang hỏi hệ thống về các bàn…",
  failed: "Hệ thống không trả lời. Sẽ tự hỏi lại.",
  noTables: "Sàn này chưa có bàn.",
  more: "Dành cho những người khác",
  links: [
    ["/promotions", "Khuyến mãi", "Những gì được tặng bên cạnh trò chơi, kèm thể lệ, cho bất cứ ai."],
    ["/console/", "Bảng điều khiển", "Đăng nhập với tư cách dealer, giám sát hoặc nhân viên khác."],
    ["/pair/", "Ghép máy", "Cấp cho máy của sàn thật một khóa riêng bằng mã dùng một lần."],
    [
      "/api/schema/openapi.json",
      "API HTTP",
      "Mọi điều nhân viên và hệ thống khác có thể hỏi, dưới dạng tài liệu OpenAPI.",
    ],
    ["/docs", "Tài liệu", "Hướng dẫn và tham khảo, đúng như trong kho mã nguồn."],
  ],
  real: "Trang này dành cho nhân viên. Người chơi dùng các máy.",
  consoles: "Đăng nhập",
  pairing: "Ghép máy",
};
