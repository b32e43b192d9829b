// Promotions: what is due and how soon, terms typed and read back, wall clocks of a zone, and a draw done over.
import { createHash, createHmac } from "node:crypto";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  draftOf,
  isUnsaved,
  nextPrize,
  NO_SPLIT,
  splitIn,
  sumOf,
  termsIn,
  typedTerms,
  usualSplit,
} from "../src/state/promotion_form";
import {
  addressOf,
  announced,
  announcedLines,
  askedIn,
  checkedItems,
  claimNumber,
  completed,
  drawAhead,
  gathered,
  grouped,
  inForceSince,
  leftOf,
  namesakes,
  NO_TERMS,
  offeredAt,
  outcomesOf,
  pressing,
  prizesOfNobody,
  standingOf,
  writtenFrom,
  type Need,
  type PromotionLine,
  type PromotionRules,
} from "../src/state/promotions";
import {
  checked,
  commitmentOf,
  digestOf,
  drawn,
  hashingOf,
  PROCESS,
  type Hashing,
} from "../src/state/redraw";
import { momentIn, typedIn } from "../src/state/zones";
import type { PublicPromotion } from "../src/wire/api";

const HOUR = 3_600_000;
const NOW = 1_794_800_000_000;
const need = (given: Partial<Need>): Need => ({
  need: "draw",
  clause: "6.7.1",
  prize: "",
  from_ms: 0,
  due_ms: 0,
  which: "",
  ...given,
});
const line = (given: Partial<PromotionLine>): PromotionLine =>
  ({ promotion: "p", stage: "draft", needs: [], problems: [], ...given }) as PromotionLine;

describe("who registers somebody", () => {
  const known = [
    { entrant: "E1", name: "Ann  Example", contact: "0400 000 000" },
    { entrant: "E2", name: "Ben Example", contact: "1 Quay" },
    { entrant: "E3", name: "", contact: "" },
  ];
  it("is told of the same name or contact, however it is typed, and of no other", () => {
    expect(namesakes(known, " ann EXAMPLE ", "elsewhere")).toEqual(["E1"]);
    expect(namesakes(known, "Cleo", "1  quay")).toEqual(["E2"]);
    expect(namesakes(known, "Ann Example", "1 Quay")).toEqual(["E1", "E2"]);
    expect(namesakes(known, "0400 000 000", "Ann Example")).toEqual([]);
    expect(namesakes(known, "", "")).toEqual([]);
  });
});

