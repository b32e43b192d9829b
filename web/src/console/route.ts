// Where somebody is in the console, as the address says it: an area, the thing looked at, a part of it.

export interface Route {
  readonly area: string;
  readonly name: string;
  readonly part: string;
}

export const NOWHERE: Route = { area: "", name: "", part: "" };

/** `#/cases/case-1` is the case `case-1` in the area of cases. */
export function routeOf(hash: string): Route {
  const [area = "", name = "", part = ""] = hash
    .replace(/^#?\/?/, "")
    .split("/")
    .map(decoded);
  return { area, name, part };
}

export function hashOf({ area, name, part }: Route): string {
  const parts = part !== "" ? [area, name, part] : name !== "" ? [area, name] : [area];
  return `#/${parts.map(encodeURIComponent).join("/")}`;
}

/** An address somebody typed wrong is one that leads nowhere, and breaks nothing. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return "";
  }
}
