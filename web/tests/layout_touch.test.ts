// Every spot of a layout can be touched: the nearest one to a finger is meant, and it touches where the finger is.
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  draw,
  middleOf,
  type Direction,
  type Drawing,
  type Rectangle,
  type Room,
} from "../src/layout/drawing";
import { isWithin, spotAt, spotBeside, type Way } from "../src/layout/touch";
import { aTable, aWholeLayout, spot } from "./layout_samples";
import { aDiceLayout, aSymbolLayout } from "./samples";

const DIRECTIONS: Direction[] = ["across", "down", "narrow"];
const CABINET: Room = { width: 1480, height: 560 };
const ROOMS: [string, Room | null][] = [
  ["with the room it likes", null],
  ["on a cabinet", CABINET],
  ["on a flat screen", { width: 1900, height: 420 }],
  ["on a standing screen", { width: 1040, height: 1060 }],
  ["on a narrow one", { width: 500, height: 900 }],
];
const ZEROS = [["0"], ["0", "00"], []];

const shapes = DIRECTIONS.flatMap((direction) =>
  ROOMS.flatMap(([words, room]) => ZEROS.map((zeros) => ({ direction, words, room, zeros }))),
);

function holds({ x, y, width, height }: Rectangle, point: { x: number; y: number }): boolean {
  return point.x >= x && point.x <= x + width && point.y >= y && point.y <= y + height;
}

describe.each(shapes)("drawn $direction, $words, zeros $zeros", ({ direction, room, zeros }) => {
  const layout = aWholeLayout(zeros);
  const drawing = draw(layout, direction, room);

  test("every spot is drawn once, as a cell or between cells", () => {
    const names = [...drawing.cells, ...drawing.between].map(({ spot: { name } }) => name);
    expect(names.sort()).toEqual(layout.spots.map(({ name }) => name).sort());
  });

  test("every spot is found where its chips lie", () => {
    for (const { name } of layout.spots) {
      const at = drawing.anchors[name];
      expect([name, at && spotAt(drawing, at)]).toEqual([name, name]);
    }
  });

  test("every spot is found in the middle of what a test or a screen reader touches", () => {
    for (const {
      spot: { name },
      ...cell
    } of drawing.cells)
      expect(spotAt(drawing, middleOf(cell))).toBe(name);
    for (const {
      spot: { name },
      hit,
    } of drawing.between)
      expect(spotAt(drawing, middleOf(hit))).toBe(name);
  });

  test("no two spots between cells share a place", () => {
    for (const [index, { hit }] of drawing.between.entries()) {
      const middle = middleOf(hit);
      const others = drawing.between.filter((other, at) => at !== index && holds(other.hit, middle));
      expect(others).toEqual([]);
      expect(hit.width * hit.height).toBeGreaterThan(0);
    }
  });

  test("any point of a cell finds a spot that touches that point", () => {
    const share = fc.double({ min: 0, max: 1, noNaN: true });
    const cells = fc.constantFrom(...drawing.cells);
    fc.assert(
      fc.property(cells, share, share, (cell, x, y) => {
        const point = { x: cell.x + x * cell.width, y: cell.y + y * cell.height };
        const found = spotAt(drawing, point);
        expect(found).not.toBeNull();
        expect(touches(drawing, found ?? "", point)).toBe(true);
      }),
      { numRuns: 300 },
    );
  });

  test("the arrow keys lead from every spot to every other", () => {
    const ways: Way[] = ["left", "right", "up", "down"];
    const seen = new Set<string>();
    const next = [layout.spots[0]?.name ?? ""];
    for (let name = next.pop(); name !== undefined; name = next.pop()) {
      if (seen.has(name)) continue;
      seen.add(name);
      for (const way of ways)
        next.push(...[spotBeside(drawing, name, way)].filter((found) => found !== null));
    }
    expect([...seen].sort()).toEqual(layout.spots.map(({ name }) => name).sort());
  });
});

/** Whether a point is on a cell, or as near to the line of a spot as a finger reaches. */
function touches(drawing: Drawing, name: string, point: { x: number; y: number }): boolean {
  const cell = drawing.cells.find((each) => each.spot.name === name);
  if (cell !== undefined) return holds(cell, point);
  const core = drawing.between.find((each) => each.spot.name === name)?.core;
  if (core === undefined) return false;
  const { x, y } = drawing.reach;
  const wide = { x: core.x - x, y: core.y - y, width: core.width + 2 * x, height: core.height + 2 * y };
  return holds(wide, point);
}

test("a whole roulette has 157 spots, and 161 with two zeros", () => {
  expect(aWholeLayout().spots).toHaveLength(157);
  expect(aWholeLayout(["0", "00"]).spots).toHaveLength(161);
});

test("on a cabinet a line is at least 44 px wide and a number keeps 56 px", () => {
  const drawing = draw(aWholeLayout(), "across", CABINET);
  const scale = Math.min(CABINET.width / drawing.width, CABINET.height / drawing.height);
  expect(2 * drawing.reach.x * scale).toBeGreaterThanOrEqual(44);
  expect(2 * drawing.reach.y * scale).toBeGreaterThanOrEqual(44);
  const number = drawing.cells.find(({ spot: { name } }) => name === "straight:17");
  expect(((number?.width ?? 0) - 2 * drawing.reach.x) * scale).toBeGreaterThanOrEqual(56);
  expect(((number?.height ?? 0) - 2 * drawing.reach.y) * scale).toBeGreaterThanOrEqual(56);
});

test("tables of any size are touched alike", () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 3, max: 14 }),
      fc.integer({ min: 2, max: 5 }),
      fc.constantFrom(...DIRECTIONS),
      (count, columns, direction) => {
        const layout = aTable(count, columns);
        const drawing = draw(layout, direction);
        for (const { name } of layout.spots) {
          const at = drawing.anchors[name];
          expect([name, at && spotAt(drawing, at)]).toEqual([name, name]);
        }
      },
    ),
    { numRuns: 60 },
  );
});

test("a spot whose numbers meet nowhere, or where another lies, gets a cell beside the table", () => {
  const layout = aWholeLayout();
  const strange = [
    spot("far", ["1", "36"]),
    spot("again", ["17", "14"]),
    spot("seventeen", ["17"]),
    spot("unknown", ["1", "99"]),
  ];
  const drawing = draw({ ...layout, spots: [...layout.spots, ...strange] }, "across");
  for (const { name } of strange) {
    expect(drawing.cells.map((cell) => cell.spot.name)).toContain(name);
    const at = drawing.anchors[name];
    expect(at && spotAt(drawing, at)).toBe(name);
  }
});

test.each([aDiceLayout(), aSymbolLayout()])("every spot of $title is found", (layout) => {
  for (const direction of DIRECTIONS) {
    const drawing = draw(layout, direction, CABINET);
    for (const cell of drawing.cells) {
      expect(spotAt(drawing, cell.chipsAt)).toBe(cell.spot.name);
      expect(spotAt(drawing, middleOf(cell))).toBe(cell.spot.name);
    }
  }
});

test("beside the cloth there is no spot", () => {
  const drawing = draw(aWholeLayout(), "across");
  const far = { x: drawing.width + 300, y: -200 };
  expect([spotAt(drawing, far), isWithin(drawing, far), isWithin(drawing, { x: 5, y: 5 })]).toEqual([
    null,
    false,
    true,
  ]);
});
