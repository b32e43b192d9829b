// A page without a page: shows texts as a template would, to be built for a browser and run by language.test.ts.
import { flushSync } from "svelte";
import { chooseLanguage, LANGUAGES, texts, type LanguageCode } from "../src/texts";

/** What `read` says each time it is rendered while the languages are chosen one after the other. */
async function shownThrough(read: () => string, codes: readonly LanguageCode[]): Promise<string[]> {
  const shown: string[] = [];
  const stop = $effect.root(() => {
    $effect(() => {
      shown.push(read());
    });
  });
  flushSync();
  for (const code of codes) {
    await chooseLanguage(code);
    flushSync();
  }
  stop();
  return shown;
}

export function everyLanguage(): Promise<string[]> {
  const codes = LANGUAGES.map((language) => language.code);
  return shownThrough(() => `${texts.language} ${texts.money.amount(123_450)}`, codes);
}

/** A part of the catalogue taken out before the language changes, as components do. */
export async function partKept(code: LanguageCode): Promise<string[]> {
  await chooseLanguage("en");
  const say = texts.money;
  return shownThrough(() => say.amount(5), [code]);
}
