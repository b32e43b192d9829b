// The catalogue in use, and how it is changed while a page runs. What a template reads from `texts` is read again
// when the language changes, so that no component has to know of languages. It never touches the page itself.
import { en, type Texts } from "./en";
import { CATALOGUES, type LanguageCode } from "./languages";

let current = $state.raw<Texts>(en);
let asked = 0;

/**
 * The catalogue, or a part of it: may be kept in a name of its own and still speaks the language of the moment. What a
 * language should lack is said in English rather than not at all.
 */
function speaking<Part extends object>(english: Part, now: () => object): Part {
  const parts: Record<PropertyKey, object> = {};
  for (const [name, part] of Object.entries(english)) {
    if (isPart(part)) parts[name] = speaking(part, () => (Reflect.get(now(), name) ?? part) as object);
  }
  return new Proxy(english, {
    get: (_, key): unknown =>
      Object.hasOwn(parts, key) ? parts[key] : (Reflect.get(now(), key) ?? Reflect.get(english, key)),
  });
}

function isPart(value: unknown): value is object {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

export const texts: Texts = speaking(en, () => current);

/**
 * Speaks another language as soon as its catalogue is there, and says which one is spoken then. A catalogue that
 * cannot be had leaves the language as it is; of two wishes the later one counts.
 */
export async function chooseLanguage(code: LanguageCode): Promise<LanguageCode> {
  const wish = ++asked;
  const catalogue = code === "en" ? en : await CATALOGUES[code]().catch(() => null);
  if (catalogue !== null && wish === asked) current = catalogue;
  return current.language;
}
