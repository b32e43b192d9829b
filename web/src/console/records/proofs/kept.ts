// The public key an inspector keeps in this browser: no secret, and worth nothing unless it came from elsewhere.
const KEPT = "openetg.inspector.key";

export function keptKey(): string {
  try {
    return localStorage.getItem(KEPT) ?? "";
  } catch {
    // A browser that keeps nothing asks for the key each time.
    return "";
  }
}

export function keepKey(key: string): void {
  try {
    if (key === "") localStorage.removeItem(KEPT);
    else localStorage.setItem(KEPT, key);
  } catch {
    return;
  }
}
