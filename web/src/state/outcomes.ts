// What fell at a table as a picture: bars around a wheel, or side by side. Pure geometry.
import type { Outcomes, OutcomeRow } from "../wire/api";

/** A bar around a wheel: its outline, and where its name stands. */
export interface Spoke {
  readonly row: OutcomeRow;
  readonly path: string;
  readonly x: number;
  readonly y: number;
}

/** Radii in a picture of 200 by 200 around its middle; at the ring as much fell as is expected. */
export const RING = { inner: 34, expected: 60, outer: 86, names: 94 } as const;
const GAP = 0.12;

/** How far from the middle a bar reaches: at the expectation on the ring, twice as often at the rim. */
export function reach(count: number, expected: number): number {
  const share = expected === 0 ? 0 : Math.min(count / expected, 2);
  return RING.inner + ((RING.outer - RING.inner) / 2) * share;
}

export function spokes(rows: readonly OutcomeRow[]): readonly Spoke[] {
  const turn = (2 * Math.PI) / Math.max(rows.length, 1);
  return rows.map((row, at) => {
    const [from, to] = [(at - 0.5 + GAP) * turn, (at + 0.5 - GAP) * turn];
    const out = reach(row.count, row.expected);
    const corners = [point(RING.inner, from), point(out, from), point(out, to), point(RING.inner, to)];
    const [x, y] = point(RING.names, at * turn);
    return { row, path: `M${corners.map((corner) => corner.join(" ")).join("L")}Z`, x, y };
  });
}

/** From the top, clockwise. */
function point(radius: number, angle: number): readonly [number, number] {
  return [round(radius * Math.sin(angle)), round(-radius * Math.cos(angle))];
}

function round(value: number): number {
  // Never minus zero, which is written with its sign.
  return Math.round(value * 100) / 100 + 0;
}

/** Bars side by side, as parts of the largest of counts and expectations. */
export function bars(
  rows: readonly OutcomeRow[],
): readonly { readonly row: OutcomeRow; readonly fell: number; readonly expected: number }[] {
  const most = Math.max(1, ...rows.flatMap(({ count, expected }) => [count, expected]));
  return rows.map((row) => ({ row, fell: row.count / most, expected: row.expected / most }));
}

/** How far a count is from its expectation, in three steps: for colour and for words. */
export function strength(deviation: number): "ordinary" | "unusual" | "strong" {
  const far = Math.abs(deviation);
  if (far < 2) return "ordinary";
  return far < 3.3 ? "unusual" : "strong";
}

/** Whether there was enough to test anything. */
export function isJudged({ aspects }: Outcomes): boolean {
  return aspects.some(({ test }) => test.degrees > 0);
}
