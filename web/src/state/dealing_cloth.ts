// The cloth on the dealer's screen: whose chips lie where, in which colour, with which chips a player pays, and what
// the limits say of a wager before it is laid. The floor's word on limits comes with the view; this only warns before.
import type { ClothLine, DealerView, Sign } from "../wire/console";

/** Colours a set of chips usually has. A table may have others: a colour is a name. */
export const COLOURS = [
  "red",
  "blue",
  "green",
  "yellow",
  "pink",
  "orange",
  "purple",
  "brown",
  "grey",
  "white",
] as const;

/** The chips of printed value that are offered where no float is on record. */
export const USUAL_CHIPS: readonly number[] = [100, 500, 2_500, 10_000, 50_000];
const COLOUR_STACKS = [1, 2, 5, 10, 20];

/** What becomes of chips that lie, once something has fallen. */
export type Fate = "" | "taken" | "paid" | "back";

export interface Lying {
  readonly player: string;
  /** The player's colour; empty for chips of value. */
  readonly colour: string;
  readonly cents: number;
  readonly fate: Fate;
}

/** Per wager, whose chips lie there. */
export type Cloth = Readonly<Record<string, readonly Lying[]>>;

/** Everything on the cloth: what is laid, or, of a round that the books have settled, what the dealer has yet to move. */
export function clothOf(view: DealerView): Cloth {
  const { plan } = view;
  const colours = new Map(view.players.map(({ player, colour }) => [player, colour]));
  const cloth: Record<string, Lying[]> = {};
  const lay = (wager: string, player: string, cents: number, fate: Fate) => {
    if (cents > 0) (cloth[wager] ??= []).push({ player, colour: colours.get(player) ?? "", cents, fate });
  };
  if (plan?.is_booked) {
    for (const { wager, player, amount } of plan.take) lay(wager, player, amount, "taken");
    for (const { wager, player, lies } of plan.pay) lay(wager, player, lies, "paid");
    for (const { wager, player, amount } of plan.back) lay(wager, player, amount, "back");
    return cloth;
  }
  for (const { player, laid } of view.players) {
    for (const [wager, cents] of Object.entries(laid)) lay(wager, player, cents, fateOf(view, player, wager));
  }
  return cloth;
}

function fateOf({ plan, collected }: DealerView, player: string, wager: string): Fate {
  if (plan === null) return "";
  const isHere = (line: { player: string; wager: string }) => line.player === player && line.wager === wager;
  if (plan.pay.some(isHere)) return "paid";
  if (plan.back.some(isHere)) return "back";
  return collected ? "" : "taken";
}

/** What is drawn: losing chips no longer once they are collected; and no fate of any while the number is asked for. */
export function drawn(view: DealerView, isAsked: boolean): Cloth {
  const cloth = clothOf(view);
  if (isAsked) return fateless(cloth);
  if (view.plan === null || view.plan.is_booked || !view.collected) return cloth;
  const stays = Object.entries(cloth).map(
    ([wager, lying]) => [wager, lying.filter(({ fate }) => fate !== "")] as const,
  );
  return Object.fromEntries(stays.filter(([, lying]) => lying.length > 0));
}

function fateless(cloth: Cloth): Cloth {
  const plain = (lying: readonly Lying[]): Lying[] => lying.map((each) => ({ ...each, fate: "" }));
  return Object.fromEntries(Object.entries(cloth).map(([wager, lying]) => [wager, plain(lying)]));
}

// Chips

/** One of the chips or stacks that a player may lay. */
export interface TrayChip {
  readonly cents: number;
  /** Empty for a chip of printed value. */
  readonly colour: string;
  readonly count: number;
}

/** What a player can lay with one touch: chips of the colour, and chips of value where the player has some. */
export function trayOf(line: ClothLine | undefined, denominations: readonly number[]): readonly TrayChip[] {
  if (line === undefined) return [];
  const values = denominations.length > 0 ? denominations : USUAL_CHIPS;
  const ofColour = line.colour === "" ? [] : COLOUR_STACKS.map((count) => stack(line, count));
  const hasValue = line.colour === "" || line.value_chips > 0;
  const ofValue = hasValue ? values.map((cents) => ({ cents, colour: "", count: 1 })) : [];
  return [...ofColour, ...ofValue];
}

function stack({ colour, value }: ClothLine, count: number): TrayChip {
  return { cents: value * count, colour, count };
}

/** The colours that nobody has. */
export function freeColours(view: DealerView): readonly string[] {
  const taken = new Set((view.cloth?.colours ?? []).map(({ colour }) => colour));
  return COLOURS.filter((colour) => !taken.has(colour));
}

/** A chip breakdown with large pieces first, for a sum the float says nothing of; the rest is told. */
export function broken(
  cents: number,
  pieces: readonly number[] = USUAL_CHIPS,
): { readonly chips: readonly { readonly value: number; readonly count: number }[]; readonly rest: number } {
  let rest = cents;
  const chips: { value: number; count: number }[] = [];
  for (const value of [...pieces].sort((one, other) => other - one)) {
    const count = Math.floor(rest / value);
    if (count > 0) chips.push({ value, count });
    rest -= count * value;
  }
  return { chips, rest };
}

// Limits

/** The limits that bind a player on a wager: on the sign, arranged, or shown by a marker. */
export function signFor(view: DealerView, player: string, wager: string): Sign {
  const line = view.players.find((each) => each.player === player);
  const kind = wager.split(":")[0] ?? wager;
  const of = (limits: Readonly<Record<string, Sign>>): Sign | undefined =>
    limits[wager] ?? limits[kind] ?? limits["any"];
  const buttons = view.cloth?.buttons ?? null;
  if (buttons?.kinds.includes(kind)) return { min: buttons.minimum, max: null, step: null, multiples: false };
  const [sign, own] = [of(view.cloth_limits), of(line?.personal ?? {})];
  return {
    min: own?.min ?? sign?.min ?? null,
    max: line?.maximum ?? own?.max ?? sign?.max ?? null,
    step: own?.step ?? sign?.step ?? null,
    multiples: own?.multiples || sign?.multiples || false,
  };
}

/** What must be said before chips are laid. */
export interface Caution {
  readonly what: "below" | "above";
  readonly limit: number;
  readonly sum: number;
  /** Whether the player was told before, so that it comes back whatever falls. */
  readonly isAdvised: boolean;
}

/** Whether a wager would be below the minimum or above the maximum with so much more on it. */
export function cautionOf(view: DealerView, player: string, wager: string, more: number): Caution | null {
  const line = view.players.find((each) => each.player === player);
  const sum = (line?.laid[wager] ?? 0) + more;
  const { min = null, max = null } = signFor(view, player, wager);
  const isAdvised = line?.advised ?? false;
  if (min !== null && sum < min) return { what: "below", limit: min, sum, isAdvised };
  if (max !== null && sum > max) return { what: "above", limit: max, sum, isAdvised };
  return null;
}
