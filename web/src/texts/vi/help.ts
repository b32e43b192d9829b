// Help at a terminal: how to play, and an instruction for every control.
import type { Texts } from "../en";
import { odds } from "./odds";

const DECIDES: Readonly<Partial<Record<string, string>>> = {
  roulette: "Bóng chạy và rơi vào một số. Không ai còn đổi được cược.",
  "sic-bo": "Ba xúc xắc được lắc và dừng lại. Không ai còn đổi được cược.",
  "money-wheel": "Vòng quay chạy và dừng ở một biểu tượng. Không ai còn đổi được cược.",
};

const steps: Texts["help"]["steps"] = (game) => [
  { title: "Đưa tiền vào", says: "Đưa tờ tiền hoặc phiếu vào. Tiền vào số dư ngay." },
  { title: "Chọn phỉnh", says: "Chạm vào phỉnh muốn chơi. Phỉnh được chọn lớn hơn." },
  {
    title: "Chạm vào mặt bàn",
    says: "Mỗi lần chạm đặt một phỉnh. Phỉnh hiện rõ là đã đặt; trước đó còn đang gửi.",
  },
  {
    title: "Xem thời gian",
    says: "Vòng tròn đếm ngược. “Sắp ngừng nhận cược” là lời nhắc cuối, “Ngừng nhận cược” là kết thúc.",
  },
  { title: "Chờ kết quả", says: DECIDES[game] ?? "Có kết quả. Không ai còn đổi được cược." },
  {
    title: "Thắng và rút tiền",
    says: "Tiền thắng tự vào số dư. Chạm Rút tiền để lấy số dư bằng phiếu.",
  },
];

const CONTROLS: Texts["help"]["controls"] = {
  chip: { title: "Phỉnh", says: "Chọn mỗi lần chạm vào mặt bàn đặt bao nhiêu." },
  place: {
    title: "Mặt bàn",
    says: "Chạm để đặt phỉnh đã chọn. Trên đường kẻ hoặc góc, phỉnh tính cho mọi số gặp nhau ở đó.",
  },
  move: { title: "Chuyển phỉnh", says: "Kéo phỉnh từ chỗ này sang chỗ khác khi còn nhận cược." },
  "take-back": { title: "Lấy lại", says: "Kéo phỉnh ra khỏi mặt bàn, phỉnh trở về số dư." },
  undo: { title: "Hoàn tác", says: "Lấy lại bước vừa làm, từng bước một." },
  clear: { title: "Xóa", says: "Lấy hết phỉnh khỏi mặt bàn về số dư." },
  double: { title: "Gấp đôi", says: "Đặt thêm một lần những gì đang trên mặt bàn." },
  repeat: { title: "Đặt lại", says: "Đặt những gì quý khách có trên bàn ở ván trước." },
  max: { title: "Tối đa", says: "Đặt mức cao nhất mà giới hạn cho phép ở chỗ chạm tiếp theo." },
  favourites: { title: "Yêu thích", says: "Lưu các cược đã đặt để đặt lại bằng một lần chạm." },
  autoplay: {
    title: "Tự động",
    says: "Lặp lại cược theo số ván đã chọn và dừng ở giới hạn thua. Lúc nào cũng có thể dừng.",
  },
  racetrack: {
    title: "Đường đua",
    says: "Các số theo thứ tự trên vòng quay: đặt một số cùng các số lân cận.",
  },
  specials: { title: "Cược đặc biệt", says: "Cược nhiều phỉnh bằng một lần chạm, mỗi phỉnh một chỗ." },
  info: { title: "Giữ ngón tay", says: "Giữ một ô để xem mức trả, giới hạn và cược của quý khách ở đó." },
  note: { title: "Tiền giấy", says: "Thêm tờ tiền vào số dư. Các mệnh giá nhận được ghi bên cạnh." },
  ticket: { title: "Phiếu", says: "Thêm phiếu của sàn này vào số dư." },
  collect: { title: "Rút tiền", says: "In toàn bộ số dư thành phiếu, quầy thu ngân hoặc máy sẽ trả." },
  call: { title: "Gọi nhân viên", says: "Nhân viên đến giúp hoặc trả tiền tận tay." },
  fault: {
    title: "Báo lỗi",
    says: "Nếu có gì hoạt động không đúng, hãy chạm vào đây. Lỗi được ghi lại và có người đến.",
  },
  bounds: {
    title: "Giới hạn của quý khách",
    says: "Đặt mức thua và thời gian chơi tối đa cho lần này. Có thể siết chặt, không nới ra.",
  },
  tables: {
    title: "Các bàn",
    says: "Chuyển sang bàn khác của máy này. Cược của quý khách vẫn ở nguyên chỗ.",
  },
  jackpots: {
    title: "Giải tích lũy",
    says: "Giải tích lũy bên mặt bàn cho biết quý khách còn chơi giành gì; chạm vào để đọc cách trúng.",
  },
  statistics: { title: "Thống kê", says: "Những gì đã ra ở bàn này. Không nói trước kết quả tiếp theo." },
  rounds: { title: "Các ván gần đây", says: "Các ván gần đây với mức cược và kết quả." },
  rules: { title: "Luật", says: "Luật đang áp dụng ở bàn này, từng điều, cho bất cứ ai hỏi." },
  promotions: { title: "Khuyến mãi", says: "Toàn bộ thể lệ khuyến mãi của bàn này, nếu có chương trình." },
  help: { title: "Trợ giúp", says: "Mở các trang này. Ván vẫn tiếp tục." },
  settings: { title: "Cài đặt", says: "Ngôn ngữ, âm thanh, màn hình, tay trái hay phải, chuyển động." },
  language: { title: "Ngôn ngữ", says: "Hiển thị mọi thứ bằng ngôn ngữ khác." },
  sound: { title: "Âm thanh", says: "Bật và tắt âm thanh và giọng đọc." },
};

