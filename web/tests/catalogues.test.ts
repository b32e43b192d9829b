// Every language says everything English says: same texts, same amounts in them, nothing left untranslated.
import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { en, type Texts } from "../src/texts/en";
import { words as english } from "../src/texts/en/words";
import { it } from "../src/texts/it";
import { words as italian } from "../src/texts/it/words";
import { LANGUAGES } from "../src/texts/languages";
import { vi } from "../src/texts/vi";
import { words as vietnamese } from "../src/texts/vi/words";
import { zhHans } from "../src/texts/zh-Hans";
import { words as chinese } from "../src/texts/zh-Hans/words";
import { CAUSES, REASON_SENTENCES, REASONS } from "../src/wire/messages";

const WHY_NOT = ["fault", "table-link", "terminal-link", "not-begun", "next-round", ""];
const OTHERS = [
  ["zh-Hans", zhHans, chinese],
  ["vi", vi, vietnamese],
  ["it", it, italian],
] as const;

/** Parts that are the same in every language: names, addresses, and what the floor prints on paper. */
const ENGLISH_PARTS = [
  /^console(\.|$)/,
  /^record\.paper\./,
  /^start\.(name|title$)/,
  /\.(links|floorWide)\.\d\.0$/,
];

/** Words that two languages share. */
const SHARED: Readonly<Record<string, readonly string[]>> = {
  it: ["Roulette", "Sic Bo", "Ticket", "Menu", "Volume", "Min", "Max", "No", "Jackpot", "s", "jackpot"],
  vi: ["Roulette"],
  "zh-Hans": [],
};

const ARGUMENTS = [12_345, 67_890, 24_681, 13_579];

