// The favourites of this visit, kept on the terminal: lost with the page where the browser keeps nothing.
import { dropped, favouritesIn, fitting, kept, type Favourite } from "../state/favourites";
import type { LayoutView } from "../wire/messages";

export class FavouriteShelf {
  private all = $state.raw<readonly Favourite[]>([]);
  private readonly name: string;

  constructor(terminal: string) {
    this.name = `openetg.favourites.${terminal}`;
    this.all = favouritesIn(this.attempt((storage) => storage.getItem(this.name)));
  }

  of(layout: LayoutView | null): readonly Favourite[] {
    return fitting(this.all, layout);
  }

  keep(name: string, layout: LayoutView, spots: Readonly<Record<string, number>>): void {
    this.put(kept(this.all, name, layout, spots));
  }

  drop(favourite: Favourite): void {
    this.put(dropped(this.all, favourite));
  }

  /** The next player begins with none. */
  forget(): void {
    this.put([]);
  }

  private put(all: readonly Favourite[]): void {
    this.all = all;
    this.attempt((storage) => storage.setItem(this.name, JSON.stringify(all)));
  }

  private attempt<Result>(act: (storage: Storage) => Result): Result | null {
    try {
      return act(localStorage);
    } catch {
      // Absent, full or forbidden: favourites last until the page is loaded again.
      return null;
    }
  }
}
