// The language of a page: the texts, and what the page tells browsers, fonts and readers about them.
import { chooseLanguage, type LanguageCode } from "../texts";

/** Shows the page in another language, and says in which it is shown then. */
export async function showLanguage(code: LanguageCode): Promise<LanguageCode> {
  const spoken = await chooseLanguage(code);
  document.documentElement.lang = spoken;
  return spoken;
}
