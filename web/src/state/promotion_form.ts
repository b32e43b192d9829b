// The terms of a promotion as somebody types them, and back: texts and ticks, until they are terms. Pure.
import { centsIn } from "./acts";
import {
  completed,
  NO_PRIZE,
  NO_TERMS,
  termsOf,
  writtenFrom,
  type WholePrize,
  type PromotionLine,
  type PromotionRules,
  type WholeTerms,
} from "./promotions";
import { momentIn, typedIn } from "./zones";

export interface TypedPart {
  what: string;
  words: string;
  millilitres: string;
}

export interface TypedPrize {
  prize: string;
  words: string;
  value: string;
  kind: string;
  conditions: string;
  details: Record<string, string>;
  parts: TypedPart[];
  cash_alternative: string;
  law_note: string;
}

/** Everything that is typed; lists one a line. */
export interface TypedTerms {
  title: string;
  kind: string;
  tables: string[];
  manner: string;
  award_when: string;
  award_where: string;
  award_from: string;
  award_until: string;
  eligibility: string;
  conditions: string;
  /** Whether the question was answered, and how: an amount, or that there is none. */
  qualifying: "" | "none" | "amount";
  qualifying_wager: string;
  earns: WholeTerms["earns"];
  turnover_per_entry: string;
  nature: string;
  qualifications: string;
  entries_close: string;
  place: string;
  starts: string;
  ends: string;
  claiming: string;
  presence: WholeTerms["presence"];
  notification: string[];
  publication: string;
  prizes: TypedPrize[];
  one_prize_each: boolean;
  more: string;
}

/** Terms as somebody writes them, with everything that is said beside them. */
export interface Draft {
  name: string;
  rulebook: string;
  typed: TypedTerms;
  /** What stands on record, as it would be typed. */
  onRecord: string;
  /** The version this was written from: nobody's terms are undone by who has not read them. */
  from: number;
  approval: string;
  declared: readonly string[];
  isListChecked: boolean;
}

/** The draft with which writing begins: of the newest terms, or of a promotion that is new. */
export function draftOf(line: PromotionLine | null, rules: readonly PromotionRules[], zone: string): Draft {
  const rulebook = line?.rulebook ?? rules[0]?.rulebook ?? "";
  const terms = line === null ? { ...NO_TERMS, ...offeredUnder(rules, rulebook) } : termsOf(line);
  const typed = typedTerms(terms, zone);
  return {
    name: line?.promotion ?? "",
    rulebook,
    typed,
    onRecord: JSON.stringify(typed),
    from: writtenFrom(line),
    approval: "",
    declared: [],
    isListChecked: false,
  };
}

/** What goes with a rulebook: a promotion is offered by one, at its tables, as something it knows. */
export function offeredUnder(
  rules: readonly PromotionRules[],
  rulebook: string,
): { tables: string[]; kind: string; notification: string[] } {
  const found = rules.find((each) => each.rulebook === rulebook);
  return {
    tables: found?.tables.slice(0, 1) ?? [],
    kind: found?.kinds[0]?.item ?? NO_TERMS.kind,
    notification: [],
  };
}

/** Whether something was typed that is not on record. */
export function isUnsaved({ name, typed, onRecord, from }: Draft): boolean {
  return JSON.stringify(typed) !== onRecord || (from < 0 && name !== "");
}

export type Read =
  | { readonly ok: true; readonly terms: WholeTerms }
  /** The fields that are no amount, time or number. */
  | { readonly ok: false; readonly wrong: readonly string[] };

const amountTyped = (cents: number): string => (cents === 0 ? "" : (cents / 100).toFixed(2));
/** What was typed one a line. */
export const linesIn = (typed: string): readonly string[] =>
  typed
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");

export function typedTerms(terms: WholeTerms, zone: string): TypedTerms {
  return {
    title: terms.title,
    kind: terms.kind,
    tables: [...terms.tables],
    manner: terms.manner,
    award_when: terms.award_when,
    award_where: terms.award_where,
    award_from: typedIn(terms.award_from_ms, zone),
    award_until: typedIn(terms.award_until_ms, zone),
    eligibility: terms.eligibility,
    conditions: terms.conditions.join("\n"),
    qualifying: terms.qualifying_wager === null ? "" : terms.qualifying_wager === 0 ? "none" : "amount",
    qualifying_wager: amountTyped(terms.qualifying_wager ?? 0),
    earns: terms.earns,
    turnover_per_entry: amountTyped(terms.turnover_per_entry),
    nature: terms.nature,
    qualifications: terms.qualifications,
    entries_close: typedIn(terms.entries_close_ms, zone),
    place: terms.place,
    starts: typedIn(terms.starts_ms, zone),
    ends: typedIn(terms.ends_ms, zone),
    claiming: terms.claiming,
    presence: terms.presence,
    notification: [...terms.notification],
    publication: terms.publication,
    prizes: terms.prizes.map(typedPrize),
    one_prize_each: terms.one_prize_each,
    more: terms.more.join("\n"),
  };
}

