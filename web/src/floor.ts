// What the server says about the floor before anybody has logged in: the site, its tables, where one may play.
import { floorApi } from "./access/api";
import type { FloorShown, SiteView } from "./wire/api";

export async function askSite(signal?: AbortSignal): Promise<SiteView> {
  return floorApi.ask("GET /api/site", { signal });
}

/** The tables of the demonstration floor; refused without a login on any other. */
export async function askFloor(signal?: AbortSignal): Promise<FloorShown> {
  return floorApi.ask("GET /api/floor", { signal });
}
