// Jackpots as they are shown: an amount that climbs and never passes what is on record. Plain data, no DOM, no clock.

/** How long a pool takes to climb to its new value. */
export const CLIMBS_MS = 1_500;

/** An amount on its way from what stood there to what is on record. */
export interface Climb {
  readonly from: number;
  readonly to: number;
  readonly sinceMs: number;
}

/** Nothing on its way: the amount stands. */
export function standingAt(cents: number): Climb {
  return { from: cents, to: cents, sinceMs: 0 };
}

/** From what is shown now to a new value; what falls, falls at once, since more than is on record is never shown. */
export function climbTo(climb: Climb | undefined, cents: number, nowMs: number): Climb {
  if (climb === undefined || cents <= climb.to) return standingAt(cents);
  return { from: shownOf(climb, nowMs), to: cents, sinceMs: nowMs };
}

/** What is shown of it at a time: whole cents, never beyond its end, fast at first. */
export function shownOf({ from, to, sinceMs }: Climb, nowMs: number, lastsMs = CLIMBS_MS): number {
  const part = Math.min(1, Math.max(0, (nowMs - sinceMs) / lastsMs));
  const eased = 1 - (1 - part) ** 3;
  return part >= 1 ? to : Math.min(to, Math.floor(from + (to - from) * eased));
}

export function isClimbing({ from, to, sinceMs }: Climb, nowMs: number, lastsMs = CLIMBS_MS): boolean {
  return from < to && nowMs < sinceMs + lastsMs;
}

interface Titled {
  readonly title: string;
  readonly level_title: string;
}

/** The name of a jackpot and that of its level; of one that says both by itself, that one alone. */
export function namesOf({ title, level_title }: Titled): readonly [string] | readonly [string, string] {
  if (level_title === "") return [title];
  return level_title === title || level_title.startsWith(`${title} `) ? [level_title] : [title, level_title];
}

/** Both names in one line. */
export function titleOf(named: Titled): string {
  return namesOf(named).join(" · ");
}

/** What wins a level, as the catalogues make a sentence of it. */
export interface Condition {
  readonly kind: string;
  /** Of a mystery, between which values it hits. */
  readonly low: number;
  readonly high: number;
  /** Of a progressive: so many rounds in a row, what falls in them, on which wagers, of at least how much. */
  readonly run: number;
  readonly outcomes: readonly string[];
  readonly wagers: readonly string[];
  readonly least: number;
  readonly laid: string;
}

/** So much of a level as says what wins it. */
export interface Ruled {
  readonly kind: string;
  readonly low: number;
  readonly high: number;
  readonly trigger: {
    readonly wagers: readonly string[];
    // The floor leaves out what is as usual.
    readonly run?: number;
    readonly outcomes?: readonly string[];
    readonly laid?: string;
    readonly least?: number;
  } | null;
}

/** The condition of a level; `wager` says the name of a kind of wager. */
export function conditionOf({ kind, low, high, trigger }: Ruled, wager: (kind: string) => string): Condition {
  const { wagers = [], run = 1, outcomes = [], laid = "every", least = 0 } = trigger ?? {};
  return { kind, low, high, run, outcomes, wagers: wagers.map(wager), least, laid };
}

/** An award as everybody sees it, with the level it is of. */
export interface Won {
  readonly award: string;
  readonly terminal: string;
  readonly amount: number;
  readonly at_ms: number;
}

/** So much of a level as stands on a wall. */
export interface Walled extends Ruled {
  readonly name: string;
  readonly title: string;
  readonly amount: number;
  readonly level: string;
  readonly level_title: string;
  readonly rule: string;
  readonly ceiling: number;
  readonly hits_count: number;
  readonly awards: readonly Won[];
  readonly playing: boolean;
  readonly why_not: string;
}

/** One level on a wall, however many tables play for it. */
export interface OnWall<Level extends Walled> {
  readonly level: Level;
  /** The tables whose link is lost. */
  readonly tablesOff: readonly string[];
  /** Why nobody plays for it; empty if somebody does. */
  readonly whyNot: string;
}

/** Every level once, in the order in which the tables name them. */
export function levelsOf<Level extends Walled>(
  tables: readonly { readonly table: string; readonly jackpots: readonly Level[] }[],
): readonly OnWall<Level>[] {
  const found = tables.flatMap(({ table, jackpots }) => jackpots.map((level) => ({ table, level })));
  const rules = [...new Set(found.map(({ level }) => level.rule))];
  return rules.flatMap((rule) => {
    const members = found.filter(({ level }) => level.rule === rule);
    const first = members[0];
    if (first === undefined) return [];
    const off = members.filter(({ level }) => level.why_not === TABLE_LINK);
    const isPlayed = members.some(({ level }) => level.playing);
    const level = members.find(({ level: each }) => each.playing)?.level ?? first.level;
    return [{ level, tablesOff: off.map(({ table }) => table), whyNot: isPlayed ? "" : first.level.why_not }];
  });
}

const TABLE_LINK = "table-link";

/** Every prize that is shown until it is paid, newest first, of one round the largest; with the level it is of. */
export function winsOf<Level extends Walled>(
  levels: readonly OnWall<Level>[],
): readonly (Won & { readonly level: Level })[] {
  return levels
    .flatMap(({ level }) => level.awards.map((award) => ({ ...award, level })))
    .sort((one, other) => other.at_ms - one.at_ms || other.amount - one.amount);
}

// At a terminal.

/** So much of a level as stands beside a layout. */
export interface Lined extends Ruled {
  readonly rule: string;
  readonly title: string;
  readonly level_title: string;
  readonly amount: number;
  readonly ceiling: number;
  readonly clause: string;
  readonly playing: boolean;
  readonly why_not: string;
}