const time: Texts["help"]["time"] = (seconds) => {
  const lasts =
    seconds > 0
      ? `Ở bàn này thời gian đặt cược dự kiến là ${seconds} giây. Vòng tròn cho biết còn lại bao nhiêu.`
      : "Ở bàn này có người ngừng nhận cược. Hãy xem thông báo phía trên.";
  return [
    {
      title: "Khi nào được đặt cược",
      says: `Khi hiện “Xin đặt cược” hoặc “Sắp ngừng nhận cược”. ${lasts}`,
    },
    {
      title: "Khi nào kết thúc",
      says: "Khi hiện “Ngừng nhận cược”, phỉnh giữ nguyên chỗ. Phỉnh chưa hiện rõ lúc đó được trả lại.",
    },
    {
      title: "Thắng được bao nhiêu",
      says: "“1 ăn 35” nghĩa là: mỗi 1,00 đặt vào thắng 35,00 và được trả lại 1,00. Tiền thắng vào số dư ngay.",
    },
    {
      title: "Khi ván bị hủy",
      says: "Mọi phỉnh của ván trở về số dư, màn hình nói vì sao và theo điều nào.",
    },
    {
      title: "Lấy tiền ra",
      says: "Chạm Rút tiền. Số dư được in thành phiếu; hãy đem đến quầy thu ngân, máy đổi phiếu, hoặc đưa vào máy khác.",
    },
    {
      title: "Nếu máy in hỏng",
      says: "Không mất gì: số tiền vẫn ở số dư. Hãy gọi nhân viên, họ có thể trả tận tay.",
    },
    {
      title: "Nếu mất kết nối",
      says: "Số dư và cược vẫn an toàn trong hệ thống. Cược đã đặt vẫn tính; màn hình sẽ tự trở lại.",
    },
  ];
};

export const helpTexts: Texts["help"] = {
  title: "Trợ giúp",
  open: "Trợ giúp",
  sections: {
    play: "Cách chơi",
    controls: "Các nút",
    wagers: "Cược và mức trả",
    time: "Thời gian và tiền",
  },
  steps,
  groups: { betting: "Đặt cược", money: "Tiền và nhân viên", looking: "Xem", screen: "Màn hình" },
  controls: CONTROLS,
  wagersHint:
    "Phỉnh cho thấy mỗi cược đặt ở đâu; phần được tính sáng lên. Mức trả là mức thực trả khi thắng.",
  wagersHintPlain: "Bên cạnh mỗi cược là điều kiện thắng. Mức trả là mức thực trả khi thắng.",
  pays: (paid) => `Trả ${odds(paid)}`,
  special: (pieces) => `${pieces} phỉnh, mỗi phỉnh trả theo chỗ của nó`,
  example: (spot) => `Ví dụ: ${spot}`,
  exampleOf: (spot, covers, isMore) => `Ví dụ: ${spot}. Thắng với ${covers}${isMore ? " …" : ""}`,
  limit: (range) => `Giới hạn ${range}`,
  sum: (range) => `Tổng mọi cược của một ván: ${range}`,
  time,
};
