// What a player may set at a terminal, kept on that terminal for the length of a visit. No page in here.
//
// A browser that keeps nothing, or forbids it, is normal: then a choice lasts until the page is loaded again. When the
// visit ends everything goes back to what the house has set, so that nobody finds the mute of the player before.
import type { OwnView } from "../wire/messages";

export const THEMES = ["dark", "light", "high-contrast"] as const;
export const HANDS = ["right", "left"] as const;
export const MOTIONS = ["auto", "reduced"] as const;
export const VOLUMES = [1, 2, 3, 4, 5] as const;

export type Theme = (typeof THEMES)[number];
export type Hand = (typeof HANDS)[number];
export type Motion = (typeof MOTIONS)[number];
export type Volume = (typeof VOLUMES)[number];

export interface Settings {
  /** One of the languages the house offers; empty for the one it begins with. */
  readonly language: string;
  readonly sound: boolean;
  readonly volume: Volume;
  /** Whether words are spoken as well, where the browser has a voice for the language. */
  readonly voice: boolean;
  readonly hand: Hand;
  readonly theme: Theme;
  /** `auto` is what the browser is set to. */
  readonly motion: Motion;
}

/** What a house has that says nothing else. */
export const HOUSE: Settings = {
  language: "",
  sound: true,
  volume: 3,
  voice: true,
  hand: "right",
  theme: "dark",
  motion: "auto",
};

/** Where settings are kept: `localStorage`, or something like it. */
export type Cupboard = Pick<Storage, "getItem" | "setItem" | "removeItem">;

type Heard = (settings: Settings) => void;

export class SettingsStore {
  private settings: Settings;
  private house: Settings;
  private readonly cupboard: () => Cupboard;
  private readonly name: string;
  private readonly changed: Heard;

  /** `cupboard` is asked for each time: a browser that forbids it says so by throwing. */
  constructor(place: string, cupboard: () => Cupboard, changed: Heard = () => undefined, house = HOUSE) {
    this.name = `openetg.settings.${place}`;
    this.cupboard = cupboard;
    this.changed = changed;
    this.house = house;
    this.settings = { ...house, ...this.kept() };
  }

  get now(): Settings {
    return this.settings;
  }

  /** Changes some settings, and keeps them if that is possible. */
  change(wanted: Partial<Settings>): void {
    this.settings = { ...this.settings, ...sound(wanted) };
    this.attempt((cupboard) => cupboard.setItem(this.name, JSON.stringify(this.settings)));
    this.changed(this.settings);
  }

  /** The house's own settings; they hold at once for whatever nobody has changed. */
  setHouse(wanted: Partial<Settings>): void {
    this.house = { ...HOUSE, ...sound(wanted) };
    this.settings = { ...this.house, ...this.kept() };
    this.changed(this.settings);
  }

  /** The visit has ended: the next player begins with what the house has set. */
  resetForNewVisit(): void {
    this.attempt((cupboard) => cupboard.removeItem(this.name));
    this.settings = this.house;
    this.changed(this.settings);
  }

  private kept(): Partial<Settings> {
    const raw = this.attempt((cupboard) => cupboard.getItem(this.name));
    if (typeof raw !== "string") return {};
    try {
      return sound(JSON.parse(raw));
    } catch {
      // Something else wrote there; it is none of ours.
      return {};
    }
  }

  private attempt<Result>(act: (cupboard: Cupboard) => Result): Result | null {
    try {
      return act(this.cupboard());
    } catch {
      // Absent, full or forbidden: the setting holds until the page is loaded again.
      return null;
    }
  }
}

const SOUND: { readonly [Key in keyof Settings]: (value: unknown) => boolean } = {
  language: (value) => typeof value === "string",
  sound: isSwitch,
  volume: (value) => VOLUMES.some((known) => known === value),
  voice: isSwitch,
  hand: (value) => HANDS.some((known) => known === value),
  theme: (value) => THEMES.some((known) => known === value),
  motion: (value) => MOTIONS.some((known) => known === value),
};

function isSwitch(value: unknown): boolean {
  return typeof value === "boolean";
}

/** Of something that may be anything, the settings that make sense. */
function sound(raw: unknown): Partial<Settings> {
  if (typeof raw !== "object" || raw === null) return {};
  const pairs = Object.entries(raw).filter(
    ([name, value]) => Object.hasOwn(SOUND, name) && SOUND[name as keyof Settings](value),
  );
  return Object.fromEntries(pairs);
}

/** What of a terminal tells whether the same person still sits there. */
type Visit = Pick<OwnView, "meter" | "staked" | "printing" | "ticket"> & {
  readonly elsewhere?: OwnView["elsewhere"];
  readonly bounds?: OwnView["bounds"];
  readonly ticket_serial?: number;
};

/**
 * Whether a visit has ended between two views of a terminal: another has begun, or the last credit was collected
 * with no wager standing. Somebody who lost everything has not left.
 */
export function endsVisit(before: Visit | null, after: Visit | null): boolean {
  if (before === null || after === null) return false;
  const [began, begins] = [before.bounds?.begun_at_ms ?? 0, after.bounds?.begun_at_ms ?? 0];
  if (began !== 0 && begins !== began) return true;
  const isEmpty = after.meter === 0 && after.staked === 0 && Object.keys(after.elsewhere ?? {}).length === 0;
  const isOut = after.ticket !== before.ticket && after.ticket !== "";
  const isCollected = (isOut || (after.ticket_serial ?? 0) > (before.ticket_serial ?? 0)) && !after.printing;
  return isEmpty && isCollected;
}

/** What the page is told: attributes of its first element, none where the browser's own wish counts. */
export function attributesOf(
  settings: Settings,
): Readonly<Record<"theme" | "hand" | "motion", string | null>> {
  return {
    theme: settings.theme,
    hand: settings.hand,
    motion: settings.motion === "reduced" ? "reduced" : null,
  };
}
