// The equipment register: parts, figures, approvals, visits, signals, displays.

const plain = (word: string) => word.replaceAll("_", " ").replaceAll("-", " ");

const SHOWS: Readonly<Record<string, string>> = {
  numbers: "Numbers",
  sign: "Sign of odds and limits",
  lobby: "All tables",
  jackpots: "Jackpots",
};

export const equipmentTexts = {
  title: "Equipment",
  tables: "Tables",
  register: "Register",
  part: (part: string) => plain(part).replace(/^./, (letter) => letter.toUpperCase()),
  nothing: "Nothing on record",
  none: "None on record",
  takeOut: "Take out",
  serial: (serial: string) => `Serial ${serial}`,
  since: (at: string, by: string) =>
    by === "" ? `In use since ${at}` : `In use since ${at}, put there by ${by}`,
  figures: "Measured",
  figure: (name: string, mm: string) => `${plain(name)} ${mm} mm`,
  count: (name: string, count: number) => `${plain(name)} ${count}`,
  millimetres: (tenths: number) => (tenths / 10).toFixed(1),
  wanted: (name: string, least: string, greatest: string | null) =>
    greatest === null
      ? `${plain(name)}: at least ${least} mm`
      : `${plain(name)}: ${least === "0.1" ? "at most" : `${least} to`} ${greatest} mm`,
  metal: "With metal",
  emblem: (emblem: string) => `Emblem ${emblem}`,
  order: (count: number) => `${count} places in the order declared`,
  approval: { approved: "Approved", not: "Not approved", none: "Needs no approval" },
  checks: "Before the table opens",
  ready: "Nothing is missing.",
  open: "The table is open: everything was there.",
  missing: (reason: string, details: Readonly<Record<string, string | number>>) =>
    [
      plain(reason),
      Object.entries(details)
        .map(([name, value]) => `${plain(name)} ${value}`)
        .join(", "),
    ]
      .filter((part) => part !== "")
      .join(": "),
  form: {
    title: "Record a part",
    another: "Record another",
    part: "Part",
    serial: "Serial number",
    mm: (name: string) => `${plain(name)} in millimetres`,
    metal: "Contains metal",
    order: "Order round the wheel, as the device declares it, with spaces",
    emblem: "Emblem of the chips",
    unlike: (what: string) => `${what}: expected millimetres such as 81.5.`,
    check: "Show what it would do",
    sameOrder: "As the rules print it",
  },
  approvals: {
    title: "Approvals",
    inForce: (day: string) => `The rules are in force from ${day} on.`,
    noEffect: "Nobody has said from when the rules are in force.",
    effect: "Set from when they are in force",
    all: "for all tables",
    none: "The rules ask for no approval.",
    missing: "No approval is on record.",
    line: (reference: string, by: string, at: string) =>
      `${reference}, by the ${plain(by)}, on record since ${at}`,
    covers: (names: readonly string[]) => ` (${names.join(", ")})`,
    record: "Record an approval",
  },
  visits: {
    title: "Work on equipment",
    none: "Nobody works on equipment.",
    line: (place: string, person: string, at: string) => `${place}: ${person}, since ${at}`,
    start: "Begin work",
    end: "End the work",
  },
  signals: {
    title: "Signals",
    none: "No signal is on record.",
    columns: {
      at_ms: "Time",
      place: "Place",
      signal: "Signal",
      alarm: "Alarm",
      by: "During work of",
      clause: "Clause",
    },
    alarm: "alarm",
    quiet: "in the course of duty",
  },
  displays: {
    title: "Public displays",
    about:
      "A link with a key shows what everybody may see, and nothing can be done with it. Open it on the screen above the table.",
    none: "There is none for you to hang up.",
    show: (table: string, show: string) =>
      `${table === "" ? "Floor" : `Table ${table}`}: ${SHOWS[show] ?? plain(show)}`,
    copy: "Copy the link",
    copied: "Copied",
    fault: (words: string) => `They cannot be shown: ${words}.`,
  },
};
