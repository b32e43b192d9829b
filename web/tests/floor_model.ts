// A floor of one table and one terminal that answers as the real one does: idempotent by number, numbered streams,
// whole views and acknowledgements with changes only. Small enough to be believed; not a copy of any rule.
import type { FromTerminal, Hello, OwnView, TableView, ToTerminal } from "../src/wire/messages";
import { aLayout, OWN, TABLE } from "./samples";

type Numbered = Extract<FromTerminal, { n: number }>;

export class FloorModel {
  own: OwnView = OWN;
  table: TableView = TABLE;
  private sequence = 1;
  private seqs = { own: 0, table: 0 };
  private boot = 0;
  private last = 0;
  private answers = new Map<number, { accepted: number; reason: string }>();
  /** What lay on the layout in the last round that was played. */
  private before: Readonly<Record<string, number>> = {};
  /** Numbers of accepted wagers in the order they were placed. */
  accepted: string[] = [];

  handle(message: FromTerminal): ToTerminal[] {
    switch (message.type) {
      case "hello":
        return [this.greet(message)];
      case "again":
        return [this.welcome(false, -1, -1)];
      case "ping":
        return [{ type: "pong", at: message.at, now_ms: this.sequence }];
      case "sit": // there is one table
        return [this.welcome(true, -1, -1)];
      case "record":
      case "shown":
        return [];
      default:
        return this.command(message);
    }
  }

  private greet({ boot, own_seen, table_seen }: Hello): ToTerminal {
    const comesBack = boot !== null && boot !== undefined && boot === this.boot;
    if (!comesBack) {
      this.boot += 1;
      this.last = 0;
      this.answers.clear();
    }
    return this.welcome(!comesBack, comesBack ? (own_seen ?? -1) : -1, comesBack ? (table_seen ?? -1) : -1);
  }

  private welcome(withLayout: boolean, ownSeen: number, tableSeen: number): ToTerminal {
    const { own, table } = this.seqs;
    return {
      type: "welcome",
      boot: this.boot,
      last: this.last,
      now_ms: this.sequence,
      own_seq: own,
      table_seq: table,
      layout: withLayout ? aLayout() : null,
      own: ownSeen === own ? null : this.own,
      table: tableSeen === table ? null : this.table,
      screen: null,
      past: withLayout ? this.table.outcomes : [],
    };
  }

  private command(message: Numbered): ToTerminal[] {
    const known = this.answers.get(message.n);
    if (known !== undefined) return [{ type: "known", n: message.n, clause: "1.1", ...known }];
    switch (message.type) {
      case "place":
        return this.place(message.n, [[message.wager, message.amount]]);
      case "place_many":
        return this.place(message.n, message.wagers);
      case "double":
        return this.place(message.n, Object.entries(this.own.spots));
      case "repeat":
        return this.place(message.n, Object.entries(this.before));
      case "move":
        return this.move(message.n, message.spot, message.to, message.amount);
      case "take_back":
        return this.takeBack(message.n, { [message.spot]: message.amount });
      case "clear":
        return this.takeBack(message.n, this.own.spots);
      case "note":
        return [this.change(message.n, "note", { meter: this.own.meter + message.amount })];
      case "ticket_in": // no ticket is known to this floor
        return this.refuse(message.n, "unknown_ticket");
      case "collect":
        return this.collect(message.n);
      default: // what the page does not send yet
        return this.refuse(message.n, "not_offered");
    }
  }

  private place(n: number, wagers: readonly (readonly [string, number])[]): ToTerminal[] {
    if (this.table.phase !== "OPEN") return this.refuse(n, "after_close");
    const sum = wagers.reduce((all, [, amount]) => all + amount, 0);
    if (sum === 0) return this.refuse(n, "nothing_there");
    if (sum > this.own.meter) return this.refuse(n, "not_enough_credit");
    const spots: Record<string, number> = { ...this.own.spots };
    for (const [wager, amount] of wagers) spots[wager] = (spots[wager] ?? 0) + amount;
    this.own = { ...this.own, meter: this.own.meter - sum, staked: this.own.staked + sum, spots };
    this.record(n, sum);
    this.accepted.push(`${this.boot}/${n}`);
    const { meter, staked } = this.own;
    const changed = Object.fromEntries(wagers.map(([wager]) => [wager, spots[wager] ?? 0]));
    return [
      { type: "ack", n, ...this.step("own"), accepted: sum, meter, staked, spots: changed, trimmed: "" },
    ];
  }

