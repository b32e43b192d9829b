// What is heard: only what the server has said, once, in the words of the catalogue.
import { describe, expect, test } from "vitest";
import { cuesOf, heardIn, type Cue, type Heard } from "../src/sound/cues";
import { lengthOf, rollingOf, tonesOf } from "../src/sound/tones";
import { Voice, voiceFor } from "../src/sound/voice";
import { Sounds } from "../src/sound/sounds";
import { texts } from "../src/texts";
import type { Spin } from "../src/wire/messages";
import { ack, aDiceLayout, aLayout, aSymbolLayout, OWN, standing, TABLE, tableNews } from "./samples";

const QUIET: Heard = {
  table: TABLE,
  own: OWN,
  layout: { ...aLayout(), wheel: ["0", "32"] },
  seconds: null,
  notice: null,
  last: null,
  spin: null,
};
const SPIN: Spin = {
  type: "spin",
  table: "M1",
  round: 5,
  what: "launched",
  count: 0,
  turn_ms: 0,
  rotor: "",
  at_ms: 0,
};

const then = (after: Partial<Heard>, before: Partial<Heard> = {}): readonly Cue[] =>
  cuesOf({ ...QUIET, ...before }, { ...QUIET, ...before, ...after });
const kinds = (cues: readonly Cue[]) => cues.map(({ kind }) => kind);
const said = (cues: readonly Cue[]) => cues.flatMap((cue) => ("say" in cue ? [cue.say] : []));

describe("nothing is heard", () => {
  test("when nothing happened", () => expect(then({})).toEqual([]));

  test("of the first views of a page", () => {
    expect(cuesOf(null, QUIET)).toEqual([]);
    expect(cuesOf({ ...QUIET, table: null }, QUIET)).toEqual([]);
  });

  test("of a table the player has only turned to", () => {
    expect(then({ table: { ...TABLE, table: "B1", phase: "CLOSED", outcome: "3" } })).toEqual([]);
  });

  test("of a number of rounds that were missed", () => {
    const table = { ...TABLE, round: 9, outcomes: ["5", "17"], last_outcome: "5" };
    expect(kinds(then({ table }))).toEqual(["open"]);
  });
});

describe("the calls", () => {
  test.each([
    ["OPEN", "open", texts.sound.open],
    ["FINISHING", "finishing", texts.sound.finishing],
    ["CLOSED", "closed", texts.sound.closed],
    ["HELD", "stopped", texts.sound.held],
    ["VOID", "stopped", texts.sound.isVoid],
  ])("%s is heard as %s", (phase, kind, words) => {
    const cues = then({ table: { ...TABLE, phase } }, { table: { ...TABLE, phase: "SETTLED" } });
    expect(kinds(cues)).toEqual([kind]);
    expect(said(cues)).toEqual([words]);
  });

  test("each of the last five seconds ticks, once", () => {
    const heard = [7, 6, 5, 4, 3, 2, 1, 0].map((seconds) =>
      kinds(then({ seconds }, { seconds: seconds + 1 })),
    );
    expect(heard).toEqual([[], [], ["tick"], ["tick"], ["tick"], ["tick"], ["tick"], []]);
    expect(then({ seconds: 4 }, { seconds: 4 })).toEqual([]);
    expect(then({ seconds: 4 }, { seconds: null })).toEqual([]);
  });
});

describe("a chip", () => {
  test("is heard when it is on record, not when it is touched", () => {
    const bench = standing();
    const before = heardIn(bench.state, 0);
    const touched = heardIn(bench.place().state, 0);
    expect(cuesOf(before, touched)).toEqual([]);
    const acked = heardIn(bench.hear(ack(1)).state, 0);
    expect(kinds(cuesOf(touched, acked))).toEqual(["placed"]);
  });

  test("that is refused is heard as a no", () => {
    expect(kinds(then({ notice: { kind: "refused" } }))).toEqual(["refused"]);
    const trimmed = then({ own: { ...OWN, staked: 100 }, notice: { kind: "trimmed" } });
    expect(kinds(trimmed)).toEqual(["placed", "refused"]);
  });

  test("that is taken back is heard while one may bet, not when the round is settled", () => {
    const laid = { own: { ...OWN, staked: 500 } };
    expect(kinds(then({ own: OWN }, laid))).toEqual(["lifted"]);
    expect(then({ own: OWN }, { ...laid, table: { ...TABLE, phase: "CLOSED" } })).toEqual([]);
  });
});

