// Sentences: what happened, why, by which clause; amounts to the cent.
import { describe, expect, test } from "vitest";
import { en } from "../src/texts/en";
import { moneyFormat } from "../src/texts/money";
import { CAUSES, PHASES, REASON_SENTENCES, REASONS } from "../src/wire/messages";

describe("money", () => {
  test.each([
    [0, "0.00"],
    [5, "0.05"],
    [100, "1.00"],
    [123_456, "1,234.56"],
    [-250, "-2.50"],
    [900_719_925_474_099_1, "90,071,992,547,409.91"],
  ])("%i cents are %s", (cents, shown) => {
    expect(en.money.amount(cents)).toBe(shown);
  });

  test("a face is as short as it can be said exactly", () => {
    expect([100, 2_500, 250, 100_000].map(en.money.face)).toEqual(["1", "25", "2.50", "1,000"]);
  });

  test("is written as the language does", () => {
    expect(moneyFormat("it").amount(123_456_789)).toBe("1.234.567,89");
  });
});

describe("a refusal", () => {
  test("reads as a sentence with its clause", () => {
    expect(en.refusal("place", "after_close", "3.3.6", {})).toBe(
      "Not placed: the table takes no more bets (3.3.6).",
    );
    expect(en.refusal("place", "above_maximum", "4.3.2", { max: 10_000 })).toBe(
      "Not placed: the most on this bet is 100.00 (4.3.2).",
    );
    expect(en.refusal("note", "note_not_accepted", "5.1", {})).toBe(
      "Note returned: this terminal does not take that note (5.1).",
    );
  });

  test("for wrong tickets again and again says that one has to wait", () => {
    expect(en.refusal("ticket_in", "must_wait", "", {})).toMatch(
      /: too many wrong ticket numbers .* wait .*\.$/,
    );
  });

  test("without a clause has no brackets", () => {
    expect(en.refusal("clear", "busy", "", {})).toBe("Not cleared: the floor is busy; please try again.");
  });

  test.each(REASONS)("because of %s has a sentence of its own", (reason) => {
    expect(en.refusal("place", reason, "1.2", { min: 1, max: 2, next: 3 })).toMatch(
      /^Not placed: [a-z].*\(1\.2\)\.$/,
    );
    expect(en.refusal("place", reason, "1.2", {})).not.toContain("undefined");
  });

  test("is told to a player in words of its own, or else as to everybody", () => {
    expect(en.refusal("place", "excluded", "", {})).toBe(
      "Not placed: you are excluded from this game; please call an attendant.",
    );
    expect(en.refusal("collect", "whole_only", "4.1", {})).toBe(
      `Not collected: ${REASON_SENTENCES.whole_only} (4.1).`,
    );
  });

  test("nobody has foreseen is said as it came", () => {
    expect(en.refusal("place", "full_moon", "", {})).toContain("full_moon");
  });
});

describe("a notice", () => {
  const title = () => "Red";

  test("of a trimmed wager names the amount, the spot and the clause", () => {
    const told = { kind: "trimmed" as const, spot: "red", asked: 2_000, accepted: 1_000, clause: "4.3.2" };
    expect(en.notice(told, title)).toBe("Trimmed to 10.00: that is what the limits allow on Red (4.3.2).");
    expect(en.notice({ ...told, accepted: 0 }, title)).toBe(
      "Not placed: Red takes no more within the limits (4.3.2).",
    );
  });

  test("of a void round names it", () => {
    expect(en.notice({ kind: "void", round: 7, clause: "3.6" }, title)).toBe(
      "Round 7 is void. Your wagers have come back to your credit (3.6).",
    );
  });
});

test.each([...CAUSES, "no-launch", "cocked", "device-fault", "system-fault", "restart", "LINE_LOST"])(
  "a round void because of %s is explained in words",
  (cause) => {
    expect(en.trouble("VOID", cause, "7.1")).toMatch(/^[A-Z][^“]* \(7\.1\)\. [A-Z].* back/);
  },
);

test("after a fraud nobody is promised wagers that may be forfeited", () => {
  expect(en.trouble("VOID", "fraud", "9.2")).toBe(
    "There was a fraudulent act (9.2). Wagers that were not forfeited have come back.",
  );
  expect(en.trouble("HELD", "fraud", "9.2")).toContain("your wagers stand");
  const seen = en.console.shell.trouble(en.because("E77", "7.3"), true);
  expect(seen).toMatch(/“E77” \(7\.3\)\. All wagers stand/);
  expect(seen).not.toMatch(/\byour\b/i);
  expect(en.console.shell.trouble(en.because("", "7.3"), false)).toBe(
    "Wagers that were not forfeited have come back.",
  );
});

test("every phase has its message, word and hint", () => {
  for (const phase of PHASES) {
    expect(en.messages[phase]).not.toBe("");
    expect(en.phases[phase]).not.toBe("");
  }
  expect(en.messages.FINISHING).toBe("FINISH BETTING");
});

test("a void or held round is explained, known cause or not", () => {
  expect(en.trouble("VOID", "early-rest", "3.6.2")).toBe(
    "The ball came to rest before bets were closed (3.6.2). Your wagers have come back to your credit.",
  );
  expect(en.trouble("HELD", "E77", "7.3")).toContain("E77");
  expect(en.trouble("HELD", "", "7.3")).toBe("An attendant is looking into it; your wagers stand (7.3).");
});

test("the number of a ticket is shown in groups that can be read out", () => {
  expect(en.ticket.number("123456789012345678")).toBe("12-3456-7890-1234-5678");
  expect(en.ticket.number("")).toBe("");
});