/** What functions are called with that want more than numbers, or look their words up. */
const CALLS: Readonly<Record<string, readonly (readonly unknown[])[]>> = {
  ofGame: [[null], [{ game: "roulette" }], [{ game: "sic-bo" }], [{ game: "money-wheel" }]],
  spot: [[{ name: "split:1-2", title: "Split 1-2" }], [{ name: "red", title: "Red" }]],
  odds: [["35 to 1"], ["1 to 1, 2 to 1, 12 to 1"]],
  trouble: [...CAUSES, "no-launch", "LINE_LOST", "E77"].flatMap((cause) => [
    ["VOID", cause, "7.1"],
    ["HELD", cause, ""],
  ]),
  because: [...CAUSES, "E77"].map((cause) => [cause, "7.1"]),
  notice: [
    [{ kind: "trimmed", spot: "red", asked: 12_345, accepted: 6_789, clause: "4.3" }, () => "17"],
    [{ kind: "trimmed", spot: "red", asked: 12_345, accepted: 0, clause: "4.3" }, () => "17"],
    [{ kind: "returned", clause: "1" }, String],
    [{ kind: "void", round: 12_345, clause: "1" }, String],
    [{ kind: "ticket_failed", clause: "1" }, String],
    [{ kind: "corrected", clause: "1" }, String],
    [{ kind: "elsewhere", table: "A", win: 12_345, paid: 67_890 }, String],
    [{ kind: "elsewhere", table: "A", win: 0, paid: 0 }, String],
    [{ kind: "too_late", command: "place" }, String],
    [{ kind: "forgotten", command: "repeat" }, String],
    [{ kind: "not_connected" }, String],
    [{ kind: "wait" }, String],
    ...["done", "loss", "refused", "money", "stopped", "offline", "table"].map((why) => [
      { kind: "autoplay_over", why },
      String,
    ]),
  ],
  seatNotice: [
    [{ kind: "refused", command: "lay", reason: "above_maximum", clause: "1", details: { max: 12_345 } }],
    [{ kind: "refused", command: "buy", reason: "after_close", clause: "1", details: {} }],
    [{ kind: "trimmed", clause: "1" }],
    [{ kind: "reminded", clauses: ["1.1", "1.2"] }],
    [{ kind: "too_late", command: "lay" }],
    [{ kind: "forgotten", command: "lift" }],
    [{ kind: "wait" }],
  ],
  refusal: [
    ...REASONS.map((reason) => ["place", reason, "1.2", { min: 12_345, max: 12_345, next: 12_345 }]),
    ...["busy", "must_wait", "stale", "full_moon"].map((reason) => ["note", reason, "", {}]),
    ["max", "above_maximum", "1.2", {}],
  ],
  link: [
    ...["connecting", "greeting", "lost"].map((kind) => [{ kind }]),
    ...["replaced", "key", "unpaired", "protocol", "place", "other"].map((reason) => [
      { kind: "ended", reason, words: "12345" },
    ]),
  ],
  "ticket.number": [["123456789012345678"]],
  "result.dice": [[[1, 2, 3], 6]],
  "sound.dice": [[[1, 2, 3], 6]],
  "sound.number": [
    ["17", ""],
    ["17", "12345"],
  ],
  "limits.range": [
    [null, null],
    [12_345, null],
    [null, 12_345],
    [12_345, 67_890],
  ],
  "display.limits": [
    [12_345, null],
    [null, 12_345],
    [12_345, 67_890],
  ],
  "display.amount": [[null], [12_345]],
  "display.ago": [[null], [0], [1], [12_345]],
  "display.closesIn": [[0], [60_000], [600_000]],
  "display.asOf": [[0, "Australia/Sydney"]],
  "display.closesAt": [[0, "Australia/Sydney"]],
  "display.shuts": [[0, "Australia/Sydney"]],
  "display.notice": [["limits"], ["open"], ["close"]],
  "display.endedWords": [
    "not_for_you",
    "not_logged_in",
    "logged_out",
    "no_such_table",
    "protocol",
    "12345",
  ].map((reason) => [reason, "67890"]),
  "display.game": [["roulette"], ["sic-bo"], ["money-wheel"]],
  "display.last": [["roulette"], ["sic-bo"], ["money-wheel"], ["other"]],
  "display.lastMany": [
    ["roulette", 12_345],
    ["sic-bo", 12_345],
    ["money-wheel", 12_345],
    ["other", 12_345],
  ],
  "display.pays": [["35 to 1"]],
  "display.isVoid": [["fraud"], [""]],
  "help.pays": [["35 to 1"]],
  "help.steps": [["roulette"], ["sic-bo"], ["money-wheel"], ["other"]],
  "help.time": [[0], [12_345]],
  "layout.spot": [["12345", "35 to 1"]],
  "felt.info.won": [[[12_345, 67_890]]],
  "play.auto.over": ["done", "loss", "refused", "money", "stopped", "offline", "table"].map((why) => [why]),
  "play.elsewhere": [
    ["A", 12_345, 67_890],
    ["A", 0, 0],
  ],
  "play.bounds.lost": [[12_345], [-12_345]],
  "jackpots.kind": [["mystery"], ["progressive"]],
  "jackpots.condition": [
    { kind: "mystery", low: 12_345, high: 67_890 },
    { run: 12_345, least: 67_890 },
    { run: 12_345, outcomes: ["24681", "13579"], laid: "last" },
    { outcomes: ["24681"] },
  ].map((each) => [
    {
      kind: "progressive",
      low: 0,
      high: 0,
      run: 1,
      outcomes: [],
      wagers: ["12345"],
      least: 0,
      laid: "every",
      ...each,
    },
  ]),
  "jackpots.whyNot": WHY_NOT.map((why) => [why]),
  "jackpots.notNow": WHY_NOT.map((why) => [why]),
  "jackpots.doesNotSince": WHY_NOT.map((why) => [why]),
  "jackpots.paidBy": ["meter", "ticket", "voucher", ""].map((how) => [how]),
  "jackpots.at": [[0, "Australia/Sydney"]],
  "promotions.moment": [[0, "Australia/Sydney"]],
  "promotions.complaint": [
    ["67890", ""],
    ["67890", "12345"],
  ],
  "record.paper.amountInWords": [[12_345, "AUD"]],
  "record.paper.issued": [[new Date(0)]],
  "rules.pageTitle": [[""], ["A"]],
  "start.game": [["roulette"], ["sic-bo"], ["money-wheel"]],
  "start.kind": [["electronic"], ["live"], ["stand-alone"]],
  "wheel.told": ["roulette", "sic-bo", "money-wheel", "other"].flatMap((game) =>
    ["idle", "running", "dropping", "resting", "waiting", "settled"].map((kind) => [game, kind, "12345"]),
  ),
};

