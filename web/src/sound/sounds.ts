// Makes cues heard: Web Audio behind one quiet, centred master gain, and the voice of the browser.
//
// Browsers are silent until somebody has touched the page: `unlock` at the first touch. A browser without audio, or one
// that refuses it, is a silent terminal and nothing more; every warning is on the screen as well.
import type { Cue } from "./cues";
import { lengthOf, rollingOf, tonesOf, type Tone } from "./tones";
import { Voice } from "./voice";

/** The loudest the master gain ever is. */
const LOUDEST = 0.5;
const LOUDEST_STEP = 5;
/** How fast something comes and goes, so that nothing clicks. */
const ATTACK_S = 0.005;
const FADE_S = 0.12;
/** A ball that nobody has seen for so long is not heard any more. */
const ROLLS_S = 4;

/** With these a ball is not heard rolling any more. */
const RESTS: readonly Cue["kind"][] = ["rest", "dropped", "stopped", "outcome"];

export interface SoundSettings {
  readonly sound: boolean;
  /** From 1 to 5. */
  readonly volume: number;
  readonly voice: boolean;
}

interface Rolling {
  readonly source: AudioBufferSourceNode;
  readonly filter: BiquadFilterNode;
  readonly gain: GainNode;
}

export class Sounds {
  private readonly make: () => AudioContext | null;
  private readonly voice: Voice;
  private context: AudioContext | null = null;
  private master: GainNode | null = null;
  private noise: AudioBuffer | null = null;
  private rolling: Rolling | null = null;
  private isOn = true;
  private level = 3;
  private speaks = true;
  /** The least volume at which the announcement is heard; zero where it may be muted. */
  private least = 0;
  private language = "en";
  /** Whether somebody has touched the page: before, browsers let nothing be heard. */
  private isTouched = false;
  /** Whether what the rules want announced is being spoken: nobody can cut it short. */
  private isAnnouncing = false;

  constructor(make: () => AudioContext | null = browserContext, voice = new Voice()) {
    this.make = make;
    this.voice = voice;
  }

  /** Call at the first touch of a page, and at any other: browsers let sound begin only there. */
  unlock(): void {
    this.isTouched = true;
    this.context ??= this.opened();
    if (this.context?.state === "suspended") this.context.resume().catch(() => undefined);
  }

  /** Whether there is something that could be heard. */
  get isUnlocked(): boolean {
    return this.context?.state === "running";
  }

  set({ sound, volume, voice }: SoundSettings): void {
    this.isOn = sound;
    this.speaks = voice;
    this.setVolume(volume);
    if (!sound) this.rest();
    if ((!sound || !voice) && !this.isAnnouncing) this.voice.stop();
  }

  /** From 1 to 5; each step is twice as loud to the ear as the one two below. */
  setVolume(volume: number): void {
    this.level = Math.min(LOUDEST_STEP, Math.max(1, volume));
    if (this.master !== null && this.context !== null) {
      this.master.gain.setTargetAtTime(this.gainNow(), this.context.currentTime, ATTACK_S);
    }
  }

  /** Where the rules want 'no more bets' announced, no player can mute it. */
  setLeast(volume: number): void {
    this.least = Math.min(LOUDEST_STEP, Math.max(0, volume));
    this.setVolume(this.level);
  }

  setLanguage(language: string): void {
    this.language = language;
  }

  play(cue: Cue): void {
    this.playAll([cue]);
  }

  /**
   * What happened at once is heard one after the other: a number, what it won, the next round. Says whether anything
   * could be heard of it.
   */
  playAll(wanted: readonly Cue[]): boolean {
    const cues = this.isOn ? wanted : wanted.filter((cue) => this.isDemanded(cue));
    if (cues.length === 0) return false;
    let after = 0;
    for (const cue of cues) {
      if (cue.kind === "rolling") this.roll(cue.turnMs);
      else if (RESTS.includes(cue.kind)) this.rest();
      const tones = tonesOf(cue);
      for (const tone of tones) this.sound({ ...tone, at: tone.at + after });
      if ("say" in cue) after += lengthOf(tones);
    }
    const spoken = this.speaks ? cues : cues.filter((cue) => this.isDemanded(cue));
    const words = spoken.flatMap((cue) => ("say" in cue ? [cue.say] : []));
    return (
      this.speak(
        words,
        spoken.some((cue) => this.isDemanded(cue)),
      ) || this.isUnlocked
    );
  }

  private speak(words: readonly string[], isDemanded: boolean): boolean {
    if (words.length === 0) return false;
    const ended = () => (this.isAnnouncing = false);
    const isSaid = this.voice.say(words, this.language, this.levelNow() / LOUDEST_STEP, ended);
    this.isAnnouncing = isSaid && isDemanded;
    return isSaid && this.isTouched;
  }

