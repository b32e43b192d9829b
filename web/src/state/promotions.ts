// Promotions as the floor tells them, to everybody and to those who run them; and what is next for each. Pure.
//
// What the terms must say, what may be given, what is due and until when: all of it comes from the floor. Nothing here
// knows a rulebook.

import type {
  EntrantLine,
  Need,
  PrizeOffered,
  PrizePart,
  Problem,
  PromotionDesk,
  PromotionLine,
  Terms,
  PromotionRules,
} from "../wire/console";
import type { PublicPromotion } from "../wire/api";

export type { Attempt, EntrantLine, Need, PrizeOffered, Problem, PromotionDesk } from "../wire/console";
export type { PromotionLine, PromotionRules, Terms, WonLine } from "../wire/console";
export type Stage = PromotionLine["stage"];

/** A prize of the terms with everything in it. */
export type WholePrize = Required<Omit<PrizeOffered, "parts">> & {
  readonly parts: readonly Required<PrizePart>[];
};
/** Terms with everything in them: as they come, what is not answered is left out. */
export type WholeTerms = Required<Omit<Terms, "prizes">> & { readonly prizes: readonly WholePrize[] };

export const NO_TERMS: WholeTerms = {
  title: "",
  kind: "promotional-prize",
  tables: [],
  manner: "",
  award_when: "",
  award_where: "",
  award_from_ms: 0,
  award_until_ms: 0,
  eligibility: "",
  conditions: [],
  qualifying_wager: null,
  earns: "form",
  turnover_per_entry: 0,
  nature: "",
  qualifications: "",
  entries_close_ms: 0,
  place: "",
  starts_ms: 0,
  ends_ms: 0,
  claiming: "",
  presence: "",
  notification: [],
  publication: "",
  prizes: [],
  one_prize_each: true,
  more: [],
};

export const NO_PRIZE: WholePrize = {
  prize: "1",
  words: "",
  value: 0,
  kind: "cash",
  conditions: "",
  details: {},
  parts: [],
  cash_alternative: 0,
  law_note: "",
};

/** Terms with everything in them, also what was left out because it is not answered. */
export function completed(told: Terms): WholeTerms {
  const prizes = (told.prizes ?? []).map((prize) => ({
    ...NO_PRIZE,
    ...prize,
    parts: (prize.parts ?? []).map((part) => ({ millilitres: 0, ...part })),
  }));
  return { ...NO_TERMS, ...told, prizes };
}

/** The newest version of the terms. */
export function termsOf(line: PromotionLine): WholeTerms {
  return completed(line.versions.at(-1)?.terms ?? {});
}

export function rulesOf(desk: PromotionDesk, line: PromotionLine): PromotionRules | null {
  return desk.rules.find(({ rulebook }) => rulebook === line.rulebook) ?? null;
}

/** The groups of the list, in its order, and which stages are in each. */
export const GROUPS = [
  ["preparing", ["draft", "filed"]],
  ["running", ["running", "called"]],
  ["drawn", ["drawn"]],
  ["over", ["closed", "cancelled"]],
] as const satisfies readonly (readonly [string, readonly Stage[]])[];
export type Group = (typeof GROUPS)[number][0];

/** By how far they have come; in each group the one with the nearest deadline first. */
export function grouped(
  lines: readonly PromotionLine[],
): readonly { readonly group: Group; readonly lines: readonly PromotionLine[] }[] {
  return GROUPS.map(([group, stages]) => ({
    group,
    lines: lines
      .filter(({ stage }) => (stages as readonly Stage[]).includes(stage))
      .toSorted((one, other) => dueOf(one) - dueOf(other)),
  })).filter((each) => each.lines.length > 0);
}

/** When the next thing must have been done; never, where no time is named. */
export function dueOf({ needs }: PromotionLine): number {
  return Math.min(Infinity, ...needs.map(({ due_ms }) => due_ms).filter((due) => due > 0));
}

/** A need with every clause that asks for it. */
export interface Gathered extends Need {
  readonly clauses: readonly string[];
}

