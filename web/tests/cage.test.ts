// The cage without a page: a scanner's keys, a signature, a count sheet, and how papers and drawers stand.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  countsOthers,
  drawerOf,
  inForms,
  isWaiting,
  nextForm,
  reckoned,
  standingOf,
  withholding,
} from "../src/state/cage";
import { countIn, piecesIn, standing, struck, worth } from "../src/state/cage_count";
import {
  BOX,
  inBox,
  isDrawn,
  isLine,
  isPath,
  LONGEST,
  pathOf,
  simplified,
  type Stroke,
} from "../src/state/cage_signature";
import { digitsIn, FASTEST_HAND_MS, heard, misread, NO_KEYS, withoutScan } from "../src/state/cage_wedge";
import type { CageView, Drawer, MeView, Payout, Ticket } from "../src/wire/console";

const NUMBER = "411502933817460278";

/** What comes of keys that are pressed one after another, so many milliseconds apart. */
function typed(keys: readonly string[], everyMs: number): string | null {
  let [wedge, scan]: [typeof NO_KEYS, string | null] = [NO_KEYS, null];
  for (const [place, key] of keys.entries()) ({ wedge, scan } = heard(wedge, key, 1_000 + place * everyMs));
  return scan;
}

describe("a scanner", () => {
  test("is heard by its speed", () => {
    expect(typed([...NUMBER, "Enter"], 4)).toBe(NUMBER);
    expect(typed([...NUMBER, "Enter"], FASTEST_HAND_MS)).toBe(NUMBER);
  });

  test("is not taken for somebody who types, or somebody for it", () => {
    expect(typed([...NUMBER, "Enter"], FASTEST_HAND_MS + 1)).toBeNull();
    expect(typed([..."12.50", "Enter"], 4)).toBeNull();
    expect(typed([..."1250", "Enter"], 4)).toBeNull();
    expect(typed([..."411502933817x60278", "Enter"], 4)).toBeNull();
    expect(typed(["Enter"], 4)).toBeNull();
  });

  test("is heard after a pause in the same field", () => {
    let { wedge } = heard(NO_KEYS, "7", 0);
    for (const [place, key] of [...NUMBER].entries()) ({ wedge } = heard(wedge, key, 5_000 + place));
    expect(heard(wedge, "Enter", 5_020).scan).toBe(NUMBER);
    expect(withoutScan(`7${NUMBER}`, NUMBER)).toBe("7");
    expect(withoutScan("nothing of it", NUMBER)).toBe("nothing of it");
  });

  test("says nothing twice", () => {
    const { wedge } = heard({ keys: NUMBER, lastMs: 10 }, "Enter", 12);
    expect(heard(wedge, "Enter", 14).scan).toBeNull();
  });
});

describe("a number", () => {
  test("is read with spaces and dashes, and a wrong digit shows at once", () => {
    expect(misread("41-1502-9338-1746-0278")).toBeNull();
    expect(misread(" 411502 9338 17460278 ")).toBeNull();
    expect(digitsIn("41-1502-9338-1746-0278")).toBe(NUMBER);
    expect(misread("")).toBe("empty");
    expect(misread("41150293381746027x")).toBe("letters");
    expect(misread("4115029338174602")).toBe("length");
    expect(misread("411502933817460279")).toBe("check");
  });

  test("shows any one digit that is wrong, and any two that changed places", () => {
    fc.assert(
      fc.property(fc.nat(17), fc.nat(9), fc.nat(16), (at, digit, swapped) => {
        const one = NUMBER.slice(0, at) + String(digit) + NUMBER.slice(at + 1);
        if (one !== NUMBER) expect(misread(one)).toBe("check");
        const [first, second] = [NUMBER[swapped] ?? "", NUMBER[swapped + 1] ?? ""];
        const two = NUMBER.slice(0, swapped) + second + first + NUMBER.slice(swapped + 2);
        if (two !== NUMBER) expect(misread(two)).toBe("check");
      }),
    );
  });
});

const point = fc.record({
  x: fc.integer({ min: 0, max: BOX.wide }),
  y: fc.integer({ min: 0, max: BOX.high }),
});
const strokes = fc.array(fc.array(point, { minLength: 1, maxLength: 300 }), { minLength: 1, maxLength: 20 });

