// Reports without a screen: spans and addresses, the clock of the site, and charts that show what the figures say.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  checksOf,
  drawn,
  isLive,
  NOTHING,
  pathOf,
  percentText,
  spanOf,
  textOfSpan,
} from "../src/state/reports";
import { clockAt, momentIn, typedIn } from "../src/state/zones";
import type { Chart, Report } from "../src/wire/api";

const ZONES = ["UTC", "Australia/Sydney", "Australia/Adelaide", "America/St_Johns", "Pacific/Auckland"];

describe("spans", () => {
  test.each(["today", "yesterday", "shift", "2026-11-15", "1700000000000-1700003600000"])(
    "%s stands in the address as it was chosen",
    (text) => expect(textOfSpan(spanOf(text))).toBe(text),
  );

  test("whatever else stands in the address is today", () => {
    fc.assert(fc.property(fc.string(), (text) => textOfSpan(spanOf(text)).length > 0));
    expect(spanOf("nonsense")).toEqual({ kind: "today" });
  });

  test("a span is live as long as more may come", () => {
    expect(isLive(spanOf("today"), 5)).toBe(true);
    expect(isLive(spanOf("shift"), 5)).toBe(true);
    expect(isLive(spanOf("2026-11-15"), 5)).toBe(false);
    expect(isLive(spanOf("1-10"), 5)).toBe(true);
    expect(isLive(spanOf("1-10"), 10)).toBe(false);
  });
});

describe("the address of a report", () => {
  test("says the day, the hours or the times, and what of the floor", () => {
    expect(pathOf("day", spanOf("today"), NOTHING, "ann")).toBe("/api/reports/day?day=today");
    expect(pathOf("shift", spanOf("shift"), NOTHING, "ann")).toBe("/api/reports/shift?hours=ann");
    expect(pathOf("tables", spanOf("5-9"), { ...NOTHING, table: "A&B" }, "ann", "csv")).toBe(
      "/api/reports/tables?from_ms=5&until_ms=9&table=A%26B&format=csv",
    );
    expect(pathOf("cage", spanOf("2026-11-15"), { ...NOTHING, person: "cas" }, "ann", "pdf")).toBe(
      "/api/reports/cage?day=2026-11-15&person=cas&format=pdf",
    );
    expect(pathOf("day", spanOf("today"), NOTHING, "ann", "pdf", 77)).toBe(
      "/api/reports/day?day=today&until=77&format=pdf",
    );
  });
});

describe("the clock of the site", () => {
  test("shows what a clock on its wall shows", () => {
    expect(clockAt(Date.UTC(2026, 10, 15, 13, 5, 9), "Australia/Sydney")).toBe("2026-11-16 00:05:09");
    expect(typedIn(Date.UTC(2026, 10, 15, 13, 5, 9), "UTC")).toBe("2026-11-15T13:05");
    expect(clockAt(0, "UTC")).toBe("");
  });

  test("what was typed is the moment at which that clock shows it", () => {
    const minutes = fc.integer({ min: 27_000_000, max: 32_000_000 });
    fc.assert(
      fc.property(minutes, fc.constantFrom(...ZONES), (minute, zone) => {
        const field = typedIn(minute * 60_000, zone);
        expect(typedIn(momentIn(field, zone) ?? 0, zone)).toBe(field);
      }),
    );
  });

  test("in Greenwich it is the calendar's own moment", () => {
    expect(momentIn("2026-11-15T13:05", "UTC")).toBe(Date.UTC(2026, 10, 15, 13, 5));
    expect(momentIn("2024-02-29T00:00", "UTC")).toBe(Date.UTC(2024, 1, 29));
    expect(momentIn("2026-11-16T00:05", "Australia/Sydney")).toBe(Date.UTC(2026, 10, 15, 13, 5));
  });

  test("what is no time is none", () => {
    expect(momentIn("", "UTC")).toBe(0);
    for (const text of ["soon", "2026-13-45T99:99", "2026-11-15", "2026-11-15T24:00"])
      expect(momentIn(text, "UTC")).toBeNull();
  });
});

const values = fc.array(fc.option(fc.integer({ min: -1_000_000, max: 5_000_000 })), {
  minLength: 1,
  maxLength: 40,
});
const chartOf = (kind: Chart["kind"], ...series: readonly (readonly (number | null)[])[]): Chart => ({
  kind,
  title: "T",
  labels: (series[0] ?? []).map((_, at) => `l${at}`),
  series: series.map((each, at) => ({ title: `s${at}`, values: each, kind: "money" })),
});

describe("charts", () => {
  test("a bar is as tall as its figure, above the line of zero or below it, and inside its box", () => {
    fc.assert(
      fc.property(values, (each) => {
        const { bars, zero } = drawn(chartOf("bars", each), 700, 200);
        expect(bars.map(({ value }) => value)).toEqual(each.filter((value) => value !== null));
        const tallest = Math.max(...bars.map(({ value }) => Math.abs(value)), 1);
        const most = Math.max(...bars.map(({ height }) => height), 0);
        for (const bar of bars) {
          expect(bar.height).toBeCloseTo((most * Math.abs(bar.value)) / tallest, 6);
          expect(bar.value < 0 ? bar.y : bar.y + bar.height).toBeCloseTo(zero, 6);
          expect(bar.y).toBeGreaterThanOrEqual(-1e-6);
          expect(bar.y + bar.height).toBeLessThanOrEqual(200 + 1e-6);
          expect(bar.x + bar.width).toBeLessThanOrEqual(700 + 1e-6);
        }
      }),
    );
  });

  test("a line breaks where a figure is missing", () => {
    const { lines, bars } = drawn(chartOf("line", [1, 2, null, 4]), 400, 100);
    expect(bars).toEqual([]);
    expect(lines[0]?.map((piece) => piece.length)).toEqual([2, 1]);
  });

  test("labels never crowd, and the figures at the side hold zero", () => {
    const shown = drawn(
      chartOf(
        "bars",
        Array.from({ length: 48 }, (_, at) => at - 5),
      ),
      700,
      200,
    );
    expect(shown.labels.length).toBeLessThanOrEqual(12);
    const long = Array.from({ length: 9 }, (_, at) => `terminal faulted ${at}`);
    const wide = drawn({ kind: "bars", title: "", labels: long, series: [] }, 720, 200).labels;
    const apart = wide.slice(1).map(({ x }, at) => x - (wide[at]?.x ?? 0));
    expect(wide.length).toBeGreaterThan(1);
    for (const each of apart) expect(each).toBeGreaterThan(18 * 7);
    expect(shown.ticks.some(({ value, y }) => value === 0 && y === shown.zero)).toBe(true);
  });
});

test("what does not hold comes first", () => {
  const check = (title: string, holds: boolean) => ({ title, holds, words: "", entry: 0 });
  const section = { title: "", columns: [], rows: [], totals: null, charts: [], note: "" };
  const report = {
    sections: [
      { ...section, checks: [check("a", true)] },
      { ...section, checks: [check("b", false), check("c", true)] },
    ],
  } as unknown as Report;
  expect(checksOf(report).map(({ title }) => title)).toEqual(["b", "a", "c"]);
});

test("a percentage is told with two digits", () => {
  expect(percentText(270)).toBe("2.70 %");
  expect(percentText(-5)).toBe("-0.05 %");
});
