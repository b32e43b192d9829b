// Every control of a terminal that has an instruction, as data: the screen marks each with `data-help`, and a test holds
// the two against each other. A control that the rules of the table do not offer is not explained.
import type { LayoutView } from "../wire/messages";

export const GROUPS = {
  betting: [
    "chip",
    "place",
    "move",
    "take-back",
    "undo",
    "clear",
    "double",
    "repeat",
    "max",
    "favourites",
    "autoplay",
    "racetrack",
    "specials",
    "info",
  ],
  money: ["note", "ticket", "collect", "call", "fault", "bounds"],
  looking: ["tables", "statistics", "rounds", "jackpots"],
  screen: ["rules", "promotions", "help", "settings", "language", "sound"],
} as const;

export type HelpKey = (typeof GROUPS)[keyof typeof GROUPS][number];

export const HELP_KEYS: readonly HelpKey[] = Object.values(GROUPS).flat();

/** The feature of the rulebook that a control needs, where it is not one every terminal has. */
const NEEDS: Readonly<Partial<Record<HelpKey, string>>> = {
  undo: "undo",
  clear: "clear",
  double: "double",
  repeat: "repeat",
  max: "max-bet",
  favourites: "favourites",
  autoplay: "autoplay",
  statistics: "statistics",
};

/** Whether a terminal at this table may have the control. */
export function isOffered(key: HelpKey, layout: LayoutView | null, hasJackpots = false): boolean {
  if (key === "jackpots") return hasJackpots;
  if (layout === null) return true;
  const needed = NEEDS[key];
  if (needed !== undefined) return Object.hasOwn(layout.features, needed);
  if (key === "racetrack") return layout.specials.length > 0 && layout.rows.length > 0;
  return key !== "specials" || layout.specials.length > 0;
}
