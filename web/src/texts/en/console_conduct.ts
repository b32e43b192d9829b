// Conduct: breaches and what follows them, directions to leave, disputes, denied claims.

const MEASURES: Readonly<Record<string, string>> = {
  void_wagers: "void wagers",
  exclude: "exclude from play",
  recommend_exclusion: "recommend exclusion",
  refuse_wagers: "refuse future wagers",
  excluded: "excluded from play",
  limited: "may not play it besides others",
  wagers_refused: "wagers refused",
};

const plain = (name: string) => name.replaceAll("_", " ").replaceAll("-", " ");

export const conductTexts = {
  title: "Conduct",
  tabs: { people: "People", breaches: "Breaches", disputes: "Disputes", claims: "Denied claims" } as Readonly<
    Record<string, string>
  >,
  table: (table: string, rulebook: string) => `Table ${table} · ${rulebook}`,
  who: "Who",
  player: "Player",
  idle: "Rounds without a wager",
  ofIdle: (rounds: number, after: number) =>
    after > 0 ? `${rounds} of ${after} rounds without a wager` : `${rounds} rounds without a wager`,
  flagged: "may be told to leave",
  breaches: "Breaches",
  inForce: "In force",
  directed: { told: "told to leave", refused: "refused to leave" } as Readonly<Record<string, string>>,
  nobody: "Nobody is at this table.",
  measure: (measure: string) => MEASURES[measure] ?? plain(measure),
  plain,
  after: (count: number) => (count > 1 ? `after ${count} instances` : ""),
  measures: "What may follow a breach here",
  noMeasures: "Nothing may follow a breach here.",
  person: {
    title: (who: string) => who,
    back: "Everybody",
    record: "On record",
    none: "No breach is on record.",
    breached: "Clause",
    at: "When",
    enables: "May follow",
    done: "Done about it",
    noneDone: "Nothing was done.",
    by: (person: string) => `by ${person}`,
  },
  breach: {
    title: "Record a breach",
    clause: "Which clause was broken",
    choose: "Choose a clause",
    kind: "What it consisted in",
    recordedOnly: "is recorded; no measure follows",
    enabling: "measures may follow",
    unprinted: "rests on a reading",
    persons: (least: number) => `It takes at least ${least} players, the one it is about among them.`,
    go: "Record it",
    say: "What the clause says",
  },
  several: "Several terminals",
  raise: "Raise a dispute",
  noDisputes: "No dispute is open.",
  deny: "Record a denied claim",
  inform: "The claimant was told",
  claim: {
    number: "Claim",
    prize: "Prize",
    value: "Value",
    claimant: "Claimant",
    why: "Why",
    informed: "Told",
    notYet: "not yet",
    none: "No claim was denied.",
    sealed: "not shown",
  },
};
