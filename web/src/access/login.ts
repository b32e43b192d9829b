// Coming in and going out: who is logged in, and the ways to be.
import { Refused, type Api } from "./api";
import type { Shown } from "./factors";
import type { Me } from "../wire/api";

/** Whoever is logged in; nothing if nobody is. Throws `Refused` if the floor does not say. */
export async function whoIsIn(api: Api): Promise<Me | null> {
  try {
    return await api.ask("GET /api/me");
  } catch (wrong) {
    if (wrong instanceof Refused && wrong.problem.status === 401) return null;
    throw wrong;
  }
}

export async function logIn(api: Api, person: string, password: string): Promise<Me> {
  return api.ask("POST /api/login", { body: { person, password } });
}

export async function logOut(api: Api): Promise<void> {
  await api.ask("POST /api/logout");
}

/** Chooses the first password with the one-time code of the staff desk, and comes in with it. */
export async function setUp(api: Api, person: string, code: string, password: string): Promise<Me> {
  await api.ask("POST /api/password/setup", { body: { person, code: code.trim(), password } });
  return logIn(api, person, password);
}

/** Who confirms: whoever is logged in, with no name; somebody who types name and password here; or who has done that and
 * shows the second factor now. */
export type Confirming =
  { readonly person: string; readonly password: string } | ({ readonly step: string } & Shown);

/** A second person confirms an act. What comes back is the second person's half of a code, where one was made. */
export async function confirmAct(api: Api, name: string, who: Confirming): Promise<string> {
  return (await api.ask("POST /api/confirmations/{name}", { at: { name }, body: who })).part;
}
