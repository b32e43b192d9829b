// Rounds the terminal plays by itself because the player has asked for so many: what lay before is placed again when a
// round opens, and it ends by itself before more than the player's limit could be lost. Pure. It is only ever offered
// where the rulebook allows it, and the floor refuses it elsewhere, or where it would cost more than is left to lose.

export interface Autoplay {
  /** Rounds still to be played, the present one not among them. */
  readonly left: number;
  readonly lossMax: number;
  /** What its rounds have lost so far; below zero they have won. */
  readonly lost: number;
  /** The last round it has played, or the player before it. */
  readonly round: number;
}

/** `plays` says whether the present round is one of them already. */
export function begun(rounds: number, lossMax: number, plays: boolean, round: number): Autoplay {
  return { left: rounds - (plays ? 1 : 0), lossMax, lost: 0, round: plays ? round : round - 1 };
}

export type Turn = "wait" | "play" | "done" | "loss";

/** What to do now that a round stands as it does; `stake` is what the next round would cost, as far as is known. */
export function turnOf(auto: Autoplay, round: number, isOpen: boolean, stake: number): Turn {
  if (round <= auto.round || !isOpen) return "wait";
  if (auto.left <= 0) return "done";
  return stake > leftToLose(auto) ? "loss" : "play";
}

/** What may still be lost; the floor places nothing that costs more. */
export function leftToLose({ lossMax, lost }: Autoplay): number {
  return Math.max(0, lossMax - lost);
}

/** After it has played a round. */
export function played(auto: Autoplay, round: number): Autoplay {
  return { ...auto, left: auto.left - 1, round };
}

/** After a round that was its own is over. */
export function settled(auto: Autoplay, staked: number, paid: number): Autoplay {
  return { ...auto, lost: auto.lost + staked - paid };
}