/** What a promotion waits for, each thing once, however many clauses ask for it. */
export function gathered(needs: readonly Need[]): readonly Gathered[] {
  const found: Record<string, Gathered> = {};
  for (const need of needs) {
    const key = keyOf(need);
    const before = found[key];
    found[key] = { ...(before ?? need), clauses: [...(before?.clauses ?? []), need.clause] };
  }
  return Object.values(found);
}

/** What tells one need from another; several clauses may ask for the same. */
export function keyOf({ need, prize, which }: Need): string {
  return `${need}/${prize}/${which}`;
}

/** The numbers of entrants who have this name or contact already, however spaced and capitalised. */
export function namesakes(
  entrants: readonly Pick<EntrantLine, "entrant" | "name" | "contact">[],
  name: string,
  contact: string,
): readonly string[] {
  const typed = [plain(name), plain(contact)] as const;
  return entrants
    .filter((each) =>
      [plain(each.name), plain(each.contact)].some((known, index) => known !== "" && known === typed[index]),
    )
    .map(({ entrant }) => entrant);
}

function plain(text: string): string {
  return text.normalize("NFKC").toLowerCase().split(/\s+/u).join(" ").trim();
}

/** How a need stands at a moment. */
export type Standing = "later" | "now" | "near" | "late";
const NEAR_MS = 12 * 3_600_000;

export function standingOf({ from_ms, due_ms }: Need, nowMs: number): Standing {
  if (due_ms > 0 && nowMs > due_ms) return "late";
  if (due_ms > 0 && nowMs > due_ms - NEAR_MS) return "near";
  return from_ms > nowMs ? "later" : "now";
}

/** How many promotions have something that is late, or soon will be. */
export function pressing(lines: readonly PromotionLine[], nowMs: number): number {
  const presses = (need: Need) => ["near", "late"].includes(standingOf(need, nowMs));
  return lines.filter(({ needs }) => needs.some(presses)).length;
}

/** What is left of a time in whole hours and minutes; below zero where it has passed. */
export function leftOf(dueMs: number, nowMs: number): { readonly hours: number; readonly minutes: number } {
  const minutes = Math.trunc((dueMs - nowMs) / 60_000);
  return { hours: Math.trunc(minutes / 60), minutes: Math.abs(minutes % 60) };
}

/** What the rulebook demands of the terms and what is wrong with the version on record, item by item. */
export interface Checked {
  readonly item: string;
  readonly clause: string;
  readonly problems: readonly Problem[];
}

/** Every item with what is missing of it; `line` is nothing where the terms were never put on record. */
export function checkedItems(rules: PromotionRules, line: PromotionLine | null): readonly Checked[] {
  const problems = line?.problems ?? [];
  const items = rules.items.map(({ item, clause }) => ({
    item,
    clause,
    problems: problems.filter((problem) => problem.item === item),
  }));
  const known = new Set(rules.items.map(({ item }) => item));
  const others = problems
    .filter(({ item }) => !known.has(item))
    .map((problem) => ({ item: problem.item, clause: problem.clause, problems: [problem] }));
  return [...items, ...others];
}

/** The address of one version for everybody to read. */
export function addressOf(promotion: string, version = 0): string {
  return `/promotions/${encodeURIComponent(promotion)}${version > 0 ? `?version=${version}` : ""}`;
}

/** Which promotion and version an address asks for; an empty name is all of them. */
export function askedIn(
  path: string,
  query: string,
): { readonly promotion: string; readonly version: number } {
  const [, , name = ""] = path.split("/");
  const version = Number(new URLSearchParams(query).get("version") ?? 0);
  return { promotion: decoded(name), version: Number.isSafeInteger(version) && version > 0 ? version : 0 };
}

function decoded(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return "";
  }
}

/** A prize of the terms with who has won it; nobody where no entry was left to be drawn for it. */
export interface Outcome {
  readonly prize: string;
  readonly words: string;
  readonly value: number;
  readonly entrant: string;
}

