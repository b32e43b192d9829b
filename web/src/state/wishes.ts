// What the player does, as the command it becomes. Pure.
import type { LineHappening } from "./keeper";
import type { ToTerminal } from "../wire/messages";
import type { Command } from "./terminal";

/** A wager with so many cents on each piece of it. */
export type Chosen = readonly [wager: string, amount: number];

/** What becomes a command. */
export type Asked =
  | { readonly kind: "place"; readonly wager: string; readonly amount: number }
  /** One gesture: all of it or nothing. */
  | { readonly kind: "place_many"; readonly wagers: readonly Chosen[] }
  | { readonly kind: "take_back"; readonly spot: string; readonly amount: number }
  | { readonly kind: "move"; readonly spot: string; readonly to: string; readonly amount: number }
  | { readonly kind: "undo" }
  | { readonly kind: "clear" }
  | { readonly kind: "double" }
  | { readonly kind: "repeat" }
  | { readonly kind: "max"; readonly spot: string }
  | { readonly kind: "note"; readonly amount: number }
  | { readonly kind: "ticket_in"; readonly number: string }
  | { readonly kind: "collect" }
  | { readonly kind: "call"; readonly what: "attendant" | "payout" | "fault" }
  | { readonly kind: "bound"; readonly lossMax: number; readonly lastsMs: number };

export type Wish =
  | Asked
  /** Turns to another of the terminal's tables. */
  | { readonly kind: "sit"; readonly table: string }
  /** So many rounds by itself, and no further than that loss. */
  | { readonly kind: "autoplay"; readonly rounds: number; readonly lossMax: number }
  | { readonly kind: "autoplay_stop" }
  /** The player has read what was said. */
  | { readonly kind: "read" }
  /** A chip has arrived in the tray. */
  | { readonly kind: "slid"; readonly n: number };

export type Happening = LineHappening<ToTerminal> | Wish;

export function numbered(n: number, wish: Asked, round: number): Command {
  switch (wish.kind) {
    case "place":
      return { type: "place", n, wager: wish.wager, amount: wish.amount, round };
    case "place_many":
      return { type: "place_many", n, wagers: wish.wagers, round };
    case "take_back":
      return { type: "take_back", n, spot: wish.spot, amount: wish.amount, round };
    case "move":
      return { type: "move", n, spot: wish.spot, to: wish.to, amount: wish.amount, round };
    case "max":
      return { type: "max", n, spot: wish.spot, round };
    case "undo":
    case "clear":
    case "double":
    case "repeat":
      return { type: wish.kind, n, round };
    case "note":
      return { type: "note", n, amount: wish.amount };
    case "ticket_in":
      return { type: "ticket_in", n, number: wish.number };
    case "collect":
      return { type: "collect", n };
    case "call":
      return { type: "call", n, what: wish.what };
    case "bound":
      return { type: "bound", n, loss_max: wish.lossMax, lasts_ms: wish.lastsMs };
  }
}

const OF_ROUND: readonly Command["type"][] = [
  "place",
  "place_many",
  "take_back",
  "move",
  "undo",
  "clear",
  "double",
  "repeat",
  "max",
];

/** Whether a command is meant for one round and no other. */
export function isOfRound(type: Command["type"]): boolean {
  return OF_ROUND.includes(type);
}
