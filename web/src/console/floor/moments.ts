// Moments as a supervisor reads them: a time of the day, with the date where it is another one.
const time = new Intl.DateTimeFormat("en-AU", {
  hour: "2-digit",
  minute: "2-digit",
  second: "2-digit",
  hour12: false,
});
const day = new Intl.DateTimeFormat("en-AU", {
  day: "2-digit",
  month: "short",
  hour: "2-digit",
  minute: "2-digit",
  hour12: false,
});

export const timeOf = (ms: number): string => time.format(ms);
export const dayOf = (ms: number): string => day.format(ms);
