// A terminal's own record: what is kept of each message, that changes show, that it is bounded and never in the way.
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { anchorOf, tailOf, type Digest } from "../src/record/chain";
import { breaks } from "./chain";
import { LINE_MAX, lineText } from "../src/record/line";
import { tapFor } from "../src/record/keep";
import { MESSAGE_MAX, PARTS_MAX, partsOf } from "../src/record/parts";
import {
  CHUNK,
  LINES_KEPT,
  ROUNDS_KEPT,
  TerminalRecord,
  WAITING_MAX,
  type Batch,
  type NumberedLine,
  type Shelf,
} from "../src/record/record";
import type { KeptRound } from "../src/record/rounds";
import { Session } from "../src/state/session";
import type { FromTerminal, ToTerminal } from "../src/wire/messages";
import { FakeLine, FakeTimers } from "./fakes";
import { ack, OWN, ownNews, TABLE, tableNews, welcome } from "./samples";

const digest: Digest = (text) => Promise.resolve(createHash("sha256").update(text).digest("hex"));

/** A shelf that lasts as long as the test, bounded like the one in a browser. */
class MemoryShelf implements Shelf {
  kept: NumberedLine[] = [];
  played: KeptRound[] = [];
  writes = 0;
  isBroken = false;

  private check(): void {
    if (this.isBroken) throw new Error("the browser keeps nothing");
  }

  async newest(): Promise<NumberedLine | null> {
    this.check();
    return this.kept.at(-1) ?? null;
  }

  async write({ after, lines, rounds }: Batch): Promise<boolean> {
    this.check();
    if ((this.kept.at(-1)?.k ?? 0) !== after) return false;
    this.writes += 1;
    this.kept.push(...lines);
    const gone = Math.floor(((this.kept.at(-1)?.k ?? 0) - LINES_KEPT) / CHUNK) * CHUNK;
    this.kept = this.kept.filter(({ k }) => k > gone);
    this.played = [...rounds, ...this.played].slice(0, ROUNDS_KEPT);
    return true;
  }

  async lines(): Promise<readonly string[]> {
    this.check();
    return this.kept.map(({ line }) => line);
  }

  async rounds(): Promise<readonly KeptRound[]> {
    this.check();
    return this.played;
  }
}

function aRecord(shelf = new MemoryShelf(), hashes: Digest | null = digest) {
  let acts: (() => void)[] = [];
  let now = 1_000;
  const record = new TerminalRecord(shelf, hashes, { now: () => (now += 1), soon: (act) => acts.push(act) });
  const idle = () => {
    const due = acts;
    acts = [];
    for (const act of due) act();
  };
  return { record, shelf, idle, due: () => acts.length };
}

const place = (n: number): FromTerminal => ({ type: "place", n, wager: "red", amount: 500, round: 1 });

async function filled(count: number, shelf = new MemoryShelf()) {
  const { record } = aRecord(shelf);
  record.received(welcome());
  for (let n = 1; n < count; n += 1) {
    record.sent(place(n));
    if (n % 500 === 0) await record.flush();
  }
  await record.flush();
  return { record, shelf };
}

async function parsed(shelf: Shelf): Promise<Record<string, unknown>[]> {
  return (await shelf.lines()).map((line) => JSON.parse(line) as Record<string, unknown>);
}