/** Everything a value says, by where it says it; a function is called. */
function said(value: unknown, path: string, found = new Map<string, string>()): Map<string, string> {
  if (typeof value === "string") found.set(path, value);
  else if (typeof value === "function") {
    for (const call of CALLS[path] ?? [[...ARGUMENTS.slice(0, value.length)], [...ones(value.length)]]) {
      said(value(...call), `${path}(${shown(call)})`, found);
    }
  } else if (typeof value === "object" && value !== null) {
    for (const [key, part] of Object.entries(value)) said(part, path === "" ? key : `${path}.${key}`, found);
  }
  return found;
}

function ones(count: number): readonly number[] {
  return ARGUMENTS.slice(0, count).map(() => 1);
}

function shown(call: readonly unknown[]): string {
  return JSON.stringify(call);
}

/** What a language writes for the numbers a function was given. */
function figures(texts: Texts, cents: number): readonly string[] {
  return [texts.money.amount(cents), texts.money.face(cents), String(cents)];
}

/** The kinds of wagers a rulebook has: the names below `[games.….spots]` and `[games.….specials]`. */
function kindsOf(rulebook: string): readonly string[] {
  return rulebook.split(/^(?=\[)/m).flatMap((section) => {
    const [, part, kind] = /^\[games\.[\w-]+\.(spots|specials|symbols)(?:\.([\w-]+))?/.exec(section) ?? [];
    if (part === undefined) return [];
    if (part === "symbols") return ["symbol"];
    return kind === undefined
      ? [...section.matchAll(/^([\w-]+) = \{/gm)].map(([, name]) => name ?? "")
      : [kind];
  });
}

const isEnglish = (path: string): boolean => ENGLISH_PARTS.some((part) => part.test(path));
const saidIn = (texts: Texts): Map<string, string> => said({ ...texts, money: {}, console: {} }, "");
const inEnglish = saidIn(en);

describe.each(OTHERS)("%s", (code, texts, words) => {
  const found = saidIn(texts);

  test("says everything", () => {
    expect([...found.keys()].sort()).toEqual([...inEnglish.keys()].sort());
  });

  test("has no text that is empty where English has one", () => {
    const empty = [...inEnglish].filter(([path, text]) => (text === "") !== (found.get(path) === ""));
    expect(empty).toEqual([]);
  });

  test("leaves nothing in English", () => {
    const left = [...inEnglish].filter(
      ([path, text]) =>
        found.get(path) === text &&
        path !== "language" &&
        /\p{L}{2}|^\p{L}+$/u.test(text) &&
        !isEnglish(path) &&
        !(SHARED[code] ?? []).includes(text),
    );
    expect(left).toEqual([]);
  });

  test("names every amount and number that English names", () => {
    const missing = [...inEnglish].flatMap(([path, text]) =>
      ARGUMENTS.flatMap((cents) =>
        figures(en, cents).flatMap((figure, index) =>
          text.includes(figure) &&
          !isEnglish(path) &&
          !found.get(path)?.includes(figures(texts, cents)[index] ?? "")
            ? [`${path}: ${figure}`]
            : [],
        ),
      ),
    );
    expect(missing).toEqual([]);
  });

  test("never says undefined, nor forgets a placeholder", () => {
    const broken = [...found].filter(([, text]) => /undefined|NaN|\[object|\$\{/.test(text));
    expect(broken).toEqual([]);
  });

  test("has words for the same cases as English", () => {
    for (const part of ["told", "ofSession", "games", "ends", "reasons", "causes", "undone"] as const) {
      expect(Object.keys(words[part]).sort(), part).toEqual(Object.keys(english[part]).sort());
    }
    for (const [reason, told] of Object.entries(english.told)) {
      expect(typeof words.told[reason as keyof typeof words.told], reason).toBe(typeof told);
    }
  });

  test("speaks the language it is offered as", () => {
    expect(texts.language).toBe(code);
    expect(LANGUAGES.map((language) => language.code)).toContain(code);
  });
});

test("every language is tested here", () => {
  expect(["en", ...OTHERS.map(([code]) => code)]).toEqual(LANGUAGES.map((language) => language.code));
});

test("staff read English for now, and all of it", () => {
  for (const [, texts] of OTHERS) expect(texts.console).toBe(en.console);
});

test("English tells the reasons as everybody is told them", () => {
  expect(english.reasons).toBe(REASON_SENTENCES);
});

describe("amounts", () => {
  test.each([
    [0, "0.00", "0,00"],
    [5, "0.05", "0,05"],
    [-250, "-2.50", "-2,50"],
    [99_999, "999.99", "999,99"],
    [123_450, "1,234.50", "1.234,50"],
    [123_456_789, "1,234,567.89", "1.234.567,89"],
    [-100_000_000_00, "-100,000,000.00", "-100.000.000,00"],
    [900_719_925_474_099_1, "90,071,992,547,409.91", "90.071.992.547.409,91"],
  ])("%i cents", (cents, point, comma) => {
    expect([en, zhHans].map((texts) => texts.money.amount(cents))).toEqual([point, point]);
    expect([vi, it].map((texts) => texts.money.amount(cents))).toEqual([comma, comma]);
  });

  test("on a chip are as short as they can be said exactly", () => {
    expect([100, 250, 100_000, 250_000_00].map(it.money.face)).toEqual(["1", "2,50", "1.000", "250.000"]);
    expect([100, 250, 100_000, 250_000_00].map(zhHans.money.face)).toEqual(["1", "2.50", "1,000", "250,000"]);
  });
});

describe("spots", () => {
  const rulebooks = new URL("../../rulebooks/", import.meta.url);
  const kinds = readdirSync(rulebooks).flatMap((id) =>
    kindsOf(readFileSync(new URL(`${id}/rulebook.toml`, rulebooks), "utf8")),
  );

  test("are found in the rulebooks", () => {
    expect(kinds).toEqual(expect.arrayContaining(["straight", "orphans", "neighbours", "total", "symbol"]));
  });

  test.each([...new Set(kinds)])("of the kind %s have a name in every language", (kind) => {
    const spot = { name: `${kind}:1`, title: "TITLE 1" };
    for (const [code, texts] of OTHERS) expect(texts.spot(spot), code).not.toContain("TITLE");
    expect(en.spot(spot)).toBe("TITLE 1");
  });

  test("are named by kind and number, with the range the rulebook gives", () => {
    expect(it.spot({ name: "split:1-2", title: "Split 1-2" })).toBe("Cavallo 1-2");
    expect(it.spot({ name: "low", title: "Low (1-18)" })).toBe("Manque (1-18)");
    expect(it.spot({ name: "low", title: "Low" })).toBe("Manque");
    expect(vi.spot({ name: "total:9", title: "Three Dice Total 9" })).toBe("Tổng 9");
    expect(zhHans.spot({ name: "red", title: "Red" })).toBe("红");
  });

  test("pay odds said in the words of the language", () => {
    const odds = "1 to 1, 2 to 1, 12 to 1";
    expect(en.odds(odds)).toBe(odds);
    expect(it.odds(odds)).toBe("1 a 1, 2 a 1, 12 a 1");
    expect(vi.odds("35 to 1")).toBe("1 ăn 35");
    expect(zhHans.odds("35 to 1")).toBe("1 赔 35");
  });

  test("of a kind nobody has foreseen keep their title", () => {
    expect(it.spot({ name: "moon:3", title: "Moon 3" })).toBe("Moon 3");
  });
});

describe.each([en, zhHans, vi, it])("patrons read times of the floor in $language", (said) => {
  // Whatever the zone of the browser is.
  const atMs = Date.UTC(2026, 10, 16, 6, 20);
  test.each([
    ["Australia/Sydney", "17:20"],
    ["UTC", "06:20"],
  ])("in %s", (zone, clock) => {
    for (const words of [
      said.jackpots.at(atMs, zone),
      said.display.asOf(atMs, zone),
      said.display.closesAt(atMs, zone),
      said.display.shuts(atMs, zone),
    ])
      expect(words).toContain(clock);
  });
});