describe("what is due", () => {
  it("is told of every claim by itself, and of several clauses once", () => {
    const told = [
      need({ need: "inform", prize: "1", which: "C1" }),
      need({ need: "inform", prize: "1", which: "C2" }),
    ];
    expect(gathered(told).map(({ which }) => which)).toEqual(["C1", "C2"]);
    expect(gathered([need({ clause: "a" }), need({ clause: "b" })]).map(({ clauses }) => clauses)).toEqual([
      ["a", "b"],
    ]);
  });
  it("is later, now, near or late", () => {
    expect(standingOf(need({ from_ms: NOW + 1 }), NOW)).toBe("later");
    expect(standingOf(need({}), NOW)).toBe("now");
    expect(standingOf(need({ due_ms: NOW + 48 * HOUR }), NOW)).toBe("now");
    expect(standingOf(need({ due_ms: NOW + HOUR }), NOW)).toBe("near");
    expect(standingOf(need({ due_ms: NOW - 1 }), NOW)).toBe("late");
  });

  it("presses where a deadline is near or past", () => {
    const lines = [
      line({ needs: [need({ due_ms: NOW + HOUR })] }),
      line({ needs: [need({}), need({ due_ms: NOW + 47 * HOUR })] }),
      line({ needs: [] }),
    ];
    expect(pressing(lines, NOW)).toBe(1);
    expect(leftOf(NOW + 90 * 60_000, NOW)).toEqual({ hours: 1, minutes: 30 });
    expect(leftOf(NOW - 150 * 60_000, NOW)).toEqual({ hours: -2, minutes: 30 });
  });

  it("comes first in its group by its deadline, and each group by how far it is", () => {
    const lines = [
      line({ promotion: "old", stage: "closed" }),
      line({ promotion: "later", needs: [need({ due_ms: NOW + 9 })] }),
      line({ promotion: "free" }),
      line({ promotion: "sooner", stage: "filed", needs: [need({ due_ms: NOW + 3 })] }),
      line({ promotion: "drawn", stage: "drawn" }),
    ];
    expect(grouped(lines).map(({ group, lines: own }) => [group, own.map((each) => each.promotion)])).toEqual(
      [
        ["preparing", ["sooner", "later", "free"]],
        ["drawn", ["drawn"]],
        ["over", ["old"]],
      ],
    );
  });

  it("is said once, with every clause that asks for it", () => {
    const needs = [
      need({ need: "complete", clause: "6.7.1" }),
      need({ need: "complete", clause: "6.7.3" }),
      need({ need: "notify", clause: "6.8", prize: "1" }),
      need({ need: "notify", clause: "6.8", prize: "2" }),
    ];
    expect(gathered(needs).map(({ need: each, prize, clauses }) => [each, prize, clauses])).toEqual([
      ["complete", "", ["6.7.1", "6.7.3"]],
      ["notify", "1", ["6.8"]],
      ["notify", "2", ["6.8"]],
    ]);
  });

  it("shows per item what the rulebook demands and what is missing", () => {
    const rules = {
      items: [
        { item: "manner", clause: "6.7.1" },
        { item: "eligibility", clause: "6.7.3" },
      ],
    } as unknown as PromotionRules;
    const lacking = { reason: "terms_missing", prize: "", fields: [], source: "" };
    const found = checkedItems(
      rules,
      line({
        problems: [
          { ...lacking, item: "eligibility", clause: "6.7.3" },
          { ...lacking, item: "travel", clause: "6.7.11.3", prize: "2", fields: ["persons"] },
        ],
      }),
    );
    expect(found.map(({ item, clause, problems }) => [item, clause, problems.length])).toEqual([
      ["manner", "6.7.1", 0],
      ["eligibility", "6.7.3", 1],
      ["travel", "6.7.11.3", 1],
    ]);
  });
});

describe("wall clocks", () => {
  it.each([
    ["2026-11-16T22:36", "UTC", 1_794_868_560_000],
    ["2026-11-17T09:36", "Australia/Sydney", 1_794_868_560_000],
    ["2026-07-01T10:00", "Australia/Adelaide", 1_782_865_800_000],
    ["2028-02-29T00:00", "UTC", 1_835_395_200_000],
  ])("%s in %s", (typed, zone, ms) => {
    expect(momentIn(typed, zone)).toBe(ms);
    expect(typedIn(ms, zone)).toBe(typed);
  });

  it("nothing is nothing, and no time is none", () => {
    expect(momentIn("", "UTC")).toBe(0);
    expect(typedIn(0, "UTC")).toBe("");
    expect(momentIn("tomorrow", "UTC")).toBeNull();
  });

  it("what is shown is what is read, to the minute, except where the clocks are turned", () => {
    const minute = fc.integer({ min: 26_297_280, max: 34_186_464 });
    fc.assert(
      fc.property(minute, fc.constantFrom("UTC", "Europe/Vienna", "Asia/Kathmandu"), (minutes, zone) => {
        const ms = minutes * 60_000;
        const read = momentIn(typedIn(ms, zone), zone);
        expect([0, -HOUR, HOUR]).toContain((read ?? 0) - ms);
        expect(typedIn(read ?? 0, zone)).toBe(typedIn(ms, zone));
      }),
      { numRuns: 300 },
    );
  });
});

