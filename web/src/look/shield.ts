// For a moment after something was closed nothing below it can be touched: the second tap of a hasty finger is not a bet.

const LASTS_MS = 400;

export function shield(): void {
  const cover = document.createElement("div");
  cover.style.cssText = "position: fixed; inset: 0; z-index: 100; touch-action: none";
  document.body.append(cover);
  setTimeout(() => cover.remove(), LASTS_MS);
}