/** The results, prize by prize as the terms in force name them: one that nobody has won is not left out. */
export function outcomesOf(promotion: PublicPromotion): readonly Outcome[] {
  const { results, version, in_force } = promotion;
  const prizes = version === in_force ? completed(promotion.terms).prizes : [];
  const won = new Set(results.map(({ prize }) => prize));
  const nobodys = prizes.filter(({ prize }) => !won.has(prize));
  const all = [...results, ...nobodys.map((prize) => ({ ...prize, entrant: "" }))];
  const place = (prize: string) => prizes.findIndex((each) => each.prize === prize);
  return all
    .map(({ prize, words, value, entrant }) => ({ prize, words, value, entrant }))
    .toSorted((one, other) => place(one.prize) - place(other.prize));
}

/** What a draw would do now: which prizes no entry is left for, and how much money is set aside for the others. */
export function drawAhead(line: PromotionLine): {
  readonly asideCents: number;
  readonly without: readonly WholePrize[];
} {
  const { prizes, one_prize_each } = termsOf(line);
  const taking = line.entrants.filter(({ counts, entries }) => counts && entries > 0);
  const chances = one_prize_each ? taking.length : taking.reduce((sum, { entries }) => sum + entries, 0);
  const inMoney = prizes.slice(0, chances).filter(({ kind }) => kind === NO_PRIZE.kind);
  return {
    asideCents: inMoney.reduce((sum, { value }) => sum + value, 0),
    without: prizes.slice(chances),
  };
}

/** The prizes of a draw that was made for which no entry was left. */
export function prizesOfNobody(line: PromotionLine): readonly WholePrize[] {
  if (line.drawn_at_ms === 0) return [];
  return termsOf(line).prizes.filter(({ prize }) => !line.won.some((won) => won.prize === prize));
}

/** A number for the claim of a winner to whom a prize is denied: of the promotion, the prize, and the how-many-eth winner. */
export function claimNumber(
  promotion: string,
  { prize, passed_over }: { readonly prize: string; readonly passed_over: readonly string[] },
): string {
  return `${promotion}-${prize}-${passed_over.length + 1}`;
}

/** So many letters of a title the screens of terminals and walls can show. */
export const TITLE_MAX = 80;

/** What terms are sent as written from: the version that was read, or, of a new promotion, that there was none. */
export function writtenFrom(line: Pick<PromotionLine, "versions"> | null): number {
  return line?.versions.at(-1)?.number ?? NONE_BEFORE;
}
const NONE_BEFORE = -1;

/** Since when the version that is shown has been in force; zero as long as the promotion has not started. */
export function inForceSince({ version, versions, started_at_ms }: PublicPromotion): number {
  const madeMs = versions.find(({ number }) => number === version)?.at_ms ?? 0;
  return started_at_ms === 0 ? 0 : Math.max(madeMs, started_at_ms);
}

/** Those whose announcements are shown now: they run, and nothing keeps them from going on. */
export function announced(all: readonly PublicPromotion[], table = ""): readonly PublicPromotion[] {
  return all.filter(
    ({ stage, postponed, announcements, tables }) =>
      (stage === "running" || stage === "filed") &&
      !postponed &&
      announcements.length > 0 &&
      (table === "" || tables.includes(table)),
  );
}

/** An announcement, with what it is of and where the terms can be read. */
export interface AnnouncedLine {
  readonly title: string;
  readonly words: string;
  readonly address: string;
}

/** Every announcement that is shown now. */
export function announcedLines(all: readonly PublicPromotion[], table = ""): readonly AnnouncedLine[] {
  return announced(all, table).flatMap(({ promotion, terms, announcements, address }) =>
    announcements.map((words) => ({ title: completed(terms).title || promotion, words, address })),
  );
}

/** Those of a table that a terminal offers to be read. */
export function offeredAt(all: readonly PublicPromotion[], table: string): readonly PublicPromotion[] {
  return all.filter(
    ({ stage, tables }) => tables.includes(table) && stage !== "closed" && stage !== "cancelled",
  );
}
