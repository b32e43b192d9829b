// What is to be heard when one view of a terminal follows another. Pure: no sound is made here.
//
// A cue is only ever given for what the server has said: a chip is heard when it is on record, a number when it is.
// The first views of a page, and those after a gap of rounds, are not a happening: nothing is heard for them.
import { diceIn } from "../layout/dice";
import { colourOf } from "../layout/drawing";
import { countdown } from "../state/phases";
import type { Clock } from "../state/clock";
import { texts } from "../texts";
import type { LayoutView, OwnView, Spin, TableView } from "../wire/messages";

/** How large a win is beside what was wagered. */
export type WinStep = 1 | 2 | 3;

export type Cue =
  | { readonly kind: "placed" | "lifted" | "refused" | "tick" | "launched" | "dropped" | "shaken" | "ticket" }
  /** The ball came round, and how long that took; it is heard until it drops. */
  | { readonly kind: "rolling"; readonly turnMs: number }
  /** Whatever was rolling has come to rest. */
  | { readonly kind: "rest" }
  | { readonly kind: "open" | "finishing" | "closed" | "stopped" | "outcome"; readonly say: string }
  | { readonly kind: "won"; readonly step: WinStep; readonly say: string }
  | { readonly kind: "jackpot"; readonly say: string };

/** What of a terminal can be heard. */
export interface Heard {
  readonly table: TableView | null;
  readonly own:
    (Pick<OwnView, "staked" | "ticket" | "jackpots"> & { readonly ticket_serial?: number }) | null;
  readonly layout: LayoutView | null;
  /** Whole seconds of the countdown; nothing where there is none. */
  readonly seconds: number | null;
  readonly notice: { readonly kind: string } | null;
  /** The last round that ended, and what it brought. */
  readonly last: { readonly round: number; readonly own: Brought | null } | null;
  readonly spin: Spin | null;
}

interface Brought {
  readonly win: number;
  readonly paid: number;
}

/** The state of a terminal, as far as it is heard. */
export interface Source {
  readonly table: { readonly view: TableView | null };
  readonly own: { readonly view: Heard["own"] };
  readonly layout: LayoutView | null;
  readonly notice: Heard["notice"];
  readonly history: readonly { readonly round: number; readonly own: Brought | null }[];
  readonly clock: Clock;
}

/** What is heard of a terminal's state at this time of the local clock; `spin` is what its device was last seen to do. */
export function heardIn(state: Source, localMs: number, spin: Spin | null = null): Heard {
  const table = state.table.view;
  return {
    table,
    own: state.own.view,
    layout: state.layout,
    seconds: countdown(table, state.clock, localMs)?.seconds ?? null,
    notice: state.notice,
    last: state.history[0] ?? null,
    spin,
  };
}

type Words = typeof texts.sound;

/** The cues, in the order in which they are played. */
export function cuesOf(before: Heard | null, after: Heard, words: Words = texts.sound): readonly Cue[] {
  if (before === null || before.table === null || after.table === null) return [];
  if (before.table.table !== after.table.table) return [];
  return [
    ...ofChips(before, after),
    ...ofSpin(before.spin, after.spin, after.layout),
    ...ofOutcome(before.table, after.table, after.layout, words),
    ...ofWin(before, after, words),
    ...ofJackpot(before, after, words),
    ...ofPhase(before.table, after.table, words),
    ...ofCountdown(before, after),
    ...ofTicket(before, after),
  ];
}

// Chips: only what is on record. A no is heard with its notice.

const NOES = ["refused", "trimmed", "too_late", "forgotten", "not_connected", "wait", "ticket_failed"];

function ofChips(before: Heard, after: Heard): Cue[] {
  const isNo = after.notice !== before.notice && after.notice !== null && NOES.includes(after.notice.kind);
  const no: Cue[] = isNo ? [{ kind: "refused" }] : [];
  if (before.own === null || after.own === null || before.table?.round !== after.table?.round) return no;
  const more = after.own.staked - before.own.staked;
  if (more > 0) return [{ kind: "placed" }, ...no];
  return more < 0 && isWagering(after.table) ? [{ kind: "lifted" }, ...no] : no;
}

function isWagering(table: TableView | null): boolean {
  return table?.phase === "OPEN" || table?.phase === "FINISHING";
}

// The phase, seen and heard.

