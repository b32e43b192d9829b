// The dealer's screen without a screen: which step is next, what the ball does, whether a keyed number is the reader's.
// Everything comes from the floor's view; whether an act is granted, the floor says when it is sent.
import type { DealerView, NextStep } from "../wire/console";
import type { LayoutView, Spin } from "../wire/messages";

/** A step as a button: what it is, and what keeps it from being taken now. */
export interface Step extends NextStep {
  /** The key that takes it. */
  readonly key: string;
  /** Whether it is the one the screen leads to. */
  readonly isMain: boolean;
  /** Whether it breaks off what goes its way: offered, never led to. */
  readonly isAside: boolean;
  /** How long it has to wait, in ms. */
  readonly waitMs: number;
  /** Whether it can be taken now, as far as is known here. */
  readonly isDue: boolean;
}

/** Steps that ask for a choice or a number first. */
const ASKING = ["CallNoSpin", "VoidRound", "EnterOutcome", "ExamineBall"];
const KEYS = 9;
const ASIDE_KEY = "n";

/** Who the table belongs to for the moment. */
export type Hands = "mine" | "others" | "nobodys";

export function handsOf(view: DealerView, person: string): Hands {
  if (view.dealer === "") return "nobodys";
  return view.dealer === person ? "mine" : "others";
}

/** A spin that runs is waited for: to call it off is possible, and never what the screen leads to by itself. */
function isAside(view: DealerView, act: string): boolean {
  return act === "CallNoSpin" && view.asks === "";
}

/** The steps in the order of the rulebook, those this person holds. */
export function stepsOf(
  view: DealerView,
  nowMs: number | null,
  holds: (act: string) => boolean,
): readonly Step[] {
  const held = view.steps.filter(({ act }) => holds(act));
  const due = held.map((step) => ({ step, waitMs: waitOf(step, nowMs) }));
  const ahead = due.filter(({ step }) => !isAside(view, step.act));
  const first = ahead.find(({ step, waitMs }) => step.after === "" && waitMs === 0) ?? ahead[0];
  return due.map((each) => ({
    ...each.step,
    key: keyOf(ahead.indexOf(each)),
    isMain: each === first,
    isAside: !ahead.includes(each),
    waitMs: each.waitMs,
    isDue: each.step.after === "" && each.waitMs === 0,
  }));
}

/** Steps are counted with figures; one that is aside has a letter of its own. */
function keyOf(index: number): string {
  if (index < 0) return ASIDE_KEY;
  return index < KEYS ? String(index + 1) : "";
}

function waitOf({ not_before_ms }: NextStep, nowMs: number | null): number {
  return not_before_ms === 0 || nowMs === null ? 0 : Math.max(0, not_before_ms - nowMs);
}

/** Whether a step is done with one touch; others ask for a cause, a number or a reason first. */
export function isPlain(act: string): boolean {
  return !ASKING.includes(act);
}

// The spin

export interface SpinNow {
  readonly state: "still" | "spun" | "launched" | "turning" | "dropping" | "rest";
  /** Complete revolutions counted so far; nothing if nothing counts them. */
  readonly turns: number | null;
  readonly least: number;
  readonly isEnough: boolean;
  /** Which spin of the round. */
  readonly spin: number;
}

/** What ball or wheel do now: what was sensed in this round, or what the dealer said. */
export function spinNow(view: DealerView, seen: Spin | undefined): SpinNow {
  const rules = view.rules?.spin;
  const [least, spin] = [rules?.revolutions_min ?? 0, rules?.spin ?? 0];
  const isMoving = rules?.is_moving ?? false;
  // A spin that was called off is over while its round goes on; that of a settled round is still worth a look.
  const isShown = isMoving || view.table.phase === "SETTLED";
  const known = seen !== undefined && seen.round === view.table.round && isShown ? seen : undefined;
  const state = known === undefined ? (isMoving ? "spun" : "still") : stateOf(known);
  const turns = known?.count ?? null;
  return { state, turns, least, isEnough: turns !== null && turns >= least, spin };
}

function stateOf({ what }: Spin): SpinNow["state"] {
  return what === "turn" ? "turning" : what;
}

// The number

/** What the reader of the device says fell: what it registered, or what is on record. */
export function readNumber(view: DealerView): string | null {
  return view.registered ?? view.table.outcome;
}

/** How a number is keyed now: compared by the floor, compared here because the floor has settled, or not at all. */
export type Keying =
  | { readonly kind: "none" }
  | { readonly kind: "sent"; readonly act: "ConfirmOutcome" | "MarkDolly"; readonly reader: string }
  | { readonly kind: "checked"; readonly reader: string };

export function keyingOf(view: DealerView): Keying {
  const act = view.rules?.keyed_by ?? "";
  const reader = readNumber(view);
  if ((act === "ConfirmOutcome" || act === "MarkDolly") && reader !== null)
    return { kind: "sent", act, reader };
  if (view.plan?.is_booked && view.dolly === null) return { kind: "checked", reader: view.plan.outcome };
  return { kind: "none" };
}

/** Two numbers for one spin, as the floor has them: they stand until somebody has decided. */
export interface Mismatch {
  readonly keyed: string;
  readonly reader: string;
  /** Whether the books are settled already. */
  readonly isSettled: boolean;
  /** Whether the first of them is on record as entered by hand: keying it again decides nothing. */
  readonly isEntered: boolean;
}

export function mismatchOf(view: DealerView): Mismatch | null {
  if (view.differ === null) return null;
  const { said, read } = view.differ;
  const isSettled = view.plan?.is_booked ?? view.table.phase === "SETTLED";
  return { keyed: said, reader: read, isSettled, isEntered: said === view.table.outcome };
}

/** Everything that can fall on a layout, in its order. */
export function outcomesOf(layout: LayoutView): readonly string[] {
  if (layout.rows.length > 0) return [...layout.zeros, ...layout.rows.flat()];
  const single = layout.spots.flatMap(({ covers }) => (covers.length === 1 ? covers : []));
  return [...new Set(single)];
}

/** Whether what can fall is typed in figures; otherwise it is chosen. */
export function isInFigures(layout: LayoutView): boolean {
  return outcomesOf(layout).every((outcome) => /^\d+$/.test(outcome));
}

/** Figures typed so far with one more, as long as something that can fall begins so. */
export function typed(soFar: string, figure: string, layout: LayoutView): string {
  const outcomes = outcomesOf(layout);
  const next = soFar + figure;
  if (outcomes.some((outcome) => outcome.startsWith(next))) return next;
  return outcomes.some((outcome) => outcome.startsWith(figure)) ? figure : soFar;
}

/** What a number is, as it is announced: the outside spots it pays, in the order of the layout. */
export function announced(outcome: string, layout: LayoutView): readonly string[] {
  const isEven = (covers: readonly string[]) => covers.length > 1 && covers.length === layout.red.length;
  return layout.spots
    .filter(({ covers }) => layout.red.length > 0 && isEven(covers) && covers.includes(outcome))
    .map(({ title }) => title.replace(/ \(.*\)$/, ""));
}
