// The consoles.
import { cageTexts } from "./console_cage";
import { casesTexts } from "./console_cases";
import { conductTexts } from "./console_conduct";
import { dealerTexts } from "./console_dealer";
import { equipmentTexts } from "./console_equipment";
import { floorTexts } from "./console_floor";
import { jackpotsTexts } from "./console_jackpots";
import { journalTexts } from "./console_journal";
import { promotionsTexts } from "./console_promotions";
import { proofsTexts } from "./console_proofs";
import { reportsTexts } from "./console_reports";
import { shellTexts } from "./console_shell";
import { accountTexts } from "./console_account";
import { staffTexts } from "./console_staff";
import { terminalsTexts } from "./console_terminals";
import { centsIn, titleOf, type FieldKind } from "../../state/acts";
import { AMOUNTS } from "../../wire/messages";
import { money } from "./money";

const DETAIL: Readonly<Record<string, string>> = {
  max: "at most",
  most: "at most",
  min: "at least",
  next: "next lower",
};

/** Amounts are whole cents by their names, or were written out by the floor. */
function detailWords(name: string, value: string | number): string {
  if (typeof value === "number") return AMOUNTS.includes(name) ? money.amount(value) : String(value);
  const cents = /^-?\d+\.\d\d$/.test(value) ? centsIn(value) : undefined;
  return cents === undefined ? value : money.amount(cents);
}

/** Acts that are called otherwise than their names say. */
const ACTS: Readonly<Record<string, string>> = {
  CreditAward: "Pay to the meter",
  PaperAward: "Pay on paper",
  UpholdAward: "Decide whether a prize stands",
  ClearJackpot: "Clear the terminal",
  EndJackpotFault: "The fault has ended",
  RecordDeniedClaim: "Deny a claim",
};

/** What fields of one act are called, where that is something else than in others. */
const OF_ACT: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  AnnouncePromotion: { words: "What is announced" },
};

const FIELDS: Readonly<Record<string, string>> = {
  why: "Why",
  words: "What was found or done",
  cause: "Cause",
  outcome: "Outcome",
  round: "Round",
  limits: "Limits",
  cloth: "Of the cloth",
  in_ms: "In how many seconds",
  period_ms: "Wagering period in seconds",
};

const EXPECTED: Record<FieldKind, string> = {
  text: "something",
  words: "some words",
  whole: "a whole number",
  money: "an amount such as 12.50",
  seconds: "seconds, such as 30",
  yes: "yes or no",
  choice: "one of the list",
  texts: "names with commas between them",
  wholes: "numbers with commas between them",
  monies: "amounts with commas between them",
  signs: "one kind a line, with least and most: straight 1.00 100.00",
  json: "JSON",
};

