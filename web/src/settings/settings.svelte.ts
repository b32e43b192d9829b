// The settings of this page: one store, and what follows from it on the page.
import { showLanguage } from "../look/language";
import { isLanguage } from "../texts";
import { attributesOf, SettingsStore, type Settings } from "./store";

class PageSettings {
  now = $state.raw<Settings>() as Settings;
  private store: SettingsStore;

  constructor() {
    this.store = this.opened("");
    this.now = this.store.now;
  }

  /** The settings of this terminal, as they were left; the house's where nobody has changed them. */
  open(place: string, house: Partial<Settings> = {}): void {
    this.store = this.opened(place);
    this.store.setHouse(house);
  }

  change(wanted: Partial<Settings>): void {
    this.store.change(wanted);
  }

  resetForNewVisit(): void {
    this.store.resetForNewVisit();
  }

  private opened(place: string): SettingsStore {
    return new SettingsStore(
      place,
      () => localStorage,
      (settings) => {
        this.now = settings;
        applySettings(settings);
      },
    );
  }
}

export const settings = new PageSettings();

/** Before another player comes: everything as the house has set it. */
export function resetForNewVisit(): void {
  settings.resetForNewVisit();
}

/** Has the page look as it was set. */
export function applySettings(wanted: Settings): void {
  const root = document.documentElement;
  for (const [name, value] of Object.entries(attributesOf(wanted))) {
    if (value === null) root.removeAttribute(`data-${name}`);
    else root.setAttribute(`data-${name}`, value);
  }
  // Each time anew: of two wishes the later one counts, even if the first has yet to be fetched.
  if (isLanguage(wanted.language)) void showLanguage(wanted.language);
}
