// What a player reads on a terminal beyond the layout and the meters: actions, favourites, rounds by themselves, calls,
// bounds, tables, statistics.
import type { AutoplayEnd } from "../../state/terminal";
import type { Texts } from "../en";
import type { StaffMessage } from "../../wire/messages";
import { money } from "./money";

const AUTOPLAY_OVER: Record<AutoplayEnd, string> = {
  done: "Chơi tự động đã kết thúc: đã chơi hết số ván.",
  loss: "Chơi tự động đã kết thúc: ván tới có thể vượt giới hạn thua của quý khách.",
  refused: "Chơi tự động đã kết thúc.",
  money: "Chơi tự động đã kết thúc: có tiền được đưa vào hoặc rút ra.",
  stopped: "Đã dừng chơi tự động. Phỉnh trên bàn vẫn được tính.",
  offline: "Chơi tự động đã kết thúc: mất kết nối.",
  table: "Chơi tự động đã kết thúc: quý khách đã chuyển sang bàn khác.",
};

const FROM_STAFF: Record<StaffMessage, string> = {
  limits: "Giới hạn của bàn này ghi trên bảng. Xin đặt cược trong các giới hạn đó.",
  "no-more-bets": "Ngừng nhận cược. Các cược giữ nguyên cho đến ván sau.",
  "below-minimum": "Cược dưới mức tối thiểu sẽ được trả lại.",
  closing: "Bàn này sắp đóng.",
  "collect-credits": "Xin rút tiền trước khi rời đi.",
  vacate: "Chỗ ngồi dành cho người chơi. Xin chơi tiếp hoặc nhường chỗ cho người khác.",
  "attendant-coming": "Nhân viên đang đến chỗ quý khách.",
  "see-attendant": "Xin gặp nhân viên.",
  "show-identification": "Xin chuẩn bị giấy tờ tùy thân để nhân viên xem.",
  "malfunction-inquiry": "Một sự cố tại đây đang được xem xét. Quý khách sẽ được báo kết quả.",
  "rules-on-request": "Quý khách có thể đọc luật chơi tại đây hoặc hỏi nhân viên.",
};

export const playTexts: Texts["play"] = {
  undo: "Hoàn tác",
  clear: "Xóa",
  double: "Gấp đôi",
  repeat: "Đặt lại",
  max: "Tối đa",
  maxNow: "Chạm vào một ô để đặt mức tối đa",
  favourites: "Yêu thích",
  autoplay: "Tự động",
  service: "Phục vụ",
  close: "Đóng",
  menu: "Trình đơn",
  details: "Vì sao?",
  bets: { layout: "Mặt bàn", racetrack: "Đường đua", specials: "Cược đặc biệt" },
  favourite: {
    about: "Lưu những gì trên mặt bàn và đặt lại bằng một lần chạm.",
    name: (number) => `Yêu thích ${number}`,
    keep: "Lưu các cược này",
    nothing: "Hãy đặt cược trước, rồi lưu ở đây.",
    place: (name, cents) => `Đặt ${name} với ${money.amount(cents)}`,
    drop: (name) => `Bỏ ${name}`,
    full: "Khi đủ sáu, mục cũ nhất nhường chỗ.",
    bets: (count) => `${count} cược`,
  },
  auto: {
    about: "Cược của quý khách được đặt lại ở mỗi ván mới, đến khi hết số ván hoặc gần tới giới hạn.",
    rounds: "Số ván",
    loss: "Dừng trước khi thua quá",
    start: "Bắt đầu",
    stop: "Dừng tự động",
    running: (left) => `Dừng (còn ${left})`,
    left: (rounds) => `còn ${rounds} ván`,
    nothing: "Hãy đặt cược trước; các cược đó sẽ được lặp lại.",
    over: (why) => AUTOPLAY_OVER[why],
  },
  call: {
    about: "Nhân viên sẽ đến chỗ quý khách. Trò chơi vẫn tiếp tục.",
    attendant: "Gọi nhân viên",
    fault: "Báo lỗi",
    payout: "Trả tiền tận tay",
    waiting: "Đang đến",
    attendantWhy: "Khi cần giúp bất cứ việc gì",
    faultWhy: "Có gì đó không đúng trên màn hình này",
    payoutWhy: "Nhân viên trả số dư khi quý khách ký nhận",
    called: "Đã gọi nhân viên.",
  },
  staff: { from: "Từ nhân viên", messages: FROM_STAFF },
  bounds: {
    title: "Giới hạn của tôi",
    about:
      "Giới hạn đã đặt có hiệu lực đến khi rút tiền. Lúc nào cũng có thể siết chặt, chỉ nới ra ở lần chơi sau.",
    loss: "Tôi không thua quá",
    time: "Tôi không chơi lâu quá",
    none: "Không giới hạn",
    minutes: (minutes) => `${minutes} phút`,
    set: "Đặt",
    lost: (cents) =>
      cents > 0 ? `Lần này đã thua: ${money.amount(cents)}` : `Lần này đã thắng: ${money.amount(-cents)}`,
    lossStands: (cents) => `Giới hạn thua ${money.amount(cents)}`,
    timeStands: (clock) => `Chơi đến ${clock}`,
    noVisit: "Lần chơi bắt đầu khi quý khách đưa tiền vào lần đầu.",
    remind: (minutes) => `Quý khách đã chơi ${minutes} phút.`,
    breakNow: "Nghỉ một chút nhé? Số dư vẫn an toàn: hãy rút ra, hoặc để đó trong lúc thư giãn.",
    goOn: "Chơi tiếp",
  },
  tables: {
    title: "Các bàn",
    here: "Quý khách ở đây",
    staked: (cents) => `đang cược ${money.amount(cents)}`,
    turn: (title) => `Chơi ở ${title}`,
  },
  numbers: {
    title: "Các số",
    last: (count) => `${count} ván gần đây`,
    most: "Ra nhiều nhất",
    least: "Ra ít nhất",
    hot: "Nóng",
    cold: "Lạnh",
    times: (count) => `${count}×`,
    run: (title, count) => `${title} ${count} lần liên tiếp`,
    share: (title, count, of) => `${title}: ${count} trên ${of}`,
    fair: "Kết quả đã ra không nói trước kết quả sẽ ra.",
    none: "Chưa có kết quả nào.",
  },
  rounds: {
    title: "Ván của tôi",
    replay: (round) => `Xem lại ván ${round}`,
    staked: "Cược",
    won: "Thắng",
    paid: "Đã trả",
    onlyOutcome: "Màn hình này không thấy những gì đã đặt trên bàn.",
  },
  moneyTab: "Tiền",
  lock: "Hiện không thể chơi máy này",
  withheld: (cents) => `${money.amount(cents)} được giữ lại cho đến khi kiểm tra xong.`,
  elsewhere: (table, win, paid) =>
    win > 0
      ? `Bàn ${table}: quý khách thắng ${money.amount(win)}, ${money.amount(paid)} đã vào số dư.`
      : `Bàn ${table}: ván kết thúc, không thắng.`,
  corrected: "Kết quả một ván đã được sửa, và số dư của quý khách cũng được sửa theo",
};

/** The words below the signs of the menu. */
export const menuTexts: Texts["menu"] = {
  tables: "Các bàn",
  help: "Trợ giúp",
  rules: "Luật",
  promotions: "Khuyến mãi",
  bounds: "Giới hạn",
  settings: "Cài đặt",
  sound: "Âm thanh",
  muted: "Tắt tiếng",
  language: "Ngôn ngữ",
};
