// What a finger asks for: it places where it lifts, moves what lies where it began, and asks where it rests.
import { describe, expect, test } from "vitest";
import { NONE, aimedAt, lifted, pressed, rested, slidTo, type Where } from "../src/layout/gesture";

const at = (x: number, spot: string | null, isOnCloth = true): Where => ({ x, y: 0, spot, isOnCloth });

describe("on an empty spot", () => {
  test("a tap places", () => {
    expect(lifted(pressed(at(0, "red"), 0))).toEqual({ kind: "place", spot: "red" });
  });

  test("a finger may slide to the spot it means, and the chip lands there", () => {
    const gesture = slidTo(pressed(at(0, "straight:14"), 0), at(60, "split:14-17"));
    expect(aimedAt(gesture)).toBe("split:14-17");
    expect(lifted(gesture)).toEqual({ kind: "place", spot: "split:14-17" });
  });

  test("a finger that slides off the cloth places nothing", () => {
    expect(lifted(slidTo(pressed(at(0, "red"), 0), at(900, null, false)))).toBeNull();
  });

  test("a finger that rests asks, and one that has slid aims", () => {
    const down = pressed(at(0, "red"), 0);
    expect(rested(slidTo(down, at(5, "red")))).toEqual({ kind: "info", spot: "red" });
    expect(rested(slidTo(slidTo(down, at(60, "black")), at(0, "red")))).toBeNull();
    expect(lifted({ kind: "asked" })).toBeNull();
  });
});

describe("on a stack", () => {
  const down = pressed(at(0, "red"), 700);

  test("a tap adds to it, even by a trembling finger", () => {
    expect(lifted(down)).toEqual({ kind: "place", spot: "red" });
    expect(lifted(slidTo(down, at(10, "black")))).toEqual({ kind: "place", spot: "black" });
    expect(lifted(slidTo(down, at(40, "red")))).toEqual({ kind: "place", spot: "red" });
  });

  test("a finger that goes to another spot moves it there, all of it", () => {
    const wish = lifted(slidTo(down, at(80, "black")));
    expect(wish).toEqual({ kind: "move", from: "red", to: "black", cents: 700 });
  });

  test("a finger that leaves the cloth takes it back", () => {
    const wish = lifted(slidTo(slidTo(down, at(80, "black")), at(900, null, false)));
    expect(wish).toEqual({ kind: "take_back", spot: "red", cents: 700 });
  });

  test("a stack that is brought back, or let go where no spot is, stays", () => {
    const moving = slidTo(down, at(80, "black"));
    expect(lifted(slidTo(moving, at(0, "red")))).toBeNull();
    expect(lifted(slidTo(moving, at(120, null)))).toBeNull();
    expect(rested(moving)).toBeNull();
  });
});

test("where no spot is, nothing begins", () => {
  expect(pressed(at(0, null), 0)).toBe(NONE);
  expect([slidTo(NONE, at(1, "red")), lifted(NONE), rested(NONE), aimedAt(NONE)]).toEqual([
    NONE,
    null,
    null,
    null,
  ]);
});
