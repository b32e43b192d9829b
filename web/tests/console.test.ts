// A console: views are what the server said last, acts are numbered within a login and done when the server says so.
import { describe, expect, test } from "vitest";
import { bodyOf, centsIn, formOf, pathOf, titleOf, type ApiSchema } from "../src/state/acts";
import { ALWAYS, ConsoleSession, contentOf } from "../src/state/console";
import { texts } from "../src/texts";
import { timed } from "../src/console/times.svelte";
import { AMOUNTS } from "../src/wire/messages";
import type { ConsoleWelcome, FloorNews, FromConsole, ToConsole } from "../src/wire/console";
import { FakeLine, FakeTimers } from "./fakes";

function welcome(changes: Partial<ConsoleWelcome> = {}): ConsoleWelcome {
  return {
    type: "welcome",
    person: "ann",
    boot: 7,
    last: 3,
    now_ms: 1_000,
    until_ms: 9_000,
    site: "The Example Casino",
    time_zone: "Australia/Sydney",
    currency: "AUD",
    same: [],
    ...changes,
  };
}

function floorNews(day: string, seq: number, prev: number): FloorNews {
  return { type: "floor", view: "floor", seq, prev, now_ms: 1_000, content: { day, tables: [] } };
}

function stood() {
  const [line, timers] = [new FakeLine<FromConsole, ToConsole>(), new FakeTimers()];
  const session = new ConsoleSession(line, timers, () => undefined);
  session.start();
  line.last.events.opened();
  line.say(welcome());
  return { line, timers, session };
}

const acts = (sent: readonly FromConsole[]) => sent.filter(({ type }) => type === "act");

describe("views", () => {
  test("are asked for with the hello, and again from where they stand after a break", () => {
    const { line, timers } = stood();
    const [hello] = line.last.sent;
    expect(hello).toMatchObject({
      type: "hello",
      boot: null,
      watch: Object.fromEntries(ALWAYS.map((view) => [view, -1])),
    });
    line.say(floorNews("2026-11-15", 40, -1));
    line.last.events.closed();
    timers.pass(1_000);
    line.last.events.opened();
    expect(line.last.sent[0]).toMatchObject({ type: "hello", boot: 7, watch: { floor: 40, me: -1 } });
  });

  test("are the newest that came, never an older one", () => {
    const { line, session } = stood();
    line.say(floorNews("one", 40, -1));
    line.say(floorNews("three", 42, 41));
    line.say(floorNews("two", 41, 40));
    expect(contentOf(session.state, "floor")?.day).toBe("three");
    line.say(floorNews("anew", 5, -1));
    expect(contentOf(session.state, "floor")?.day).toBe("anew");
  });

  test("of a table are watched while it is worked at", () => {
    const { line, session } = stood();
    session.act({ kind: "watch", view: "dealer/E" });
    session.act({ kind: "watch", view: "dealer/E" });
    session.act({ kind: "unwatch", view: "dealer/E" });
    expect(line.last.sent.slice(1)).toEqual([
      { type: "watch", view: "dealer/E" },
      { type: "unwatch", view: "dealer/E" },
    ]);
    expect("dealer/E" in session.state.views).toBe(false);
  });

  test("that are not for this person say so", () => {
    const { line, session } = stood();
    line.say({ type: "not_watched", view: "alerts", reason: "not_for_you", words: "that is not for you" });
    expect(session.state.views["alerts"]).toEqual({ seq: -1, news: null, words: "that is not for you" });
  });

  test("nobody watches are not kept", () => {
    const { line, session } = stood();
    line.say({ ...floorNews("x", 1, -1), view: "floor/other" });
    expect("floor/other" in session.state.views).toBe(false);
  });
});

