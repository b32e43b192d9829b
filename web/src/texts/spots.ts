// What a spot is called. In English as its rulebook has it; in another language by its kind, and what tells it
// from others of its kind stands behind: "Cavallo 1-2". A kind nobody has foreseen keeps the rulebook's title.
import type { SpotView } from "../wire/messages";

type Titled = Pick<SpotView, "name" | "title">;

/** Every kind the five rulebooks have. */
export type SpotKind =
  | "straight"
  | "split"
  | "street"
  | "corner"
  | "sixline"
  | "column"
  | "dozen"
  | "low"
  | "high"
  | "even"
  | "odd"
  | "red"
  | "black"
  | "zero-game"
  | "neighbours-of-zero"
  | "orphans"
  | "small-series"
  | "neighbours"
  | "red-splits"
  | "black-splits"
  | "red-snake"
  | "complete"
  | "final"
  | "small"
  | "big"
  | "triple"
  | "any-triple"
  | "double"
  | "total"
  | "combination"
  | "single"
  | "symbol";

export type SpotKinds = Readonly<Record<SpotKind, string>>;

export function spotTitles(kinds: SpotKinds): (spot: Titled) => string {
  return ({ name, title }) => {
    const at = name.indexOf(":");
    const kind = at < 0 ? name : name.slice(0, at);
    if (!isKind(kinds, kind)) return title;
    const range = / \(\d+-\d+\)$/.exec(title)?.[0] ?? "";
    return at < 0 ? `${kinds[kind]}${range}` : `${kinds[kind]} ${name.slice(at + 1)}`;
  };
}

function isKind(kinds: SpotKinds, kind: string): kind is SpotKind {
  return Object.hasOwn(kinds, kind);
}

/** "35 to 1" in the words of a language, as often as it stands there. */
export function oddsWords(say: (pays: string, stake: string) => string): (odds: string) => string {
  return (odds) => odds.replaceAll(/(\d+) to (\d+)/g, (_, pays: string, stake: string) => say(pays, stake));
}
