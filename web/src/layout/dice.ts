// Dice as they are drawn: which faces stand for a spot or an outcome, and where the pips of a face lie.
import type { SpotView } from "../wire/messages";
import type { Point } from "./drawing";

const SHOWN: Readonly<Record<string, (rest: string) => string[]>> = {
  single: (rest) => [rest],
  double: (rest) => [rest, rest],
  triple: (rest) => [rest, rest, rest],
  combination: (rest) => rest.split("-"),
};

/** The faces a spot is drawn with; none where it is not about faces. */
export function facesOf(spot: SpotView): readonly number[] {
  const [kind = "", rest] = spot.name.split(":");
  const faces = rest === undefined ? [] : (SHOWN[kind]?.(rest) ?? []).map(Number);
  return faces.every(isFace) ? faces : [];
}

/** The faces of an outcome of three dice, `1-2-3`; nothing if it is none. */
export function diceIn(outcome: string): readonly number[] | null {
  const faces = outcome.split("-").map(Number);
  return faces.length === 3 && faces.every(isFace) ? faces : null;
}

/** From the least to the greatest total a spot stands for, `4–10`; nothing where totals between them are missing. */
export function totalsOf(spot: Pick<SpotView, "covers">): string {
  const dice = spot.covers.map(diceIn);
  if (dice.length === 0 || dice.some((faces) => faces === null)) return "";
  const totals = new Set(dice.map((faces) => (faces ?? []).reduce((sum, face) => sum + face, 0)));
  const [least, most] = [Math.min(...totals), Math.max(...totals)];
  return totals.size > 1 && most - least + 1 === totals.size ? `${least}–${most}` : "";
}

function isFace(face: number): boolean {
  return Number.isInteger(face) && face >= 1 && face <= 6;
}

const [LOW, MID, HIGH] = [0.25, 0.5, 0.75];
const CORNERS: readonly Point[] = [
  { x: LOW, y: LOW },
  { x: HIGH, y: HIGH },
  { x: HIGH, y: LOW },
  { x: LOW, y: HIGH },
];
const SIDES: readonly Point[] = [
  { x: LOW, y: MID },
  { x: HIGH, y: MID },
];

/** Where the pips of a face lie, in a square of side 1. */
export function pipsOf(face: number): readonly Point[] {
  const middle = face % 2 === 1 ? [{ x: MID, y: MID }] : [];
  const corners = CORNERS.slice(0, face >= 4 ? 4 : face >= 2 ? 2 : 0);
  return [...middle, ...corners, ...(face === 6 ? SIDES : [])];
}
