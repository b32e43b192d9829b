// 'No more bets' where the rules want it announced: it cannot be muted, and the terminal says that it was shown.
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { Sounds } from "../src/sound/sounds";
import { Voice } from "../src/sound/voice";
import { Announced } from "../src/state/announced";
import type { ShownAnnouncement } from "../src/wire/messages";
import { aLayout, standing, tableNews, welcome } from "./samples";

const CLOSED = { kind: "closed", say: "no more bets" } as const;
const MUTED = { sound: false, volume: 1, voice: false };
const LOUDEST = 0.5;
/** The gain of a step of five. */
const gainOf = (step: number) => LOUDEST * (step / 5) ** 2;

class FakeParam {
  value = 0;
  setTargetAtTime(value: number): void {
    this.value = value;
  }
  setValueAtTime(): void {}
  linearRampToValueAtTime(): void {}
  exponentialRampToValueAtTime(): void {}
  cancelScheduledValues(): void {}
}

/** Remembers what was started and how loud all of it is. */
class FakeAudio {
  state = "running";
  currentTime = 0;
  sampleRate = 8;
  readonly destination = {};
  started = 0;
  master: FakeParam | null = null;

  createGain() {
    const gain = new FakeParam();
    const connect = (to: unknown) => {
      if (to === this.destination) this.master = gain;
      return to;
    };
    return { gain, connect, disconnect: () => undefined };
  }
  createOscillator() {
    return { frequency: new FakeParam(), ...this.source() };
  }
  createBufferSource() {
    return { buffer: null, ...this.source() };
  }
  createBiquadFilter() {
    return { frequency: new FakeParam(), Q: new FakeParam(), connect: (to: unknown) => to };
  }
  createBuffer() {
    return { getChannelData: () => new Float32Array(1) };
  }
  close(): Promise<void> {
    return Promise.resolve();
  }
  private source() {
    return {
      connect: (to: unknown) => to,
      start: () => (this.started += 1),
      stop: () => undefined,
    };
  }
}

