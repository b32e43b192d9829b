// The one door to every text: components read `texts`, and settings choose the language.
export { chooseLanguage, texts } from "./chosen.svelte";
export { isLanguage, LANGUAGES, type Language, type LanguageCode } from "./languages";
