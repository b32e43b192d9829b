// The layout on the screen comes from the server's layout: every number once, nothing on top of anything else.
import { describe, expect, test } from "vitest";
import { CHIPS, stackOf } from "../src/look/chips";
import { colourOf, draw, type Cell, type Direction } from "../src/layout/drawing";
import { aLayout } from "./samples";

const DIRECTIONS: Direction[] = ["across", "down"];

function overlap(one: Cell, other: Cell): boolean {
  const apart = (from: number, size: number, from2: number, size2: number) =>
    from + size <= from2 + 0.01 || from2 + size2 <= from + 0.01;
  return !apart(one.x, one.width, other.x, other.width) && !apart(one.y, one.height, other.y, other.height);
}

describe.each(DIRECTIONS)("drawn %s", (direction) => {
  test.each([[["0"]], [["0", "00"]], [[]]])(
    "with zeros %j every number and outside spot has its own place",
    (zeros) => {
      const layout = aLayout(zeros);
      const { cells, width, height } = draw(layout, direction);
      const outside = layout.spots.filter(({ covers }) => covers.length >= 12).length;
      expect(cells.map((cell) => cell.spot.name).sort()).toHaveLength(36 + zeros.length + outside);
      for (const [index, cell] of cells.entries()) {
        expect(cells.slice(index + 1).filter((other) => overlap(cell, other))).toEqual([]);
        expect(Math.min(cell.x, cell.y)).toBeGreaterThanOrEqual(0);
        expect(cell.x + cell.width).toBeLessThanOrEqual(width + 0.01);
        expect(cell.y + cell.height).toBeLessThanOrEqual(height + 0.01);
      }
    },
  );

  test("every spot has a place for chips, and chips of drawn spots lie in their cell", () => {
    const layout = aLayout();
    const { cells, anchors } = draw(layout, direction);
    expect(Object.keys(anchors).sort()).toEqual(layout.spots.map(({ name }) => name).sort());
    for (const { spot, x, y, width, height } of cells) {
      const at = anchors[spot.name];
      expect(at?.x).toBeGreaterThan(x);
      expect(at?.x).toBeLessThan(x + width);
      expect(at?.y).toBeGreaterThan(y);
      expect(at?.y).toBeLessThan(y + height);
    }
  });

  test("bands stand in the customary order beside their rows", () => {
    const { cells } = draw(aLayout(), direction);
    const along = (cell: Cell) => (direction === "across" ? cell.x : cell.y);
    const names = ["low", "even", "red", "black", "odd", "high"];
    const band = cells.filter(({ spot }) => names.includes(spot.name)).sort((a, b) => along(a) - along(b));
    expect(band.map(({ spot }) => spot.name)).toEqual(names);
  });
});

test("labels are what a player reads: numbers, ranges, odds of a column, titles", () => {
  const labels = new Map(draw(aLayout(), "across").cells.map((cell) => [cell.spot.name, cell.label]));
  expect(["straight:17", "dozen:2", "column:1", "low", "red"].map((name) => labels.get(name))).toEqual([
    "17",
    "13–24",
    "2 to 1",
    "1–18",
    "Red",
  ]);
});

test("colours are the layout's", () => {
  const layout = aLayout();
  expect(["0", "1", "2", "99"].map((number) => colourOf(layout, number))).toEqual([
    "green",
    "red",
    "black",
    null,
  ]);
});

test("a split lies between its numbers", () => {
  const { anchors, cells } = draw(aLayout(), "across");
  const middle = (name: string) => {
    const cell = cells.find(({ spot }) => spot.name === name);
    return cell === undefined ? NaN : cell.x + cell.width / 2;
  };
  expect(anchors["split:14-17"]?.x).toBeCloseTo((middle("straight:14") + middle("straight:17")) / 2);
});

test("a game without rows is a grid of its spots", () => {
  const layout = { ...aLayout(), rows: [], zeros: [] };
  const { cells } = draw(layout, "across");
  expect(cells).toHaveLength(layout.spots.length);
});

test("a stack shows at most five chips, largest first, and never more than the amount", () => {
  expect(stackOf(63_100).map(({ cents }) => cents)).toEqual([10_000, 10_000, 10_000, 10_000, 10_000]);
  expect(stackOf(3_100).map(({ cents }) => cents)).toEqual([2_500, 500, 100]);
  expect(stackOf(50)).toHaveLength(1);
  expect(CHIPS.map(({ cents }) => cents)).toEqual([100, 500, 2_500, 10_000]);
});