  private isDemanded(cue: Cue): boolean {
    return this.least > 0 && cue.kind === "closed";
  }

  private levelNow(): number {
    return Math.max(this.isOn ? this.level : 0, this.least);
  }

  /** Silence, now: the page is left. */
  hush(): void {
    this.rest();
    this.voice.stop();
    if (this.master !== null && this.context !== null) {
      this.master.gain.setTargetAtTime(this.gainNow(), this.context.currentTime, ATTACK_S);
    }
  }

  stop(): void {
    this.voice.stop();
    this.context?.close().catch(() => undefined);
    [this.context, this.master, this.rolling, this.noise] = [null, null, null, null];
  }

  private gainNow(): number {
    return LOUDEST * (this.levelNow() / LOUDEST_STEP) ** 2;
  }

  private opened(): AudioContext | null {
    const context = this.make();
    if (context === null) return null;
    this.master = context.createGain();
    this.master.gain.value = this.gainNow();
    this.master.connect(context.destination);
    this.noise = noiseOf(context);
    return context;
  }

  private sound(tone: Tone): void {
    const { context, master } = this;
    if (context === null || master === null || context.state !== "running") return;
    const begin = context.currentTime + tone.at;
    const end = begin + tone.lasts;
    const gain = context.createGain();
    gain.gain.setValueAtTime(0, begin);
    gain.gain.linearRampToValueAtTime(tone.loud, begin + ATTACK_S);
    gain.gain.exponentialRampToValueAtTime(0.0005, end);
    gain.connect(master);
    const source =
      tone.wave === "noise" ? this.hiss(context, tone, gain) : whistle(context, tone, gain, begin, end);
    source.onended = () => gain.disconnect();
    source.start(begin);
    source.stop(end + ATTACK_S);
  }

  private hiss(context: AudioContext, tone: Tone, gain: GainNode): AudioBufferSourceNode {
    const source = context.createBufferSource();
    source.buffer = this.noise;
    const filter = bandOf(context, tone.pitch);
    source.connect(filter).connect(gain);
    return source;
  }

  /** The ball is heard until it drops, and not for ever if nobody sees it drop. */
  private roll(turnMs: number): void {
    const { context, master } = this;
    if (context === null || master === null || context.state !== "running") return;
    this.rolling ??= this.startRolling(context, master);
    const { pitch, loud } = rollingOf(turnMs);
    const { filter, gain } = this.rolling;
    const now = context.currentTime;
    filter.frequency.setTargetAtTime(pitch, now, FADE_S);
    gain.gain.cancelScheduledValues(now);
    gain.gain.setTargetAtTime(loud, now, FADE_S);
    gain.gain.setTargetAtTime(0, now + ROLLS_S, FADE_S);
  }

  private startRolling(context: AudioContext, master: GainNode): Rolling {
    const source = context.createBufferSource();
    source.buffer = this.noise;
    source.loop = true;
    const filter = bandOf(context, 800);
    const gain = context.createGain();
    gain.gain.value = 0;
    source.connect(filter).connect(gain).connect(master);
    source.start();
    return { source, filter, gain };
  }

  private rest(): void {
    if (this.rolling === null || this.context === null) return;
    const { source, gain } = this.rolling;
    const now = this.context.currentTime;
    gain.gain.cancelScheduledValues(now);
    gain.gain.setTargetAtTime(0, now, FADE_S);
    source.stop(now + 8 * FADE_S);
    source.onended = () => gain.disconnect();
    this.rolling = null;
  }
}

function whistle(
  context: AudioContext,
  tone: Tone,
  gain: GainNode,
  begin: number,
  end: number,
): OscillatorNode {
  const source = context.createOscillator();
  source.type = tone.wave === "sine" ? "sine" : "triangle";
  source.frequency.setValueAtTime(tone.pitch, begin);
  if (tone.to !== undefined) source.frequency.exponentialRampToValueAtTime(tone.to, end);
  source.connect(gain);
  return source;
}

function bandOf(context: AudioContext, pitch: number): BiquadFilterNode {
  const filter = context.createBiquadFilter();
  filter.type = "bandpass";
  filter.frequency.value = pitch;
  filter.Q.value = 1.1;
  return filter;
}

/** Two seconds of noise, the same for everything that hisses. */
function noiseOf(context: AudioContext): AudioBuffer {
  const buffer = context.createBuffer(1, 2 * context.sampleRate, context.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let index = 0; index < samples.length; index += 1) samples[index] = Math.random() * 2 - 1;
  return buffer;
}

function browserContext(): AudioContext | null {
  if (typeof AudioContext === "undefined") return null;
  try {
    return new AudioContext({ latencyHint: "interactive" });
  } catch {
    // No device to be heard on, or too many pages that want it.
    return null;
  }
}
