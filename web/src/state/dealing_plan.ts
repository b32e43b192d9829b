// Taking and paying as a list that is worked through: what is first, what is done, what the next touch confirms.
//
// The floor knows the steps (dolly, collect, pay, a spot paid alone); which single stack a dealer has moved is kept
// here only, so that nobody loses the place in a long list.
import type { DealerView, PayLine, Plan } from "../wire/console";

export type Part = "number" | "take" | "pay" | "done";

export interface Work {
  readonly part: Part;
  /** What is ticked off by hand in this part. */
  readonly done: number;
  readonly of: number;
  /** Whether everything in the part is ticked, so that it can be confirmed. */
  readonly isReady: boolean;
}

/** The name of a line of the plan, by which it is ticked off. */
export function takeKey(plan: Plan, index: number): string {
  return `${plan.round}/${plan.outcome}/take/${index}`;
}

export function payKey(plan: Plan, index: number): string {
  return `${plan.round}/${plan.outcome}/pay/${index}`;
}

/** Which part of the work is next. A number has to be keyed before anything is touched, where it is compared. */
export function workOf(view: DealerView, ticked: readonly string[], isKeyed: boolean): Work | null {
  const { plan } = view;
  if (plan === null) return null;
  const taken = plan.take.filter((_, index) => ticked.includes(takeKey(plan, index))).length;
  const paid = plan.pay.filter((line, index) => isPaid(plan, line, index, ticked)).length;
  const isMarked = plan.order.includes("dolly") ? view.dolly !== null : isKeyed;
  if (!isMarked) return { part: "number", done: 0, of: 1, isReady: false };
  const hasTaken = plan.is_booked ? taken === plan.take.length : view.collected;
  if (!hasTaken) return part("take", taken, plan.take.length);
  if (plan.is_booked && paid === plan.pay.length) return part("done", paid, plan.pay.length);
  return part("pay", paid, plan.pay.length);
}

function part(name: Part, done: number, of: number): Work {
  return { part: name, done, of, isReady: done === of };
}

function isPaid(plan: Plan, line: PayLine, index: number, ticked: readonly string[]): boolean {
  return (line.paid && !plan.is_booked) || ticked.includes(payKey(plan, index));
}

/** The first line that is not ticked off. */
export function nextLine(view: DealerView, work: Work, ticked: readonly string[]): number | null {
  const { plan } = view;
  if (plan === null || (work.part !== "take" && work.part !== "pay")) return null;
  const index =
    work.part === "take"
      ? plan.take.findIndex((_, at) => !ticked.includes(takeKey(plan, at)))
      : plan.pay.findIndex((line, at) => !isPaid(plan, line, at, ticked));
  return index < 0 ? null : index;
}

/** The spot that can be released for itself: all its winners are ticked, and it is not paid on record yet. */
export function releasable(view: DealerView, ticked: readonly string[]): string | null {
  const { plan } = view;
  if (plan === null || plan.is_booked || !view.collected) return null;
  const alone = plan.pay
    .map((line, index) => ({ line, index }))
    .filter(({ line }) => line.alone && !line.paid);
  const spots = [...new Set(alone.map(({ line }) => line.spot))];
  const isTicked = (spot: string) =>
    alone.every(({ line, index }) => line.spot !== spot || ticked.includes(payKey(plan, index)));
  return spots.find(isTicked) ?? null;
}