describe("terms that are typed", () => {
  const terms = completed({
    title: "Spring",
    tables: ["A"],
    qualifying_wager: 500,
    earns: "turnover",
    turnover_per_entry: 10_000,
    starts_ms: 1_794_868_560_000,
    conditions: ["is a member", "is of age"],
    prizes: [
      {
        prize: "1",
        words: "A journey",
        value: 1_200_000,
        kind: "travel",
        details: { persons: "2" },
        parts: [{ what: "liquor", words: "Champagne", millilitres: 750 }],
        cash_alternative: 1_000_000,
      },
    ],
  });

  it("come back as they were", () => {
    expect(termsIn(typedTerms(terms, "Australia/Sydney"), "Australia/Sydney")).toEqual({ ok: true, terms });
    expect(termsIn(typedTerms(NO_TERMS, "UTC"), "UTC")).toEqual({ ok: true, terms: NO_TERMS });
  });

  it("tell a wager that is none from one that nobody answered", () => {
    const none = { ...typedTerms(NO_TERMS, "UTC"), qualifying: "none" as const };
    const read = termsIn(none, "UTC");
    expect(read.ok && read.terms.qualifying_wager).toBe(0);
    expect(NO_TERMS.qualifying_wager).toBeNull();
  });

  it("name the fields that are no amount, time or number", () => {
    const typed = typedTerms(terms, "UTC");
    const prize = { ...nextPrize(typed.prizes), value: "-5", cash_alternative: "a lot" };
    expect(prize.prize).toBe("2");
    const wrong = { ...typed, starts: "soon", qualifying_wager: "much", prizes: [...typed.prizes, prize] };
    expect(termsIn(wrong, "UTC")).toEqual({
      ok: false,
      wrong: ["prize-2-value", "prize-2-cash_alternative", "qualifying_wager", "starts"],
    });
  });

  it("propose cash only where the form is not the winner's choice and so much lies in the drawer", () => {
    const prize = { kind: "cash", value: 1_500_000, choice: false };
    expect(usualSplit(prize, null).cash).toBe("15000.00");
    expect(usualSplit(prize, 1_500_000).cash).toBe("15000.00");
    expect(usualSplit(prize, 60_000)).toEqual(NO_SPLIT);
    expect(usualSplit({ ...prize, choice: true }, null)).toEqual(NO_SPLIT);
    expect(usualSplit({ ...prize, kind: "travel" }, 0)).toEqual({ ...NO_SPLIT, goods: "15000.00" });
  });

  it("are unsaved until they stand on record, and begin with what the rulebook knows", () => {
    const rules = [{ rulebook: "a", tables: ["A", "B"], kinds: [{ item: "reward-bonus", clause: "6.1" }] }];
    const draft = draftOf(null, rules as unknown as PromotionRules[], "UTC");
    expect(draft.typed).toMatchObject({ tables: ["A"], kind: "reward-bonus" });
    expect(isUnsaved(draft)).toBe(false);
    expect(isUnsaved({ ...draft, name: "spring" })).toBe(true);
    const written = draftOf(line({ versions: [{ number: 2, terms }] as never }), [], "UTC");
    expect([written.from, isUnsaved(written)]).toEqual([2, false]);
    expect(isUnsaved({ ...written, typed: { ...written.typed, place: "Here" } })).toBe(true);
  });

  it("split a prize into forms that add up", () => {
    const split = splitIn({ cash: "5000", cheque: "9999.50", transfer: "0.50", goods: "" });
    expect(split).toEqual({ cash: 500_000, cheque: 999_950, transfer: 50 });
    expect(sumOf(split ?? {})).toBe(1_500_000);
    expect(splitIn({ cash: "some", cheque: "", transfer: "", goods: "" })).toBeNull();
  });
});

