// Who a page is by its link: `#terminal=M1&key=…`.

export interface Address {
  /** Its name; empty if the link names none. */
  readonly name: string;
  readonly key: string;
}

/** What the link of this page says. Another link is another place: nothing of the first may stay on the screen. */
export function ownAddress(kind: "terminal" | "seat"): Address {
  window.addEventListener("hashchange", () => location.reload());
  const address = new URLSearchParams(location.hash.slice(1));
  return { name: address.get(kind) ?? "", key: address.get("key") ?? "" };
}
