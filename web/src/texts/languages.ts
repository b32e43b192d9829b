// The languages a person may choose. English comes with every page; each other one is fetched when it is chosen.
import type { Texts } from "./en";

export type LanguageCode = "en" | "zh-Hans" | "vi" | "it";

export interface Language {
  readonly code: LanguageCode;
  /** What those who speak it call it. */
  readonly name: string;
  /** The same in two letters. */
  readonly short: string;
}

export const LANGUAGES: readonly Language[] = [
  { code: "en", name: "English", short: "EN" },
  { code: "zh-Hans", name: "简体中文", short: "中文" },
  { code: "vi", name: "Tiếng Việt", short: "VI" },
  { code: "it", name: "Italiano", short: "IT" },
];

export function isLanguage(code: string): code is LanguageCode {
  return LANGUAGES.some((language) => language.code === code);
}

/** Where the other catalogues come from: one file each, so that nobody loads a language not asked for. */
export const CATALOGUES: Readonly<Record<Exclude<LanguageCode, "en">, () => Promise<Texts>>> = {
  "zh-Hans": () => import("./zh-Hans").then((module) => module.zhHans),
  vi: () => import("./vi").then((module) => module.vi),
  it: () => import("./it").then((module) => module.it),
};
