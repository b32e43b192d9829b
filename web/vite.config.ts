// The pages, and no request to anywhere but the server that serves them.
import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";

export default defineConfig({
  plugins: [svelte()],
  build: {
    target: "es2022",
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: {
        start: "index.html",
        terminal: "terminal/index.html",
        pair: "pair/index.html",
        seat: "seat/index.html",
        console: "console/index.html",
        rules: "rules/index.html",
        display: "display/index.html",
        promotions: "promotions/index.html",
      },
    },
  },
  test: {
    include: ["tests/**/*.test.ts"],
    environment: "node",
  },
});
