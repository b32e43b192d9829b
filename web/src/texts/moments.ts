// Moments in words, in the zone of the floor, as a language writes them; never in that of the browser, which is nobody's.

type Words = (ms: number, zone: string) => string;

function wordsIn(locale: string, parts: Intl.DateTimeFormatOptions): Words {
  const forms: Record<string, Intl.DateTimeFormat> = {};
  const form = (zone: string) =>
    (forms[zone] ??= new Intl.DateTimeFormat(locale, { ...parts, timeZone: zone }));
  return (ms, zone) => form(zone).format(ms);
}

const CLOCK = { hour: "2-digit", minute: "2-digit", hourCycle: "h23" } as const;

/** The day of the week, the date and the hour. */
export const momentWords = (locale: string): Words =>
  wordsIn(locale, { dateStyle: "full", timeStyle: "short" });

/** Day, month and hour, where there is little room. */
export const shortMomentWords = (locale: string, month: "short" | "numeric"): Words =>
  wordsIn(locale, { day: "numeric", month, ...CLOCK });

/** The hour. */
export const clockWords = (locale: string): Words => wordsIn(locale, CLOCK);
