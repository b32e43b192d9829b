// Whole tables of numbers for the tests of the layout: every spot that their rows and zeros give, of any size.
import type { LayoutView, SpotView } from "../src/wire/messages";
import { aLayout } from "./samples";

/** What the sample's own layout has no kinds for. */
export function spot(name: string, covers: readonly string[], changes: Partial<SpotView> = {}): SpotView {
  return { name, title: name, covers, odds: "1 to 1", clause: "1", units: 1, pieces: [], ...changes };
}

export function rowsOf(count: number, columns: number): string[][] {
  return Array.from({ length: count }, (_, row) =>
    Array.from({ length: columns }, (_, place) => String(row * columns + place + 1)),
  );
}

const named = (kind: string, covers: readonly string[]) => spot(`${kind}:${covers.join("-")}`, covers);

/** Straights, splits, streets, corners, six-lines and columns of a table. */
function insideOf(rows: readonly (readonly string[])[]): SpotView[] {
  const at = (row: number, column: number) => rows[row]?.[column];
  const known = (kind: string, numbers: readonly (string | undefined)[]) => {
    const covers = numbers.filter((number) => number !== undefined);
    return covers.length === numbers.length ? [named(kind, covers)] : [];
  };
  const cells = rows.flatMap((row, r) => row.map((_, c) => [r, c] as const));
  return [
    ...cells.flatMap(([r, c]) => known("straight", [at(r, c)])),
    ...cells.flatMap(([r, c]) => [
      ...known("split", [at(r, c), at(r, c + 1)]),
      ...known("split", [at(r, c), at(r + 1, c)]),
      ...known("corner", [at(r, c), at(r, c + 1), at(r + 1, c), at(r + 1, c + 1)]),
    ]),
    ...rows.flatMap((row, r) => [
      named("street", row),
      ...(rows[r + 1] ? [named("sixline", [...row, ...(rows[r + 1] ?? [])])] : []),
    ]),
    ...(rows[0] ?? []).map((_, c) =>
      spot(
        `column:${c + 1}`,
        rows.map((row) => row[c] ?? ""),
      ),
    ),
  ];
}

/** What one zero, or two, have with the first row of three. */
const WITH_ZEROS: Readonly<Record<string, readonly string[]>> = {
  "0": ["0 1", "0 2", "0 3", "0 1 2", "0 2 3", "0 1 2 3"],
  "0 00": ["0 00", "0 1", "0 2", "00 2", "00 3", "0 1 2", "0 00 2", "00 2 3", "0 00 1 2 3"],
};

/** The whole layout of a roulette: 157 spots with one zero, 161 with two. */
export function aWholeLayout(zeros: readonly string[] = ["0"]): LayoutView {
  const layout = aLayout(zeros);
  const outside = layout.spots.filter(({ name }) => !/^(straight|split|street|corner|column)/.test(name));
  const combinations = (WITH_ZEROS[zeros.join(" ")] ?? []).map((covers) => named("zero", covers.split(" ")));
  const straights = zeros.map((zero) => named("straight", [zero]));
  return { ...layout, spots: [...straights, ...insideOf(layout.rows), ...combinations, ...outside] };
}

/** A table of any size, with no bands beside it. */
export function aTable(count: number, columns: number): LayoutView {
  const rows = rowsOf(count, columns);
  return { ...aLayout([]), rows, spots: insideOf(rows) };
}