describe("a signature", () => {
  test("fits its field and can be drawn again, however it was scribbled", () => {
    fc.assert(
      fc.property(strokes, (drawn) => {
        const path = pathOf(drawn);
        expect(path.length).toBeLessThanOrEqual(LONGEST);
        expect(isPath(path)).toBe(true);
      }),
      { numRuns: 40 },
    );
  });

  test("keeps every point that shows, and no other", () => {
    const line: Stroke = Array.from({ length: 101 }, (_, at) => ({ x: at, y: 50 }));
    expect(simplified(line, 0.5)).toEqual([
      { x: 0, y: 50 },
      { x: 100, y: 50 },
    ]);
    const corner: Stroke = [...line, { x: 100, y: 150 }];
    expect(simplified(corner, 0.5)).toEqual([
      { x: 0, y: 50 },
      { x: 100, y: 50 },
      { x: 100, y: 150 },
    ]);
    expect(pathOf([corner])).toBe("M0 50l100 0 0 100");
    expect(
      pathOf([
        [
          { x: 9, y: 9 },
          { x: 4, y: 12 },
          { x: 4, y: 2 },
        ],
        [{ x: 1, y: 1 }],
      ]),
    ).toBe("M9 9l-5 3 0-10M1 1");
  });

  test("stays within what was asked of it: no point is farther off than the tolerance", () => {
    const wave: Stroke = Array.from({ length: 400 }, (_, at) => ({ x: at, y: 100 + 60 * Math.sin(at / 20) }));
    const kept = simplified(wave, 2);
    expect(kept.length).toBeLessThan(wave.length / 4);
    for (const { x, y } of wave) {
      const after = kept.findIndex((each) => each.x >= x);
      const [from, to] = [kept[Math.max(0, after - 1)], kept[after]];
      if (from === undefined || to === undefined) throw new Error("the ends are kept");
      const share = to.x === from.x ? 0 : (x - from.x) / (to.x - from.x);
      expect(Math.abs(from.y + share * (to.y - from.y) - y)).toBeLessThan(2 * Math.hypot(1, 3));
    }
  });

  test("is none while nothing but a dot was made, and comes from a pad of any size", () => {
    expect(isDrawn([])).toBe(false);
    expect(isDrawn([[{ x: 5, y: 5 }]])).toBe(false);
    expect(
      isDrawn([
        [
          { x: 5, y: 5 },
          { x: 50, y: 5 },
        ],
      ]),
    ).toBe(true);
    expect(inBox([{ x: 150, y: 50 }], { wide: 300, high: 100 })).toEqual([{ x: 300, y: 100 }]);
    expect(inBox([{ x: -9, y: 900 }], { wide: 300, high: 100 })).toEqual([{ x: 0, y: BOX.high }]);
  });

  test("has some line in it, as the floor asks of it", () => {
    for (const nothing of ["", "M0 0", "M0 0l0 0", "M5 5l9 9M7 7", "M1 1M2 2M3 3"])
      expect(isLine(nothing)).toBe(false);
    expect(isLine("M10 150l30-90 40 80")).toBe(true);
    expect(isLine("M0 0l40 0")).toBe(true);
    expect(isLine("M0 0l10 0M5 5l-15-15")).toBe(true);
  });

  test("is drawn only if it is a path and nothing else", () => {
    for (const wrong of ["", "F17", "M0 0l1 1z", 'M0 0"/><script>', "M0 0L5 5", "M1 1l2 2 url(#x)"]) {
      expect(isPath(wrong)).toBe(false);
    }
    expect(isPath(`M0 0l${"1 ".repeat(LONGEST)}`)).toBe(false);
  });
});

