import svelte from "eslint-plugin-svelte";
import ts from "typescript-eslint";

const NO_DOM = [
  "document",
  "window",
  "WebSocket",
  "setTimeout",
  "setInterval",
  "Date",
  "performance",
  "localStorage",
];

export default ts.config(
  { ignores: ["dist/", "node_modules/", "scratch/", "src/wire/"] },
  ...ts.configs.strict,
  ...svelte.configs.recommended,
  {
    files: ["**/*.svelte", "**/*.ts"],
    languageOptions: { parserOptions: { parser: ts.parser } },
    rules: {
      eqeqeq: "error",
      "@typescript-eslint/switch-exhaustiveness-check": "off",
      "@typescript-eslint/consistent-type-imports": "error",
      "svelte/require-each-key": "error",
    },
  },
  {
    // The state of a terminal runs anywhere: no page, no clock, no socket of its own.
    files: ["src/state/**/*.ts", "src/layout/**/*.ts", "src/texts/**/*.ts"],
    rules: { "no-restricted-globals": ["error", ...NO_DOM] },
  },
);
