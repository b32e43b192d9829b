// Letters as keys, where nobody is typing: not in a field, not under a dialogue, and not those that the shell waits for.

/** After `g` the shell waits so long for the letter of an area. */
const GO_WITHIN_MS = 1_500;

/** A listener that hands on plain keys; what takes one says so. */
export function plainKeys(take: (key: string) => boolean): (event: KeyboardEvent) => void {
  let goneAt = -GO_WITHIN_MS;
  return (event) => {
    const isTyping = event.target instanceof HTMLElement && event.target.matches("input, textarea, select");
    if (isTyping || event.ctrlKey || event.altKey || event.metaKey || event.repeat) return;
    if (document.querySelector("dialog[open]") !== null) return;
    if (event.key === "g") goneAt = event.timeStamp;
    else if (event.timeStamp - goneAt > GO_WITHIN_MS && take(event.key)) event.preventDefault();
    else if (event.key.length === 1) goneAt = -GO_WITHIN_MS;
  };
}
