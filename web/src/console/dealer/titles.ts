// What a wager of the layout is called.
import { texts } from "../../texts";
import type { LayoutView } from "../../wire/messages";

export function titleOf(layout: LayoutView | null, wager: string): string {
  const found = [...(layout?.spots ?? []), ...(layout?.specials ?? [])].find(({ name }) => name === wager);
  return found === undefined ? wager : texts.spot(found);
}
