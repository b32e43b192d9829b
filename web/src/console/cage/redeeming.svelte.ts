// One paper at a time at the counter: its number, what the floor knows of it, what paying it would do, and paying it.
//
// The floor says whether it may be paid, and again when it is paid; nothing here decides. A number is kept only while its
// paper lies on the counter.
import { Refused } from "../../access/api";
import { inForms, nextForm, type Form } from "../../state/cage";
import { digitsIn, misread } from "../../state/cage_wedge";
import type { Outcome } from "../../state/console";
import { texts } from "../../texts";
import type { Ticket } from "../../wire/console";
import type { Desk } from "../desk.svelte";
import { waitingFor } from "./waiting";
import type { PreviewView } from "../../wire/api";

const say = texts.console.cage;
const RECENT_KEPT = 12;

/** A paper that was paid at this console, for whoever pays to look back at. */
export interface Paid {
  readonly paper: Ticket;
  /** What it was paid in, as it is on record. */
  readonly form: string;
  readonly seq: number;
}

export class Redeeming {
  typed = $state("");
  /** The number of the paper on the counter. */
  number = $state("");
  paper = $state.raw<Ticket | null>(null);
  preview = $state.raw<PreviewView | null>(null);
  outcome = $state.raw<Outcome | null>(null);
  fault = $state("");
  isAsking = $state(false);
  asked = $state<Form>("cash");
  paid = $state<Form>("cash");
  /** What the paper on the counter was paid in, once it is. */
  paidIn = $state("");
  recent = $state.raw<readonly Paid[]>([]);
  readonly #desk: Desk;
  /** Counts what was presented: an answer about a paper that is gone is no answer. */
  #turn = 0;

  constructor(desk: Desk) {
    this.#desk = desk;
  }

  get isPaid(): boolean {
    return this.outcome?.kind === "done";
  }

  /** Whether an act of this paper is under way or done: then it is not another one that is chosen or sent. */
  get isSettling(): boolean {
    const kind = this.outcome?.kind;
    return this.isAsking || kind === "done" || kind === "second" || kind === "waiting";
  }

  get mayPay(): boolean {
    return (
      this.preview !== null && this.preview.refused === null && this.outcome === null && !this.isSettling
    );
  }

  /** A paper is presented: by scan, by camera or by typed number. */
  async present(text: string): Promise<void> {
    this.clear();
    const why = misread(text);
    if (why !== null) {
      this.typed = text;
      this.fault = say.redeem.misread(why);
      return;
    }
    const turn = this.#turn;
    this.number = digitsIn(text);
    this.isAsking = true;
    await this.#look(turn);
    if (turn === this.#turn) this.isAsking = false;
  }

  /** Looks again at the paper on the counter, since something has changed at the cage. */
  async again(): Promise<void> {
    const turn = this.#turn;
    if (this.paper === null || this.isPaid || this.isAsking) return;
    await this.#look(turn);
    if (turn === this.#turn && this.paper.state !== "outstanding") this.#settle();
  }

  async pay(): Promise<void> {
    const { paper, paid } = this;
    if (paper === null || !this.mayPay) return;
    const turn = this.#turn;
    this.isAsking = true;
    const outcome = await this.#desk.do("RedeemPaper", this.#fields());
    if (outcome.kind === "done") this.#remember(paper, paid, outcome.seq);
    if (turn !== this.#turn) return;
    [this.outcome, this.isAsking, this.typed] = [outcome, false, ""];
    if (outcome.kind === "done") this.paidIn = paid;
    if (outcome.kind === "refused") await this.#look(turn);
  }

  /** The act waited for a second person and waits no longer: what is on record tells which way. */
  async settled(): Promise<void> {
    const turn = this.#turn;
    await this.#look(turn);
    if (turn === this.#turn) this.#settle();
  }

  /** What became of the act that waited, and in which form, by what is on record of the paper alone. */
  #settle(): void {
    const { paper } = this;
    if (paper === null || this.outcome?.kind !== "second") return;
    const redeemed = paper.state === "redeemed" ? paper.redeemed : null;
    // Paid by somebody else meanwhile: then the floor's no says by whom.
    const isOwn = redeemed !== null && redeemed.person === this.#desk.now.person;
    this.outcome = isOwn ? { kind: "done", seq: 0, facts: [] } : null;
    if (!isOwn) return;
    this.paidIn = redeemed.paid;
    this.#remember(paper, redeemed.paid, 0);
  }

  clear(): void {
    this.#turn += 1;
    [this.typed, this.number, this.fault] = ["", "", ""];
    [this.paper, this.preview, this.outcome] = [null, null, null];
    [this.isAsking, this.asked, this.paid, this.paidIn] = [false, "cash", "cash", ""];
  }

  async turnForm(): Promise<void> {
    await this.choose(this.asked, nextForm(this.paid));
  }

  /** In another form; not while an act of this paper is under way, waits, or is done: that one has its form. */
  async choose(asked: Form, paid: Form): Promise<void> {
    if (this.isSettling) return;
    [this.asked, this.paid, this.outcome] = [asked, paid, null];
    await this.again();
  }

  #fields(): Readonly<Record<string, string>> {
    return { ticket: this.number, ...inForms(this.asked, this.paid) };
  }

  /** A paper that was put aside while its payment waits, and is presented again: it still waits, and only once. */
  async #findWaiting(turn: number, ticket: string): Promise<void> {
    const found = await waitingFor(this.#desk, "RedeemPaper", { ticket });
    if (turn === this.#turn && this.outcome === null) this.outcome = found;
  }

  #remember(paper: Ticket, form: string, seq: number): void {
    this.recent = [{ paper, form, seq }, ...this.recent].slice(0, RECENT_KEPT);
  }

  async #look(turn: number): Promise<void> {
    try {
      const found = await this.#desk.ask("POST /api/tickets/find", {
        body: { number: this.number },
      });
      if (turn !== this.#turn) return;
      this.paper = found.paper;
      const preview = await this.#desk.preview("RedeemPaper", this.#fields());
      if (turn === this.#turn) [this.preview, this.fault] = [preview, ""];
      if (turn === this.#turn && this.outcome === null) await this.#findWaiting(turn, found.paper.number);
    } catch (wrong) {
      if (!(wrong instanceof Refused)) throw wrong;
      if (turn !== this.#turn) return;
      const { status, detail, waitMs } = wrong.problem;
      const isUnknown = status === 404;
      const isTooFast = status === 429;
      if (isUnknown) this.paper = null;
      this.fault = isUnknown
        ? say.redeem.unknown
        : isTooFast
          ? say.redeem.tooFast(waitMs)
          : say.fault(detail);
      // What was not found stays in the field, to be held against the paper.
      if (isUnknown || (isTooFast && this.paper === null)) this.typed = this.number;
    }
  }
}
