// The equipment register: parts, figures, approvals, visits, signals, displays.
import type { WrongDays, WrongFile } from "../../state/rules_documents";

const plain = (word: string) => word.replaceAll("_", " ").replaceAll("-", " ");

const WRONG_FILE: Readonly<Record<WrongFile, string>> = {
  empty: "there is nothing in it",
  large: "it is too large, at most",
  neither: "it is neither a PDF nor plain text in UTF-8; save it as one of these",
  markup: "it is a page with markup; save it as PDF or plain text",
  name: "its name is too long or has signs that a name may not have",
};
const WRONG_DAYS: Readonly<Record<WrongDays, string>> = {
  from: "Say from which day it is in force.",
  until: "The last day is no day.",
  order: "The last day lies before the first.",
};

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
  documents: {
    title: "The instruments themselves",
    about:
      "Patrons are shown and given the document that was attached last and is in force. Where none is, the page says so.",
    tables: (tables: readonly string[]) => `${tables.length === 1 ? "table" : "tables"} ${tables.join(", ")}`,
    none: "No document is in force: patrons are told that none is attached.",
    given: (name: string) => `Patrons are given ${name}.`,
    standings: {
      in_force: "in force",
      replaced: "replaced by a later one",
      later: "not yet in force",
      over: "no longer in force",
      withdrawn: "withdrawn",
    },
    since: (day: string) => `From ${day} on`,
    span: (day: string, last: string) => `From ${day} to ${last}`,
    costs: (sum: string) => `a copy costs ${sum}`,
    put: (at: string) => `attached ${at}`,
    taken: (at: string) => `withdrawn ${at}`,
    lacking: "Its bytes are missing on this machine or were changed: it is given to nobody. Attach it again.",
    withdraw: "Withdraw",
    open: "Attach a document",
    replace: "Replace by another",
    hint: "A PDF, or plain text in UTF-8. It is kept under the hash of its bytes and given exactly as it is.",
    file: "File",
    kinds: { "application/pdf": "PDF", "text/plain": "Plain text" },
    size: (bytes: number) =>
      bytes < 10_000
        ? `${bytes} bytes`
        : `${new Intl.NumberFormat("en-AU").format(Math.round(bytes / 1000))} kB`,
    from: "In force from",
    until: "Last day (empty: without end)",
    price: "Price of a copy (empty: none is sold)",
    attach: "Attach it",
    sending: "Bringing it to the floor…",
    attached: (name: string) => `${name} is attached.`,
    same: (name: string) =>
      `${name} was attached already with these days and this price: nothing was changed.`,
    known: (name: string, standing: string) =>
      standing === "withdrawn"
        ? `The same document was attached before as ${name} and withdrawn: attached again, it counts again.`
        : `The same document is attached already as ${name}: attached again, the new days and price count.`,
    noFile: "Choose a file first.",
    noPrice: "That is no price: write it as 5.50.",
    wrongFile: (why: WrongFile, name: string, largest: number) =>
      `${name}: ${WRONG_FILE[why]}${why === "large" ? ` ${Math.floor(largest / 1024 / 1024)} MB` : ""}.`,
    wrongDays: (why: WrongDays) => WRONG_DAYS[why],
    notBrought: (words: string) => `The floor did not take it: ${words}.`,
    refused: (words: string, clause: string) => `${words}${clause === "" ? "" : ` (clause ${clause})`}.`,
    waits: "A second person must confirm it.",
  },
  visits: {
    title: "Work on equipment",
    none: "Nobody works on equipment.",
    line: (place: string, person: string, at: string) => `${place}: ${person}, since ${at}`,
    start: "Begin work",
    end: "End the work",
  },
  lines: {
    title: "Lines to devices",
    none: "No device of this table is known to this floor.",
    columns: { device: "Device", how: "Line", reach: "Reached by" },
    how: {
      keyed: "sealed: every message bears a seal",
      trusted: "TRUSTED: no key, no seal",
      simulated: "simulated",
    },
    network: "network",
    cable: "cable",
    warning: (devices: readonly string[]) =>
      `Trusted without a key, whoever is at the cable is believed: ${devices.join(", ")}`,
    fault: (words: string) => `They cannot be shown: ${words}.`,
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