describe("what is kept", () => {
  test("commands with their life, answers, own news and news of the table with the journal's hash", async () => {
    const { record, shelf } = aRecord();
    record.received(welcome());
    record.sent(place(1));
    record.received(ack(1, { seq: 8, spots: { red: 500 } }));
    record.sent({ type: "clear", n: 2, round: 1 });
    record.received({ type: "refused", n: 2, reason: "wagers_closed", clause: "3.11", details: {} });
    record.received({ type: "known", n: 2, accepted: 0, reason: "stale", clause: "" });
    record.received(ownNews({}, { seq: 9, why: "note" }));
    record.received(tableNews({ round: 3 }, { seq: 10, head: "ab".repeat(32) }));
    await record.flush();
    const lines = await parsed(shelf);
    expect(lines.map(({ what, k }) => [k, what])).toEqual([
      [1, "welcome"],
      [2, "sent"],
      [3, "ack"],
      [4, "sent"],
      [5, "refused"],
      [6, "known"],
      [7, "own"],
      [8, "table"],
    ]);
    expect(lines[1]).toMatchObject({
      boot: 7,
      table: TABLE.table,
      n: 1,
      said: { type: "place", wager: "red", amount: 500, round: 1 },
    });
    expect(lines[2]).toMatchObject({ boot: 7, n: 1, seq: 8, accepted: 500, meter: 9_500, staked: 500 });
    expect(lines[4]).toMatchObject({ boot: 7, n: 2, reason: "wagers_closed", clause: "3.11" });
    expect(lines[6]).not.toHaveProperty("n");
    expect(lines[7]).toMatchObject({ seq: 10, round: 3, head: "ab".repeat(32) });
    expect(record.standing).toBe("kept");
  });

  test("the table that was shown, with everything that is about one", async () => {
    const { record, shelf } = aRecord();
    record.sent(place(1));
    record.received(welcome());
    record.sent(place(2));
    record.sent({ type: "sit", table: "D" });
    record.sent(place(3));
    record.received(welcome({ table: { ...TABLE, table: "D" } }));
    record.sent(place(4));
    record.received(ack(4));
    // News about the first table: what lies on the layout is still told of the one that is shown.
    record.received(ownNews({}, { seq: 12, why: "settled", table: TABLE.table }));
    record.received(welcome({ table: null }));
    record.sent(place(5));
    await record.flush();
    const told = (await parsed(shelf)).map(({ what, n, table }) => [what, n, table]);
    expect(told).toEqual([
      ["sent", 1, undefined],
      ["welcome", undefined, TABLE.table],
      ["sent", 2, TABLE.table],
      ["sent", 3, TABLE.table],
      ["welcome", undefined, "D"],
      ["sent", 4, "D"],
      ["ack", 4, "D"],
      ["own", undefined, "D"],
      ["welcome", undefined, "D"],
      ["sent", 5, "D"],
    ]);
  });

  test("no word of hello, no number of a ticket, no pings", async () => {
    const { record, shelf } = aRecord();
    record.sent({
      type: "hello",
      protocol: 1,
      terminal: "T1",
      key: "secret",
      boot: null,
      own_seen: -1,
      table_seen: -1,
      table: "",
    });
    record.sent({ type: "ping", at: 1 });
    record.received({ type: "pong", at: 1, now_ms: 1 });
    record.sent({ type: "ticket_in", n: 1, number: "123456789012345678" });
    record.received(ownNews({ ticket: "998877665544332211" }));
    await record.flush();
    const text = (await shelf.lines()).join("\n");
    expect(await parsed(shelf)).toHaveLength(2);
    for (const secret of ["secret", "123456789012345678", "9012345678", "998877665544332211"]) {
      expect(text).not.toContain(secret);
    }
    expect(text).toContain('"ends":"5678"');
  });

  test("a long gesture by count and sum", () => {
    const wagers = Array.from({ length: 200 }, (_, n) => [`split:${n}-${n + 3}`, 100] as const);
    const text = lineText(1, 0, { what: "sent", n: 1, said: { type: "place_many", wagers } });
    expect(text.length).toBeLessThan(LINE_MAX);
    expect(JSON.parse(text)).toMatchObject({
      said: { type: "place_many", wagers: { count: 200, sum: 20_000 } },
    });
    const spots = Object.fromEntries(wagers);
    expect(JSON.parse(lineText(1, 0, { spots }))).toMatchObject({ spots: { count: 200, sum: 20_000 } });
  });
});

