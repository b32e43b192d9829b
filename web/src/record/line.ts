// The lines of a terminal's own record: what was sent and what was answered, each as one JSON text. Pure.
//
// Evidence only: nothing reads a line to decide anything or to show money. Numbers of tickets are worth money to
// whoever knows them and are never kept whole; the word a terminal says hello with is not kept at all.
import type { FromTerminal, OwnView, ToTerminal } from "../wire/messages";

/** Longer than this, in bytes, no line is; what would be is told by count and sum. */
export const LINE_MAX = 2_400;
/** So many digits of a ticket that was put in, to tell it from another. */
const DIGITS_SHOWN = 4;

const bytes = new TextEncoder();

type Plain =
  string | number | boolean | null | undefined | readonly Plain[] | { readonly [name: string]: Plain };
export type Fields = { readonly [name: string]: Plain };

/** A message with the time the terminal's own clock showed; the clock may be wrong. */
export interface Noted {
  readonly at: number;
  readonly sent?: FromTerminal;
  readonly received?: ToTerminal;
  /** So many messages were not kept, because writing did not keep up. */
  readonly lost?: number;
}

/**
 * Makes lines of messages in their order. A command belongs to the life that the last welcome gave, and to the table
 * that was shown when it was sent: what the floor took at another one can be told from it.
 */
export class LineMaker {
  private boot = 0;
  private table: string | undefined;

  /** What is kept of a message; nothing of most. */
  fields({ sent, received, lost }: Noted): Fields | null {
    if (lost !== undefined) return { what: "lost", count: lost };
    if (sent?.type === "shown")
      return { what: "shown", table: sent.table, round: sent.round, heard: sent.heard };
    if (sent !== undefined) return "n" in sent ? { what: "sent", ...this.where, ...saidOf(sent) } : null;
    return received === undefined ? null : this.received(received);
  }

  /** Nothing is said of a table before the floor has named one. */
  private get where(): Fields {
    return { boot: this.boot, table: this.table };
  }

  private received(message: ToTerminal): Fields | null {
    switch (message.type) {
      case "welcome":
        this.boot = message.boot;
        this.table = message.table?.table ?? this.table;
        return {
          what: "welcome",
          ...this.where,
          last: message.last,
          own_seq: message.own_seq,
          table_seq: message.table_seq,
          ...(message.own === null ? {} : moneyOf(message.own)),
        };
      case "ack": {
        const { n, seq, accepted, meter, staked, spots } = message;
        return { what: "ack", ...this.where, n, seq, accepted, meter, staked, spots };
      }
      case "refused":
        return {
          what: "refused",
          boot: this.boot,
          n: message.n,
          reason: message.reason,
          clause: message.clause,
        };
      case "known":
        return {
          what: "known",
          boot: this.boot,
          n: message.n,
          accepted: message.accepted,
          reason: message.reason,
        };
      case "own": {
        const { seq, why, n, round, own } = message;
        const answers = (n ?? null) === null ? {} : { boot: this.boot, n };
        return { what: "own", seq, table: this.table, why, round, ...answers, ...moneyOf(own) };
      }
      case "table": {
        const { table, round, phase, outcome } = message.table;
        return { what: "table", seq: message.seq, table, round, phase, outcome, head: message.head };
      }
      default:
        return null;
    }
  }
}

function moneyOf({ meter, staked, spots }: OwnView): Fields {
  return { meter, staked, spots };
}

/** A command as it was sent. */
function saidOf(message: FromTerminal & { readonly n: number }): Fields {
  const { n, ...said } = message;
  if (said.type !== "ticket_in") return { n, said: said as Fields };
  return { n, said: { type: said.type, ends: said.number.slice(-DIGITS_SHOWN) } };
}

/** A line without its hash: its number, the time, and what is kept. */
export function lineText(k: number, at: number, fields: Fields): string {
  const text = JSON.stringify({ k, at, ...fields });
  return isShort(text) ? text : JSON.stringify({ k, at, ...shortened(fields) });
}

function isShort(text: string): boolean {
  // No letter takes more than three bytes for each of its units: nearly every line need not be counted.
  return text.length * 3 <= LINE_MAX || bytes.encode(text).length <= LINE_MAX;
}

function shortened(fields: Fields): Fields {
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) =>
      name === "said" ? [name, shortened(value as Fields)] : [name, inShort(value)],
    ),
  );
}

/** Many members by their count and what they come to. */
function inShort(value: Plain): Plain {
  if (typeof value === "string") return value.slice(0, 200);
  if (typeof value !== "object" || value === null) return value;
  const members = Array.isArray(value)
    ? value.map((each) => amountOf(each as Plain))
    : Object.values(value).map(amountOf);
  return { count: members.length, sum: members.reduce((all, each) => all + each, 0) };
}

function amountOf(value: Plain): number {
  const last: Plain = Array.isArray(value) ? (value as readonly Plain[]).at(-1) : value;
  return typeof last === "number" ? last : 0;
}
