// Which page of an area an address shows: what the search of the floor leads to is what an area opens. Pure.
//
// The forms of addresses stand in tests/data/console_addresses.json, against which the floor is tested as well.

/** The name and the part of an address, behind its area. */
export interface Address {
  readonly name: string;
  readonly part: string;
}

export const CAGE_PAGES = ["redeem", "payouts", "papers", "drawer", "chips", "copies"] as const;
export type CagePage = (typeof CAGE_PAGES)[number];
/** What of the cage is opened by its name: it stands on one of the pages. */
export type CageThing = "payout" | "paper" | "holding" | "drawer";

/** A page of the cage, and the one thing on it that was asked for. */
export interface CageAddress {
  readonly page: CagePage;
  readonly thing: CageThing | null;
  readonly chosen: string;
}

const CAGE_THINGS: Readonly<Record<string, readonly [CagePage, CageThing]>> = {
  payouts: ["payouts", "payout"],
  holding: ["payouts", "holding"],
  paper: ["papers", "paper"],
  drawer: ["drawer", "drawer"],
};

export function cageAt({ name, part }: Address): CageAddress {
  const [page, thing] = CAGE_THINGS[name] ?? [CAGE_PAGES.find((each) => each === name) ?? "redeem", null];
  return { page, thing: part === "" ? null : thing, chosen: thing === null ? "" : part };
}

export const CONDUCT_TABS = ["people", "breaches", "disputes", "claims"] as const;
export type ConductTab = (typeof CONDUCT_TABS)[number];

/** A tab of conduct and what was asked for on it; or one terminal or player. */
export function conductAt({ name, part }: Address): {
  readonly tab: ConductTab;
  readonly who: string;
  readonly chosen: string;
} {
  const who = name === "who" ? part : "";
  return {
    tab: CONDUCT_TABS.find((each) => each === name) ?? "people",
    who,
    chosen: who === "" ? part : "",
  };
}

const CLAUSE = "clause-";

/** All tables, one of them, or a clause of the rules one is run by. */
export function floorAt({ name, part }: Address): { readonly table: string; readonly clause: string } {
  return { table: name, clause: name !== "" && part.startsWith(CLAUSE) ? part.slice(CLAUSE.length) : "" };
}

/** In the order of the tabs. */
export const RECORDS_PAGES = [
  "search",
  "trace",
  "replay",
  "entries",
  "verify",
  "notices",
  "conformance",
  "software",
  "export",
  "statistics",
] as const;
export type RecordsPage = (typeof RECORDS_PAGES)[number];

/** What somebody holds, as far as pages of the records ask for it. */
export interface Reading {
  /** Whether all records are open to them. */
  readonly reads: boolean;
  readonly investigates: boolean;
}

const FOR_READERS: readonly RecordsPage[] = ["conformance", "software", "export", "statistics"];

/** The pages somebody may use: what the floor would refuse is not offered. */
export function recordsFor({ reads, investigates }: Reading): readonly RecordsPage[] {
  return RECORDS_PAGES.filter(
    (page) => reads || (page === "trace" ? investigates : !FOR_READERS.includes(page)),
  );
}

/** The page of the address, if it is one of these; else the first. */
export function recordsAt({ name }: Address, pages: readonly RecordsPage[]): RecordsPage {
  return pages.find((page) => page === name) ?? "search";
}
