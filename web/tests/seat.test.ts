// A seat: commands are numbered and staged until answered, chips are what the server says, and a no has its clause.
import { describe, expect, test } from "vitest";
import { SeatSession, stagedAtSeat, type SeatState } from "../src/state/seat";
import { en } from "../src/texts/en";
import type { FromSeat, SeatNews, SeatView, SeatWelcome, ToSeat } from "../src/wire/seat";
import { FakeLine, FakeTimers } from "./fakes";
import { aSymbolLayout, TABLE } from "./samples";

const OWN: SeatView = {
  seat: "W1",
  sits: true,
  hand: 5_000,
  value_chips: 5_000,
  colour_chips: 0,
  colour: "",
  colour_value: 0,
  staked: 0,
  spots: {},
  win: 0,
  paid: 0,
  maximum: null,
  advised: false,
  message: "",
  message_at_ms: 0,
};

function welcome(changes: Partial<SeatWelcome> = {}): SeatWelcome {
  const whole = { layout: aSymbolLayout(), own: OWN, table: TABLE };
  return {
    type: "welcome",
    boot: 7,
    last: 0,
    now_ms: 2_000,
    own_seq: 10,
    table_seq: 10,
    ...whole,
    ...changes,
  };
}

function news(own: Partial<SeatView>, changes: Partial<Omit<SeatNews, "own">> = {}): SeatNews {
  const rest = { clause: "", n: null, trimmed: "", also: [], ...changes };
  return { type: "own", seq: 11, prev: 10, now_ms: 3_000, own: { ...OWN, ...own }, ...rest };
}

function stood() {
  const [line, timers] = [new FakeLine<FromSeat, ToSeat>(), new FakeTimers()];
  const session = new SeatSession({ seat: "W1", key: "key" }, line, timers, () => undefined);
  session.start();
  line.last.events.opened();
  line.say(welcome());
  return { line, timers, session };
}

const commands = (sent: readonly FromSeat[]) => sent.filter((each) => "n" in each);

describe("a seat", () => {
  test("says hello with its name and key, and shows what stands", () => {
    const { line, session } = stood();
    expect(line.last.sent[0]).toMatchObject({ type: "hello", seat: "W1", key: "key", boot: null });
    expect(session.state.own.view?.hand).toBe(5_000);
    expect(session.state.link.kind).toBe("standing");
  });

  test("numbers what is asked, and shows nothing of it before it is done", () => {
    const { line, session } = stood();
    session.act({ kind: "buy", amount: 2_000 });
    session.act({ kind: "lay", wager: "symbol:a", amount: 500 });
    session.act({ kind: "lift", wager: "symbol:a", amount: 500 });
    session.act({ kind: "hand_in", at: "cage" });
    expect(commands(line.last.sent)).toEqual([
      { type: "buy", n: 1, amount: 2_000 },
      { type: "lay", n: 2, wager: "symbol:a", amount: 500, round: 5 },
      { type: "lift", n: 3, wager: "symbol:a", amount: 500, round: 5 },
      { type: "hand_in", n: 4, at: "cage" },
    ]);
    expect(stagedAtSeat(session.state)).toEqual({ "symbol:a": 500 });
    expect(session.state.own.view).toEqual(OWN);
  });

  test("shows its chips where the server says they are", () => {
    const { line, session } = stood();
    session.act({ kind: "lay", wager: "symbol:a", amount: 500 });
    line.say(news({ hand: 4_500, staked: 500, spots: { "symbol:a": 500 } }, { n: 1 }));
    expect(stagedAtSeat(session.state)).toEqual({});
    expect(session.state.own.view).toMatchObject({ hand: 4_500, spots: { "symbol:a": 500 } });
  });

  test.each([
    [
      { kind: "note", amount: 2_000 } as const,
      "Note not taken: this terminal does not take money of that kind (4.2).",
    ],
    [{ kind: "collect" } as const, "No ticket given: this terminal does not take money of that kind (4.2)."],
  ])("is told by which clause there is no %j", (wish, words) => {
    const { line, session } = stood();
    session.act(wish);
    line.say({ type: "refused", n: 1, reason: "source_not_accepted", clause: "4.2", details: {} });
    expect(session.state.notice).toMatchObject({ kind: "refused", clause: "4.2" });
    expect(told(session.state)).toBe(words);
  });

  test("is told the limit of a refusal, of a trimmed wager, and what the dealer reminds of", () => {
    const { line, session } = stood();
    session.act({ kind: "lay", wager: "symbol:a", amount: 100 });
    line.say({ type: "refused", n: 1, reason: "below_minimum", clause: "7.1", details: { min: 200 } });
    expect(told(session.state)).toBe("Not placed: the least on this bet is 2.00 (7.1).");
    session.act({ kind: "lay", wager: "symbol:a", amount: 50_000 });
    line.say(news({ staked: 10_000 }, { n: 2, trimmed: "7.2" }));
    expect(told(session.state)).toContain("(7.2)");
    session.act({ kind: "lay", wager: "symbol:a", amount: 500 });
    line.say(news({ staked: 10_500 }, { seq: 12, prev: 11, n: 3, also: ["7.3"] }));
    expect(told(session.state)).toBe("The dealer reminds you of 7.3.");
  });

  test("comes back and sends again under its number, but not into another round", () => {
    const { line, timers, session } = stood();
    session.act({ kind: "lay", wager: "symbol:a", amount: 500 });
    session.act({ kind: "buy", amount: 1_000 });
    line.last.events.closed();
    expect(session.state.link.kind).toBe("lost");
    timers.pass(1_000);
    line.last.events.opened();
    line.say(welcome({ table: { ...TABLE, round: 6 }, table_seq: 20 }));
    expect(commands(line.last.sent)).toEqual([{ type: "buy", n: 2, amount: 1_000 }]);
    expect(session.state.notice).toEqual({ kind: "too_late", command: "lay" });
  });

  test("asks for the whole when something was missed", () => {
    const { line, session } = stood();
    line.say(news({ hand: 1 }, { seq: 15, prev: 14 }));
    expect(line.last.sent.at(-1)).toEqual({ type: "again" });
    expect(session.state.own.missed).toBe(true);
    line.say(welcome({ own_seq: 15, own: { ...OWN, hand: 2 } }));
    expect(session.state.own).toMatchObject({ missed: false, view: { hand: 2 } });
  });

  test("that the server lets go because it is busy comes back; one without a place does not", () => {
    const { line, timers, session } = stood();
    line.say({ type: "bye", reason: "busy", words: "" });
    timers.pass(1_000);
    expect(line.lines).toHaveLength(2);
    line.say({ type: "bye", reason: "place", words: "no place" });
    timers.pass(60_000);
    expect(line.lines).toHaveLength(2);
    expect(session.state.link).toMatchObject({ kind: "ended", reason: "place" });
  });

  test("sends nothing while it is not connected", () => {
    const { line, session } = stood();
    line.last.events.closed();
    const before = line.last.sent.length;
    session.act({ kind: "buy", amount: 1_000 });
    expect(line.last.sent).toHaveLength(before);
    expect(session.state.notice).toEqual({ kind: "not_connected" });
  });
});

function told(state: SeatState): string {
  return state.notice === null ? "" : en.seatNotice(state.notice);
}
