// Paying at the counter without a page: one act for one paper, and the form that is told is the one on record.
import { describe, expect, test } from "vitest";
import type { Desk } from "../src/console/desk.svelte";
import { Redeeming } from "../src/console/cage/redeeming.svelte";
import type { Outcome } from "../src/state/console";
import type { Redemption, Ticket } from "../src/wire/console";
import type { PreviewView } from "../src/wire/api";

const NUMBER = "411502933817460278";
const PAPER: Ticket = {
  number: "t1-abc",
  terminal: "M1",
  amount: 600_000,
  state: "outstanding",
  kind: "ticket",
  held: false,
  redeemed: null,
  payable_at_ms: 0,
  identify: false,
  document: "",
  serial: 1,
  at_ms: 1,
  expires_at_ms: 0,
};
const PREVIEW: PreviewView = {
  sequence: 1,
  refused: null,
  second: true,
  facts: [],
  lines: [],
  changes: [],
  follows: [],
  said: [],
};
const SECOND: Outcome = { kind: "second", confirmation: "w1", untilMs: 9 };
const DONE: Outcome = { kind: "done", seq: 7, facts: [] };

/** A floor that answers every payment alike, and tells of the paper what is on record. */
class Counter {
  readonly sent: unknown[] = [];
  readonly waiting: { confirmation: string; act: string; until_ms: number; fields: { ticket: string } }[] =
    [];
  paper = PAPER;
  answer: Promise<Outcome> = Promise.resolve(SECOND);
  readonly now = { person: "cas" };

  get waits() {
    return { acts: this.waiting };
  }

  do(_act: string, fields: unknown): Promise<Outcome> {
    this.sent.push(fields);
    return this.answer;
  }

  preview(): Promise<PreviewView> {
    return Promise.resolve(PREVIEW);
  }

  ask(path: string): Promise<unknown> {
    return Promise.resolve(
      path === "GET /api/confirmations" ? { waiting: this.waiting } : { paper: this.paper },
    );
  }

  redeem(by: Partial<Redemption>): void {
    const redeemed = { where: "cashier", person: "cas", at_ms: 5, asked: "cash", paid: "cash", ...by };
    this.paper = { ...PAPER, state: "redeemed", redeemed };
  }
}

async function presented(answer?: Promise<Outcome>): Promise<{ floor: Counter; counter: Redeeming }> {
  const floor = new Counter();
  if (answer !== undefined) floor.answer = answer;
  const counter = new Redeeming(floor as unknown as Desk);
  await counter.present(NUMBER);
  return { floor, counter };
}

describe("a payment that waits for a second person", () => {
  test("keeps its form: no key changes it, and nothing else is sent for the paper", async () => {
    const { floor, counter } = await presented();
    await counter.pay();
    await counter.turnForm();
    await counter.choose("cheque", "cheque");
    await counter.pay();
    expect(floor.sent).toEqual([{ ticket: NUMBER, asked: "cash" }]);
    expect(counter.outcome).toEqual(SECOND);
    expect(counter.paid).toBe("cash");
  });

  test("is told as it went on record, whatever was chosen here", async () => {
    const { floor, counter } = await presented();
    await counter.turnForm();
    await counter.pay();
    floor.redeem({ paid: "cash" });
    await counter.settled();
    expect([counter.isPaid, counter.paidIn]).toEqual([true, "cash"]);
    expect(counter.recent.map(({ form }) => form)).toEqual(["cash"]);
    await counter.settled();
    expect(counter.recent).toHaveLength(1);
  });

  test("is found again when its paper was put aside meanwhile", async () => {
    const { floor, counter } = await presented();
    await counter.pay();
    counter.clear();
    floor.waiting.push({
      confirmation: "w1",
      act: "RedeemPaper",
      until_ms: 9,
      fields: { ticket: PAPER.number },
    });
    await counter.present(NUMBER);
    expect(counter.outcome).toEqual(SECOND);
    await counter.pay();
    expect(floor.sent).toHaveLength(1);
  });

  test("may be asked for again once it was taken back, and is not ours if another paid it", async () => {
    const { floor, counter } = await presented();
    await counter.pay();
    await counter.settled();
    expect([counter.outcome, counter.mayPay]).toEqual([null, true]);
    await counter.pay();
    floor.redeem({ person: "kim", paid: "cheque" });
    await counter.again();
    expect([counter.outcome, counter.paidIn, counter.recent]).toEqual([null, "", []]);
  });
});

describe("a payment that is done", () => {
  test("stays done: no key turns it into anything else", async () => {
    const { floor, counter } = await presented(Promise.resolve(DONE));
    await counter.pay();
    await counter.turnForm();
    expect([counter.isPaid, counter.paidIn]).toEqual([true, "cash"]);
    await counter.pay();
    expect(floor.sent).toHaveLength(1);
  });

  test("has the form it was sent with, however quick the next key", async () => {
    let answered: (outcome: Outcome) => void = () => undefined;
    const { floor, counter } = await presented(new Promise((tell) => (answered = tell)));
    const paying = counter.pay();
    await counter.turnForm();
    await counter.pay();
    answered(DONE);
    await paying;
    expect(floor.sent).toEqual([{ ticket: NUMBER, asked: "cash" }]);
    expect([counter.paid, counter.paidIn]).toEqual(["cash", "cash"]);
  });
});
