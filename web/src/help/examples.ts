// One example of every kind of wager, from the layout and the limits that the server sent: what pays it is what it is
// settled by. No number, spot or odds is known here by heart.
import type { LayoutView, LimitView, SpotView } from "../wire/messages";

export interface Example {
  readonly spot: SpotView;
  /** The title of its kind. */
  readonly title: string;
  /** How many wagers of this kind pay alike. */
  readonly count: number;
  readonly limit: LimitView | null;
}

/** An example of each kind of spot, told apart by odds and clause as the rules do, and of each special. */
export function examplesOf(layout: LayoutView, limits: readonly LimitView[]): readonly Example[] {
  const groups = new Map<string, SpotView[]>();
  for (const spot of [...layout.spots, ...layout.specials]) {
    const name = [kindOf(spot), spot.odds, spot.clause].join("\n");
    groups.set(name, [...(groups.get(name) ?? []), spot]);
  }
  return [...groups.values()].flatMap((alike) => exampleOf(alike, limits));
}

/** The one in the middle stands for all: it lies where the eye looks. */
function exampleOf(alike: readonly SpotView[], limits: readonly LimitView[]): Example[] {
  const spot = alike[Math.floor(alike.length / 2)];
  if (spot === undefined) return [];
  const title = alike.length <= NAMED ? namedTitle(alike, spot) : kindTitle(spot);
  return [{ spot, title, count: alike.length, limit: limitFor(kindOf(spot), limits) }];
}

/** So many are named each. */
const NAMED = 2;

function namedTitle(alike: readonly SpotView[], spot: SpotView): string {
  const rests = alike.map(({ name }) => name.split(":")[1] ?? "");
  return alike.length === 1 ? spot.title : `${kindTitle(spot)} ${rests.join(" · ")}`;
}

function kindOf({ name }: Pick<SpotView, "name">): string {
  return name.split(":")[0] ?? name;
}

/** The title of a kind: that of one of its spots, without what tells it apart. */
export function kindTitle({ name, title }: Pick<SpotView, "name" | "title">): string {
  const [, rest] = name.split(":");
  if (rest === undefined) return title;
  return title.replace(/\s+[\d-]+$/, "") || title;
}

/** The line of the limits sign that a kind of wager goes by. */
export function limitFor(kind: string, limits: readonly LimitView[]): LimitView | null {
  return limits.find((limit) => limit.kind === kind) ?? limits.find((limit) => limit.kind === "any") ?? null;
}