export function typedPrize(prize: WholePrize): TypedPrize {
  return {
    ...prize,
    value: amountTyped(prize.value),
    details: { ...prize.details },
    parts: prize.parts.map((part) => ({
      ...part,
      millilitres: part.millilitres === 0 ? "" : String(part.millilitres),
    })),
    cash_alternative: amountTyped(prize.cash_alternative),
  };
}

/** One more prize, with the next number. */
export function nextPrize(prizes: readonly TypedPrize[]): TypedPrize {
  const numbers = prizes.map(({ prize }) => Number(prize)).filter(Number.isSafeInteger);
  return typedPrize({ ...NO_PRIZE, prize: String(Math.max(0, ...numbers) + 1) });
}

/** The terms that were typed; or which fields are no amount, time or number. */
export function termsIn(typed: TypedTerms, zone: string): Read {
  const wrong: string[] = [];
  const taken = <Value>(found: Value | null | undefined, field: string, otherwise: Value): Value => {
    if (found === null || found === undefined) wrong.push(field);
    return found ?? otherwise;
  };
  const amount = (text: string, field: string) => (text.trim() === "" ? 0 : taken(positive(text), field, 0));
  const moment = (text: string, field: string) => taken(momentIn(text, zone), field, 0);
  const prizes = typed.prizes.map((prize) => ({
    ...prize,
    words: prize.words.trim(),
    value: amount(prize.value, `prize-${prize.prize}-value`),
    details: Object.fromEntries(Object.entries(prize.details).filter(([, text]) => text.trim() !== "")),
    parts: prize.parts
      .filter(({ what, words }) => what.trim() !== "" || words.trim() !== "")
      .map((part) => ({
        what: part.what.trim(),
        words: part.words.trim(),
        millilitres:
          part.millilitres.trim() === ""
            ? 0
            : taken(whole(part.millilitres), `prize-${prize.prize}-millilitres`, 0),
      })),
    cash_alternative: amount(prize.cash_alternative, `prize-${prize.prize}-cash_alternative`),
  }));
  const terms = completed({
    title: typed.title.trim(),
    kind: typed.kind,
    tables: typed.tables,
    manner: typed.manner.trim(),
    award_when: typed.award_when.trim(),
    award_where: typed.award_where.trim(),
    award_from_ms: moment(typed.award_from, "award_from"),
    award_until_ms: moment(typed.award_until, "award_until"),
    eligibility: typed.eligibility.trim(),
    conditions: linesIn(typed.conditions),
    qualifying_wager:
      typed.qualifying === ""
        ? null
        : typed.qualifying === "none"
          ? 0
          : taken(positive(typed.qualifying_wager), "qualifying_wager", 0),
    earns: typed.earns,
    turnover_per_entry: amount(typed.turnover_per_entry, "turnover_per_entry"),
    nature: typed.nature.trim(),
    qualifications: typed.qualifications.trim(),
    entries_close_ms: moment(typed.entries_close, "entries_close"),
    place: typed.place.trim(),
    starts_ms: moment(typed.starts, "starts"),
    ends_ms: moment(typed.ends, "ends"),
    claiming: typed.claiming.trim(),
    presence: typed.presence,
    notification: typed.notification,
    publication: typed.publication.trim(),
    prizes,
    one_prize_each: typed.one_prize_each,
    more: linesIn(typed.more),
  });
  return wrong.length > 0 ? { ok: false, wrong } : { ok: true, terms };
}

function positive(typed: string): number | undefined {
  const cents = centsIn(typed);
  return cents === undefined || cents < 0 ? undefined : cents;
}

function whole(typed: string): number | undefined {
  return /^\d{1,9}$/.test(typed.trim()) ? Number(typed) : undefined;
}

/** The forms in which a prize is paid, each with its amount as typed. */
export const PRIZE_FORMS = ["cash", "cheque", "transfer", "goods"] as const;
export type PrizeForm = (typeof PRIZE_FORMS)[number];
export type TypedSplit = Readonly<Record<PrizeForm, string>>;
export const NO_SPLIT: TypedSplit = { cash: "", cheque: "", transfer: "", goods: "" };

/** What was typed per form; nothing where something is no amount. */
export function splitIn(typed: TypedSplit): Readonly<Record<string, number>> | null {
  const found: Record<string, number> = {};
  for (const form of PRIZE_FORMS) {
    const text = typed[form].trim();
    if (text === "") continue;
    const cents = positive(text);
    if (cents === undefined) return null;
    if (cents > 0) found[form] = cents;
  }
  return found;
}

export function sumOf(split: Readonly<Record<string, number>>): number {
  return Object.values(split).reduce((sum, cents) => sum + cents, 0);
}

/** What a prize is, where it comes to being paid. */
export interface Payable {
  readonly kind: string;
  readonly value: number;
  /** Whether the rules leave the form of payment to the winner: then nothing is proposed. */
  readonly choice: boolean;
}

/** How a prize is paid where nobody has asked for anything else: as it is; money as cash, if so much lies there. */
export function usualSplit({ kind, value, choice }: Payable, inDrawer: number | null): TypedSplit {
  if (kind !== "cash") return { ...NO_SPLIT, goods: (value / 100).toFixed(2) };
  if (choice || (inDrawer !== null && inDrawer < value)) return NO_SPLIT;
  return { ...NO_SPLIT, cash: (value / 100).toFixed(2) };
}