export const consoleTexts = {
  title: "Console",
  inquiry: casesTexts,
  conduct: conductTexts,
  floor: floorTexts,
  terminals: terminalsTexts,
  equipment: equipmentTexts,
  cage: cageTexts,
  jackpots: jackpotsTexts,
  journal: journalTexts,
  shell: shellTexts,
  reports: reportsTexts,
  dealing: dealerTexts,
  proofs: proofsTexts,
  promotions: promotionsTexts,
  staff: staffTexts,
  account: accountTexts,
  login: {
    title: "Log in",
    person: "Name or number",
    password: "Password",
    newPassword: "New password",
    code: "One-time code",
    go: "Log in",
    going: "One moment…",
    first: "First time here? Choose a password with a code",
    setUp: "Choose the password",
    back: "I have a password",
    refused: (words: string, waitMs: number) =>
      `Not let in: ${words}${waitMs > 0 ? `; wait ${Math.ceil(waitMs / 1000)} seconds` : ""}.`,
    ended: (words: string) => `You were logged out: ${words}.`,
    people: "Demonstration: come in as one of those who work here",
  },
  logOut: "Log out",
  loading: "Asking the floor…",
  connection: {
    connecting: "Connecting…",
    greeting: "Connecting…",
    standing: "Live",
    lost: "Connection lost. Reconnecting… What you see may be old, and nothing can be done until it is back.",
    ended: (words: string) => `The floor ended the session: ${words}.`,
  },
  tables: "Tables",
  table: (table: string) => `Table ${table}`,
  isClosed: "TABLE CLOSED",
  round: (round: number) => (round === 0 ? "No round yet" : `Round ${round}`),
  playing: (playing: number, terminals: number) => `${playing} playing, ${terminals} terminals`,
  dealer: (dealer: string) => (dealer === "" ? "No dealer signed on" : `Dealer ${dealer}`),
  cases: (count: number) => `${count} open ${count === 1 ? "case" : "cases"}`,
  disputes: (count: number) => `${count} open ${count === 1 ? "dispute" : "disputes"}`,
  alerts: {
    title: "Alerts",
    none: "Nothing waits for anybody.",
    count: (count: number) => `${count} waiting`,
    at: (place: string) => (place === "/floor" ? "The floor" : place === "/machine" ? "The machine" : place),
    times: (count: number) => (count > 1 ? `${count} times` : ""),
    lasts: "still so",
    acknowledge: "Take note",
    go: (area: string) => `Go to ${area.toLowerCase()}`,
    all: "Take note of all",
    words: "What was found or done",
  },
  acts: {
    next: "Next at this table",
    all: "Everything you may do here",
    none: "You hold no acts at this table.",
    house: "For the house",
    find: "Find an act",
    do: (title: string) => title,
    cancel: "Not now",
    more: "More",
    optional: "may be left empty",
    title: (act: string): string => ACTS[act] ?? titleOf(act),
    field: fieldOf,
    expected: (name: string, kind: FieldKind, act: string) =>
      `${fieldOf(name, act)}: expected ${EXPECTED[kind]}.`,
    unknown: "The floor has not said what this act asks for.",
    nothing: "–",
  },
  doings: {
    title: "What you did",
    none: "Nothing yet.",
    waiting: "asked…",
    done: (entry: number) => `done, entry ${entry}`,
    refused: (words: string, clause: string, details: string) =>
      `Not done: ${words}${details === "" ? "" : ` (${details})`}${clause === "" ? "" : ` (clause ${clause})`}.`,
    second: "waits for a second person",
    lapsed: "not done: nobody confirmed it in time",
    forgotten: "sent, but the login ended: look at what stands",
    details: (details: Readonly<Record<string, string | number>>) =>
      Object.entries(details)
        .map(([name, value]) => `${DETAIL[name] ?? name.replaceAll("_", " ")} ${detailWords(name, value)}`)
        .join(", "),
  },
  second: {
    title: "Waiting for a second person",
    by: (act: string, first: string) => `${act}, asked by ${first}`,
    person: "Second person",
    password: "Their password",
    confirm: "Confirm",
    factorOf: (person: string) => `Second factor of ${person}`,
    withdraw: "Take it back",
    until: (time: string) => `until ${time}`,
    refused: (words: string) => `Not confirmed: ${words}.`,
    ownConsole: "The second person confirms this at a console of their own.",
    half: "The second half of the code. Tell it to the person it is for, and to nobody else; the first half they get from whoever asked.",
  },
  view: {
    choose: "Choose a table.",
    notShown: (words: string) => `Not shown to you: ${words}.`,
    registered: (outcome: string) => `The device read ${outcome}: to be confirmed`,
    asks: (cause: string) => `The signals ask for a no spin: ${cause}`,
    last: "What fell",
    limits: "Limits",
    cloth: "Limits of the cloth",
    terminals: "Terminals",
    terminal: "Terminal",
    meter: "Credit",
    staked: "Bet",
    win: "Win",
    state: "State",
    fine: "in play",
    players: "Players at the cloth",
    player: "Player",
    hand: "In hand",
    laid: "On the layout",
    countdown: (seconds: number) => `${seconds} s`,
  },
};

function fieldOf(name: string, act = ""): string {
  return OF_ACT[act]?.[name] ?? FIELDS[name] ?? sentence(name);
}

function sentence(name: string): string {
  const words = name.replaceAll("_", " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}
