// What a supervisor decides by: what waits, the sides of an inquiry put beside each other, and the acts the floor allows.
//
// No rule stands in here: which acts there are, in which forms, by which clause and for whom is what the floor said. No DOM.
import type { Dispute, Signal } from "../wire/console";
import type {
  AccountChange,
  DisputeView,
  Judged,
  InquiryEntry,
  PersonLine,
  QueueLine,
  WayView,
} from "../wire/api";

export type Cents = number;
export type Fields = Readonly<Record<string, unknown>>;

/** What a line of the terminal says in figures, as far as it can be read: it comes from a browser, and may be nonsense. */
export interface Kept {
  readonly meter: Cents | null;
  readonly staked: Cents | null;
  readonly outcome: string;
  readonly phase: string;
}

export function keptIn(line: string): Kept {
  let found: unknown;
  try {
    found = JSON.parse(line);
  } catch {
    found = null;
  }
  const said =
    typeof found === "object" && found !== null ? (found as Readonly<Record<string, unknown>>) : {};
  const figure = (name: string) => (typeof said[name] === "number" ? said[name] : null);
  const word = (name: string) => (typeof said[name] === "string" ? said[name] : "");
  return { meter: figure("meter"), staked: figure("staked"), outcome: word("outcome"), phase: word("phase") };
}

/** One moment of an inquiry: what each of the three sides has of it. */
export interface Moment {
  readonly key: string;
  readonly atMs: number;
  readonly terminal: readonly Judged[];
  readonly journal: InquiryEntry | null;
  readonly signal: InquiryEntry | Signal | null;
  /** Whether the sides do not agree. */
  readonly differs: boolean;
}

const DISAGREES: readonly string[] = ["differs", "only_terminal", "only_journal"];

/** The three sides by time. A line of the terminal stands beside the entry it speaks of, whatever its clock said. */
export function aligned(
  noted: readonly InquiryEntry[],
  signals: readonly Signal[],
  judged: readonly Judged[],
  sinceMs: number,
): readonly Moment[] {
  const bySequence = new Map<number, Judged[]>();
  for (const line of judged) {
    if (line.sequence !== 0) bySequence.set(line.sequence, [...(bySequence.get(line.sequence) ?? []), line]);
  }
  const known = new Set(noted.map(({ sequence }) => sequence));
  const entries = noted.map((each): Moment => {
    const terminal = bySequence.get(each.sequence) ?? [];
    const differs = terminal.some(({ verdict }) => DISAGREES.includes(verdict));
    const signal = each.is_signal ? each : null;
    return { key: `e${each.sequence}`, atMs: each.at_ms, terminal, journal: each, signal, differs };
  });
  const alone = judged
    .filter(({ sequence, at_ms }) => !known.has(sequence) && at_ms >= sinceMs)
    .map((line): Moment => {
      const differs = DISAGREES.includes(line.verdict);
      const key = `t${line.k}.${line.sequence}`;
      return { key, atMs: line.at_ms, terminal: [line], journal: null, signal: null, differs };
    });
  // A signal that the journal tells in the same moment and place is not told twice.
  const told = new Set(noted.filter(({ is_signal }) => is_signal).map(({ at_ms }) => at_ms));
  const others = signals
    .filter(({ at_ms }) => at_ms >= sinceMs && !told.has(at_ms))
    .map((signal, index): Moment => {
      const key = `s${signal.at_ms}.${index}`;
      return { key, atMs: signal.at_ms, terminal: [], journal: null, signal, differs: false };
    });
  return [...entries, ...alone, ...others].sort((one, other) => one.atMs - other.atMs);
}

/** Ways that are the same act in several forms, such as a void for each cause, as one with all of them. */
export function merged(ways: readonly WayView[]): readonly WayView[] {
  const found = new Map<string, WayView>();
  for (const way of ways) {
    const key = JSON.stringify([way.way, way.act, way.mine, way.fields, way.others]);
    const before = found.get(key);
    found.set(key, before === undefined ? way : { ...before, tries: [...before.tries, ...way.tries] });
  }
  return [...found.values()];
}

