// How a player's chips are painted: the colour by its name, ink that can be read on it, and letters of the player.
import { COLOURS } from "../../state/dealing_cloth";

const LIGHT = ["yellow", "pink", "white"];
const VALUE_CHIPS = "var(--brass-bright)";

/** The paint of a colour; chips of value are brass. */
export function paintOf(colour: string): string {
  if (colour === "") return VALUE_CHIPS;
  return (COLOURS as readonly string[]).includes(colour) ? `var(--colour-${colour})` : "var(--colour-other)";
}

export function inkOn(colour: string): string {
  return colour === "" || LIGHT.includes(colour) ? "#23201a" : "#ffffff";
}

/** At most three letters that tell a player from others. */
export function lettersOf(player: string): string {
  return player.length <= 3 ? player : `${player.slice(0, 2)}${player.at(-1) ?? ""}`;
}