describe("what falls", () => {
  test("is said with its colour when it is on record", () => {
    const cues = then({ table: { ...TABLE, outcome: "17" } });
    expect(said(cues)).toEqual([texts.sound.number("17", texts.colours.black)]);
    expect(then({}, { table: { ...TABLE, outcome: "17" } })).toEqual([]);
  });

  test("is said although the next round opened in the same breath", () => {
    const closed = { ...TABLE, phase: "CLOSED" };
    const next = { ...TABLE, round: 6, outcomes: ["3", "17", "4"], last_outcome: "3" };
    expect(kinds(then({ table: next }, { table: closed }))).toEqual(["outcome", "open"]);
  });

  test("is not said twice", () => {
    const shown = { ...TABLE, phase: "SETTLED", outcome: "3" };
    const next = { ...TABLE, round: 6, outcomes: ["3", "17", "4"], last_outcome: "3" };
    expect(kinds(then({ table: next }, { table: shown }))).toEqual(["open"]);
  });

  test("is nothing after a void round", () => {
    const next = { ...TABLE, round: 6 };
    expect(kinds(then({ table: next }, { table: { ...TABLE, phase: "VOID" } }))).toEqual(["open"]);
  });

  test("are dice with their total, or a symbol", () => {
    const dice = then({ table: { ...TABLE, outcome: "1-2-6" } }, { layout: { ...aDiceLayout(), wheel: [] } });
    expect(said(dice)).toEqual([texts.sound.dice([1, 2, 6], 9)]);
    const symbol = then(
      { table: { ...TABLE, outcome: "c" } },
      { layout: { ...aSymbolLayout(), wheel: ["c"] } },
    );
    expect(said(symbol)).toEqual([texts.sound.symbol("c")]);
  });

  test("never comes from what the device was seen to do", () => {
    const seen = ["launched", "turn", "dropping", "rest"] as const;
    const cues = seen.map((what) => then({ spin: { ...SPIN, what, turn_ms: 900 } }));
    expect(cues.map(kinds)).toEqual([["launched"], ["rolling"], ["dropped"], ["rest"]]);
    expect(said(cues.flat())).toEqual([]);
    const layout = { ...aDiceLayout(), wheel: [] };
    expect(kinds(then({ spin: SPIN }, { layout }))).toEqual(["shaken"]);
  });
});

describe("a win", () => {
  const won = (win: number, staked: number) =>
    then({ last: { round: 5, own: { win, paid: win + staked } } }, { own: { ...OWN, staked } });

  test.each([
    [100, 100, 1],
    [500, 100, 2],
    [2_000, 100, 3],
  ])("of %i on %i is a fanfare of step %i", (win, staked, step) => {
    expect(won(win, staked)).toContainEqual({ kind: "won", step, say: texts.sound.won(win) });
  });

  test("is heard once, and a loss not at all", () => {
    const last = { round: 5, own: { win: 100, paid: 200 } };
    expect(then({}, { last })).toEqual([]);
    expect(then({ last: { ...last } }, { last })).toEqual([]);
    expect(won(0, 100)).toEqual([]);
  });

  test("of the same amount in the next round is heard again", () => {
    const own = { win: 100, paid: 200 };
    expect(kinds(then({ last: { round: 6, own } }, { last: { round: 5, own } }))).toEqual(["won"]);
  });
});

test("a ticket is heard when it is there", () => {
  expect(kinds(then({ own: { ...OWN, ticket: "12" } }))).toEqual(["ticket"]);
  expect(then({}, { own: { ...OWN, ticket: "12" } })).toEqual([]);
});

test("the state of a terminal gives what is heard of it", () => {
  const bench = standing();
  const before = heardIn(bench.state, 0);
  const after = heardIn(bench.hear(tableNews({ phase: "FINISHING" })).state, 0);
  expect(kinds(cuesOf(before, after))).toEqual(["finishing"]);
});

describe("tones", () => {
  const every: Cue[] = [
    ...(["placed", "lifted", "refused", "tick", "launched", "dropped", "shaken", "ticket"] as const).map(
      (kind) => ({
        kind,
      }),
    ),
    ...(["open", "finishing", "closed", "stopped", "outcome"] as const).map((kind) => ({ kind, say: "" })),
    ...([1, 2, 3] as const).map((step) => ({ kind: "won" as const, step, say: "" })),
  ];

  test.each(every.map((cue) => [cue.kind, cue] as const))("%s has some, none loud or long", (_, cue) => {
    const tones = tonesOf(cue);
    expect(tones.length).toBeGreaterThan(0);
    for (const { loud } of tones) expect(loud).toBeLessThanOrEqual(0.5);
    expect(lengthOf(tones)).toBeLessThan(1.5);
  });

  test("a larger win is longer, not louder", () => {
    const fanfares = ([1, 2, 3] as const).map((step) => tonesOf({ kind: "won", step, say: "" }));
    const lengths = fanfares.map(lengthOf);
    expect(lengths).toEqual([...lengths].sort((one, other) => one - other));
    expect(new Set(fanfares.flat().map(({ loud }) => loud)).size).toBe(1);
  });

  test("a faster ball is brighter", () => {
    expect(rollingOf(500).pitch).toBeGreaterThan(rollingOf(1500).pitch);
  });
});

describe("a voice", () => {
  const voices = [
    { lang: "en_US", localService: false },
    { lang: "en-AU", localService: true },
    { lang: "zh-CN", localService: true },
    { lang: "zh-TW", localService: true },
  ];

  test("is one of the language, of this machine if there is one", () => {
    expect(voiceFor(voices, "en")?.lang).toBe("en-AU");
    expect(voiceFor(voices, "zh-Hans")?.lang).toBe("zh-CN");
    expect(voiceFor(voices, "vi")).toBeNull();
    expect(voiceFor([], "en")).toBeNull();
  });

  test("that is not there says nothing and breaks nothing", () => {
    expect(new Voice(null).say(["words"], "en", 1)).toBe(false);
    const silent = { getVoices: () => [], speak: () => expect.unreachable(), cancel: () => undefined };
    expect(new Voice(silent).say(["words"], "en", 1)).toBe(false);
  });
});

test("a terminal without audio is silent and goes on", () => {
  const sounds = new Sounds(() => null, new Voice(null));
  sounds.unlock();
  sounds.set({ sound: true, volume: 5, voice: true });
  sounds.playAll([{ kind: "placed" }, { kind: "rolling", turnMs: 900 }, { kind: "rest" }]);
  sounds.hush();
  sounds.stop();
  expect(sounds.isUnlocked).toBe(false);
});
