// Whether an act about this paper or payment waits for a second person already: then it is not asked for once more.
import { Refused } from "../../access/api";
import type { Outcome } from "../../state/console";
import type { Desk } from "../desk.svelte";
import type { ToSecond } from "../../wire/api";

type Second = Extract<Outcome, { kind: "second" }>;

/** The act of that name with these fields that waits; nothing if none does, or nobody could be asked. */
export async function waitingFor(
  desk: Desk,
  act: string,
  about: Readonly<Record<string, string>>,
): Promise<Second | null> {
  if (!(desk.waits?.acts ?? []).some((each) => each.act === act)) return null;
  try {
    const { waiting } = await desk.ask("GET /api/confirmations");
    const isAbout = ({ fields }: ToSecond) =>
      Object.entries(about).every(([name, is]) => fields[name] === is);
    const found = waiting.find((each) => each.act === act && isAbout(each));
    return found === undefined
      ? null
      : { kind: "second", confirmation: found.confirmation, untilMs: found.until_ms };
  } catch (wrong) {
    // The floor keeps the same act from waiting twice; here it would only have been shown.
    if (!(wrong instanceof Refused)) throw wrong;
    return null;
  }
}