class FakeUtterance {
  volume = 0;
  onend: (() => void) | null = null;
  onerror: (() => void) | null = null;
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

function aSpeaker() {
  const spoken: FakeUtterance[] = [];
  const cancel = vi.fn();
  const speak = (utterance: SpeechSynthesisUtterance) => spoken.push(utterance as unknown as FakeUtterance);
  const getVoices = () => [{ lang: "en-AU", localService: true } as SpeechSynthesisVoice];
  return { spoken, cancel, voice: new Voice({ getVoices, speak, cancel }) };
}

function audible(least: number) {
  const audio = new FakeAudio();
  const speaker = aSpeaker();
  const sounds = new Sounds(() => audio as unknown as AudioContext, speaker.voice);
  sounds.unlock();
  sounds.setLeast(least);
  return { audio, speaker, sounds };
}

beforeEach(() => vi.stubGlobal("SpeechSynthesisUtterance", FakeUtterance));
afterEach(() => vi.unstubAllGlobals());

describe("where the rules want it announced", () => {
  test("a muted terminal plays and says it, no quieter than the least volume", () => {
    const { audio, speaker, sounds } = audible(2);
    sounds.set(MUTED);
    expect(sounds.playAll([CLOSED])).toBe(true);
    expect(audio.started).toBeGreaterThan(0);
    expect(audio.master?.value).toBe(gainOf(2));
    expect(speaker.spoken.map(({ text, volume }) => [text, volume])).toEqual([["no more bets", 2 / 5]]);
  });

  test("nothing else is heard of a muted terminal", () => {
    const { audio, speaker, sounds } = audible(2);
    sounds.set(MUTED);
    expect(sounds.playAll([{ kind: "placed" }, { kind: "open", say: "bets" }])).toBe(false);
    expect([audio.started, speaker.spoken.length]).toEqual([0, 0]);
  });

  test.each([
    [1, 2],
    [2, 2],
    [4, 4],
  ])("a volume of %i is heard as %i", (volume, heard) => {
    const { audio, sounds } = audible(2);
    sounds.set({ sound: true, volume, voice: true });
    expect(audio.master?.value).toBe(gainOf(heard));
  });

  test("who mutes while it is spoken does not cut it short, and afterwards may", () => {
    const { speaker, sounds } = audible(2);
    sounds.set({ sound: true, volume: 5, voice: true });
    sounds.playAll([CLOSED]);
    speaker.cancel.mockClear();
    sounds.set(MUTED);
    expect(speaker.cancel).not.toHaveBeenCalled();
    speaker.spoken[0]?.onend?.();
    sounds.set(MUTED);
    expect(speaker.cancel).toHaveBeenCalled();
  });

  test("a page that nobody has touched has played nothing, whatever voices it has", () => {
    const sounds = new Sounds(() => null, aSpeaker().voice);
    sounds.setLeast(2);
    expect(sounds.playAll([CLOSED])).toBe(false);
  });
});

test("where no rule wants it announced a muted terminal is silent", () => {
  const { audio, speaker, sounds } = audible(0);
  sounds.set(MUTED);
  expect(sounds.playAll([CLOSED])).toBe(false);
  expect([audio.started, speaker.spoken.length, audio.master?.value]).toEqual([0, 0, 0]);
});

/** A terminal at a table of such a rule; frames are painted when the test says so. */
function aTerminal({ announced = "3.14", isLineUp = (): boolean => true } = {}) {
  const bench = standing();
  const frames: (() => void)[] = [];
  const sent: ShownAnnouncement[] = [];
  const send = (shown: ShownAnnouncement) => isLineUp() && sent.push(shown) > 0;
  const now = () => ({ ...bench.state, layout: { ...aLayout(), announced } });
  const keeper = new Announced(now, { painted: (then) => frames.push(then), send });
  const paint = () => frames.splice(0).forEach((frame) => frame());
  return { bench, keeper, sent, paint };
}

describe("an acknowledgement", () => {
  const shown = { type: "shown", table: "M1", round: 5 };
  const closed = tableNews({ phase: "CLOSED" });

  test("is sent anew where the same round is announced once more, after a spin that was called off", () => {
    const { bench, keeper, sent, paint } = aTerminal();
    bench.hear(closed);
    keeper.look(true);
    paint();
    bench.hear(tableNews({ phase: "OPEN" }, { seq: 12, prev: 11 }));
    keeper.look(false);
    bench.hear(tableNews({ phase: "CLOSED" }, { seq: 13, prev: 12 }));
    keeper.look(false);
    paint();
    expect(sent).toEqual([
      { ...shown, heard: true },
      { ...shown, heard: false },
    ]);
  });

  test("is sent once the announcement is painted, and once", () => {
    const { bench, keeper, sent, paint } = aTerminal();
    keeper.look(false);
    bench.hear(closed);
    keeper.look(true);
    expect(sent).toEqual([]);
    paint();
    keeper.look(false);
    paint();
    expect(sent).toEqual([{ ...shown, heard: true }]);
  });

  test("says whether it was played", () => {
    const { bench, keeper, sent, paint } = aTerminal();
    bench.hear(closed);
    keeper.look(false);
    paint();
    expect(sent).toEqual([{ ...shown, heard: false }]);
  });

  test("is not sent by a page that is never painted, nor late for a round that is over", () => {
    const { bench, keeper, sent, paint } = aTerminal();
    bench.hear(closed);
    keeper.look(true);
    bench.hear({ ...tableNews({ round: 6 }), seq: 12, prev: 11 });
    keeper.look(false);
    paint();
    expect(sent).toEqual([]);
  });

  test("is not sent where no rule asks for it", () => {
    const { bench, keeper, sent, paint } = aTerminal({ announced: "" });
    bench.hear(closed);
    keeper.look(true);
    paint();
    expect(sent).toEqual([]);
  });

  test("that could not be sent is sent when the line is back, with what was played", () => {
    let isUp = false;
    const { bench, keeper, sent, paint } = aTerminal({ isLineUp: () => isUp });
    bench.hear(closed);
    keeper.look(true);
    paint();
    isUp = true;
    keeper.look(false);
    paint();
    expect(sent).toEqual([{ ...shown, heard: true }]);
  });

  test("is sent again to a floor that was gone and still has the round closed", () => {
    const { bench, keeper, sent, paint } = aTerminal();
    bench.hear(closed);
    keeper.look(true);
    paint();
    bench.act({ kind: "closed" });
    keeper.look(false);
    bench.act({ kind: "opened" }).hear(welcome({ table: { ...closed.table } }));
    keeper.look(false);
    paint();
    expect(sent).toEqual([
      { ...shown, heard: true },
      { ...shown, heard: true },
    ]);
  });
});
