// The first page.
import { en, type Texts } from "../en";

const GAMES: Readonly<Record<string, string>> = {
  roulette: "轮盘",
  "sic-bo": "骰宝",
  "money-wheel": "幸运轮",
};

const KINDS: Readonly<Record<string, string>> = {
  electronic: "自动",
  automatic: "自动",
  roulette: "自动",
  "sic-bo": "自动",
  live: "有荷官",
  "stand-alone": "真人赌台",
};

export const startTexts: Texts["start"] = {
  name: en.start.name,
  title: (site) => site,
  demonstration:
    "这是演示场。它仅限本机使用，其中没有真钱：纸币、票券、轮盘、骰子和荷官都是模拟的。各台的规则以该台的规则书为准。",
  howTitle: "如何开始",
  steps: [
    ["就座", "在下面的赌台中选一台空闲的终端。它会在此窗口打开。"],
    ["放入纸币", "点按模拟入口中的纸币。金额加入您的余额。"],
    ["下注", "显示“请下注”时，选择筹码，然后点按台面。"],
    ["兑出", "您的余额以票券形式打印。其他任何终端都接受其号码。"],
  ],
  chips: "筹码座位：向荷官购买筹码。此处不用纸币或票券。",
  tables: "赌台",
  terminal: (terminal) => `在终端 ${terminal} 就座`,
  seat: (seat) => `坐座位 ${seat}`,
  table: (table) => `赌台 ${table}`,
  rulebook: (id) => `规则书 ${id}`,
  game: (game) => GAMES[game] ?? game,
  kind: (kind) => KINDS[kind] ?? kind,
  isOpen: "开放",
  isClosed: "关闭",
  loading: "正在向系统查询赌台…",
  failed: "系统没有答复。将自动再次查询。",
  noTables: "本场尚无赌台。",
  more: "其他人员",
  links: [
    ["/promotions", "促销活动", "游戏之外提供的奖品及其条款，任何人都可查阅。"],
    ["/console/", "控制台", "以荷官、主管或其他工作人员身份登录。"],
    ["/pair/", "配对终端", "用一次性代码给真实场所的终端分配自己的密钥。"],
    ["/api/schema/openapi.json", "HTTP 接口", "工作人员和其他系统可以查询的一切，以 OpenAPI 文档给出。"],
    ["/docs", "文档", "指南和参考，与代码库中的一致。"],
  ],
  real: "此页面供工作人员使用。玩家请使用终端。",
  consoles: "登录",
  pairing: "配对终端",
};
