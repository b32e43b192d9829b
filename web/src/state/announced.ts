// What a terminal says of 'no more bets', where the rules want it announced: that it is on the screen, and was played.
// Headless: who draws says when something was painted.
import type { TerminalState } from "./terminal";
import type { ShownAnnouncement } from "../wire/messages";

export interface Announcer {
  /** Calls back once the screen was painted: which a page that nobody can see never is. */
  readonly painted: (then: () => void) => void;
  /** Sends it; whether it could be sent. */
  readonly send: (shown: ShownAnnouncement) => boolean;
}

export class Announced {
  private readonly around: Announcer;
  private readonly state: () => TerminalState;
  /** The round that was last asked to be painted, and the one that was last played. */
  private asked = "";
  private played = "";

  constructor(state: () => TerminalState, around: Announcer) {
    this.state = state;
    this.around = around;
  }

  /** Looks at the state; `isHeard` where the announcement was played with it. Each announcement is acknowledged once on each line. */
  look(isHeard: boolean): void {
    const state = this.state();
    const round = roundShown(state);
    // After a spin that was called off the same round is announced once more.
    if (isOpen(state)) this.asked = this.played = "";
    if (isHeard && round !== null) this.played = keyOf(round);
    // A floor that was gone may have forgotten: it is told again what is still on the screen.
    if (state.link.kind !== "standing") this.asked = "";
    else if (round !== null && keyOf(round) !== this.asked) {
      this.asked = keyOf(round);
      this.around.painted(() => this.acknowledge());
    }
  }

  /** Only what is on the screen now: a page that is seen again late says nothing of a round that is over. */
  private acknowledge(): void {
    const state = this.state();
    const round = roundShown(state);
    if (round === null || state.link.kind !== "standing" || keyOf(round) !== this.asked) return;
    const isSent = this.around.send({ type: "shown", ...round, heard: this.played === keyOf(round) });
    if (!isSent) this.asked = "";
  }
}

interface Closed {
  readonly table: string;
  readonly round: number;
}

/** The round whose announcement is on the screen, where the rules want one. */
function roundShown({ table, layout }: TerminalState): Closed | null {
  const view = table.view;
  if (view?.phase !== "CLOSED" || !layout?.announced) return null;
  return { table: view.table, round: view.round };
}

function isOpen({ table }: TerminalState): boolean {
  return table.view?.phase === "OPEN" || table.view?.phase === "FINISHING";
}

function keyOf({ table, round }: Closed): string {
  return `${table} ${String(round)}`;
}
