// The rounds a terminal has seen end, with what lay on the layout, so that they can be shown again. Pure, display only.
import { learn, learnFromTable, type History } from "../state/history";
import type { Ack, OwnNews, TableView, ToTerminal } from "../wire/messages";

/** A finished round in which this terminal had wagers. */
export interface KeptRound {
  readonly round: number;
  readonly table: string;
  /** Nothing if the round is void. */
  readonly outcome: string | null;
  /** What lay on the layout. */
  readonly spots: Readonly<Record<string, number>>;
  readonly win: number;
  /** Everything it returned, the wagers included. */
  readonly paid: number;
  /** By the terminal's own clock. */
  readonly at: number;
}

type Spots = Readonly<Record<string, number>>;

/** How a round ended for this terminal, until it is known what fell. */
type Ended = Pick<KeptRound, "spots" | "win" | "paid" | "at">;

/** Follows the messages and tells of each round that has ended once all of it is known. */
export class RoundWatch {
  private spots: Spots = {};
  private table: TableView | null = null;
  private history: History = [];
  private waiting = new Map<number, Ended>();

  /** The rounds of which this message was the last that was missing. */
  heard(message: ToTerminal, at: number): readonly KeptRound[] {
    switch (message.type) {
      case "welcome":
        if (message.own !== null) this.spots = message.own.spots;
        if (message.table !== null) this.seeTable(message.table);
        break;
      case "ack":
        this.spots = withAck(this.spots, message);
        break;
      case "own":
        this.seeOwn(message, at);
        break;
      case "table":
        this.seeTable(message.table);
        break;
      default:
        return [];
    }
    return this.complete();
  }

  private seeOwn({ why, round, own, table }: OwnNews, at: number): void {
    // What happened at another table than the one the player looks at is not shown again.
    const isEnd = table === "" && (why === "settled" || why === "void");
    if (isEnd && round > 0 && Object.keys(this.spots).length > 0) {
      const [win, paid] = why === "settled" ? [own.win, own.paid] : [0, 0];
      this.waiting.set(round, { spots: this.spots, win, paid, at });
      if (why === "void") this.history = learn(this.history, round, { isVoid: true });
    }
    this.spots = own.spots;
  }

  private seeTable(table: TableView): void {
    if (this.table !== null && this.table.table !== table.table) {
      // Rounds of another table have numbers of their own.
      this.history = [];
      this.waiting.clear();
      this.table = null;
    }
    this.history = learnFromTable(this.history, this.table, table);
    this.table = table;
  }

  private complete(): readonly KeptRound[] {
    const table = this.table?.table;
    if (table === undefined) return [];
    const found: KeptRound[] = [];
    for (const [round, ended] of this.waiting) {
      const played = this.history.find((each) => each.round === round);
      if (played === undefined || (played.outcome === null && !played.isVoid)) continue;
      this.waiting.delete(round);
      found.push({ round, table, outcome: played.isVoid ? null : played.outcome, ...ended });
    }
    return found;
  }
}

function withAck(spots: Spots, { spots: changed }: Ack): Spots {
  return Object.fromEntries(Object.entries({ ...spots, ...changed }).filter(([, amount]) => amount > 0));
}
