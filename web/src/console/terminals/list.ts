// The terminals of the tables somebody supervises: found by name, narrowed to those that need somebody.
import type { SupervisorView, TerminalLine } from "../../wire/console";

export interface TerminalRow extends TerminalLine {
  /** The table whose view it was found in; a terminal of several tables is found once. */
  readonly table: string;
  readonly isOffline: boolean;
  /** The case for which it is not settled with the others, or another that is open. */
  readonly isHeld: boolean;
}

export const FILTERS = ["all", "locked", "held", "credit", "offline", "idle", "calls"] as const;
export type Filter = (typeof FILTERS)[number];

/** Every terminal in these views, each once, in the order of the views. */
export function rowsOf(
  views: readonly { readonly table: string; readonly view: SupervisorView }[],
): TerminalRow[] {
  const found = new Map<string, TerminalRow>();
  for (const { table, view } of views)
    for (const line of view.terminals)
      if (!found.has(line.terminal))
        found.set(line.terminal, {
          ...line,
          table,
          isOffline: view.offline.includes(line.terminal),
          isHeld: line.cases.length > 0 || line.withheld > 0 || line.demanded > 0,
        });
  return [...found.values()];
}

const KEEPS: Readonly<
  Record<Filter, (row: TerminalRow, idle: readonly string[], calls: readonly string[]) => boolean>
> = {
  all: () => true,
  locked: (row) => Object.keys(row.locks).length > 0,
  held: (row) => row.isHeld,
  credit: (row) => row.meter > 0 || row.staked > 0,
  offline: (row) => row.isOffline,
  idle: (row, idle) => idle.includes(row.terminal),
  calls: (row, _idle, calls) => calls.includes(row.terminal),
};

export interface Sought {
  readonly filter: Filter;
  /** A part of the name of a terminal, a table, a player or a case. */
  readonly text: string;
  /** Terminals that let enough rounds pass to be told to leave. */
  readonly idle: readonly string[];
  /** Terminals whose players have called somebody. */
  readonly calls: readonly string[];
}

export function found(rows: readonly TerminalRow[], { filter, text, idle, calls }: Sought): TerminalRow[] {
  const wanted = text.trim().toLowerCase();
  const isNamed = (row: TerminalRow) =>
    [row.terminal, row.table, row.player, ...row.cases].some((name) => name.toLowerCase().includes(wanted));
  return rows.filter((row) => KEEPS[filter](row, idle, calls) && (wanted === "" || isNamed(row)));
}

/** How many terminals each filter keeps. */
export function countsOf(
  rows: readonly TerminalRow[],
  idle: readonly string[],
  calls: readonly string[],
): Record<Filter, number> {
  const count = (filter: Filter) => rows.filter((row) => KEEPS[filter](row, idle, calls)).length;
  return Object.fromEntries(FILTERS.map((filter) => [filter, count(filter)])) as Record<Filter, number>;
}