describe("the chain", () => {
  test("holds over reloads and shows every change, gap and exchange", async () => {
    const shelf = new MemoryShelf();
    await filled(10, shelf);
    await filled(10, shelf);
    const lines = await shelf.lines();
    expect(lines).toHaveLength(20);
    expect(await breaks(lines, digest)).toEqual([]);
    await fc.assert(
      fc.asyncProperty(
        fc.nat(18),
        fc.constantFrom("change", "drop", "swap", "hash", "bare"),
        async (at, how) => {
          const changed = spoiled(lines, at, how);
          expect(await breaks(changed, digest)).not.toEqual([]);
        },
      ),
    );
  });

  test("of lines without hashes only the numbers show", async () => {
    const { record, shelf } = aRecord(new MemoryShelf(), null);
    for (let n = 1; n < 6; n += 1) record.sent(place(n));
    await record.flush();
    expect(record.standing).toBe("unchained");
    const lines = await shelf.lines();
    expect(lines.join("")).not.toContain('"h"');
    expect(await breaks(lines, digest)).toEqual([]);
    expect(await breaks(lines.toSpliced(2, 1), digest)).toEqual([4]);
  });

  test("reads no nonsense as a line", async () => {
    for (const text of ["", "null", "[]", "{}", '{"k":0}', '{"k":"1"}', "{", '{"k":1.5}'])
      expect(tailOf(text)).toBeNull();
    expect(await breaks(["nonsense"], digest)).toEqual([1]);
  });
});

