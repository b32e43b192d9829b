// Words spoken by the browser, where it has a voice for the language; where it has none, nothing is said and nothing breaks.

/** What is needed of `speechSynthesis`. */
export interface Speaker {
  getVoices(): readonly SpeechSynthesisVoice[];
  speak(utterance: SpeechSynthesisUtterance): void;
  cancel(): void;
}

export class Voice {
  private readonly speaker: Speaker | null;

  constructor(speaker: Speaker | null = browserSpeaker()) {
    this.speaker = speaker;
  }

  /** Whether words can be heard in this language. */
  speaks(language: string): boolean {
    return this.speaker !== null && voiceFor(this.speaker.getVoices(), language) !== null;
  }

  /** Says them, in place of what was being said: an old call is of no use. Whether they could be said; `ended` is told
   * when the last of them was, or cannot be. */
  say(
    words: readonly string[],
    language: string,
    volume: number,
    ended: () => void = () => undefined,
  ): boolean {
    const voice = this.speaker === null ? null : voiceFor(this.speaker.getVoices(), language);
    if (this.speaker === null || voice === null) return false;
    this.speaker.cancel();
    for (const each of words) {
      const utterance = new SpeechSynthesisUtterance(each);
      utterance.voice = voice;
      utterance.lang = voice.lang;
      utterance.volume = volume;
      if (each === words.at(-1)) utterance.onend = utterance.onerror = () => ended();
      this.speaker.speak(utterance);
    }
    return true;
  }

  stop(): void {
    this.speaker?.cancel();
  }
}

function browserSpeaker(): Speaker | null {
  return typeof speechSynthesis === "undefined" ? null : speechSynthesis;
}

/** Scripts as languages are tagged by voices: those of the mainland for simplified Chinese. */
const TAGGED: Readonly<Record<string, string>> = { "zh-Hans": "zh-CN" };

/** A voice of this machine for the language before one that speaks over the network; none if there is none. */
export function voiceFor<Kind extends Pick<SpeechSynthesisVoice, "lang" | "localService">>(
  voices: readonly Kind[],
  language: string,
): Kind | null {
  const wanted = (TAGGED[language] ?? language).toLowerCase();
  const tag = (voice: Kind) => voice.lang.replace("_", "-").toLowerCase();
  const exact = voices.filter((voice) => tag(voice) === wanted || tag(voice).startsWith(`${wanted}-`));
  const short = wanted.split("-")[0] ?? wanted;
  const near = voices.filter((voice) => tag(voice) === short || tag(voice).startsWith(`${short}-`));
  const found = exact.length > 0 ? exact : near;
  return found.find((voice) => voice.localService) ?? found[0] ?? null;
}
