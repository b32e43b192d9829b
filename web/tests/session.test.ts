// The session keeps a line open, comes back after a loss, and notices a dead line. No real time passes.
import { describe, expect, test } from "vitest";
import { PING_EVERY_MS, Session, SILENCE_MAX_MS, waitBefore } from "../src/state/session";
import type { FromTerminal, ToTerminal } from "../src/wire/messages";
import { FakeLine, FakeTimers } from "./fakes";
import { welcome } from "./samples";

function started() {
  const [line, timers] = [new FakeLine<FromTerminal, ToTerminal>(), new FakeTimers()];
  const session = new Session({ terminal: "T1", key: "key" }, line, timers, () => undefined);
  session.start();
  return { line, timers, session };
}

function stood() {
  const all = started();
  all.line.last.events.opened();
  all.line.say(welcome());
  return all;
}

describe("a session", () => {
  test("begins with hello and stands with the welcome", () => {
    const { line, session } = started();
    expect(session.state.link.kind).toBe("connecting");
    line.last.events.opened();
    expect(line.last.sent).toMatchObject([{ type: "hello", terminal: "T1", key: "key", boot: null }]);
    expect(session.state.link.kind).toBe("greeting");
    line.say(welcome());
    expect(session.state.link.kind).toBe("standing");
  });

  test("comes back by itself and sends again what was not answered", () => {
    const { line, timers, session } = stood();
    session.act({ kind: "place", wager: "red", amount: 500 });
    line.last.events.closed();
    expect(session.state.link.kind).toBe("lost");
    timers.pass(1_000);
    expect(line.lines).toHaveLength(2);
    line.last.events.opened();
    line.say(welcome({ layout: null, own: null, table: null }));
    expect(line.last.sent).toMatchObject([
      { type: "hello", boot: 7 },
      { type: "place", n: 1 },
      { type: "ping" },
    ]);
  });

  test("tries again, ever more slowly, and quickly again after a success", () => {
    const { line, timers } = started();
    for (let tries = 0; tries < 8; tries += 1) {
      line.last.events.closed();
      timers.pass(waitBefore(tries, 0.5) - 1);
      expect(line.lines).toHaveLength(tries + 1);
      timers.pass(1);
      expect(line.lines).toHaveLength(tries + 2);
    }
    line.last.events.opened();
    line.say(welcome());
    line.last.events.closed();
    timers.pass(waitBefore(0, 0.5));
    expect(line.lines).toHaveLength(10);
  });

  test("waits between an eighth of a second and five seconds", () => {
    expect(waitBefore(0, 0)).toBe(125);
    expect(waitBefore(3, 0.999)).toBeLessThan(2_000);
    expect(waitBefore(50, 1)).toBe(5_000);
  });

  test("asks whether the floor is there, and gives up a line that is silent", () => {
    const { line, timers, session } = stood();
    timers.pass(PING_EVERY_MS);
    expect(line.last.sent.filter(({ type }) => type === "ping")).toHaveLength(2);
    timers.pass(SILENCE_MAX_MS + PING_EVERY_MS - PING_EVERY_MS / 2);
    expect(line.lines[0]?.isClosed).toBe(true);
    expect(session.state.link.kind).not.toBe("standing");
  });

  test("keeps a line on which the floor answers", () => {
    const { line, timers, session } = stood();
    for (let turn = 0; turn < 20; turn += 1) {
      timers.pass(PING_EVERY_MS);
      line.say({ type: "pong", at: 0, now_ms: 0 });
    }
    expect(session.state.link.kind).toBe("standing");
    expect(line.lines).toHaveLength(1);
  });

  test("that was replaced stays away until a person wants it back", () => {
    const { line, timers, session } = stood();
    line.say({ type: "bye", reason: "replaced", words: "elsewhere" });
    timers.pass(60_000);
    expect(line.lines).toHaveLength(1);
    expect(session.state.link).toMatchObject({ kind: "ended", reason: "replaced" });
    session.start();
    expect(line.lines).toHaveLength(2);
  });

  test("that the floor stops comes back", () => {
    const { line, timers } = stood();
    line.say({ type: "bye", reason: "stopping", words: "" });
    timers.pass(1_000);
    expect(line.lines).toHaveLength(2);
  });

  test("drops a line that speaks no message", () => {
    const { line, session } = stood();
    line.last.events.received("{not json");
    expect(line.last.isClosed).toBe(true);
    expect(session.state.link.kind).toBe("lost");
  });

  test("ignores a message it does not know", () => {
    const { line, session } = stood();
    line.last.events.received('{"type":"fanfare","now_ms":5}');
    expect(session.state.link.kind).toBe("standing");
  });

  test("stops for good", () => {
    const { line, timers, session } = stood();
    session.stop();
    timers.pass(60_000);
    expect(line.lines).toHaveLength(1);
    expect(line.last.isClosed).toBe(true);
  });

  test("waits when the floor is busy, then sends the same numbers again in their order", () => {
    const { line, timers, session } = stood();
    session.act({ kind: "place", wager: "red", amount: 500 });
    session.act({ kind: "place", wager: "black", amount: 500 });
    const before = line.last.sent.length;
    line.say({ type: "busy", n: 1, wait_ms: 200 });
    line.say({ type: "busy", n: 1, wait_ms: 200 });
    session.act({ kind: "collect" });
    timers.pass(199);
    expect(line.last.sent).toHaveLength(before);
    timers.pass(101);
    expect(line.last.sent.slice(before)).toMatchObject([
      { type: "place", n: 1 },
      { type: "place", n: 2 },
      { type: "collect", n: 3 },
    ]);
    expect(session.state.busy).toBeNull();
    timers.pass(1_000);
    expect(line.last.sent.filter(({ type }) => type === "place")).toHaveLength(4);
  });

  test("forgets that the floor was busy when the line breaks: what is unanswered is sent after the welcome", () => {
    const { line, timers, session } = stood();
    session.act({ kind: "place", wager: "red", amount: 500 });
    line.say({ type: "busy", n: 1, wait_ms: 200 });
    line.last.events.closed();
    timers.pass(1_000);
    line.last.events.opened();
    line.say(welcome({ layout: null, own: null, table: null }));
    timers.pass(1_000);
    expect(line.last.sent.filter(({ type }) => type === "place")).toMatchObject([{ n: 1 }]);
  });

  test("says hello with the word it had to ask for, and ends when it is turned away", () => {
    const { line, timers, session } = started();
    line.last.events.opened("a pass");
    expect(line.last.sent).toMatchObject([{ type: "hello", key: "a pass" }]);
    line.last.events.turnedAway("unpaired", "not any more");
    expect(session.state.link).toEqual({ kind: "ended", reason: "unpaired", words: "not any more" });
    timers.pass(60_000);
    expect(line.lines).toHaveLength(1);
  });
});
