// The rules of a table as the floor gives them to anybody: their shape, asking for them once, and finding a clause.
import type { Api } from "../access/api";
import type { LimitView } from "../wire/messages";

/** Which rules a table is run by. */
export interface RulesAbout {
  /** The hash of the rulebook, as rounds name it. */
  readonly rulebook: string;
  readonly id: string;
  readonly title: string;
  readonly jurisdiction: string;
  readonly casino: string;
  readonly authority: string;
  /** The day printed on it; empty where there is none. */
  readonly signed: string;
  readonly commencement: string;
  readonly in_force_from: string;
  /** The clause by which anybody may ask for a copy. */
  readonly clause: string;
  /** The instrument itself, as the site has attached it; null where it has attached none. */
  readonly document: RulesDocument | null;
}

/** The instrument itself. */
export interface RulesDocument {
  readonly name: string;
  readonly media: "text/plain" | "application/pdf";
  readonly sha256: string;
  readonly size: number;
  /** The first and the last day on which it is in force; no last one is without end. */
  readonly day: string;
  readonly last_day: string;
  /** What a copy costs whoever buys one, in cents; zero where none is sold. */
  readonly price: number;
}

export interface ClauseWords {
  readonly id: string;
  readonly kind: string;
  readonly says: string;
  readonly see: readonly string[];
}

export interface Reading {
  readonly clause: string;
  readonly printed: string;
  readonly applied: string;
  readonly why: string;
}

/** Wagers of one kind that pay alike. */
export interface WagerLine {
  readonly kind: string;
  readonly wagers: readonly string[];
  readonly titles: readonly string[];
  readonly odds: string;
  readonly clause: string;
  /** Empty where each piece pays by its own spot. */
  readonly odds_clause: string;
  readonly units: number;
  readonly channels: readonly string[];
}

export interface GameRules {
  readonly game: string;
  readonly title: string;
  readonly clause: string;
  readonly is_here: boolean;
  readonly wagers: readonly WagerLine[];
}

export interface RulesCopy {
  readonly table: string;
  readonly rules: RulesAbout;
  readonly games: readonly GameRules[];
  readonly limits: readonly LimitView[];
  readonly cloth_limits: readonly LimitView[];
  /** How long the wagering period is planned to last; zero where a person ends it. */
  readonly period_ms: number;
  /** Whether the words of these rules are on the server. */
  readonly has_words: boolean;
  readonly clauses: readonly ClauseWords[];
  readonly readings: readonly Reading[];
  /** Per terminal with limits of its own, those in force there. */
  readonly own_limits?: Readonly<Record<string, readonly LimitView[]>>;
}

/** The rules of tables, each asked for once; a question that failed is asked again. */
export class RulesShelf {
  private readonly api: Api;
  private readonly asked = new Map<string, Promise<RulesCopy>>();

  constructor(api: Api) {
    this.api = api;
  }

  of(table: string): Promise<RulesCopy> {
    const known = this.asked.get(table);
    if (known !== undefined) return known;
    const asking = this.api
      .ask<RulesCopy>(`/api/rules/${encodeURIComponent(table)}`)
      .then((answer) => answer.body);
    this.asked.set(table, asking);
    asking.catch(() => this.asked.delete(table));
    return asking;
  }

  /** Asks anew, for what may have changed: limits, or another rulebook. */
  again(table: string): Promise<RulesCopy> {
    this.asked.delete(table);
    return this.of(table);
  }
}

/** The address of the page with a table's rules, and of its copy to be printed. */
export function rulesPage(table: string): string {
  return `/rules/#table=${encodeURIComponent(table)}`;
}

/** Where the copy of a table's rules is: the instrument itself where it is attached. */
export function copyOf(table: string): string {
  return `/api/rules/${encodeURIComponent(table)}/copy`;
}

/** The words of an attached text; what does not come is a fault of the line or of the floor. */
export async function wordsOf(table: string): Promise<string> {
  const answer = await fetch(copyOf(table));
  if (!answer.ok) throw new Error(`${answer.status}`);
  return answer.text();
}

export function findClause(copy: Pick<RulesCopy, "clauses">, id: string): ClauseWords | null {
  return copy.clauses.find((clause) => clause.id === id) ?? null;
}

/** What the clauses are about, each kind once, in the order in which they come. */
export function kindsOf(copy: Pick<RulesCopy, "clauses">): readonly string[] {
  return [...new Set(copy.clauses.map(({ kind }) => kind))];
}

/** The clauses of a kind, or of any, in which every word stands; those whose number a word begins come first. */
export function searchClauses(
  copy: Pick<RulesCopy, "clauses">,
  wanted: string,
  about = "",
): readonly ClauseWords[] {
  const words = wanted.toLowerCase().split(/\s+/).filter(Boolean);
  const found = copy.clauses.filter(({ id, kind, says }) => {
    const text = `${id} ${says}`.toLowerCase();
    return (about === "" || kind === about) && words.every((word) => text.includes(word));
  });
  const begins = ({ id }: ClauseWords) => words.some((word) => id.toLowerCase().startsWith(word));
  return [...found.filter(begins), ...found.filter((clause) => !begins(clause))];
}
