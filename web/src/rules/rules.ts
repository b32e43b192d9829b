// The rules of a table as the floor gives them to anybody: their shape, asking for them once, and finding a clause.
import type { Api } from "../access/api";
import type { ClauseView, RulesCopy } from "../wire/api";

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
    const asking = this.api.ask("GET /api/rules/{table}", { at: { table } });
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

export function findClause(copy: Pick<RulesCopy, "clauses">, id: string): ClauseView | null {
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
): readonly ClauseView[] {
  const words = wanted.toLowerCase().split(/\s+/).filter(Boolean);
  const found = copy.clauses.filter(({ id, kind, says }) => {
    const text = `${id} ${says}`.toLowerCase();
    return (about === "" || kind === about) && words.every((word) => text.includes(word));
  });
  const begins = ({ id }: ClauseView) => words.some((word) => id.toLowerCase().startsWith(word));
  return [...found.filter(begins), ...found.filter((clause) => !begins(clause))];
}
