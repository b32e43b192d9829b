// Moments as a supervisor reads them: a time of the day, or the day with it.
export { clockOf as timeOf, minuteOf as dayOf } from "../times.svelte";