describe("a count sheet", () => {
  test("adds up by itself, to the cent", () => {
    const { pieces, wrong } = piecesIn({ 10000: "2", 2000: " 5 ", 50: "3", 5: "1", 10: "", 20: "0" });
    expect([pieces, wrong]).toEqual([{ 10000: 2, 2000: 5, 50: 3, 5: 1 }, null]);
    expect(worth(pieces)).toBe(30_155);
    expect(worth({})).toBe(0);
  });

  test("names the first line that is no count", () => {
    expect(piecesIn({ 10000: "2", 2000: "x", 50: "-1" }).wrong).toBe("50");
    for (const typedWrong of ["-1", "1.5", "ten", "99999999"]) expect(countIn(typedWrong)).toBeUndefined();
  });

  test("is of the currency, the highest piece first, and no piece twice", () => {
    for (const currency of ["AUD", "EUR", "GBP", "USD", "ZZZ"]) {
      const pieces = struck(currency);
      expect(pieces).toEqual([...new Set(pieces)].sort((one, other) => other - one));
    }
    expect(struck("AUD")).not.toContain(500_00);
    expect(struck("EUR")).toContain(500_00);
  });

  test("stands even, over or short of the ledger", () => {
    expect(standing(100, 100)).toEqual({ kind: "even", by: 0 });
    expect(standing(150, 100)).toEqual({ kind: "over", by: 50 });
    expect(standing(99, 100)).toEqual({ kind: "short", by: 1 });
  });
});

const PAPER: Ticket = {
  number: "t411-x",
  terminal: "M1",
  amount: 5_000,
  state: "outstanding",
  kind: "ticket",
  held: false,
  redeemed: null,
  payable_at_ms: 0,
  identify: false,
  document: "",
  serial: 1,
  at_ms: 1_000,
  expires_at_ms: 9_000,
};

describe("what is on record", () => {
  test("tells how a paper stands", () => {
    expect(standingOf(PAPER, 8_999)).toBe("payable");
    expect(standingOf(PAPER, 9_000)).toBe("expired");
    expect(standingOf({ ...PAPER, payable_at_ms: 9_500 }, 9_100)).toBe("delayed");
    expect(standingOf({ ...PAPER, payable_at_ms: 9_500 }, 9_500)).toBe("payable");
    expect(standingOf({ ...PAPER, identify: true }, 2_000)).toBe("identify");
    expect(standingOf({ ...PAPER, identify: true, document: "passport" }, 2_000)).toBe("payable");
    expect(standingOf({ ...PAPER, held: true, identify: true }, 9_900)).toBe("held");
  });

  test("tells what a drawer should hold, and whose it is", () => {
    const drawer = {
      name: "1",
      person: "cas",
      opened_with: 30_000,
      moved_in: 2_000,
      moved_out: 500,
      paid: 7_500,
      sold: 0,
      closed_at_ms: 0,
    } as Drawer;
    expect(reckoned(drawer)).toBe(24_000);
    expect(reckoned({ ...drawer, sold: 550 })).toBe(24_550);
    const cage = { drawers: [{ ...drawer, name: "0", closed_at_ms: 5 }, drawer] } as unknown as CageView;
    expect(drawerOf(cage, "cas")?.name).toBe("1");
    expect(drawerOf(cage, "ann")).toBeNull();
    expect(drawerOf(null, "cas")).toBeNull();
  });

  test("tells who counts the drawers of others", () => {
    const at = (...acts: string[]) => ({
      acts: [],
      tables: [{ table: "A", acts }] as unknown as MeView["tables"],
    });
    expect(countsOthers(null)).toBe(false);
    expect(countsOthers(at("CountDrawer", "CloseDrawer", "RedeemPaper"))).toBe(false);
    expect(countsOthers(at("CloseTable", "CloseDrawer"))).toBe(true);
    expect(countsOthers({ acts: ["CloseDrawer"], tables: [] })).toBe(true);
  });

  test("tells which payments wait, which forms there are and what may be kept back", () => {
    const payout: Payout = {
      number: "payout-1",
      terminal: "M1",
      amount: 5,
      signature: "",
      held: true,
      refused: false,
    };
    expect([payout, { ...payout, signature: "M1 1" }, { ...payout, refused: true }].map(isWaiting)).toEqual([
      true,
      false,
      false,
    ]);
    expect(inForms("cash", "cash")).toEqual({ asked: "cash" });
    expect(inForms("cash", "cheque")).toEqual({ asked: "cash", paid: "cheque" });
    expect([nextForm("cash"), nextForm("transfer")]).toEqual(["cheque", "cash"]);
    const rule = { what: ["ticket"], duty: "notice", official: "inspector", clause: "5.2" };
    const rules = { withholding: [rule] } as unknown as Parameters<typeof withholding>[0];
    expect(withholding(rules, "ticket")).toBe(rule);
    expect(withholding(rules, "slip")).toBeNull();
  });
});
