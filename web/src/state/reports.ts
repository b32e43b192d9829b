// Reports without a screen: what may be asked for, what one says, and how its figures are drawn.
//
// A report is the floor's own: nothing is summed or judged here. Times are told in the site's zone, whatever zone the
// desk stands in, as they are on paper.
import { pathWith, type Asking } from "../access/api";
import type { Chart, Check, Report, Section } from "../wire/api";

type Query = Asking<"GET /api/reports/{kind}">["query"] & {};
export type Kind = "text" | "money" | "count" | "time" | "percent" | "clause";
export type Cell = string | number | null;

/** The span of a report, as it stands in the address of the page. */
export type Span =
  | { readonly kind: "today" | "yesterday" | "shift" }
  | { readonly kind: "day"; readonly day: string }
  | { readonly kind: "free"; readonly fromMs: number; readonly untilMs: number };

export interface Narrowing {
  readonly table: string;
  readonly terminal: string;
  readonly person: string;
}

export const NOTHING: Narrowing = { table: "", terminal: "", person: "" };

/** `today`, `shift`, `2026-11-15` or `1700000000000-1700003600000`. */
export function spanOf(text: string): Span {
  if (text === "yesterday" || text === "shift") return { kind: text };
  const free = /^(\d+)-(\d+)$/.exec(text);
  if (/^\d{4}-\d\d-\d\d$/.test(text)) return { kind: "day", day: text };
  if (free !== null) return { kind: "free", fromMs: Number(free[1]), untilMs: Number(free[2]) };
  return { kind: "today" };
}

export function textOfSpan(span: Span): string {
  if (span.kind === "day") return span.day;
  return span.kind === "free" ? `${span.fromMs}-${span.untilMs}` : span.kind;
}

/** Whether more may come: such a report is asked for again and again. */
export function isLive(span: Span, nowMs: number): boolean {
  if (span.kind === "free") return span.untilMs === 0 || span.untilMs > nowMs;
  return span.kind === "today" || span.kind === "shift";
}

/** The address of a report; with the last entry of one that is shown, a file has exactly what it shows. */
export function queryOf(span: Span, { table, terminal, person }: Narrowing, me: string): Query {
  return {
    ...timesOf(span, person === "" ? me : person),
    ...(table !== "" && { table }),
    ...(terminal !== "" && { terminal }),
    ...(person !== "" && { person }),
  };
}

function timesOf(span: Span, person: string): Query {
  if (span.kind === "day") return { day: span.day };
  if (span.kind === "free")
    return { from_ms: span.fromMs, ...(span.untilMs > 0 && { until_ms: span.untilMs }) };
  return span.kind === "shift" ? { hours: person } : { day: span.kind };
}

/** Where the file of a report is. */
export function pathOf(
  kind: string,
  span: Span,
  of: Narrowing,
  me: string,
  format: "json" | "csv" | "pdf" = "json",
  until = 0,
): string {
  const query = {
    ...queryOf(span, of, me),
    ...(until > 0 && { until }),
    ...(format !== "json" && { format }),
  };
  return pathWith("/api/reports/{kind}", { kind }, query);
}

/** Every check of a report: those that do not hold first. */
export function checksOf(report: Report): Check[] {
  const every = report.sections.flatMap(({ checks }) => checks);
  return [...every.filter(({ holds }) => !holds), ...every.filter(({ holds }) => holds)];
}

/** Whether a section has anything to tell. */
export function isEmpty({ rows, checks, charts, note }: Section): boolean {
  return rows.length === 0 && checks.length === 0 && charts.length === 0 && note === "";
}

/** Hundredths of one percent, as they are told. */
export function percentText(value: number): string {
  return `${(value / 100).toFixed(2)} %`;
}

export interface Bar {
  readonly series: number;
  readonly label: number;
  readonly value: number;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export interface Drawn {
  readonly bars: readonly Bar[];
  /** Per series the points of its line, in pieces where a figure is missing. */
  readonly lines: readonly (readonly (readonly [number, number])[])[][];
  /** Where zero is, from the top. */
  readonly zero: number;
  /** Figures to be read at the side, each with its place from the top. */
  readonly ticks: readonly { readonly value: number; readonly y: number }[];
  /** Which labels are written, so that none lies on another. */
  readonly labels: readonly { readonly at: number; readonly text: string; readonly x: number }[];
}

const LABELS_MAX = 12;
/** How wide a letter of a label is at the most, and how much stands between two labels. */
const LETTER_WIDTH = 7.5;
const LABEL_GAP = 10;
const BAR_MAX = 56;

/** A chart in a box of that size: what is where. Above zero goes up from the line of zero, below it down. */
export function drawn(chart: Chart, width: number, height: number): Drawn {
  const values = chart.series.flatMap(({ values: each }) => each.map((value) => value ?? 0));
  const [most, least] = [
    roundUp(Math.max(0, ...values)),
    -roundUp(Math.max(0, ...values.map((value) => -value))),
  ];
  const scale = height / (most - least || 1);
  const zero = most * scale;
  const step = width / Math.max(chart.labels.length, 1);
  const thick = Math.min((step * 0.7) / Math.max(chart.series.length, 1), BAR_MAX);
  const middle = (at: number) => at * step + step / 2;
  const bars = chart.series.flatMap(({ values: each }, series) =>
    each.flatMap((value, label): Bar[] => {
      if (value === null || chart.kind !== "bars") return [];
      const tall = Math.abs(value) * scale;
      const x = middle(label) + (series - chart.series.length / 2) * thick;
      return [{ series, label, value, x, y: value < 0 ? zero : zero - tall, width: thick, height: tall }];
    }),
  );
  const lines = chart.series.map(({ values: each }) => pieces(each, middle, (value) => zero - value * scale));
  // As wide as the longest of them, so that none lies on the next.
  const longest = Math.max(1, ...chart.labels.map((text) => text.length)) * LETTER_WIDTH + LABEL_GAP;
  const room = Math.max(1, Math.min(LABELS_MAX, Math.floor(width / longest)));
  const every = Math.ceil(chart.labels.length / room);
  const labels = chart.labels.flatMap((text, at) => (at % every === 0 ? [{ at, text, x: middle(at) }] : []));
  const ticks = [...new Set([most, most / 2, 0, least])].map((value) => ({ value, y: zero - value * scale }));
  return { bars, lines: chart.kind === "line" ? lines : [], zero, ticks, labels };
}

function pieces(
  values: readonly (number | null)[],
  x: (at: number) => number,
  y: (value: number) => number,
): [number, number][][] {
  const found: [number, number][][] = [];
  let isOn = false;
  values.forEach((value, at) => {
    if (value !== null) {
      if (!isOn) found.push([]);
      found.at(-1)?.push([x(at), y(value)]);
    }
    isOn = value !== null;
  });
  return found;
}

/** The next round figure that is not below: 1, 2 or 5 and noughts. */
function roundUp(value: number): number {
  if (value <= 0) return 0;
  const power = 10 ** Math.floor(Math.log10(value));
  const found = [1, 2, 5, 10].find((factor) => factor * power >= value) ?? 10;
  return found * power;
}
