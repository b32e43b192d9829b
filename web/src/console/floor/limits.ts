// The sign of a table while somebody changes it: one line for each kind of wager, amounts as they are typed.
// Which kinds there are is what the layout says; whether a sign may stand is for the floor to say.
import { centsIn } from "../../state/acts";
import type { Sign } from "../../wire/console";
import type { LayoutView } from "../../wire/messages";

export type Signs = Readonly<Record<string, Sign>>;
export type AmountName = "min" | "max" | "step";
export const AMOUNTS: readonly AmountName[] = ["min", "max", "step"];
/** For every kind without a line of its own, and for a whole terminal in a round. */
export const ANY = "any";
export const SUM = "sum";

export interface LimitRow {
  readonly kind: string;
  readonly min: string;
  readonly max: string;
  readonly step: string;
  readonly multiples: boolean;
}

// What does not bind is left out on the wire.
const typed = (cents: number | null | undefined): string =>
  cents === null || cents === undefined ? "" : (cents / 100).toFixed(2);

/** The sign as lines to be changed. */
export function rowsOf(signs: Signs): LimitRow[] {
  return Object.entries(signs).map(([kind, { min, max, step, multiples }]) => ({
    kind,
    min: typed(min),
    max: typed(max),
    step: typed(step),
    multiples: Boolean(multiples),
  }));
}

/** Every kind that a line could be of and none is yet: as the layout names them, then the two that are always there. */
export function kindsLeft(layout: LayoutView | null, rows: readonly LimitRow[]): string[] {
  const spots = [...(layout?.spots ?? []), ...(layout?.specials ?? [])];
  const kinds = [...new Set(spots.map(({ name }) => name.split(":")[0] ?? name)), ANY, SUM];
  return kinds.filter((kind) => rows.every((row) => row.kind !== kind));
}

export const newRow = (kind: string): LimitRow => ({ kind, min: "", max: "", step: "", multiples: false });

export function changed(rows: readonly LimitRow[], kind: string, by: Partial<LimitRow>): LimitRow[] {
  return rows.map((row) => (row.kind === kind ? { ...row, ...by } : row));
}

export const without = (rows: readonly LimitRow[], kind: string): LimitRow[] =>
  rows.filter((row) => row.kind !== kind);

export type ReadSigns =
  | { readonly ok: true; readonly limits: Signs }
  | { readonly ok: false; readonly kind: string; readonly amount: AmountName };

/** The lines as the floor takes them; or the first amount that is none. */
export function signsOf(rows: readonly LimitRow[]): ReadSigns {
  const limits: Record<string, Sign> = {};
  for (const row of rows) {
    const amounts: Partial<Record<AmountName, number | null>> = {};
    for (const amount of AMOUNTS) {
      const text = row[amount].trim();
      const cents = text === "" ? null : centsIn(text);
      if (cents === undefined) return { ok: false, kind: row.kind, amount };
      amounts[amount] = cents;
    }
    const { min = null, max = null, step = null } = amounts;
    limits[row.kind] = { min, max, step, multiples: row.multiples };
  }
  return { ok: true, limits };
}

export interface SignChange {
  readonly kind: string;
  readonly before: Sign | null;
  readonly after: Sign | null;
}

/** Which lines of a sign differ from another. */
export function changesOf(before: Signs, after: Signs): SignChange[] {
  const kinds = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  const same = (one: Sign | null, other: Sign | null) =>
    JSON.stringify(plain(one)) === JSON.stringify(plain(other));
  return kinds
    .map((kind) => ({ kind, before: before[kind] ?? null, after: after[kind] ?? null }))
    .filter((change) => !same(change.before, change.after));
}

const plain = (sign: Sign | null) =>
  sign === null ? null : [sign.min ?? null, sign.max ?? null, sign.step ?? null, sign.multiples ?? false];