function spoiled(
  lines: readonly string[],
  at: number,
  how: "change" | "drop" | "swap" | "hash" | "bare",
): readonly string[] {
  const [line = "", next = ""] = [lines[at], lines[at + 1]];
  if (how === "drop") return lines.toSpliced(at, 1);
  if (how === "swap") return lines.toSpliced(at, 2, next, line);
  if (how === "bare") return lines.toSpliced(at, 1, line.replace(/,"h":"\w+"/, ""));
  if (how === "change") return lines.toSpliced(at, 1, line.replace(/"at":\d/, '"at":9'));
  return lines.toSpliced(
    at,
    1,
    line.replace(/"h":"./, (found) => found.slice(0, -1) + (found.endsWith("0") ? "1" : "0")),
  );
}

describe("the form", () => {
  test("is the one the floor reads", async () => {
    const { record, shelf } = aRecord();
    record.received(welcome());
    record.sent(place(1));
    record.received(ack(1, { spots: { red: 500 } }));
    record.received({ type: "refused", n: 2, reason: "wagers_closed", clause: "3.11", details: {} });
    record.received({ type: "known", n: 1, accepted: 500, reason: "", clause: "" });
    record.received(ownNews({ meter: 10_500, win: 500, paid: 1_000 }, { seq: 12, why: "settled", round: 5 }));
    record.received(tableNews({ round: 6 }, { seq: 12, head: "0c".repeat(32) }));
    await record.flush();
    for (let n = 2; n <= WAITING_MAX + 2; n += 1) record.sent(place(n));
    await record.flush();
    const lines = (await shelf.lines()).slice(0, 8);
    const shared = new URL("../../tests/data/terminal-record.jsonl", import.meta.url);
    expect(`${lines.join("\n")}\n`).toBe(readFileSync(shared, "utf-8"));
  });
});

describe("bounds", () => {
  test("the oldest lines go in chunks, and what is left can be checked from the first that is told", async () => {
    const { record, shelf } = await filled(LINES_KEPT + 3 * CHUNK);
    const lines = await shelf.lines();
    expect(lines.length).toBeGreaterThanOrEqual(LINES_KEPT);
    expect(lines.length).toBeLessThan(LINES_KEPT + CHUNK);
    const told = (await record.answer({ ask: 1, since: 0 })).flatMap((part) => part.lines);
    expect(JSON.parse(told[0] ?? "")).toMatchObject({ what: "anchor" });
    expect(await breaks(told, digest)).toEqual([]);
    expect(await breaks(told.toSpliced(1, 1), digest)).not.toEqual([]);
  });

  test("what waits is bounded, and what was left out is told", async () => {
    const { record, shelf } = aRecord();
    for (let n = 1; n <= WAITING_MAX + 40; n += 1) record.sent(place(n));
    await record.flush();
    const lines = await parsed(shelf);
    expect(lines).toHaveLength(WAITING_MAX + 1);
    expect(lines[0]).toMatchObject({ what: "lost", count: 40 });
  });

  test("a welcome that was left out still says to which life and table the rest belongs", async () => {
    const { record, shelf } = aRecord();
    record.received(welcome({ boot: 8 }));
    for (let n = 1; n <= WAITING_MAX; n += 1) record.sent(place(n));
    await record.flush();
    const lines = await parsed(shelf);
    expect(lines.map(({ what }) => what).slice(0, 2)).toEqual(["lost", "sent"]);
    expect(lines[1]).toMatchObject({ boot: 8, table: TABLE.table, n: 1 });
  });

  test("the parts are never longer than a message may be, and lose nothing", () => {
    // Letters of one to four bytes, escaped and not, and half of one.
    const letter = fc.constantFrom("a", '"', "\\", "\u0001", "é", "水", "😀", "\ud83d");
    const word = fc.tuple(letter, fc.nat(700));
    fc.assert(
      fc.property(fc.array(word, { maxLength: 40 }), (words) => {
        const lines = words.map(([text, times], index) =>
          lineText(index + 1, 5, { what: "sent", word: text.repeat(times) }),
        );
        const parts = partsOf({ ask: 3, since: 0 }, lines);
        expect(parts.flatMap((part) => part.lines).join("\n")).toBe(lines.join("\n"));
        for (const part of parts) {
          expect(Buffer.byteLength(JSON.stringify(part))).toBeLessThanOrEqual(MESSAGE_MAX);
        }
        expect(parts.map((part) => part.part)).toEqual(parts.map((_, index) => index));
        expect(parts.every((part) => part.parts === (lines.length === 0 ? 0 : parts.length))).toBe(true);
      }),
      { numRuns: 60 },
    );
  });

  test("a record that would need too many parts is told from its newest end", async () => {
    const long = "x".repeat(LINE_MAX - 60);
    const lines = Array.from({ length: 2 * PARTS_MAX }, (_, k) => lineText(k + 1, 5, { what: "sent", long }));
    const parts = partsOf({ ask: 1, since: 0 }, lines);
    expect(parts.length).toBeLessThanOrEqual(PARTS_MAX);
    const told = parts.flatMap((part) => part.lines);
    expect(told.at(-1)).toBe(lines.at(-1));
    expect(await breaks(told, digest)).toEqual([]);
  });
});

describe("an answer", () => {
  test("begins where the entry may first be spoken of", async () => {
    const { record } = aRecord();
    record.received(welcome({ own_seq: 3 }));
    record.sent(place(1));
    record.received(ack(1, { seq: 8 }));
    record.sent(place(2));
    record.received(ack(2, { seq: 12 }));
    const [part] = await record.answer({ ask: 4, since: 10 });
    const told = (part?.lines ?? []).map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(told.map(({ what, k }) => [k, what])).toEqual([
      [3, "anchor"],
      [4, "sent"],
      [5, "ack"],
    ]);
    expect(await breaks(part?.lines ?? [], digest)).toEqual([]);
    expect(anchorOf({ k: 3, h: "" })).toBe('{"k":3,"what":"anchor"}');
  });

  test("of a terminal that keeps nothing says so", async () => {
    const { record } = aRecord();
    const nothing = [{ type: "record", ask: 9, part: 0, parts: 0, lines: [] }];
    expect(await record.answer({ ask: 9, since: 0 })).toEqual(nothing);
  });
});

describe("a record that cannot be kept", () => {
  test("is given up; the page goes on, and says that there is none", async () => {
    const { record, shelf, due } = aRecord();
    shelf.isBroken = true;
    record.received(welcome());
    await record.flush();
    expect(record.standing).toBe("none");
    for (let n = 1; n < 50; n += 1) record.sent(place(n));
    expect(due()).toBe(1);
    expect(await record.answer({ ask: 1, since: 0 })).toMatchObject([{ parts: 0, lines: [] }]);
    expect(await record.recentRounds()).toEqual([]);
  });

  test("a fault that passes costs nothing", async () => {
    const { record, shelf } = aRecord();
    let faults = 2;
    const write = shelf.write.bind(shelf);
    shelf.write = (batch) => (faults-- > 0 ? Promise.reject(new Error("closed")) : write(batch));
    record.received(welcome());
    await record.flush();
    expect(record.standing).toBe("kept");
    expect(await shelf.lines()).toHaveLength(1);
  });

  test("two pages of one terminal never write over each other", async () => {
    const shelf = new MemoryShelf();
    const [one, other] = [aRecord(shelf).record, aRecord(shelf).record];
    for (let n = 1; n < 20; n += 1) {
      one.sent(place(n));
      other.sent(place(100 + n));
      await Promise.all([one.flush(), other.flush()]);
    }
    const lines = await shelf.lines();
    expect(lines).toHaveLength(38);
    expect(await breaks(lines, digest)).toEqual([]);
  });
});

describe("never in the way", () => {
  test("a touch only queues; many messages are one write", async () => {
    const { record, shelf, idle, due } = aRecord();
    for (let n = 1; n <= 30; n += 1) record.sent(place(n));
    expect(due()).toBe(1);
    expect(shelf.writes).toBe(0);
    idle();
    await record.flush();
    expect(shelf.writes).toBe(1);
    expect(await shelf.lines()).toHaveLength(30);
  });

  test("a session tells its tap what passes, and sends the parts when it is asked", async () => {
    const [line, timers] = [new FakeLine<FromTerminal, ToTerminal>(), new FakeTimers()];
    const session = new Session({ terminal: "T1", key: "key" }, line, timers, () => undefined);
    const { record, shelf } = aRecord();
    session.tap = tapFor(record, (part) => session.say(part));
    session.start();
    line.last.events.opened();
    line.say(welcome());
    session.act({ kind: "place", wager: "red", amount: 500 });
    line.say(ack(1));
    await record.flush();
    expect((await parsed(shelf)).map(({ what }) => what)).toEqual(["welcome", "sent", "ack"]);
    line.say({ type: "ask_record", ask: 5, since: 0 });
    await expect.poll(() => line.last.sent.filter(({ type }) => type === "record")).toHaveLength(1);
    expect(line.last.sent.at(-1)).toMatchObject({ type: "record", ask: 5, part: 0, parts: 1 });
  });
});

describe("finished rounds", () => {
  const settled = (round: number, paid: number) =>
    ownNews({ win: paid / 2, paid, spots: {} }, { seq: 20 + round, why: "settled", round });

  test("are kept with what lay on the layout and what fell, whichever stream tells first", async () => {
    for (const isTableFirst of [true, false]) {
      const { record } = aRecord();
      record.received(welcome({ table: { ...TABLE, round: 1, outcomes: [] } }));
      record.received(ack(1, { spots: { red: 500, black: 100 } }));
      record.received(ack(2, { spots: { black: 0 } }));
      const fell = tableNews({ round: 2, last_outcome: "17", outcomes: ["17"] });
      for (const message of isTableFirst ? [fell, settled(1, 1_000)] : [settled(1, 1_000), fell])
        record.received(message);
      expect(await record.recentRounds()).toMatchObject([
        { round: 1, outcome: "17", spots: { red: 500 }, win: 500, paid: 1_000 },
      ]);
    }
  });

  test("without a wager are not kept", async () => {
    const { record } = aRecord();
    record.received(welcome({ own: OWN }));
    record.received(settled(1, 0));
    expect(await record.recentRounds()).toEqual([]);
  });
});