describe("what patrons are shown", () => {
  const told = (given: Partial<PublicPromotion>): PublicPromotion =>
    ({
      promotion: "p",
      stage: "running",
      postponed: false,
      tables: ["A"],
      announcements: ["Win"],
      terms: {},
      address: "promotions/p",
      ...given,
    }) as PublicPromotion;

  it("are announcements of promotions that go on, where they hang", () => {
    const all = [
      told({ promotion: "here" }),
      told({ promotion: "elsewhere", tables: ["B"] }),
      told({ promotion: "postponed", postponed: true }),
      told({ promotion: "over", stage: "closed" }),
      told({ promotion: "silent", announcements: [] }),
    ];
    expect(announced(all, "A").map(({ promotion }) => promotion)).toEqual(["here"]);
    expect(announced(all).map(({ promotion }) => promotion)).toEqual(["here", "elsewhere"]);
    // Without a title it goes by its name; and never without where its terms can be read.
    expect(announcedLines(all, "A")).toEqual([{ title: "here", words: "Win", address: "promotions/p" }]);
    expect(offeredAt(all, "A").map(({ promotion }) => promotion)).toEqual(["here", "postponed", "silent"]);
  });

  it("are in force since the start, or since they were changed after it", () => {
    const versions = [
      { number: 1, digest: "", at_ms: 10, approval: "" },
      { number: 2, digest: "", at_ms: 90, approval: "L-1" },
    ];
    expect(inForceSince(told({ version: 1, versions, started_at_ms: 0 }))).toBe(0);
    expect(inForceSince(told({ version: 1, versions, started_at_ms: 50 }))).toBe(50);
    expect(inForceSince(told({ version: 2, versions, started_at_ms: 50 }))).toBe(90);
  });

  it("has an address that stays, for each version", () => {
    expect(addressOf("spring", 2)).toBe("/promotions/spring?version=2");
    expect(askedIn("/promotions/spring", "?version=2")).toEqual({ promotion: "spring", version: 2 });
    expect(askedIn("/promotions", "")).toEqual({ promotion: "", version: 0 });
    expect(askedIn("/promotions/%E0%A4%A", "?version=x")).toEqual({ promotion: "", version: 0 });
  });
});

const DIGEST = "1c1fc931acf3f759f098cd61b9ac1b375fbd4a2dbadd91bc66a2893cc66075b8";
const COMMITMENT = "310958097fff6062da6d2b7167291a8d42504013f3367fd35c3e776b61c3e02c";
const ONE_EACH = [
  { prize: "1", entrant: "E3", entry: 5 },
  { prize: "2", entrant: "E1", entry: 2 },
  { prize: "1", entrant: "E2", entry: 3 },
];
const MANY = [
  { prize: "1", entrant: "E3", entry: 5 },
  { prize: "2", entrant: "E3", entry: 4 },
  { prize: "3", entrant: "E3", entry: 6 },
  { prize: "4", entrant: "E3", entry: 7 },
];

describe("a draw done over", () => {
  const hashing: Hashing = {
    sha256: (data) => Promise.resolve(createHash("sha256").update(data).digest()),
    hmac: (key, data) => Promise.resolve(createHmac("sha256", key).update(data).digest()),
  };
  const secret = "0f".repeat(32);
  const entries = [
    ["E1", 3],
    ["E2", 1],
    ["E3", 4],
  ] as const;
  const draw = { promotion: "spring", secret, entries, one_prize_each: true };

  it("gives the winners the floor drew", async () => {
    // From openetg.floor.promotions.drawing.drawn with the same secret and entries.
    expect(await digestOf(entries, hashing)).toBe(DIGEST);
    expect(await commitmentOf("spring", secret, hashing)).toBe(COMMITMENT);
    expect(await drawn(draw, ["1", "2", "1"], hashing)).toEqual(ONE_EACH);
    expect(await drawn({ ...draw, one_prize_each: false }, ["1", "2", "3", "4"], hashing)).toEqual(MANY);
  });

  it("is good only with that secret, those entries and those winners", async () => {
    const told = {
      ...draw,
      process: PROCESS,
      commitment: await commitmentOf("spring", secret, hashing),
      entries_digest: await digestOf(entries, hashing),
      draws: await drawn(draw, ["1", "2"], hashing),
    };
    expect(await checked(told, hashing)).toBe("good");
    expect(await checked({ ...told, secret: "1f".repeat(32) }, hashing)).toBe("bad-secret");
    expect(await checked({ ...told, entries: [["E1", 4]] }, hashing)).toBe("bad-winners");
    const other = told.draws.map((each) => ({ ...each, entry: each.entry + 1 }));
    expect(await checked({ ...told, draws: other }, hashing)).toBe("bad-winners");
    expect(await checked({ ...told, draws: told.draws.slice(1) }, hashing)).toBe("bad-winners");
    expect(await checked({ ...told, process: "another/1" }, hashing)).toBe("cannot");
  });

  it("uses the hashes of a browser where it has them", async () => {
    const own = hashingOf(crypto.subtle);
    expect(own).not.toBeNull();
    if (own !== null) expect(await drawn(draw, ["1", "2", "1"], own)).toEqual(ONE_EACH);
    expect(hashingOf(undefined)).toBeNull();
  });
});

