// The language of a page: the texts, and what the page tells browsers, fonts and readers about them.
import { chooseLanguage, type LanguageCode } from "../texts";

/** Letters that Inter does not have, served with the pages: a cabinet may have no font for them. */
const LETTERS: Partial<Record<LanguageCode, () => Promise<unknown>>> = {
  "zh-Hans": () => import("@fontsource-variable/noto-sans-sc"),
};

/** Shows the page in another language, and says in which it is shown then. */
export async function showLanguage(code: LanguageCode): Promise<LanguageCode> {
  const spoken = await chooseLanguage(code);
  // Without them the machine's own letters are taken: nothing waits for a font.
  LETTERS[spoken]?.().catch(() => undefined);
  document.documentElement.lang = spoken;
  return spoken;
}