/** The field of which several may be ticked together: it holds a list in every form. */
export function tickedIn(way: WayView): string {
  const fields = way.tries[0]?.fields ?? {};
  return Object.keys(fields).find((name) => Array.isArray(fields[name])) ?? "";
}

/** Fields that a form fills and that are not free or ticked: what is to be chosen, or said where there is no choice. */
export function chosenIn(way: WayView): readonly string[] {
  const names = new Set(way.tries.flatMap(({ fields }) => Object.keys(fields)));
  const ticked = tickedIn(way);
  return [...names].filter((name) => !way.free.includes(name) && name !== ticked);
}

/** The forms that differ in what is to be chosen, each by its position. */
export function formsOf(way: WayView): readonly number[] {
  const seen = new Map<string, number>();
  for (const position of way.tries.keys()) {
    const key = formOf(way, position);
    if (!seen.has(key)) seen.set(key, position);
  }
  return [...seen.values()];
}

/** What a form chooses, by which it is found again when the list has changed: its position may mean another by then. */
export function formOf(way: WayView, position: number): string {
  const fields = way.tries[position]?.fields ?? {};
  return JSON.stringify(chosenIn(way).map((name) => [name, fields[name] ?? null]));
}

/** Where the form that was chosen stands now; -1 if it is no longer allowed. */
export function positionOf(way: WayView, form: string): number {
  return way.tries.findIndex((_, position) => formOf(way, position) === form);
}

/** What may be ticked, in the order of the floor. */
export function tickable(way: WayView): readonly string[] {
  const name = tickedIn(way);
  return [
    ...new Set(way.tries.flatMap(({ fields }) => (fields[name] as readonly string[] | undefined) ?? [])),
  ];
}

/** The fields of an act as somebody has chosen it: a form by its position, or what is ticked. */
export function givenBy(way: WayView, position: number, ticked: readonly string[]): Fields {
  const chosen = way.tries[position] ?? way.tries[0];
  const name = tickedIn(way);
  const fields = Object.entries({ ...way.fields, ...chosen?.fields }).filter(
    ([field]) => !way.free.includes(field),
  );
  const given = Object.fromEntries(fields);
  return name === "" || ticked.length === 0 ? given : { ...given, [name]: ticked };
}

/** The same as a whole act, for the floor to say what it would do: what is not said yet is held open. */
export function triedBy(way: WayView, position: number, ticked: readonly string[]): Fields {
  const form = way.tries[position] ?? way.tries[0];
  const free = way.free.map((field) => [field, form?.fields[field]] as const);
  const words = way.says.map((field) => [field, "…"] as const);
  return { ...Object.fromEntries([...words, ...free]), ...givenBy(way, position, ticked) };
}

/** Who gets and who owes by an act, from the accounts it would touch: terminals and players, the house last. */
export interface Party {
  readonly who: string;
  /** What they have more, or less. */
  readonly gets: Cents;
  /** What is asked back of them and is not there. */
  readonly owes: Cents;
}

const THEIRS = ["meter", "hand", "payable", "withheld"];

export function parties(changes: readonly AccountChange[]): readonly Party[] {
  const found = new Map<string, { gets: Cents; owes: Cents }>();
  for (const { account, before, after } of changes) {
    const [kind = "", ...names] = account.split("/");
    const who = names.at(-1) ?? "";
    const party = found.get(who) ?? { gets: 0, owes: 0 };
    if (THEIRS.includes(kind)) found.set(who, { ...party, gets: party.gets + after - before });
    else if (kind === "demanded") found.set(who, { ...party, owes: party.owes + before - after });
  }
  return [...found]
    .map(([who, { gets, owes }]) => ({ who, gets, owes }))
    .filter(({ gets, owes }) => gets !== 0 || owes !== 0)
    .sort((one, other) => one.who.localeCompare(other.who, "en", { numeric: true }));
}

