// Moments as every page of the consoles writes them: 2026-11-16 22:36:43, in the zone of the site, as reports do.
//
// The floor tells its zone when the session stands; until then, and where it tells none, it is that of the browser. The
// zone is named once on the page, so that a time never has to be guessed.

/** Of what a moment consists; every part is asked for, so that `formatToParts` gives every one. */
const PARTS = ["year", "month", "day", "hour", "minute", "second", "fractionalSecond"] as const;
type Part = (typeof PARTS)[number];
type Parts = Readonly<Record<Part, string>>;

const browsers = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone;
const forms: Record<string, Intl.DateTimeFormat> = {};
let told = $state("");

/** Takes the zone of the site; one the browser does not know is left. */
export function useZone(zone: string): void {
  if (zone === told) return;
  try {
    formIn(zone === "" ? browsers() : zone);
  } catch (wrong) {
    if (!(wrong instanceof RangeError)) throw wrong;
    return;
  }
  told = zone;
}

/** The zone times are written in. */
export const zoneNow = (): string => (told === "" ? browsers() : told);

function formIn(zone: string): Intl.DateTimeFormat {
  const found = forms[zone];
  if (found !== undefined) return found;
  const made = new Intl.DateTimeFormat("en-GB", {
    timeZone: zone,
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
    hour: "2-digit",
    minute: "2-digit",
    second: "2-digit",
    fractionalSecondDigits: 3,
    hourCycle: "h23",
  });
  forms[zone] = made;
  return made;
}

function partsOf(ms: number): Parts {
  const found = new Map<string, string>(
    formIn(zoneNow())
      .formatToParts(ms)
      .map(({ type, value }) => [type, value]),
  );
  return Object.fromEntries(PARTS.map((part) => [part, found.get(part) ?? ""])) as Parts;
}

const date = ({ year, month, day }: Parts) => `${year}-${month}-${day}`;
const clock = ({ hour, minute, second }: Parts) => `${hour}:${minute}:${second}`;

/** 2026-11-16 */
export const dateOf = (ms: number): string => date(partsOf(ms));

/** 22:36:43 */
export const clockOf = (ms: number): string => clock(partsOf(ms));

/** 22:36:43.929 */
export function exactClockOf(ms: number): string {
  const parts = partsOf(ms);
  return `${clock(parts)}.${parts.fractionalSecond}`;
}

/** 2026-11-16 22:36 */
export function minuteOf(ms: number): string {
  const parts = partsOf(ms);
  return `${date(parts)} ${parts.hour}:${parts.minute}`;
}

/** 2026-11-16 22:36:43 */
export function momentOf(ms: number): string {
  const parts = partsOf(ms);
  return `${date(parts)} ${clock(parts)}`;
}

/** Less is how long something lasts: no floor ran in 1970. */
const FIRST_MOMENT_MS = 1e11;

/** What a refusal tells beside its words, with moments as they are read: `from_ms 1794…` is from 2026-11-17 03:21. */
export function timed(
  details: Readonly<Record<string, string | number>>,
): Readonly<Record<string, string | number>> {
  const read = ([name, value]: [string, string | number]) =>
    name.endsWith("_ms") && typeof value === "number"
      ? [name.slice(0, -"_ms".length), value < FIRST_MOMENT_MS ? `${value / 1000} s` : minuteOf(value)]
      : [name, value];
  return Object.fromEntries(Object.entries(details).map(read)) as Record<string, string | number>;
}

/** 2026-11-16 22:36:43.929 */
export const exactOf = (ms: number): string => `${dateOf(ms)} ${exactClockOf(ms)}`;
