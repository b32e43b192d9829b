// What every page begins with: the look, the sign of a demonstration floor, then the page itself.
import { mount, type Component } from "svelte";
import "./tokens.css";
import "./base.css";
import "./layout.css";
import Banner from "./Banner.svelte";
import { site } from "./site.svelte";

/** `desk` is a page to be read at a desk or in the hand; without it, one that fills the screen of a cabinet. */
export function showPage(page: Component, screen: "cabinet" | "desk"): void {
  const target = document.getElementById("app");
  if (target === null) return;
  document.documentElement.dataset["screen"] = screen;
  site.learn();
  mount(Banner, { target });
  mount(page, { target });
}
