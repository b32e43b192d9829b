// Public displays: read by everybody who walks by, from five metres.
import { clockWords } from "../moments";
import { money } from "./money";

const GAMES: Readonly<Record<string, string>> = {
  roulette: "Roulette",
  "sic-bo": "Sic Bo",
  "money-wheel": "Money Wheel",
};

const LAST: Readonly<Record<string, { readonly one: string; readonly many: (count: number) => string }>> = {
  roulette: { one: "Last number", many: (count) => `Last ${count} numbers` },
  "sic-bo": { one: "Last dice", many: (count) => `Last ${count} rounds` },
  "money-wheel": { one: "Last symbol", many: (count) => `Last ${count} symbols` },
};
const LAST_OF_ANY = { one: "Last result", many: (count: number) => `Last ${count} results` };

/** Why nothing can be shown, and who puts it right. */
const ENDS: Readonly<Record<string, string>> = {
  not_for_you: "The key of this display does not fit its place. Take its link from the floor again.",
  not_logged_in: "This display has no key. Take its link from the floor.",
  logged_out: "Whoever opened this display has logged out. A link with a key needs no login.",
  no_such_table: "There is no table of this name on the floor.",
  protocol: "This page is older than the floor. It loads itself again.",
};

const clock = clockWords("en-AU");
const rounds = (count: number) => (count === 1 ? "1 round" : `${count} rounds`);

export const displayTexts = {
  /** On the first page. */
  start: {
    screens: (table: string) => `Screens for the wall above table ${table}`,
    numbers: "Winning numbers",
    sign: "Table sign",
    floorWide: [
      ["/display/#show=lobby", "Lobby display", "Every table of the floor on a screen for the wall."],
      ["/display/#show=jackpots", "Jackpot display", "What may be won beside the tables, large."],
    ],
  },
  noPlace: "This display needs to know where it hangs",
  noPlaceWords:
    "Its link names a table, or what to show of the floor: #table=A, #table=A&show=sign, #show=lobby.",
  connecting: "Connecting to the floor…",
  lost: "NO CONNECTION",
  lostWords: "It comes back by itself.",
  asOf: (atMs: number, zone: string) => `What you see was so at ${clock(atMs, zone)}.`,
  ended: "NOTHING TO SHOW",
  endedWords: (reason: string, words: string) => ENDS[reason] ?? `The floor says: ${words}.`,
  table: (table: string) => `Table ${table}`,
  round: (round: number) => `Round ${round}`,
  game: (game: string) => GAMES[game] ?? game,
  isOpen: "OPEN",
  isClosed: "CLOSED",
  closedMessage: "TABLE CLOSED",
  /** What a round on hold, or void, means to everybody; why is told to those who play. */
  isHeld: "An attendant is looking into it; all wagers stand",
  isVoid: (cause: string): string =>
    cause === "fraud" ? "Wagers that were not forfeited are returned" : "All wagers are returned",
  wasVoid: (round: number) => `Round ${round} was void`,
  last: (game: string) => (LAST[game] ?? LAST_OF_ANY).one,
  lastMany: (game: string, count: number) => (LAST[game] ?? LAST_OF_ANY).many(count),
  none: "Nothing has fallen yet",
  pays: (odds: string) => (odds === "" ? "" : `Pays ${odds}`),
  statistics: (count: number) => `Of the last ${rounds(count)}`,
  hot: "Most often",
  cold: "Least often",
  times: (count: number) => `${count}×`,
  ago: (count: number | null) => (count === null ? "not seen" : count === 0 ? "just now" : `${count} ago`),
  run: (title: string, count: number) => `${title} ${count} in a row`,
  prizes: (round: number) => `Winners of round ${round}`,
  noPrizes: (round: number) => `Round ${round}: no winners`,
  terminal: (terminal: string) => `Terminal ${terminal}`,
  won: (cents: number) => money.amount(cents),
  more: (count: number) => `and ${count} more`,
  limitsTitle: "Limits",
  atTerminals: "At terminals",
  onCloth: "On the cloth",
  any: "Every bet",
  other: "Every other bet",
  sum: "All bets together",
  min: "Min",
  max: "Max",
  amount: (cents: number | null) => (cents === null ? "–" : money.face(cents)),
  step: (cents: number) => `in steps of ${money.face(cents)}`,
  multiples: "multiples of the minimum",
  noLimits: "Ask the dealer for the limits",
  odds: "What is paid",
  closesAt: (atMs: number, zone: string) => `This table closes at ${clock(atMs, zone)}`,
  closesIn: (ms: number) => {
    const minutes = Math.max(0, Math.ceil(ms / 60_000));
    return minutes === 0 ? "any moment" : minutes === 1 ? "in 1 minute" : `in ${minutes} minutes`;
  },
  notice: (kind: string): string => {
    if (kind === "limits") return "The limits of this table change";
    if (kind === "open") return "This table stays open";
    return kind === "close" ? "This table closes" : kind;
  },
  jackpots: "Jackpots",
  noJackpots: "No jackpot runs at this moment",
  noJackpotsWords: "When one does, it is shown here.",
  lobby: "Tables",
  noTables: "No table is on this floor yet.",
  free: (free: number, terminals: number) => `${free} of ${terminals} terminals free`,
  allTaken: "All terminals taken",
  cloth: "Ask the dealer for a place",
  limits: (min: number | null, max: number | null): string => {
    if (min !== null && max !== null) return `Bets ${money.face(min)} – ${money.face(max)}`;
    if (min !== null) return `Bets from ${money.face(min)}`;
    return max === null ? "" : `Bets up to ${money.face(max)}`;
  },
  shuts: (atMs: number, zone: string) => `Closes at ${clock(atMs, zone)}`,
};
