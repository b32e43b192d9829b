// What a terminal lets be heard: every change of its state, and the last seconds of the countdown.
import { browserTimers } from "../line/websocket";
import { settings } from "../settings/settings.svelte";
import { cuesOf, heardIn, type Heard } from "../sound/cues";
import { Sounds } from "../sound/sounds";
import type { TerminalState } from "../state/terminal";
import { texts } from "../texts";
import type { ShownAnnouncement } from "../wire/messages";

const LOOK_EVERY_MS = 200;

/** Made while a component is, and stopped with it. */
export class Listening {
  private readonly sounds = new Sounds();
  private readonly state: () => TerminalState;
  private readonly timer: ReturnType<typeof setInterval>;
  private before: Heard | null = null;
  private readonly shown: (shown: ShownAnnouncement) => boolean;
  /** The round whose announcement was last acknowledged. */
  private acknowledged = "";

  /** `shown` is told once for each round that 'no more bets' is on the screen, where the rules want it announced. */
  constructor(state: () => TerminalState, shown: (shown: ShownAnnouncement) => boolean = () => false) {
    this.state = state;
    this.shown = shown;
    $effect(() => this.sounds.setLeast(this.state().layout?.least_volume ?? 0));
    this.timer = setInterval(() => this.listen(), LOOK_EVERY_MS);
    $effect(() => this.sounds.set(settings.now));
    $effect(() => this.sounds.setLanguage(texts.language));
    $effect(() => this.listen());
  }

  unlock(): void {
    this.sounds.unlock();
  }

  /** Lets a change of the settings be heard. */
  tryOut(): void {
    this.sounds.play({ kind: "placed" });
  }

  stop(): void {
    clearInterval(this.timer);
    this.sounds.hush();
  }

  private listen(): void {
    const state = this.state();
    const after = heardIn(state, browserTimers.now(), state.spin);
    const cues = cuesOf(this.before, after);
    const isHeard = this.sounds.playAll(cues) && cues.some(({ kind }) => kind === "closed");
    this.before = after;
    this.acknowledge(state, isHeard);
  }

  /** Says that the announcement is on the screen: once it is painted, which a page nobody can see never is. */
  private acknowledge({ table, layout, link }: TerminalState, isHeard: boolean): void {
    const view = table.view;
    if (view?.phase !== "CLOSED" || !layout?.announced || link.kind !== "standing") return;
    const round = `${view.table} ${String(view.round)}`;
    if (round === this.acknowledged) return;
    this.acknowledged = round;
    const shown: ShownAnnouncement = { type: "shown", table: view.table, round: view.round, heard: isHeard };
    requestAnimationFrame(() => this.shown(shown));
  }
}
