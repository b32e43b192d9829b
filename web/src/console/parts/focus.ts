// Where the focus goes when what had it is taken away: an act was done, its button or sheet is gone. Left alone it falls
// to the page itself, and whoever works by keys or listens begins at the top again.

/** Gives the focus to what is left of where it was; for whatever holds a page. What is given back ends that. */
export function keepFocus(page: HTMLElement): () => void {
  /** What has had the focus, and everything it was in, nearest first. */
  let held: readonly HTMLElement[] = [];

  function took({ target }: FocusEvent): void {
    const chain: HTMLElement[] = [];
    for (let each = target instanceof HTMLElement ? target : null; each !== null; each = each.parentElement)
      chain.push(each);
    held = chain;
  }

  function changed(): void {
    if (held[0]?.isConnected !== false || document.activeElement !== document.body) return;
    const left = held.find((each) => each.isConnected && page.contains(each)) ?? page;
    held = [];
    if (!left.hasAttribute("tabindex")) left.tabIndex = -1;
    left.focus({ preventScroll: true });
  }

  const watcher = new MutationObserver(changed);
  watcher.observe(document.body, { childList: true, subtree: true });
  page.addEventListener("focusin", took);
  return () => {
    watcher.disconnect();
    page.removeEventListener("focusin", took);
  };
}
