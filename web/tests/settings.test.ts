// Settings: kept for a visit, gone with it, and never in the way.
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { attributesOf, endsVisit, HOUSE, SettingsStore, type Cupboard } from "../src/settings/store";
import { OWN } from "./samples";

class Shelf implements Cupboard {
  readonly kept = new Map<string, string>();
  getItem = (name: string) => this.kept.get(name) ?? null;
  setItem = (name: string, value: string) => void this.kept.set(name, value);
  removeItem = (name: string) => void this.kept.delete(name);
}

describe("settings of a terminal", () => {
  test("begin as the house has set them", () => {
    expect(new SettingsStore("T1", () => new Shelf()).now).toEqual(HOUSE);
  });

  test("outlast a page, each terminal for itself", () => {
    const shelf = new Shelf();
    new SettingsStore("T1", () => shelf).change({ sound: false, theme: "high-contrast" });
    expect(new SettingsStore("T1", () => shelf).now).toMatchObject({ sound: false, theme: "high-contrast" });
    expect(new SettingsStore("T2", () => shelf).now).toEqual(HOUSE);
  });

  test("are the house's again for the next player, on this page and the next", () => {
    const shelf = new Shelf();
    const store = new SettingsStore("T1", () => shelf);
    store.setHouse({ language: "it", volume: 2 });
    store.change({ sound: false, hand: "left", language: "vi" });
    store.resetForNewVisit();
    expect(store.now).toEqual({ ...HOUSE, language: "it", volume: 2 });
    expect(new SettingsStore("T1", () => shelf).now.sound).toBe(true);
    expect(shelf.kept.size).toBe(0);
  });

  test("of the house do not undo what the player has chosen", () => {
    const store = new SettingsStore("T1", () => shelf);
    const shelf = new Shelf();
    store.change({ theme: "light" });
    store.setHouse({ theme: "dark", volume: 5 });
    expect(store.now).toMatchObject({ theme: "light" });
  });

  test.each([
    ["is not there", () => undefined as unknown as Cupboard],
    [
      "is forbidden",
      () => {
        throw new DOMException("no", "SecurityError");
      },
    ],
    [
      "is full",
      () => ({
        getItem: () => null,
        removeItem: () => undefined,
        setItem: () => {
          throw new DOMException("full", "QuotaExceededError");
        },
      }),
    ],
  ])("hold until the page is loaded again where storage %s", (_, cupboard) => {
    const store = new SettingsStore("T1", cupboard as () => Cupboard);
    store.change({ sound: false });
    expect(store.now.sound).toBe(false);
    store.resetForNewVisit();
    expect(store.now).toEqual(HOUSE);
  });

  test.each(["", "null", "[]", "{", '{"sound":"yes","volume":9,"theme":"pink","hand":1,"more":true}'])(
    "that make no sense are left alone: %s",
    (raw) => {
      const shelf = new Shelf();
      shelf.setItem("openetg.settings.T1", raw);
      expect(new SettingsStore("T1", () => shelf).now).toEqual(HOUSE);
    },
  );

  test("tell of every change", () => {
    const heard: boolean[] = [];
    const store = new SettingsStore(
      "T1",
      () => new Shelf(),
      ({ sound }) => heard.push(sound),
    );
    store.change({ sound: false });
    store.resetForNewVisit();
    expect(heard).toEqual([false, true]);
  });

  test("say on the page only what was chosen against the browser", () => {
    expect(attributesOf(HOUSE)).toEqual({ theme: "dark", hand: "right", motion: null });
    expect(attributesOf({ ...HOUSE, motion: "reduced" }).motion).toBe("reduced");
  });
});

describe("a visit", () => {
  test("ends when the last credit has become a ticket", () => {
    const paid = { ...OWN, meter: 0, ticket: "12", printing: false };
    expect(endsVisit(OWN, paid)).toBe(true);
    expect(endsVisit(OWN, { ...paid, printing: true })).toBe(false);
    expect(endsVisit(OWN, { ...paid, staked: 100 })).toBe(false);
    expect(endsVisit(OWN, { ...paid, elsewhere: { B: 100 } })).toBe(false);
  });

  test("does not end because everything is lost, or because a page was loaded", () => {
    expect(endsVisit(OWN, { ...OWN, meter: 0 })).toBe(false);
    expect(endsVisit(null, { ...OWN, meter: 0, ticket: "12" })).toBe(false);
  });

  test("ends when another has begun", () => {
    const bounds = { loss_max: 0, lost: 0, ends_at_ms: 0, begun_at_ms: 1000, is_own: false };
    expect(endsVisit({ ...OWN, bounds }, { ...OWN, bounds: { ...bounds, begun_at_ms: 2000 } })).toBe(true);
    expect(endsVisit({ ...OWN, bounds }, { ...OWN, bounds: { ...bounds, lost: 500 } })).toBe(false);
  });
});

// The tokens themselves: what must be read can be read in every theme.

const TOKENS = readFileSync(new URL("../src/look/tokens.css", import.meta.url), "utf8");

function block(selector: string): Record<string, string> {
  const from = TOKENS.indexOf(`${selector} {`);
  expect(from, selector).toBeGreaterThanOrEqual(0);
  const body = TOKENS.slice(from, TOKENS.indexOf("}", from));
  return Object.fromEntries(
    [...body.matchAll(/--([\w-]+):\s*(#[0-9a-f]{6});/g)].map(([, name, value]) => [name, value]),
  );
}

function luminance(colour: string): number {
  const [red, green, blue] = [1, 3, 5]
    .map((at) => Number.parseInt(colour.slice(at, at + 2), 16) / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4)) as [
    number,
    number,
    number,
  ];
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string): number {
  const [dark, light] = [luminance(one), luminance(other)].sort((a, b) => a - b) as [number, number];
  return (light + 0.05) / (dark + 0.05);
}

const DARK = block(":root");
const THEMES = {
  dark: { tokens: DARK, least: 4.5 },
  light: { tokens: { ...DARK, ...block(':root[data-theme="light"]') }, least: 4.5 },
  "high contrast": { tokens: { ...DARK, ...block(':root[data-theme="high-contrast"]') }, least: 7 },
};
const GROUNDS = ["room", "panel", "panel-raised"];
const WORDS = ["text-quiet", "brass-bright", "open", "finishing", "closed", "held"];

describe.each(Object.entries(THEMES))("in the %s theme", (_, { tokens, least }) => {
  const between = (one: string, other: string) => contrast(tokens[one] ?? "", tokens[other] ?? "");

  test("money and what is said stand out 7 : 1", () => {
    for (const ground of GROUNDS) expect(between("text", ground), ground).toBeGreaterThanOrEqual(7);
  });

  test(`every other word stands out ${least} : 1`, () => {
    for (const ground of GROUNDS) {
      for (const word of WORDS)
        expect(between(word, ground), `${word} on ${ground}`).toBeGreaterThanOrEqual(least);
    }
    expect(between("on-brass", "brass")).toBeGreaterThanOrEqual(least);
    expect(between("on-brass", "brass-bright")).toBeGreaterThanOrEqual(least);
    expect(between("on-warning", "warning")).toBeGreaterThanOrEqual(least);
  });

  test("white figures stand out on the colours of the numbers", () => {
    for (const colour of ["red", "black", "green"]) {
      expect(contrast("#ffffff", tokens[colour] ?? ""), colour).toBeGreaterThanOrEqual(least === 7 ? 7 : 4);
    }
  });
});

test("who asks the browser for more contrast gets the same as who chooses it", () => {
  expect(block(':root:not([data-theme="light"])')).toEqual(block(':root[data-theme="high-contrast"]'));
});