export interface OwnAwardLike {
  readonly award: string;
  readonly title: string;
  readonly level_title: string;
  readonly amount: number;
  readonly by_hand: boolean;
  readonly locked: boolean;
  readonly state: string;
  readonly is_held: boolean;
  readonly paid_by: string;
}

export interface OwnLike {
  readonly plays_for: readonly string[];
  readonly why_not: Readonly<Record<string, string>>;
  readonly awards: readonly OwnAwardLike[];
}

export interface StripLine<Level extends Lined> {
  readonly level: Level;
  /** Why this terminal does not play for it; empty if it does. */
  readonly whyNot: string;
}

/** The levels of the table, and whether this terminal plays for each; without a line to the floor, for none. */
export function stripOf<Level extends Lined>(
  lines: readonly Level[],
  own: Pick<OwnLike, "plays_for" | "why_not"> | null,
  isOff: boolean,
): readonly StripLine<Level>[] {
  return lines.map((level) => {
    if (isOff) return { level, whyNot: "terminal-link" };
    if (!level.playing) return { level, whyNot: level.why_not };
    const plays = own === null || own.plays_for.includes(level.rule);
    return { level, whyNot: plays ? "" : (own.why_not[level.rule] ?? level.why_not) };
  });
}

const UNPAID = ["due", "questioned"];

/** What this page has seen of its own prizes. */
export interface Followed {
  /** Those it saw before they were paid: of no other it tells how they ended. */
  readonly due: readonly string[];
  /** Those for which the terminal waited. */
  readonly locked: readonly string[];
  /** What need not be told any more, such as `grand.main.1/won`. */
  readonly away: readonly string[];
}

const STAGES = ["won", "paid", "withdrawn"] as const;
export type Stage = (typeof STAGES)[number];

export const NOTHING_FOLLOWED: Followed = { due: [], locked: [], away: [] };

const isUnpaid = ({ state }: OwnAwardLike) => UNPAID.includes(state);

/** Remembers what is seen; what is not told of any more is forgotten. */
export function followed(before: Followed, awards: readonly OwnAwardLike[]): Followed {
  const known = awards.flatMap(({ award }) => [award, ...STAGES.map((stage) => `${award}/${stage}`)]);
  const kept = (seen: readonly string[], more: readonly string[]) =>
    [...new Set([...seen, ...more])].filter((each) => known.includes(each));
  const names = (chosen: readonly OwnAwardLike[]) => chosen.map(({ award }) => award);
  const locked = kept(before.locked, names(awards.filter((each) => each.locked)));
  // Whoever was at the terminal has said what comes next: it is not said over the layout once more.
  const cleared = awards.filter((each) => isUnpaid(each) && !each.locked && locked.includes(each.award));
  return {
    due: kept(before.due, names(awards.filter(isUnpaid))),
    locked,
    away: kept(before.away, cleared.map(markOf)),
  };
}

/** A prize, and what is to be said of it. */
export interface ToldPrize<Award extends OwnAwardLike> {
  readonly award: Award;
  readonly stage: Stage;
}

export interface WinMoment<Award extends OwnAwardLike> {
  /** Everything that is told now, the largest first: one round may win several. */
  readonly prizes: readonly ToldPrize<Award>[];
  /** Of the whole: something is still to be paid, or all that stands is paid, or nothing stands. */
  readonly stage: Stage;
  /** What they come to; of those that were taken back too, where nothing else is left. */
  readonly sum: number;
  /** Whether the player can put it away; while the terminal waits for a person nobody can. */
  readonly canGoOn: boolean;
}

const stageOf = (award: OwnAwardLike): Stage =>
  isUnpaid(award) ? "won" : award.state === "paid" ? "paid" : "withdrawn";
const markOf = (award: OwnAwardLike) => `${award.award}/${stageOf(award)}`;

/** What lies over the layout now: every prize that still has to be told; nothing where there is none. */
export function winMoment<Award extends OwnAwardLike>(
  seen: Followed,
  awards: readonly Award[],
): WinMoment<Award> | null {
  const isTold = (award: Award) =>
    award.locked ||
    (!seen.away.includes(markOf(award)) && (isUnpaid(award) || seen.due.includes(award.award)));
  if (!awards.some(isTold)) return null;
  // Beside one that is told, what else is owed is told once more: the sum is of everything.
  const prizes = awards
    .filter((award) => isTold(award) || isUnpaid(award))
    .toSorted((one, other) => other.amount - one.amount)
    .map((award) => ({ award, stage: stageOf(award) }));
  const stage = STAGES.find((each) => prizes.some((prize) => prize.stage === each)) ?? "won";
  const standing = prizes.filter((prize) => stage === "withdrawn" || prize.stage !== "withdrawn");
  return {
    prizes,
    stage,
    sum: standing.reduce((all, { award }) => all + award.amount, 0),
    canGoOn: !prizes.some(({ award }) => award.locked),
  };
}

/** The player has read it. */
export function putAway(seen: Followed, { prizes }: WinMoment<OwnAwardLike>): Followed {
  return { ...seen, away: [...seen.away, ...prizes.map(({ award }) => markOf(award))] };
}

/** The levels that find room in the strip, the largest first, and how many do not. */
export function inStrip<Level extends Lined>(
  lines: readonly StripLine<Level>[],
  room: number,
): { readonly shown: readonly StripLine<Level>[]; readonly more: number } {
  const shown = lines.toSorted((one, other) => other.level.amount - one.level.amount).slice(0, room);
  return { shown, more: lines.length - shown.length };
}

/** What is owed and was put away: it stays in the strip until it is paid. */
export function owedOf<Award extends OwnAwardLike>(awards: readonly Award[]): readonly Award[] {
  return awards.filter(isUnpaid);
}
