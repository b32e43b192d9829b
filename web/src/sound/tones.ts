// What each cue sounds like, as data: a few quiet tones and bits of noise, made by the browser. No files.
import type { Cue, WinStep } from "./cues";

export interface Tone {
  readonly wave: "sine" | "triangle" | "noise";
  /** In hertz; of noise, what the filter lets through most. */
  readonly pitch: number;
  /** The pitch at its end, where it glides. */
  readonly to?: number;
  /** In seconds from the cue. */
  readonly at: number;
  readonly lasts: number;
  /** From 0 to 1, before the volume. */
  readonly loud: number;
}

const CLICK: Tone = { wave: "noise", pitch: 2600, at: 0, lasts: 0.035, loud: 0.5 };

/** The end of betting is the one thing nobody may miss: two falling tones. */
const TONES: Readonly<Partial<Record<Cue["kind"], readonly Tone[]>>> = {
  placed: [CLICK, { wave: "sine", pitch: 1250, to: 900, at: 0.004, lasts: 0.06, loud: 0.22 }],
  lifted: [
    { ...CLICK, loud: 0.3 },
    { wave: "sine", pitch: 820, to: 1100, at: 0.004, lasts: 0.06, loud: 0.14 },
  ],
  refused: [
    { wave: "triangle", pitch: 220, at: 0, lasts: 0.11, loud: 0.35 },
    { wave: "triangle", pitch: 175, at: 0.13, lasts: 0.16, loud: 0.35 },
  ],
  tick: [{ wave: "sine", pitch: 988, at: 0, lasts: 0.07, loud: 0.3 }],
  open: [
    { wave: "sine", pitch: 523, at: 0, lasts: 0.22, loud: 0.22 },
    { wave: "sine", pitch: 784, at: 0.14, lasts: 0.32, loud: 0.22 },
  ],
  finishing: [
    { wave: "sine", pitch: 880, at: 0, lasts: 0.16, loud: 0.32 },
    { wave: "sine", pitch: 880, at: 0.22, lasts: 0.16, loud: 0.32 },
    { wave: "sine", pitch: 880, at: 0.44, lasts: 0.26, loud: 0.32 },
  ],
  closed: [
    { wave: "triangle", pitch: 587, at: 0, lasts: 0.22, loud: 0.36 },
    { wave: "triangle", pitch: 392, at: 0.2, lasts: 0.45, loud: 0.36 },
  ],
  stopped: [
    { wave: "triangle", pitch: 440, at: 0, lasts: 0.3, loud: 0.3 },
    { wave: "triangle", pitch: 330, at: 0.34, lasts: 0.3, loud: 0.3 },
    { wave: "triangle", pitch: 262, at: 0.68, lasts: 0.5, loud: 0.3 },
  ],
  launched: [{ wave: "noise", pitch: 900, to: 1500, at: 0, lasts: 0.35, loud: 0.25 }],
  dropped: [0, 0.11, 0.19, 0.31, 0.38].map((at, index) => ({
    wave: "noise" as const,
    pitch: 3200 - index * 260,
    at,
    lasts: 0.04,
    loud: 0.42 - index * 0.06,
  })),
  shaken: [0, 0.09, 0.17, 0.28, 0.36, 0.47, 0.56, 0.68].map((at, index) => ({
    wave: "noise" as const,
    pitch: index % 2 === 0 ? 1500 : 2100,
    at,
    lasts: 0.05,
    loud: 0.38,
  })),
  outcome: [
    { wave: "sine", pitch: 1047, at: 0, lasts: 0.3, loud: 0.24 },
    { wave: "sine", pitch: 1568, at: 0.02, lasts: 0.4, loud: 0.1 },
  ],
  ticket: [
    { wave: "noise", pitch: 1800, at: 0, lasts: 0.18, loud: 0.18 },
    { wave: "noise", pitch: 1700, at: 0.2, lasts: 0.18, loud: 0.18 },
    { wave: "sine", pitch: 1319, at: 0.42, lasts: 0.2, loud: 0.2 },
  ],
};

/** A major chord upwards: longer for more, never louder. */
const FANFARE = [523, 659, 784, 1047, 1319, 1568];
const FANFARE_TONES: Record<WinStep, number> = { 1: 3, 2: 4, 3: 6 };

/** A jackpot is the fanfare twice, no louder than any win. */
const JACKPOT = [...FANFARE, ...FANFARE];

/** The tones of a cue; none for what is heard as long as it lasts. */
export function tonesOf(cue: Cue): readonly Tone[] {
  if (cue.kind === "jackpot") return upwards(JACKPOT);
  if (cue.kind !== "won") return TONES[cue.kind] ?? [];
  return upwards(FANFARE.slice(0, FANFARE_TONES[cue.step]));
}

function upwards(pitches: readonly number[]): readonly Tone[] {
  return pitches.map((pitch, index) => ({
    wave: "sine",
    pitch,
    at: index * 0.12,
    lasts: index === pitches.length - 1 ? 0.6 : 0.24,
    loud: 0.26,
  }));
}

/** How a ball sounds that needs so long for a turn: the faster, the brighter and the louder. */
export function rollingOf(turnMs: number): Pick<Tone, "pitch" | "loud"> {
  const speed = Math.min(1, Math.max(0, (2_500 - turnMs) / 2_000));
  return { pitch: 500 + 900 * speed, loud: 0.08 + 0.1 * speed };
}

/** How long tones are heard, in seconds. */
export function lengthOf(tones: readonly Tone[]): number {
  return Math.max(0, ...tones.map(({ at, lasts }) => at + lasts));
}
