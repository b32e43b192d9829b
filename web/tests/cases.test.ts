// The sides of an inquiry by time, the forms of an act, who gets and who owes, and the ladder of a dispute.
import { expect, test } from "vitest";
import {
  addressOf,
  aligned,
  byAttention,
  chosenIn,
  formOf,
  formsOf,
  givenBy,
  keptIn,
  ladder,
  merged,
  ofHouse,
  parties,
  positionOf,
  subjectOf,
  tickable,
  tickedIn,
  triedBy,
} from "../src/state/cases";
import type {
  DisputeView,
  Judged,
  InquiryEntry,
  PersonLine,
  QueueLine,
  TryView,
  WayView,
} from "../src/wire/api";

const NOTHING = { to_players: 0, from_players: 0, demanded: 0, house: 0, players: 0, second: false };
const form = (fields: TryView["fields"]): TryView => ({ fields, clauses: ["7.3"], ...NOTHING });
const way = (given: Partial<WayView>): WayView => ({
  way: "void_round",
  sentence: "The whole round is void.",
  act: "VoidRound",
  fields: { table: "A", round: 7 },
  says: ["why"],
  free: [],
  mine: true,
  others: {},
  tries: [form({ cause: null })],
  lines: [],
  changes: [],
  ...given,
});
const noted = (sequence: number, at_ms: number, is_signal = false): InquiryEntry => ({
  sequence,
  at_ms,
  sender: "M1",
  what: "place wager",
  followed: [],
  clauses: [],
  is_signal,
  is_refused: false,
  moved: 0,
});
const judged = (k: number, sequence: number, at_ms: number, verdict: Judged["verdict"]): Judged => ({
  k,
  sequence,
  at_ms,
  what: "ack",
  verdict,
  words: "",
  line: "",
});

test("a line of the terminal stands beside the entry it speaks of, whatever its clock said", () => {
  const moments = aligned(
    [noted(11, 1_000), noted(12, 2_000, true)],
    [],
    [judged(1, 11, 900_000, "agrees"), judged(2, 12, 1, "differs"), judged(3, 0, 1_500, "only_terminal")],
    500,
  );
  expect(moments.map(({ key, differs }) => [key, differs])).toEqual([
    ["e11", false],
    ["t3.0", true],
    ["e12", true],
  ]);
  expect(moments[0]?.journal?.sequence).toBe(11);
  expect(moments[0]?.signal).toBeNull();
  expect(moments[1]?.journal).toBeNull();
  expect(moments[2]?.signal).toMatchObject({ sequence: 12 });
});

test("a signal is told once, and not what was before the round", () => {
  const signal = (at_ms: number) => ({ place: "A", signal: "door", at_ms, alarm: true, clause: "", by: "" });
  const moments = aligned([noted(12, 2_000, true)], [signal(2_000), signal(2_500), signal(100)], [], 500);
  expect(moments.map(({ atMs }) => atMs)).toEqual([2_000, 2_500]);
});

test("a void for each cause is one act with a choice of causes", () => {
  const fire = way({ tries: [form({ cause: "fire" })] });
  const other = way({ tries: [form({ cause: "riot" })], mine: false, others: { manager: ["ben"] } });
  const all = merged([way({}), fire, other]);
  expect(all.map(({ mine, tries }) => [mine, tries.length])).toEqual([
    [true, 2],
    [false, 1],
  ]);
  expect(givenBy(all[0] ?? fire, 1, [])).toEqual({ table: "A", round: 7, cause: "fire" });
});

test("what is free is asked and not given, and held open when the floor is asked", () => {
  const tries = [
    form({ terminal: "M1", spot: "red", amount: 100 }),
    form({ terminal: "M1", spot: "odd", amount: 100 }),
    form({ terminal: "M2", spot: "red", amount: 100 }),
  ];
  const rule = way({ act: "RuleOnWager", free: ["spot", "amount"], tries });
  expect(chosenIn(rule)).toEqual(["terminal"]);
  expect(formsOf(rule)).toEqual([0, 2]);
  expect(givenBy(rule, 2, [])).toEqual({ table: "A", round: 7, terminal: "M2" });
  expect(triedBy(rule, 2, [])).toEqual({
    table: "A",
    round: 7,
    terminal: "M2",
    spot: "red",
    amount: 100,
    why: "…",
  });
});

