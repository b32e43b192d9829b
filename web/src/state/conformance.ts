// The clauses of the rulebooks as a matrix, and found by words. Pure.
import type { BookLine, ClauseLine, ConformanceView } from "../wire/api";

export interface Cell {
  readonly total: number;
  readonly proved: number;
  readonly data: number;
  readonly open: number;
  readonly outside: number;
}

/** Every kind of clause in these rulebooks, in the order of the registers. */
export function kindsOf(view: ConformanceView): readonly string[] {
  return [...new Set(view.rulebooks.flatMap(({ clauses }) => clauses.map(({ kind }) => kind)))].sort();
}

export function cellOf(clauses: readonly ClauseLine[]): Cell {
  const count = (standing: ClauseLine["standing"]) =>
    clauses.filter((each) => each.standing === standing).length;
  return {
    total: clauses.length,
    proved: count("proved"),
    data: count("held as data"),
    open: count("open"),
    outside: count("not for software"),
  };
}

export interface Wanted {
  readonly rulebook: string;
  readonly kind: string;
  readonly words: string;
}

export interface Carrying {
  readonly driving: readonly string[];
  readonly reading: readonly string[];
}

/** The tests that carry a clause: those that prove it by what the floor does, and those that only read the rulebook. */
export function testsOf({ tests, driving }: ClauseLine): Carrying {
  return { driving, reading: tests.filter((test) => !driving.includes(test)) };
}

/** The clauses that fit, each with its rulebook. */
export function clausesFor(
  view: ConformanceView,
  wanted: Wanted,
): readonly (readonly [BookLine, ClauseLine])[] {
  const words = wanted.words.trim().toLowerCase();
  return view.rulebooks
    .filter(({ rulebook }) => wanted.rulebook === "" || rulebook === wanted.rulebook)
    .flatMap((book) => book.clauses.map((clause) => [book, clause] as const))
    .filter(([, { kind }]) => wanted.kind === "" || kind === wanted.kind)
    .filter(
      ([, { id, says, system }]) =>
        words === "" || id.toLowerCase() === words || `${id} ${says} ${system}`.toLowerCase().includes(words),
    );
}

/** The clause an address names, as `ministar:3.11`. */
export function clauseAt(view: ConformanceView, name: string): readonly [BookLine, ClauseLine] | null {
  const at = name.indexOf(":");
  const book = view.rulebooks.find(({ rulebook }) => rulebook === name.slice(0, at));
  const clause = book?.clauses.find(({ id }) => id === name.slice(at + 1));
  return book === undefined || clause === undefined ? null : [book, clause];
}