describe("an act", () => {
  test("is numbered from the last one on record, and done when the server says so", () => {
    const { line, session } = stood();
    session.act({ kind: "act", act: "OpenRound", fields: { table: "E" } });
    expect(acts(line.last.sent)).toEqual([{ type: "act", n: 4, act: "OpenRound", fields: { table: "E" } }]);
    expect(session.state.doings[0]?.outcome).toEqual({ kind: "waiting" });
    line.say({ type: "done", n: 4, seq: 50, at_ms: 1, facts: [] });
    expect(session.state.doings[0]?.outcome).toEqual({ kind: "done", seq: 50, facts: [] });
  });

  test("that is refused keeps reason, clause and words", () => {
    const { line, session } = stood();
    session.act({ kind: "act", act: "SpinWheel", fields: {} });
    const no = { reason: "no_power", clause: "4.1", words: "that role does not hold the power", details: {} };
    line.say({ type: "refused", n: 4, ...no });
    expect(session.state.doings[0]?.outcome).toEqual({ kind: "refused", ...no });
  });

  test("waits for a second person and is done when that person has confirmed it", () => {
    const { line, session } = stood();
    session.act({ kind: "act", act: "VoidRound", fields: {} });
    line.say({ type: "needs_second", n: 4, confirmation: "c", act: "VoidRound", until_ms: 5, digest: "d" });
    expect(session.state.doings[0]?.outcome).toMatchObject({ kind: "second", confirmation: "c" });
    line.say({ type: "known", n: 4, seq: 51, reason: "", clause: "" });
    expect(session.state.doings[0]?.outcome).toMatchObject({ kind: "done", seq: 51 });
  });

  test("that was not answered is sent again under its number in the same login", () => {
    const { line, timers, session } = stood();
    session.act({ kind: "act", act: "OpenRound", fields: { table: "E" } });
    line.last.events.closed();
    timers.pass(1_000);
    line.last.events.opened();
    line.say(welcome({ last: 4 }));
    expect(acts(line.last.sent)).toMatchObject([{ n: 4, act: "OpenRound" }]);
    line.say({ type: "known", n: 4, seq: 50, reason: "", clause: "" });
    expect(session.state.doings[0]?.outcome).toMatchObject({ kind: "done" });
  });

  test("of another login is never sent again", () => {
    const { line, timers, session } = stood();
    session.act({ kind: "act", act: "OpenRound", fields: {} });
    line.last.events.closed();
    timers.pass(1_000);
    line.last.events.opened();
    line.say(welcome({ boot: 8, last: 0 }));
    expect(acts(line.last.sent)).toEqual([]);
    expect(session.state.doings[0]?.outcome).toEqual({ kind: "forgotten" });
    session.act({ kind: "act", act: "OpenRound", fields: {} });
    expect(acts(line.last.sent)).toMatchObject([{ n: 1 }]);
  });

  test("is not kept for later while there is no connection", () => {
    const { line, session } = stood();
    line.last.events.closed();
    session.act({ kind: "act", act: "OpenRound", fields: {} });
    expect(session.state.doings).toEqual([]);
  });

  test("a login that has ended ends the session", () => {
    const { line, timers, session } = stood();
    line.say({ type: "bye", reason: "logged_out", words: "the login has ended" });
    timers.pass(60_000);
    expect(line.lines).toHaveLength(1);
    expect(session.state.link).toMatchObject({ kind: "ended", reason: "logged_out" });
  });
});

const SCHEMA: ApiSchema = {
  paths: {
    "/api/commands/void-round": {
      post: {
        summary: "A whole round is declared void.",
        requestBody: {
          content: { "application/json": { schema: { $ref: "#/components/schemas/VoidRoundBody" } } },
        },
      },
    },
    "/api/commands/set-limits": {
      post: {
        requestBody: { content: { "application/json": { schema: { $ref: "#/components/schemas/Limits" } } } },
      },
    },
    "/api/commands/many-things": {
      post: {
        requestBody: { content: { "application/json": { schema: { $ref: "#/components/schemas/Many" } } } },
      },
    },
  },
  components: {
    schemas: {
      Cause: { enum: ["fire", "riot"] },
      VoidRoundBody: {
        type: "object",
        required: ["table"],
        properties: {
          table: { type: "string" },
          cause: { oneOf: [{ $ref: "#/components/schemas/Cause" }, { type: "null" }], description: "Why." },
          why: { type: "string", default: "" },
          round: { type: "integer", default: 0 },
        },
      },
      Sign: { type: "object", properties: { min: { type: "integer" }, max: { type: "integer" } } },
      Limits: {
        type: "object",
        required: ["table", "limits"],
        properties: {
          table: { type: "string" },
          limits: { type: "object", additionalProperties: { $ref: "#/components/schemas/Sign" } },
          cloth: { type: "boolean" },
        },
      },
      Many: {
        type: "object",
        required: ["amount", "in_ms"],
        properties: {
          amount: { type: "integer" },
          in_ms: { type: "integer" },
          notes: { type: "array", items: { type: "integer" } },
          terminals: { type: "array", items: { type: "string" } },
          spans: { type: "array", items: { type: "array" } },
        },
      },
    },
  },
};

