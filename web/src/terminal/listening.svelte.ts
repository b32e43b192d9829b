// What a terminal lets be heard: every change of its state, and the last seconds of the countdown.
import { browserTimers } from "../line/websocket";
import { settings } from "../settings/settings.svelte";
import { cuesOf, heardIn, type Heard } from "../sound/cues";
import { Sounds } from "../sound/sounds";
import { Announced } from "../state/announced";
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
  private readonly announced: Announced;

  /** `send` takes what is said of 'no more bets', where the rules want it announced. */
  constructor(state: () => TerminalState, send: (shown: ShownAnnouncement) => boolean) {
    this.state = state;
    this.announced = new Announced(state, { painted: (then) => requestAnimationFrame(then), send });
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
    this.announced.look(isHeard);
  }
}
