// A terminal's own record, and the ticket as paper. What stands on the paper is in the language the floor prints in.
import { en, type Texts } from "../en";

export const recordTexts: Texts["record"] = {
  standing: {
    opening: "此终端的记录尚未开始。",
    kept: "此终端保存自己的记录。",
    unchained: "此终端保存自己的记录，但没有哈希：页面不是通过安全连接打开的。",
    none: "此终端不保存自己的记录。这不影响游戏。",
  },
  paper: {
    ...en.record.paper,
    barcode: (number) => `票券 ${number} 的条形码`,
    simulated: "模拟",
    notReal: "模拟：不是真钱",
    enlarge: "显示票券",
    print: "打印",
    close: "关闭",
  },
};
