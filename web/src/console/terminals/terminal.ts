// One terminal as the floor tells it over HTTP, and its own record beside the journal. Types, and what follows from them.
import type { Direction, Notice, TerminalLine, Visit } from "../../wire/console";

export interface LockLine {
  readonly name: string;
  readonly reason: string;
  readonly clause: string;
  readonly stops: readonly string[];
  /** The act that ends it; empty where it ends with what it came with. */
  readonly ended_by: string;
}

export interface StandingAt {
  readonly table: string;
  readonly round: number;
  readonly phase: string;
  readonly wagers: Readonly<Record<string, number>>;
  readonly held: string;
}

export interface Bounds {
  readonly loss_max: number;
  readonly lost: number;
  readonly ends_at_ms: number;
  readonly begun_at_ms: number;
}

/** `GET /api/terminals/{terminal}/standing`. */
export interface TerminalView {
  readonly sequence: number;
  readonly line: TerminalLine;
  readonly table: string;
  readonly rounds: readonly StandingAt[];
  readonly locks: readonly LockLine[];
  readonly closes: boolean;
  readonly sign: Notice | null;
  readonly bounds: Bounds | null;
  readonly is_offline: boolean;
  readonly devices_offline: readonly string[];
  readonly stacker: string;
  readonly printer: string;
  readonly is_printing: boolean;
  readonly printing: number | null;
  readonly escrow: number | null;
  readonly escrow_lost: boolean;
  readonly is_paired: boolean;
  readonly paired_by: string;
  readonly paired_at_ms: number;
  readonly calls: readonly string[];
  readonly told: { readonly message: string; readonly at_ms: number } | null;
  readonly direction: Direction | null;
  readonly visit: Visit | null;
  readonly reports_ms: readonly number[];
}

export interface Judged {
  /** The number of the line; zero if the terminal has none. */
  readonly k: number;
  /** The entry; zero if there is none. */
  readonly sequence: number;
  readonly at_ms: number;
  readonly what: string;
  readonly verdict: string;
  readonly words: string;
}

export interface Comparison {
  readonly lines: number;
  readonly digest: string;
  readonly chain: string;
  readonly broken_at: readonly number[];
  readonly counts: Readonly<Record<string, number>>;
  readonly judged: readonly Judged[];
}

/** `POST /api/terminals/{terminal}/record`. */
export interface RecordView {
  readonly told: string;
  readonly sequence: number;
  readonly compared: Comparison | null;
}

/** The lines on which terminal and journal do not say the same, and those that do not follow from the one before. */
export function oddLines({ judged, broken_at }: Comparison): Judged[] {
  return judged.filter(({ k, verdict }) => verdict !== "agrees" || (k > 0 && broken_at.includes(k)));
}

/** Everything that lies on the layout of a table: what a chip would be drawn from. */
export function wagersAt(view: TerminalView, table: string): Readonly<Record<string, number>> {
  return view.rounds.find((round) => round.table === table)?.wagers ?? {};
}
