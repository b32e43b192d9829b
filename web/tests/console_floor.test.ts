// The supervisor's floor without a page: which table comes first, how one closes, how a sign is changed, which terminals are found.
import { describe, expect, it } from "vitest";
import { attentionOf, byAttention, sumOf } from "../src/console/floor/board";
import { closingNow, minutesAndSeconds } from "../src/console/floor/closing";
import { changed, changesOf, kindsLeft, newRow, rowsOf, signsOf, without } from "../src/console/floor/limits";
import { bodyOf, figuresOf, NOTHING_TYPED, takenOut, tenthsIn } from "../src/console/equipment/part";
import { countsOf, found, rowsOf as terminalsOf } from "../src/console/terminals/list";
import { oddLines } from "../src/console/terminals/terminal";
import type { ClosingView, PartView, SupervisorView, TerminalLine, Tile } from "../src/wire/console";

const tile = (table: string, by: Partial<Tile> = {}): Tile => ({
  table,
  title: table,
  rulebook: "ministar",
  game: "roulette",
  dealer: "",
  is_open: true,
  round: 1,
  phase: "OPEN",
  opened_at_ms: 0,
  closes_at_ms: 0,
  launched: false,
  outcome: null,
  outcomes: [],
  cause: "",
  terminals: 8,
  playing: 0,
  cases: 0,
  disputes: 0,
  players: 0,
  shuts_at_ms: 0,
  figures: null,
  counting: false,
  alerts: [],
  alerts_open: 0,
  ...by,
});
const alert = (gravity: number) => ({
  number: 1,
  kind: "door",
  words: "",
  place: "M1",
  since_ms: 0,
  gravity,
});

describe("the board", () => {
  it("has the table first that needs somebody most, and others as the floor has them", () => {
    const tiles = [
      tile("A"),
      tile("B", { alerts: [alert(1)], alerts_open: 1 }),
      tile("C", { phase: "HELD" }),
      tile("D", { alerts: [alert(3)], alerts_open: 1 }),
      tile("E", { alerts: [alert(1)], alerts_open: 3 }),
      tile("F"),
    ];
    expect(byAttention(tiles).map(({ table }) => table)).toEqual(["D", "C", "E", "B", "A", "F"]);
    expect(tiles.map(attentionOf)).toEqual([0, 2, 3, 4, 2, 0]);
  });

  it("sums what this person may see, and says nothing where that is nothing", () => {
    expect(sumOf([tile("A"), tile("B")])).toBeNull();
    const figures = { turnover: 1_000, hold: -300, hold_basis: -3_000, drop: 500, rounds: 2, rounds_hour: 2 };
    expect(
      sumOf([tile("A", { figures, players: 2 }), tile("B"), tile("C", { figures, alerts_open: 1 })]),
    ).toEqual({ turnover: 2_000, hold: -600, drop: 1_000, players: 2, alerts: 1, tables: 2 });
  });
});

describe("closing a table", () => {
  const closing = (by: Partial<ClosingView> = {}): ClosingView => ({
    needs: "sign_for_minutes",
    clause: "9.14",
    minutes: 20,
    official: "",
    clear_clause: "9.2",
    sign: null,
    obstacle: null,
    under_way: false,
    told: [],
    ...by,
  });
  const obstacle = (reason: string, at_ms = 0) => ({
    reason,
    clause: "9.14",
    details: at_ms === 0 ? {} : { at_ms },
  });
  const open = { isOpen: true, creditLeft: 1 };

  it.each([
    ["no_notice", "notice"],
    ["official_not_told", "official"],
  ])("asks for what is refused with %s", (reason, step) => {
    expect(closingNow(closing({ obstacle: obstacle(reason) }), open, 5).step).toBe(step);
  });

  it("counts down to the moment the floor has named, and lets close then", () => {
    const early = closing({ obstacle: obstacle("too_early", 100_000) });
    expect(closingNow(early, open, 40_000)).toEqual({ step: "wait", earliestMs: 100_000, leftMs: 60_000 });
    expect(closingNow(early, open, 100_000).step).toBe("close");
    expect(closingNow(closing(), open, 0).step).toBe("close");
    expect(minutesAndSeconds(60_000)).toBe("1:00");
    expect(minutesAndSeconds(59_001)).toBe("1:00");
    expect(minutesAndSeconds(5_000)).toBe("0:05");
  });

  it("ends with credits to clear, and then with nothing", () => {
    expect(closingNow(closing({ under_way: true }), open, 0).step).toBe("under_way");
    expect(closingNow(closing(), { isOpen: false, creditLeft: 2 }, 0).step).toBe("clear");
    expect(closingNow(closing(), { isOpen: false, creditLeft: 0 }, 0).step).toBe("closed");
  });
});