  private move(n: number, from: string, to: string, amount: number): ToTerminal[] {
    if (this.table.phase !== "OPEN") return this.refuse(n, "after_close");
    const lies = this.own.spots[from] ?? 0;
    if (lies < amount || from === to) return this.refuse(n, "nothing_there");
    const moved = { ...this.own.spots, [from]: lies - amount, [to]: (this.own.spots[to] ?? 0) + amount };
    const spots = Object.fromEntries(Object.entries(moved).filter(([, left]) => left > 0));
    return [this.change(n, "moved", { spots })];
  }

  private takeBack(n: number, amounts: Readonly<Record<string, number>>): ToTerminal[] {
    if (this.table.phase !== "OPEN") return this.refuse(n, "after_close");
    const entries = Object.entries(amounts);
    const isThere = entries.every(([spot, amount]) => amount <= (this.own.spots[spot] ?? 0));
    if (!isThere || entries.length === 0) return this.refuse(n, "nothing_there");
    const sum = entries.reduce((total, [, amount]) => total + amount, 0);
    const spots = Object.fromEntries(
      Object.entries(this.own.spots)
        .map(([spot, lies]) => [spot, lies - (amounts[spot] ?? 0)] as const)
        .filter(([, left]) => left > 0),
    );
    return [
      this.change(n, "taken_back", { meter: this.own.meter + sum, staked: this.own.staked - sum, spots }),
    ];
  }

  private collect(n: number): ToTerminal[] {
    if (this.own.staked > 0) return this.refuse(n, "collect_not_now");
    if (this.own.meter === 0) return this.refuse(n, "nothing_to_collect");
    const [ticket, ticket_amount] = [`1${String(n).padStart(17, "0")}`, this.own.meter];
    return [this.change(n, "ticket_ordered", { meter: 0, ticket, ticket_amount })];
  }

  /** Wager refusals are not on record: the same number may be judged again. */
  private refuse(n: number, reason: string): ToTerminal[] {
    return [{ type: "refused", n, reason, clause: "1.1", details: {} }];
  }

  private change(n: number | null, why: string, changes: Partial<OwnView>): ToTerminal {
    this.own = { ...this.own, ...changes };
    if (n !== null) this.record(n, 0);
    return {
      type: "own",
      ...this.step("own"),
      now_ms: this.sequence,
      own: this.own,
      why,
      clause: "1.1",
      n,
      round: 0,
      table: "",
      win: 0,
      paid: 0,
    };
  }

  private record(n: number, accepted: number): void {
    this.answers.set(n, { accepted, reason: "" });
    this.last = n;
  }

  private step(stream: "own" | "table"): { seq: number; prev: number } {
    const prev = this.seqs[stream];
    this.sequence += 1;
    this.seqs[stream] = this.sequence;
    return { seq: this.sequence, prev };
  }

  private tableNews(changes: Partial<TableView>): ToTerminal {
    this.table = { ...this.table, ...changes };
    return { type: "table", ...this.step("table"), now_ms: this.sequence, table: this.table, head: "" };
  }

  close(): ToTerminal[] {
    return this.table.phase === "OPEN" ? [this.tableNews({ phase: "CLOSED" })] : [];
  }

  /** The round is paid, and the next opens in the same breath. */
  settle(outcome: string): ToTerminal[] {
    if (this.table.phase !== "CLOSED") return [];
    const lies = this.own.spots[`straight:${outcome}`] ?? 0;
    if (this.own.staked > 0) this.before = this.own.spots;
    const [win, paid] = [lies * 35, lies * 36];
    const told =
      this.own.staked > 0
        ? [this.change(null, "settled", { meter: this.own.meter + paid, staked: 0, win, paid, spots: {} })]
        : [];
    const outcomes = [outcome, ...this.table.outcomes].slice(0, 20);
    return [
      ...told,
      this.tableNews({ phase: "OPEN", round: this.table.round + 1, outcomes, last_outcome: outcome }),
    ];
  }

  void(): ToTerminal[] {
    const back = { meter: this.own.meter + this.own.staked, staked: 0, spots: {} };
    const told = this.own.staked > 0 ? [this.change(null, "void", back)] : [];
    return [...told, this.tableNews({ phase: "OPEN", round: this.table.round + 1 })];
  }
}