describe("results, claims and versions", () => {
  const prizes = ["1", "2", "3"].map((prize) => ({ prize, words: `Prize ${prize}`, value: 100 }));
  const result = (prize: string, entrant: string) => ({
    prize,
    words: "",
    kind: "cash",
    value: 100,
    entrant,
    at_ms: 1,
  });
  const told = (given: Partial<PublicPromotion>) =>
    ({ version: 2, in_force: 2, terms: { prizes }, results: [], ...given }) as unknown as PublicPromotion;

  it("tell of every prize in the order of the terms, also of one for which nobody was left", () => {
    const found = outcomesOf(told({ results: [result("3", "E7"), result("1", "E2")] }));
    expect(found.map(({ prize, entrant }) => [prize, entrant])).toEqual([
      ["1", "E2"],
      ["2", ""],
      ["3", "E7"],
    ]);
  });

  it("tell of nothing but what was won beside terms that are no longer in force", () => {
    const found = outcomesOf(told({ version: 1, results: [result("1", "E2")] }));
    expect(found.map(({ prize }) => prize)).toEqual(["1"]);
  });

  it("tell staff before the draw which prizes no entry is left for, and after it which nobody has won", () => {
    const taking = (entrant: string, entries: number, counts = true) => ({ entrant, entries, counts });
    const inMoney = prizes.map((prize) => ({ ...prize, kind: prize.prize === "2" ? "goods" : "cash" }));
    const before = (one_prize_each: boolean, won: readonly string[] = []) =>
      line({
        versions: [{ number: 1, terms: { prizes: inMoney, one_prize_each } }] as never,
        entrants: [taking("E1", 2), taking("E2", 0), taking("E3", 4, false)] as never,
        drawn_at_ms: won.length,
        won: won.map((prize) => ({ prize })) as never,
      });
    const left = (one: boolean) => drawAhead(before(one)).without.map(({ prize }) => prize);
    expect([left(true), left(false)]).toEqual([["2", "3"], ["3"]]);
    expect(drawAhead(before(false)).asideCents).toBe(100);
    expect(prizesOfNobody(before(true))).toEqual([]);
    expect(prizesOfNobody(before(true, ["1"])).map(({ prize }) => prize)).toEqual(["2", "3"]);
  });

  it("propose another number for the claim of each winner of a prize", () => {
    expect(claimNumber("spring", { prize: "1", passed_over: [] })).toBe("spring-1-1");
    expect(claimNumber("spring", { prize: "1", passed_over: ["E2"] })).toBe("spring-1-2");
  });

  it("say from which version terms were written, or that there was none", () => {
    const versions = [{ number: 1 }, { number: 4 }] as unknown as PromotionLine["versions"];
    expect([writtenFrom(line({ versions })), writtenFrom(null)]).toEqual([4, -1]);
  });
});