describe("a sign that is changed", () => {
  const before = { straight: { min: 100, max: 10_000, step: null, multiples: false } };

  it("is read back as it was", () => {
    expect(signsOf(rowsOf(before))).toEqual({ ok: true, limits: before });
    expect(changesOf(before, before)).toEqual([]);
  });

  it("takes what is left out on the wire for what does not bind", () => {
    const sparse = { any: { min: 100 } } as never;
    expect(rowsOf(sparse)).toEqual([{ kind: "any", min: "1.00", max: "", step: "", multiples: false }]);
    const read = signsOf(rowsOf(sparse));
    expect(read.ok && changesOf(sparse, read.limits)).toEqual([]);
  });

  it("tells line by line what is changed, added and gone", () => {
    const rows = [...changed(rowsOf(before), "straight", { max: "50" }), { ...newRow("sum"), min: "2.5" }];
    const read = signsOf(rows);
    if (!read.ok) throw new Error(read.kind);
    expect(changesOf(before, read.limits).map(({ kind, after }) => [kind, after?.min, after?.max])).toEqual([
      ["straight", 100, 5_000],
      ["sum", 250, null],
    ]);
    expect(changesOf(read.limits, {}).every(({ after }) => after === null)).toBe(true);
    expect(without(rows, "sum")).toHaveLength(1);
  });

  it("names the amount that is none", () => {
    expect(signsOf(changed(rowsOf(before), "straight", { step: "much" }))).toEqual({
      ok: false,
      kind: "straight",
      amount: "step",
    });
  });

  it("offers every kind of the layout once, and the two that are always there", () => {
    const spot = (name: string) => ({ name, title: name });
    const layout = {
      spots: [spot("straight:1"), spot("straight:2"), spot("red")],
      specials: [spot("orphans")],
    };
    expect(kindsLeft(layout as never, rowsOf(before))).toEqual(["red", "orphans", "any", "sum"]);
  });
});

describe("terminals", () => {
  const line = (terminal: string, by: Partial<TerminalLine> = {}): TerminalLine => ({
    terminal,
    meter: 0,
    staked: 0,
    win: 0,
    withheld: 0,
    demanded: 0,
    spots: {},
    locks: {},
    cases: [],
    idle: 0,
    wagered_at_ms: 0,
    reports: 0,
    player: "",
    ...by,
  });
  const view = (offline: string[], ...terminals: TerminalLine[]) =>
    ({ terminals, offline }) as unknown as SupervisorView;
  const rows = terminalsOf([
    {
      table: "A",
      view: view(["M2"], line("M1", { meter: 500 }), line("M2"), line("M3", { cases: ["case-7"] })),
    },
    { table: "B", view: view([], line("M3"), line("I1", { locks: { closed: "9.14" }, player: "P9" })) },
  ]);

  it("stand there once, at the first of their tables", () => {
    expect(rows.map(({ terminal, table }) => `${table}/${terminal}`)).toEqual([
      "A/M1",
      "A/M2",
      "A/M3",
      "B/I1",
    ]);
  });

  it.each([
    ["all", "", ["M1", "M2", "M3", "I1"]],
    ["locked", "", ["I1"]],
    ["held", "", ["M3"]],
    ["credit", "", ["M1"]],
    ["offline", "", ["M2"]],
    ["idle", "", ["M2"]],
    ["calls", "", ["I1"]],
    ["all", "case-7", ["M3"]],
    ["all", "p9", ["I1"]],
    ["credit", "i1", []],
  ] as const)("are found: %s %s", (filter, text, names) => {
    const sought = { filter, text, idle: ["M2"], calls: ["I1"] };
    expect(found(rows, sought).map(({ terminal }) => terminal)).toEqual(names);
    if (text === "") expect(countsOf(rows, ["M2"], ["I1"])[filter]).toBe(names.length);
  });

  it("show the lines on which they and the journal differ, and where their chain breaks", () => {
    const judged = (["agrees", "differs", "agrees", "only_journal"] as const).map((verdict, place) => ({
      k: verdict === "only_journal" ? 0 : place + 1,
      sequence: place,
      at_ms: 0,
      what: "",
      verdict,
      words: "",
      line: "",
    }));
    expect(oddLines({ broken_at: [3], judged }).map(({ k }) => k)).toEqual([2, 3, 0]);
  });
});

describe("a part of the register", () => {
  const part = (name: string, figures: PartView["figures"] = {}): PartView => ({
    part: name,
    clause: "2.2",
    here: null,
    needs_approval: "",
    approved: false,
    figures,
    several: false,
    pieces: [],
  });

  it("of which there are several is taken out by its serial number", () => {
    const taken = { table: "A", part: "network-device", serial: "SW-1", taken_out: true };
    expect(takenOut("A", part("network-device"), "SW-1")).toEqual(taken);
  });

  it("is measured in tenths of a millimetre, exactly", () => {
    expect(tenthsIn("81.5")).toBe(815);
    expect(tenthsIn("730")).toBe(7_300);
    expect(tenthsIn("81.55")).toBeUndefined();
    expect(tenthsIn("-3")).toBeUndefined();
  });

  it("says what was typed, and leaves out what was not", () => {
    const wheel = part("wheel", { housing: [1, 7_300, "2.3.1"], insert: [1, 5_600, "2.3.2"] });
    expect(figuresOf(wheel)).toEqual(["housing", "insert"]);
    expect(figuresOf(part("ball"))).toEqual(["diameter"]);
    const typed = {
      ...NOTHING_TYPED,
      serial: " w-2 ",
      figures: { housing: "729.5", insert: "" },
      order: "0 32, 15",
    };
    expect(bodyOf("A", wheel, typed)).toEqual({
      ok: true,
      body: {
        table: "A",
        part: "wheel",
        serial: "w-2",
        figures: { housing: 7_295 },
        metal: false,
        order: ["0", "32", "15"],
        emblem: "",
      },
    });
    expect(bodyOf("A", wheel, { ...typed, figures: { housing: "wide" } })).toEqual({
      ok: false,
      figure: "housing",
    });
  });
});
