// The layout on the screen comes from the server's layout: every number once, nothing on top of anything else.
import { describe, expect, test } from "vitest";
import { colourOf, draw, type Cell, type Direction } from "../src/layout/drawing";
import { diceIn, facesOf, pipsOf, totalsOf } from "../src/layout/dice";
import { aDiceLayout, aLayout, aSymbolLayout } from "./samples";

const DIRECTIONS: Direction[] = ["across", "down", "narrow"];

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
    const along = (cell: Cell) => (direction === "down" ? cell.y : cell.x);
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

describe.each(DIRECTIONS)("bands drawn %s", (direction) => {
  test.each([aDiceLayout(), aSymbolLayout()])(
    "have every spot of $title once, within the cloth",
    (layout) => {
      const { cells, anchors, width, height, heads } = draw(layout, direction);
      expect(cells.map(({ spot }) => spot.name).sort()).toEqual(layout.spots.map(({ name }) => name).sort());
      for (const [index, cell] of cells.entries()) {
        expect(cells.slice(index + 1).filter((other) => overlap(cell, other))).toEqual([]);
        expect(
          heads.filter(
            ({ x, y }) => x > cell.x && x < cell.x + cell.width && y > cell.y && y < cell.y + cell.height,
          ),
        ).toEqual([]);
        expect(cell.x + cell.width).toBeLessThanOrEqual(width + 0.01);
        expect(cell.y + cell.height).toBeLessThanOrEqual(height + 0.01);
        expect(cell.odds).toBe(cell.spot.odds);
        const at = anchors[cell.spot.name];
        expect(at?.x).toBeGreaterThan(cell.x);
        expect(at?.y).toBeLessThan(cell.y + cell.height);
      }
    },
  );

  test("are named after what their spots have in common", () => {
    const titles = draw(aDiceLayout(), direction).heads.map(({ title }) => title);
    expect(titles.filter((title) => title !== "")).toEqual([
      "Specific Triple",
      "Specific Double",
      "Three Dice Total",
      "Dice Combination",
      "Single Die",
    ]);
  });
});

test("a band has no name where its spots have none in common, or where it is the only one", () => {
  expect(draw(aSymbolLayout(), "across").heads).toEqual([]);
  expect(draw(aSymbolLayout(), "across").cells[0]?.label).toBe("a");
  const titles = ["One", "Two"];
  const spots = aSymbolLayout().spots.map((spot, index) => ({ ...spot, title: titles[index] ?? "Three" }));
  expect(draw({ ...aSymbolLayout(), spots }, "across").cells.map(({ label }) => label)).toEqual(
    spots.map(({ title }) => title),
  );
});

test("small and big stand at both ends where there is room, with the totals they stand for", () => {
  const covers = { small: ["1-1-2", "1-1-3"], big: ["5-6-6", "5-5-6"] };
  const layout = aDiceLayout();
  const spots = layout.spots.map((spot) =>
    spot.name === "small" || spot.name === "big" ? { ...spot, covers: covers[spot.name] } : spot,
  );
  const { cells, width } = draw({ ...layout, spots }, "across", { width: 1480, height: 740 });
  const [small, big] = ["small", "big"].map((name) => cells.find((cell) => cell.spot.name === name));
  expect([small?.x, (big?.x ?? 0) + (big?.width ?? 0)].map(Math.round as (of: unknown) => number)).toEqual([
    0,
    width,
  ]);
  expect([small?.range, big?.range]).toEqual(["4–5", "16–17"]);
});

test("a table lies in a flat room, whichever way the screen stands", () => {
  const flat = draw(aLayout(), "down", { width: 800, height: 500 });
  const high = draw(aLayout(), "down", { width: 1040, height: 1000 });
  const isLying = (cells: readonly Cell[]) => {
    const [one, two] = ["straight:1", "straight:4"].map((name) =>
      cells.find(({ spot }) => spot.name === name),
    );
    return one?.y === two?.y;
  };
  expect([isLying(flat.cells), isLying(high.cells)]).toEqual([true, false]);
});

test("spots of dice are drawn as their faces, others by their label", () => {
  const spots = new Map(aDiceLayout().spots.map((spot) => [spot.name, facesOf(spot)]));
  expect(
    ["triple:3", "double:6", "combination:1-5", "single:2", "total:7", "small"].map((name) =>
      spots.get(name),
    ),
  ).toEqual([[3, 3, 3], [6, 6], [1, 5], [2], [], []]);
  expect([1, 2, 3, 4, 5, 6].map((face) => pipsOf(face).length)).toEqual([1, 2, 3, 4, 5, 6]);
  expect([diceIn("1-2-3"), diceIn("17"), diceIn("a"), diceIn("1-2-9")]).toEqual([
    [1, 2, 3],
    null,
    null,
    null,
  ]);
});

test("a symbol says how often it stands on the wheel, and a range of totals what it stands for", () => {
  const wheel = ["a", "b", "a", "c", "a"];
  const cells = draw({ ...aSymbolLayout(), wheel }, "across").cells;
  expect(cells.map(({ count }) => count)).toEqual([3, 1, 1, 0, 0, 0, 0]);
  expect(totalsOf({ covers: ["1-1-2", "1-1-3", "1-2-2"] })).toBe("4–5");
  expect(totalsOf({ covers: ["1-1-1", "2-2-2"] })).toBe("");
  expect(totalsOf({ covers: ["1-1-1"] })).toBe("");
  expect(totalsOf({ covers: ["a"] })).toBe("");
});