describe("a form", () => {
  const form = (act: string) => {
    const found = formOf(SCHEMA, act);
    if (found === null) throw new Error(`no form of ${act}`);
    return found;
  };

  test("asks for what the schema of the floor says", () => {
    const { about, fields } = form("VoidRound");
    expect(about).toBe("A whole round is declared void.");
    expect(fields.map(({ name, kind, isRequired }) => [name, kind, isRequired])).toEqual([
      ["table", "text", true],
      ["cause", "choice", false],
      ["why", "words", false],
      ["round", "whole", false],
    ]);
    expect(fields[1]).toMatchObject({ choices: ["fire", "riot"], help: "Why." });
    expect(formOf(SCHEMA, "NoSuchAct")).toBeNull();
  });

  test("leaves out what was left empty, and names the field that does not fit", () => {
    expect(
      bodyOf(form("VoidRound"), { table: "E", cause: "", why: " the lights went out ", round: "12" }),
    ).toEqual({
      ok: true,
      body: { table: "E", why: "the lights went out", round: 12 },
    });
    expect(bodyOf(form("VoidRound"), { table: "" })).toMatchObject({ ok: false, field: "table" });
    expect(bodyOf(form("VoidRound"), { table: "E", round: "twelve" })).toMatchObject({
      ok: false,
      field: "round",
    });
  });

  test("takes amounts in units and makes cents of them, and times in seconds", () => {
    const typed = { amount: "12.5", in_ms: "1200", notes: "5, 10.00", terminals: "M1 M2", spans: "[[1,2]]" };
    expect(bodyOf(form("ManyThings"), typed)).toEqual({
      ok: true,
      body: {
        amount: 1_250,
        in_ms: 1_200_000,
        notes: [500, 1_000],
        terminals: ["M1", "M2"],
        spans: [[1, 2]],
      },
    });
    expect(bodyOf(form("ManyThings"), { ...typed, amount: "12.345" })).toMatchObject({
      ok: false,
      field: "amount",
    });
    expect(bodyOf(form("ManyThings"), { ...typed, spans: "[[1,2" })).toMatchObject({
      ok: false,
      field: "spans",
    });
  });

  test("takes limits line by line", () => {
    const limits = {
      straight: { min: 100, max: 10_000, step: null },
      any: { min: 500, max: null, step: 500 },
    };
    const typed = "straight 1.00 100.00\nany 5.00 - 5.00";
    expect(bodyOf(form("SetLimits"), { table: "E", limits: typed })).toEqual({
      ok: true,
      body: { table: "E", limits },
    });
    expect(bodyOf(form("SetLimits"), { table: "E", limits: "straight one" })).toMatchObject({ ok: false });
  });

  test("amounts are exact, names are read as words", () => {
    expect(["0", "0.05", "1,234.5", "-3.10", "1.234", "", "x", "1e3"].map(centsIn)).toEqual([
      0,
      5,
      123_450,
      -310,
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
    expect([pathOf("VoidRound"), titleOf("CallNoSpin")]).toEqual(["void-round", "Call no spin"]);
  });

  test("an act and its fields are called what they are", () => {
    const say = texts.console.acts;
    expect([say.title("CreditAward"), say.title("CallNoSpin")]).toEqual(["Pay to the meter", "Call no spin"]);
    expect([say.field("words", "AnnouncePromotion"), say.field("words")]).toEqual([
      "What is announced",
      "What was found or done",
    ]);
  });

  test("what a no tells is money where it is money, a moment where it is one, and else as it is", () => {
    const say = texts.console.doings.details;
    expect(say({ most: 9_999_999_999 })).toBe("at most 99,999,999.99");
    expect(say({ drawer: "d1", there: 60_000, amount: 100_000_000 })).toBe(
      "drawer d1, there 600.00, amount 1,000,000.00",
    );
    expect(say({ value: "12500.00", reference: "A-1", per_number: 3 })).toBe(
      "value 12,500.00, reference A-1, per number 3",
    );
    for (const name of AMOUNTS) expect(say({ [name]: 123_456 })).toContain("1,234.56");
    expect(say(timed({ open_ms: 4_500 }))).toBe("open 4.5 s");
    expect(say(timed({ at_ms: Date.UTC(2026, 10, 16) }))).toMatch(/^at 2026-11-1\d \d\d:00$/);
  });
});