/** What the house has more by an act, or less. */
export function ofHouse(changes: readonly AccountChange[]): Cents {
  return changes
    .filter(({ account }) => account.startsWith("bank/") || account.startsWith("forfeited/"))
    .reduce((sum, { before, after }) => sum + after - before, 0);
}

export type Subject =
  | { readonly kind: "queue" }
  | { readonly kind: "case" | "dispute" | "holding" | "claim"; readonly name: string }
  | { readonly kind: "round"; readonly table: string; readonly number: number };

/** What an address names: `case-1`, `round-A-12`, `dispute-D1`, `holding-M1`. */
export function subjectOf(name: string): Subject {
  const round = /^round-(.+)-(\d+)$/.exec(name);
  if (round !== null) return { kind: "round", table: round[1] ?? "", number: Number(round[2]) };
  if (name.startsWith("case-")) return { kind: "case", name };
  const other = /^(dispute|holding|claim)-(.+)$/.exec(name);
  if (other === null) return { kind: "queue" };
  return { kind: other[1] as "dispute" | "holding" | "claim", name: other[2] ?? "" };
}

export function addressOf(line: QueueLine): string {
  if (line.kind === "case") return line.name;
  return line.kind === "round" ? `round-${line.table}-${line.round}` : `${line.kind}-${line.name}`;
}

/** The steps of a dispute, and whether each was taken, is open, or is not for this dispute. */
export interface Rung {
  readonly step: "raised" | "decided" | "review_asked" | "reviewed" | "advised" | "closed";
  readonly clause: string;
  readonly done: boolean;
  readonly by: string;
  readonly atMs: number;
  readonly text: string;
}

export function ladder({ dispute, rules }: Pick<DisputeView, "dispute" | "rules">): readonly Rung[] {
  const rung = (
    step: Rung["step"],
    clause: string,
    said: { readonly person: string; readonly at_ms: number; readonly text: string } | null,
  ): Rung => ({
    step,
    clause,
    done: said !== null,
    by: said?.person ?? "",
    atMs: said?.at_ms ?? 0,
    text: said?.text ?? "",
  });
  const asked = { person: dispute.requested, at_ms: 0, text: "" };
  const steps = [
    rung("raised", "", { person: dispute.who, at_ms: dispute.raised_at_ms, text: dispute.about }),
    rung("decided", rules.decide_clause, dispute.decided),
  ];
  const review = [
    rung("review_asked", rules.review_clause, dispute.requested === "" ? null : asked),
    rung("reviewed", rules.differs_clause || rules.review_clause, dispute.reviewed),
  ];
  const advised = rules.official === "" ? [] : [rung("advised", rules.advice_clause, dispute.advised)];
  return [
    ...steps,
    ...(rules.review === "" ? [] : review),
    ...advised,
    rung("closed", rules.final_clause, dispute.closed),
  ];
}

/** People who need attention first: told to leave and refusing, then idle too long, then those with breaches. */
export function byAttention(people: readonly PersonLine[]): readonly PersonLine[] {
  const rank = ({ directed, flagged, locks, breaches }: PersonLine) =>
    directed === "refused" ? 0 : flagged ? 1 : Object.keys(locks).length > 0 ? 2 : breaches > 0 ? 3 : 4;
  return [...people].sort((one, other) => rank(one) - rank(other));
}

/** How far a dispute has come, in the word of the floor. */
export function stageOf(dispute: Dispute): string {
  if (dispute.closed !== null) return dispute.satisfied ? "satisfied" : "unsatisfied";
  if (dispute.reviewed !== null) return "reviewed";
  if (dispute.requested !== "") return "review_asked";
  return dispute.decided !== null ? "decided" : "raised";
}
