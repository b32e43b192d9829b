// Wagers a player has kept to place them again with one touch. Pure; kept for one game of one rulebook.
import type { Chosen } from "./wishes";

export interface Favourite {
  readonly name: string;
  /** The hash of the rulebook and the game it was made for. */
  readonly rulebook: string;
  readonly game: string;
  readonly wagers: readonly Chosen[];
}

export const FAVOURITES_MAX = 6;

interface Game {
  readonly rulebook: string;
  readonly game: string;
}

/** The favourites that can be placed on a layout. */
export function fitting(all: readonly Favourite[], layout: Game | null): readonly Favourite[] {
  return all.filter((each) => each.rulebook === layout?.rulebook && each.game === layout.game);
}

/** With what lies on the layout kept under a name; the oldest goes when there are too many. */
export function kept(
  all: readonly Favourite[],
  name: string,
  { rulebook, game }: Game,
  spots: Readonly<Record<string, number>>,
): readonly Favourite[] {
  const wagers = Object.entries(spots);
  if (wagers.length === 0) return all;
  const isSame = (each: Favourite) => each.rulebook === rulebook && each.game === game;
  const others = all.filter((each) => !isSame(each));
  const mine = [
    ...all.filter((each) => isSame(each) && each.name !== name),
    { name, rulebook, game, wagers },
  ];
  return [...others, ...mine.slice(-FAVOURITES_MAX)];
}

export function dropped(
  all: readonly Favourite[],
  { name, rulebook, game }: Favourite,
): readonly Favourite[] {
  return all.filter((each) => each.name !== name || each.rulebook !== rulebook || each.game !== game);
}

/** What a favourite costs. */
export function costOf({ wagers }: Favourite): number {
  return wagers.reduce((sum, [, amount]) => sum + amount, 0);
}

/** Favourites as they were stored; whatever else was stored is none. */
export function favouritesIn(text: string | null): readonly Favourite[] {
  const found: unknown = parsed(text);
  return Array.isArray(found) ? found.filter(isFavourite) : [];
}

function parsed(text: string | null): unknown {
  try {
    return text === null ? null : (JSON.parse(text) as unknown);
  } catch {
    return null;
  }
}

function isFavourite(each: unknown): each is Favourite {
  if (typeof each !== "object" || each === null) return false;
  const { name, rulebook, game, wagers } = each as Record<string, unknown>;
  const named = [name, rulebook, game].every((word) => typeof word === "string");
  return named && Array.isArray(wagers) && wagers.length > 0 && wagers.every(isChosen);
}

function isChosen(each: unknown): each is Chosen {
  if (!Array.isArray(each) || each.length !== 2) return false;
  const [wager, amount] = each as unknown[];
  return typeof wager === "string" && Number.isSafeInteger(amount) && (amount as number) > 0;
}
