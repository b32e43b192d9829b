// What fell at a table, newest first, longer than its view tells: each new view is laid over what was known. Pure.

const KEPT = 100;

/** What is known after a view of the table said what fell last; a corrected outcome takes the place of the wrong one. */
export function overlaid(past: readonly string[], told: readonly string[]): readonly string[] {
  for (let fresh = 0; fresh < told.length; fresh += 1) {
    const rest = told.slice(fresh);
    if (past.length > 0 && rest.every((outcome, index) => past[index] === outcome)) {
      return fresh === 0 ? past : [...told.slice(0, fresh), ...past].slice(0, KEPT);
    }
  }
  return [...told, ...past.slice(told.length)].slice(0, KEPT);
}
