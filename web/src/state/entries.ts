// Which entries of the journal are wanted, as a page keeps it in its address: `person:ann terminal:M1`. Pure.

export const FILTERS = [
  "table",
  "round",
  "terminal",
  "person",
  "player",
  "paper",
  "case",
  "dispute",
  "promotion",
  "jackpot",
  "command",
  "event",
] as const;
export type Filter = (typeof FILTERS)[number];
export type Filters = Readonly<Partial<Record<Filter, string>>>;

const isFilter = (name: string): name is Filter => (FILTERS as readonly string[]).includes(name);

/** An entry by its number, or filters; what is neither asks for everything. */
export function wantedOf(name: string): { readonly entry: number; readonly filters: Filters } {
  if (/^\d{1,15}$/.test(name)) return { entry: Number(name), filters: {} };
  const filters: Partial<Record<Filter, string>> = {};
  for (const part of name.split(";")) {
    const at = part.indexOf(":");
    const [key, value] = [part.slice(0, at), part.slice(at + 1).trim()];
    if (at > 0 && isFilter(key) && value !== "") filters[key] = value;
  }
  return { entry: 0, filters };
}

/** The same as a part of an address. */
export function nameOf(filters: Filters): string {
  return FILTERS.filter((name) => (filters[name] ?? "").trim() !== "")
    .map((name) => `${name}:${(filters[name] ?? "").trim()}`)
    .join(";");
}

/** What the address of the timeline is asked with; a round without its table is not asked for. */
export function queryOf(filters: Filters): Readonly<Record<string, string>> {
  const query: Record<string, string> = {};
  for (const name of FILTERS) {
    const value = (filters[name] ?? "").trim();
    if (value === "" || (name === "round" && (!/^\d+$/.test(value) || !filters.table))) continue;
    query[name] = value;
  }
  return query;
}
