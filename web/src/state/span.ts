// Which entries of the journal somebody asks for: all that is signed, a gaming day, or from one to another. Pure.
import type { Day } from "../wire/api";

/** A gaming day, by its entries. */
type Entries = Pick<Day, "after" | "until">;

export interface SpanChoice {
  readonly kind: "all" | "day" | "entries";
  /** The place of the day in the list. */
  readonly day: number;
  readonly first: string;
  readonly last: string;
}

/** Behind which entry, and up to which. */
export interface Span {
  readonly after?: number;
  readonly until?: number;
}

export const EVERYTHING: SpanChoice = { kind: "all", day: -1, first: "", last: "" };

/** What is asked of the floor; nothing if what was typed is no number. A day that still runs has no end. */
export function asked(choice: SpanChoice, days: readonly Entries[]): Span | null {
  if (choice.kind === "all") return {};
  if (choice.kind === "day") {
    const place = choice.day < 0 ? days.length - 1 : choice.day;
    const day = days[place];
    if (day === undefined) return null;
    const runs = place === days.length - 1;
    return { after: day.after, ...(runs ? {} : { until: day.until }) };
  }
  const [first, last] = [numberIn(choice.first), numberIn(choice.last)];
  if (first === null || last === null || first === 0) return null;
  if (last !== undefined && last < (first ?? 1)) return null;
  return {
    ...(first === undefined ? {} : { after: first - 1 }),
    ...(last === undefined ? {} : { until: last }),
  };
}

/** How many entries that is, as far as is known. */
export function lengthOf(choice: SpanChoice, days: readonly Entries[]): number {
  const end = days.at(-1)?.until ?? 0;
  const span = asked(choice, days);
  if (span === null) return 0;
  return Math.max(0, Math.min(span.until ?? end, end) - (span.after ?? days[0]?.after ?? 0));
}

export function queryOf(span: Span): string {
  const said = Object.entries(span).map(([name, value]) => [name, String(value)]);
  const text = new URLSearchParams(said).toString();
  return text === "" ? "" : `?${text}`;
}

/** A number from one on that was typed; undefined for nothing, null for something else. */
export function numberIn(text: string): number | null | undefined {
  const typed = text.trim().replaceAll(/[ ,]/g, "");
  if (typed === "") return undefined;
  return /^[0-9]{1,15}$/.test(typed) ? Number(typed) : null;
}