function ofPhase(before: TableView, after: TableView, words: Words): Cue[] {
  if (before.phase === after.phase && before.round === after.round) return [];
  switch (after.phase) {
    case "OPEN":
      return [{ kind: "open", say: words.open }];
    case "FINISHING":
      return [{ kind: "finishing", say: words.finishing }];
    case "CLOSED":
      return [{ kind: "closed", say: words.closed }];
    case "HELD":
      return [{ kind: "stopped", say: words.held }];
    case "VOID":
      return [{ kind: "stopped", say: words.isVoid }];
    default:
      return [];
  }
}

/** So many seconds before the end each one is heard. */
const LAST_SECONDS = 5;

function ofCountdown(before: Heard, after: Heard): Cue[] {
  const [was, now] = [before.seconds, after.seconds];
  if (was === null || now === null || before.table?.round !== after.table?.round) return [];
  return now < was && now > 0 && now <= LAST_SECONDS ? [{ kind: "tick" }] : [];
}

// What the device was seen to do, and what fell.

function ofSpin(before: Spin | null, after: Spin | null, layout: LayoutView | null): Cue[] {
  if (after === null || after === before) return [];
  const hasDice = layout !== null && layout.wheel.length === 0;
  switch (after.what) {
    case "launched":
      return [{ kind: hasDice ? "shaken" : "launched" }];
    case "turn":
      return after.turn_ms > 0 ? [{ kind: "rolling", turnMs: after.turn_ms }] : [];
    case "dropping":
      return hasDice ? [] : [{ kind: "dropped" }];
    case "rest":
      return [{ kind: "rest" }];
  }
}

function ofOutcome(before: TableView, after: TableView, layout: LayoutView | null, words: Words): Cue[] {
  const fallen = fallenBetween(before, after);
  return fallen === null ? [] : [{ kind: "outcome", say: spoken(fallen, layout, words) }];
}

/** What fell; the next round may have opened in the same breath. */
function fallenBetween(before: TableView, after: TableView): string | null {
  if (before.round === after.round) return before.outcome === null ? after.outcome : null;
  const isNext = after.round === before.round + 1 && before.outcome === null && before.phase !== "VOID";
  const isSame = before.outcomes.length === after.outcomes.length;
  const hasMore = !isSame || before.outcomes.some((outcome, index) => outcome !== after.outcomes[index]);
  return isNext && hasMore ? after.last_outcome : null;
}

function spoken(outcome: string, layout: LayoutView | null, words: Words): string {
  const dice = diceIn(outcome);
  if (dice !== null) {
    return words.dice(
      dice,
      dice.reduce((sum, face) => sum + face, 0),
    );
  }
  if (layout !== null && layout.rows.length === 0) return words.symbol(outcome);
  const colour = colourOf(layout, outcome);
  return words.number(outcome, colour === null ? "" : texts.colours[colour]);
}

// Money.

/** From so many times the wagers on, a win is a larger one. */
const LARGER = [5, 20] as const;

function ofWin(before: Heard, after: Heard, words: Words): Cue[] {
  const [was, now] = [before.last, after.last];
  if (now === null || now.own === null || now.own.win <= 0) return [];
  if (was !== null && was.round === now.round && was.own !== null) return [];
  if (was !== null && now.round < was.round) return [];
  const wagered = Math.max(before.own?.staked ?? 0, now.own.paid - now.own.win, 1);
  const [larger, largest] = LARGER.map((times) => (now.own?.win ?? 0) >= times * wagered);
  return [{ kind: "won", step: largest ? 3 : larger ? 2 : 1, say: words.won(now.own.win) }];
}

/** A prize beside the game that was not there before. */
function ofJackpot(before: Heard, after: Heard, words: Words): Cue[] {
  if (before.own === null || after.own === null) return [];
  const known = (before.own.jackpots?.awards ?? []).map(({ award }) => award);
  const won = (after.own.jackpots?.awards ?? []).filter(
    ({ award, state }) => state === "due" && !known.includes(award),
  );
  return won.map(({ amount }) => ({ kind: "jackpot", say: words.jackpot(amount) }));
}

function ofTicket(before: Heard, after: Heard): Cue[] {
  const [was, now] = [before.own?.ticket ?? "", after.own?.ticket ?? ""];
  const isOut =
    (after.own?.ticket_serial ?? 0) > (before.own?.ticket_serial ?? 0) || (now !== "" && now !== was);
  return isOut && before.own !== null ? [{ kind: "ticket" }] : [];
}
