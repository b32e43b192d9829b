// Wall clocks in a zone: a moment as it is typed there, and the moment somebody has typed. Pure.

const PARTS = ["year", "month", "day", "hour", "minute", "second"] as const;
const TYPED = /^(\d{4})-(\d{2})-(\d{2})T(\d{2}):(\d{2})$/;
const DAY = /^(\d{4})-(\d{2})-(\d{2})$/;
const DAY_MS = 86_400_000;
const forms: Record<string, Intl.DateTimeFormat> = {};

function formIn(zone: string): Intl.DateTimeFormat {
  return (forms[zone] ??= new Intl.DateTimeFormat("en-GB", {
    timeZone: zone,
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
    hour: "2-digit",
    minute: "2-digit",
    second: "2-digit",
    hourCycle: "h23",
  }));
}

/** Days from 1 January 1970, by the calendar that repeats itself every 400 years. */
function dayOf(year: number, month: number, day: number): number {
  const [y, m] = month > 2 ? [year, month - 3] : [year - 1, month + 9];
  const era = Math.floor(y / 400);
  const ofEra = y - era * 400;
  const days = ofEra * 365 + Math.floor(ofEra / 4) - Math.floor(ofEra / 100) + Math.floor((153 * m + 2) / 5);
  return era * 146_097 + days + day - 1 - 719_468;
}

/** What the wall clock shows, as if it hung in Greenwich. */
function shownAt(ms: number, zone: string): number {
  const found = new Map(
    formIn(zone)
      .formatToParts(ms)
      .map(({ type, value }) => [type, Number(value)]),
  );
  const [year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0] = PARTS.map((part) =>
    found.get(part),
  );
  return dayOf(year, month, day) * DAY_MS + (hour * 3600 + minute * 60 + second) * 1000;
}

/** What a clock at the site shows, to the second; empty for none. */
export function clockAt(ms: number, zone: string): string {
  if (ms <= 0) return "";
  const found = new Map(
    formIn(zone)
      .formatToParts(ms)
      .map(({ type, value }) => [type, value]),
  );
  const [year, month, day, ...time] = PARTS.map((part) => found.get(part) ?? "");
  return `${year}-${month}-${day} ${time.join(":")}`;
}

/** A moment as a field for date and time takes it: `2026-11-16T22:36`; empty for none. */
export function typedIn(ms: number, zone: string): string {
  return clockAt(ms, zone).slice(0, 16).replace(" ", "T");
}

/**
 * The moment somebody typed; zero for nothing, none for what is no time. An hour that the clocks repeat is the later
 * one, an hour that they leave out is the one after it.
 */
export function momentIn(typed: string, zone: string): number | null {
  if (typed === "") return 0;
  const found = TYPED.exec(typed);
  if (found === null) return null;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0] = found.slice(1).map(Number);
  if (month < 1 || month > 12 || day < 1 || day > 31 || hour > 23 || minute > 59) return null;
  const wall = dayOf(year, month, day) * DAY_MS + (hour * 60 + minute) * 60_000;
  // Twice: the first guess may lie on the other side of the night in which the clocks are changed.
  let ms = wall - (shownAt(wall, zone) - wall);
  ms = wall - (shownAt(ms, zone) - ms);
  return ms;
}

const LENGTHS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
const isLeap = (year: number) => year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);

/** The day after one that is written as 2016-06-02; none for what is no day. */
export function dayAfter(day: string): string | null {
  const found = DAY.exec(day);
  if (found === null) return null;
  const [year = 0, month = 0, of = 0] = found.slice(1).map(Number);
  const length = (LENGTHS[month - 1] ?? 0) + (month === 2 && isLeap(year) ? 1 : 0);
  if (year === 0 || of === 0 || of > length) return null;
  const next =
    of < length ? [year, month, of + 1] : month < LENGTHS.length ? [year, month + 1, 1] : [year + 1, 1, 1];
  const written = ([4, 2, 2] as const).map((digits, at) => String(next[at]).padStart(digits, "0"));
  return written.join("-");
}
