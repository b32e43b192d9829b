// A moment in words, in the zone of the floor: the day of the week, the date and the hour, as a language writes them.

export function momentWords(locale: string): (ms: number, zone: string) => string {
  const forms: Record<string, Intl.DateTimeFormat> = {};
  const form = (zone: string) =>
    (forms[zone] ??= new Intl.DateTimeFormat(locale, {
      dateStyle: "full",
      timeStyle: "short",
      timeZone: zone,
    }));
  return (ms, zone) => form(zone).format(ms);
}
