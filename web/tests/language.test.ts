// The language changes while a page runs: whatever was read from the catalogue is read again.
import { svelte } from "@sveltejs/vite-plugin-svelte";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { build } from "vite";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import type * as Page from "./language_page.svelte";
import { chooseLanguage, isLanguage, LANGUAGES, texts } from "../src/texts";
import { en, type Texts } from "../src/texts/en";
import { CATALOGUES } from "../src/texts/languages";

afterEach(async () => {
  await chooseLanguage("en");
});

test("every language is offered by its own name", () => {
  expect(LANGUAGES.map((language) => language.name)).toEqual([
    "English",
    "简体中文",
    "Tiếng Việt",
    "Italiano",
  ]);
  expect(isLanguage("vi")).toBe(true);
  expect(isLanguage("tlh")).toBe(false);
});

test.each(LANGUAGES)("$code is spoken once it is chosen", async ({ code }) => {
  expect(await chooseLanguage(code)).toBe(code);
  expect(texts.language).toBe(code);
});

test("of two wishes the later one counts, whichever catalogue comes first", async () => {
  const both = [chooseLanguage("vi"), chooseLanguage("en")];
  expect(await Promise.all(both)).toEqual(["en", "en"]);
  expect(texts.language).toBe("en");
});

test("a catalogue that cannot be fetched leaves the language as it is", async () => {
  vi.spyOn(CATALOGUES, "it").mockRejectedValueOnce(new Error("no connection"));
  expect(await chooseLanguage("it")).toBe("en");
  expect(await chooseLanguage("it")).toBe("it");
});

test("what a language lacks is said in English rather than not at all", async () => {
  const poor = { language: "vi", money: en.money, header: {} } as Texts;
  vi.spyOn(CATALOGUES, "vi").mockResolvedValueOnce(poor);
  await chooseLanguage("vi");
  expect([texts.tryAgain, texts.header.none, texts.meters.credit]).toEqual([
    "Try again",
    "None yet",
    "Credit",
  ]);
});

describe("on a page", () => {
  let folder: string;
  let page: typeof Page;

  // Modules in a test are compiled for a server, where nothing is ever rendered again: hence a build of our own.
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "language-"));
    const entry = fileURLToPath(new URL("language_page.svelte.ts", import.meta.url));
    await build({
      configFile: false,
      logLevel: "silent",
      plugins: [svelte({ configFile: false })],
      build: {
        outDir: folder,
        target: "es2022",
        minify: false,
        lib: { entry, formats: ["es"], fileName: () => "page.mjs" },
        rolldownOptions: { output: { chunkFileNames: "[name].mjs" } },
      },
    });
    page = await import(/* @vite-ignore */ pathToFileURL(join(folder, "page.mjs")).href);
  }, 60_000);

  afterAll(() => rm(folder, { recursive: true, force: true }));

  test("a text is rendered again in the language chosen", async () => {
    expect(await page.everyLanguage()).toEqual([
      "en 1,234.50",
      "zh-Hans 1,234.50",
      "vi 1.234,50",
      "it 1.234,50",
    ]);
  });

  test("a part kept in a name of its own follows as well", async () => {
    expect(await page.partKept("it")).toEqual(["0.05", "0,05"]);
  });

  test("each language but English is a file of its own", async () => {
    expect(await readdir(folder)).toEqual(expect.arrayContaining(["it.mjs", "vi.mjs", "zh-Hans.mjs"]));
  });
});
