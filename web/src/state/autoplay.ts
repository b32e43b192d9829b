// Rounds the terminal plays by itself because the player has asked for so many: what lay before is placed again when a
// round opens, and it ends by itself before more than the player's limit could be lost. Pure. It is only ever offered
// where the rulebook allows it, and the floor refuses it elsewhere.

export interface Autoplay {
  /** Rounds still to be played, the present one not among them. */
  readonly left: number;
  readonly lossMax: number;
  /** Credit and stake together when it began. */
  readonly from: number;
  /** The last round it has played, or the player before it. */
  readonly round: number;
}

/** The money a terminal shows. */
interface Shown {
  readonly meter: number;
  readonly staked: number;
}

export function begun(rounds: number, lossMax: number, own: Shown, round: number): Autoplay {
  const plays = own.staked > 0;
  return {
    left: rounds - (plays ? 1 : 0),
    lossMax,
    from: own.meter + own.staked,
    round: plays ? round : round - 1,
  };
}

export type Turn = "wait" | "play" | "done" | "loss";

/** What to do now that a round stands as it does; `stake` is what the next round would cost. */
export function turnOf(auto: Autoplay, own: Shown, round: number, isOpen: boolean, stake: number): Turn {
  if (round <= auto.round || !isOpen) return "wait";
  if (auto.left <= 0) return "done";
  // What has come back of earlier rounds counts: only what is gone for good is lost.
  const lost = auto.from - own.meter - own.staked;
  return lost + stake > auto.lossMax ? "loss" : "play";
}

/** After it has played a round. */
export function played(auto: Autoplay, round: number): Autoplay {
  return { ...auto, left: auto.left - 1, round };
}
