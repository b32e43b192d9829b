// Addresses of the consoles: every one the search may lead to is one that its area opens, for those the area is for.
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { areasFor } from "../src/console/areas";
import { hashOf, routeOf } from "../src/console/route";
import { subjectOf } from "../src/state/cases";
import {
  cageAt,
  conductAt,
  floorAt,
  recordsAt,
  recordsFor,
  RECORDS_PAGES,
  type Address,
} from "../src/state/pages";
import type { MeView } from "../src/wire/console";

interface Table {
  readonly areas: Readonly<
    Record<string, { readonly views: string[]; readonly acts: string[]; readonly everybody: boolean }>
  >;
  readonly addresses: readonly {
    readonly kind: string;
    readonly form: string;
    readonly example: readonly [string, string, string];
    readonly page: string;
  }[];
}
const shared = JSON.parse(
  readFileSync(new URL("../../tests/data/console_addresses.json", import.meta.url), "utf8"),
) as Table;

const me = (views: readonly string[], acts: readonly string[] = []): MeView => ({
  person: "ann",
  full_name: "Ann Example",
  roles: {},
  duties: [],
  acts: [...acts],
  views: [...views],
  tables: [],
});
const areas = (who: MeView) => areasFor(who).map(({ area }) => area);

const SHOWN: Readonly<Record<string, (address: Address) => string>> = {
  floor: (at) => (floorAt(at).clause !== "" ? "clause" : at.name === "" ? "board" : "table"),
  cases: ({ name }) => subjectOf(name).kind,
  terminals: ({ name }) => (name === "" ? "list" : "terminal"),
  conduct: (at) => (conductAt(at).who !== "" ? "person" : conductAt(at).tab),
  equipment: () => "equipment",
  cage: (at) => cageAt(at).thing ?? cageAt(at).page,
  records: (at) => recordsAt(at, RECORDS_PAGES),
  reports: ({ name }) => name,
  staff: ({ name }) => (name === "" ? "list" : "person"),
};

/** The page an address shows, by a word; empty where there is no such area. */
function pageAt(area: string, address: Address): string {
  return SHOWN[area]?.(address) ?? "";
}

describe("whom areas are for", () => {
  it.each(Object.entries(shared.areas))("%s is as the floor is told", (area, needs) => {
    const { views, acts, everybody } = needs;
    expect(areas(me([])).includes(area)).toBe(everybody);
    for (const view of views) expect(areas(me([view]))).toContain(area);
    for (const act of acts) expect(areas(me([], [act]))).toContain(area);
    const others = ["cage", "inspection", "supervision"].filter((view) => !views.includes(view));
    for (const view of others) expect(areas(me([view])).includes(area)).toBe(everybody);
  });
});

describe("where the search leads", () => {
  it.each(shared.addresses.map((each) => [each.example.join("/"), each] as const))("%s", (_, each) => {
    const [area, name, part] = each.example;
    expect([area, name, part].join("/")).toMatch(new RegExp(`^${each.form}$`));
    expect(routeOf(hashOf({ area, name, part }))).toEqual({ area, name, part });
    expect(pageAt(area, { name, part })).toBe(each.page);
    expect(Object.keys(shared.areas)).toContain(area);
  });

  it("is one thing, which its area marks", () => {
    expect(cageAt({ name: "drawer", part: "d1" })).toEqual({ page: "drawer", thing: "drawer", chosen: "d1" });
    expect(cageAt({ name: "holding", part: "M1" })).toEqual({
      page: "payouts",
      thing: "holding",
      chosen: "M1",
    });
    expect(cageAt({ name: "drawer", part: "" })).toEqual({ page: "drawer", thing: null, chosen: "" });
    expect(cageAt({ name: "d1", part: "drawer" }).page).toBe("redeem");
    expect(conductAt({ name: "breaches", part: "b-1" })).toEqual({ tab: "breaches", who: "", chosen: "b-1" });
    expect(conductAt({ name: "who", part: "M1" })).toEqual({ tab: "people", who: "M1", chosen: "" });
    expect(floorAt({ name: "A", part: "clause-3.7" })).toEqual({ table: "A", clause: "3.7" });
    expect(floorAt({ name: "A", part: "limits" }).clause).toBe("");
  });

  it("is nowhere in an area there is not", () => expect(pageAt("moon", { name: "", part: "" })).toBe(""));
});

describe("pages of the records", () => {
  it("stand open to who reads the records; to others those they may use", () => {
    expect(recordsFor({ reads: true, investigates: false })).toEqual(RECORDS_PAGES);
    expect(recordsFor({ reads: false, investigates: true })).toEqual([
      "search",
      "trace",
      "replay",
      "entries",
      "verify",
      "notices",
    ]);
    expect(recordsFor({ reads: false, investigates: false })).not.toContain("trace");
  });

  it("are the first where the address names one that is not theirs", () => {
    expect(recordsAt({ name: "export", part: "" }, ["search", "entries"])).toBe("search");
    expect(recordsAt({ name: "entries", part: "" }, ["search", "entries"])).toBe("entries");
  });
});