test("a form is found again by what it chooses, not by where it stood", () => {
  const tries = [form({ spot: "red", amount: 100 }), form({ spot: "odd", amount: 100 })];
  const before = way({ act: "RuleOnWager", free: ["amount"], tries });
  const odd = formOf(before, 1);
  expect(positionOf(before, odd)).toBe(1);
  const other = form({ spot: "even", amount: 100 });
  expect(positionOf({ ...before, tries: [form({ spot: "odd", amount: 500 }), other] }, odd)).toBe(0);
  expect(positionOf({ ...before, tries: [tries[0] ?? other, other] }, odd)).toBe(-1);
  const plain = way({ tries: [form({})] });
  expect(positionOf(plain, formOf(plain, 0))).toBe(0);
});

test("several may be ticked where each form names one", () => {
  const some = way({
    act: "VoidWagers",
    tries: [form({ spots: ["red"] }), form({ spots: ["straight:17"] })],
  });
  expect(tickedIn(some)).toBe("spots");
  expect(tickable(some)).toEqual(["red", "straight:17"]);
  expect(chosenIn(some)).toEqual([]);
  expect(givenBy(some, 0, ["red", "straight:17"])["spots"]).toEqual(["red", "straight:17"]);
});

test("who gets, who gives back, who owes, and the house, to the cent", () => {
  const changes = [
    { account: "meter/M10", before: 900, after: 4_500 },
    { account: "meter/M2", before: 300, after: 0 },
    { account: "demanded/M2", before: 0, after: -200 },
    { account: "play/A/M2", before: 5, after: 0 },
    { account: "bank/A", before: 0, after: -3_100 },
  ];
  expect(parties(changes)).toEqual([
    { who: "M2", gets: -300, owes: 200 },
    { who: "M10", gets: 3_600, owes: 0 },
  ]);
  expect(ofHouse(changes)).toBe(-3_100);
});

test("an address names what is decided about", () => {
  expect(subjectOf("")).toEqual({ kind: "queue" });
  expect(subjectOf("case-3")).toEqual({ kind: "case", name: "case-3" });
  expect(subjectOf("round-A-12")).toEqual({ kind: "round", table: "A", number: 12 });
  expect(subjectOf("dispute-D-1")).toEqual({ kind: "dispute", name: "D-1" });
  const line = { kind: "round", table: "B", round: 4, name: "B-4" } as QueueLine;
  expect(subjectOf(addressOf(line))).toEqual({ kind: "round", table: "B", number: 4 });
});

test("the ladder of a dispute shows what was said and what is next", () => {
  const rules = {
    decide_clause: "8.14",
    review: "on_request",
    review_clause: "8.14",
    differs_clause: "8.14",
    final_role: "casino_operator",
    final_clause: "8.15",
    official: "inspector",
    advice_clause: "8.15",
  };
  const dispute = {
    number: "D1",
    who: "M1",
    about: "the ball jumped",
    raised_at_ms: 5,
    decided: { role: "r", person: "ben", at_ms: 9, text: "it stands" },
    requested: "",
    reviewed: null,
    advised: null,
    closed: null,
    promotion: "",
  } as unknown as DisputeView["dispute"];
  const rungs = ladder({ dispute, rules });
  expect(rungs.map(({ step, done }) => [step, done])).toEqual([
    ["raised", true],
    ["decided", true],
    ["review_asked", false],
    ["reviewed", false],
    ["advised", false],
    ["closed", false],
  ]);
  expect(rungs[1]).toMatchObject({ by: "ben", text: "it stands", clause: "8.14" });
  const prize = ladder({
    dispute: { ...dispute, promotion: "P1" },
    rules: { ...rules, review: "", official: "" },
  });
  expect(prize.map(({ step }) => step)).toEqual(["raised", "decided", "closed"]);
});

test("whoever needs attention stands first", () => {
  const person = (who: string, given: Partial<PersonLine>): PersonLine => ({
    who,
    is_terminal: true,
    player: "",
    idle: 0,
    flagged: false,
    locks: {},
    breaches: 0,
    directed: "",
    ...given,
  });
  const people = [person("M1", {}), person("M2", { flagged: true }), person("M3", { directed: "refused" })];
  expect(byAttention(people).map(({ who }) => who)).toEqual(["M3", "M2", "M1"]);
});

test("a line of the terminal is read as far as it can be", () => {
  expect(keptIn('{"what":"ack","meter":4900,"staked":100}')).toMatchObject({ meter: 4900, staked: 100 });
  expect(keptIn('{"meter":"many","phase":"OPEN"}')).toEqual({
    meter: null,
    staked: null,
    outcome: "",
    phase: "OPEN",
  });
  expect(keptIn("nonsense").meter).toBeNull();
});
