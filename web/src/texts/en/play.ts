// What a player reads on a terminal beyond the layout and the meters: actions, favourites, rounds by themselves, calls,
// bounds, tables, statistics.
import type { AutoplayEnd } from "../../state/terminal";
import type { StaffMessage } from "../../wire/messages";
import { money } from "./money";

const AUTOPLAY_OVER: Record<AutoplayEnd, string> = {
  done: "Autoplay has ended: all its rounds are played.",
  loss: "Autoplay has ended: the next round could pass your loss limit.",
  refused: "Autoplay has ended.",
  money: "Autoplay has ended: money was put in or taken out.",
  stopped: "Autoplay is stopped. What lies on the layout stays in play.",
  offline: "Autoplay has ended: the connection was lost.",
  table: "Autoplay has ended: you turned to another table.",
};

const FROM_STAFF: Record<StaffMessage, string> = {
  limits: "The limits of this table are on its sign. Please keep your bets within them.",
  "no-more-bets": "No more bets. Bets stay as they are until the next round.",
  "below-minimum": "Bets below the minimum are returned.",
  closing: "This table closes soon.",
  "collect-credits": "Please collect your money before you leave.",
  vacate: "Places are for playing. Please play on, or leave the place to others.",
  "attendant-coming": "An attendant is on the way to you.",
  "see-attendant": "Please speak to an attendant.",
  "show-identification": "Please have your identification ready for an attendant.",
  "malfunction-inquiry": "A malfunction here is being looked into. You will be told what comes of it.",
  "rules-on-request": "You can read the rules here, or ask an attendant for them.",
};

export const playTexts = {
  undo: "Undo",
  clear: "Clear",
  double: "Double",
  repeat: "Repeat",
  max: "Max bet",
  maxNow: "Touch a bet to place the most it takes",
  favourites: "Favourites",
  autoplay: "Autoplay",
  service: "Service",
  close: "Close",
  menu: "Menu",
  details: "Why?",
  bets: { layout: "Layout", racetrack: "Racetrack", specials: "Special bets" },
  favourite: {
    about: "Keep what lies on the layout, and place it again with one touch.",
    name: (number: number) => `Favourite ${number}`,
    keep: "Keep these bets",
    nothing: "Place bets first, then keep them here.",
    place: (name: string, cents: number) => `Place ${name} for ${money.amount(cents)}`,
    drop: (name: string) => `Forget ${name}`,
    full: "When there are six, the oldest makes room.",
    bets: (count: number) => (count === 1 ? "1 bet" : `${count} bets`),
  },
  auto: {
    about: "Your bets are placed again in each new round, until the rounds are played or the limit is near.",
    rounds: "Rounds",
    loss: "Stop before losing more than",
    start: "Start",
    stop: "Stop autoplay",
    running: (left: number) => `Stop (${left} to go)`,
    left: (rounds: number) => (rounds === 1 ? "1 round to go" : `${rounds} rounds to go`),
    nothing: "Place your bets first; they are repeated.",
    over: (why: AutoplayEnd) => AUTOPLAY_OVER[why],
  },
  call: {
    about: "Somebody comes to you. Play goes on meanwhile.",
    attendant: "Call an attendant",
    fault: "Report a fault",
    payout: "Pay me by hand",
    waiting: "On the way",
    attendantWhy: "For help with anything",
    faultWhy: "Something on this screen is not right",
    payoutWhy: "An attendant pays your credit against your signature",
    called: "An attendant has been called.",
  },
  staff: { from: "From the staff", messages: FROM_STAFF },
  bounds: {
    title: "Limits of my own",
    about:
      "A limit you set holds until you collect. It can be made tighter at any time, wider only on your next visit.",
    loss: "I will not lose more than",
    time: "I will not play longer than",
    none: "No limit",
    minutes: (minutes: number) => (minutes === 1 ? "1 minute" : `${minutes} minutes`),
    set: "Set",
    lost: (cents: number) =>
      cents > 0 ? `Lost on this visit: ${money.amount(cents)}` : `Won on this visit: ${money.amount(-cents)}`,
    lossStands: (cents: number) => `Loss limit ${money.amount(cents)}`,
    timeStands: (clock: string) => `Play ends at ${clock}`,
    noVisit: "A visit begins with the first money you put in.",
    remind: (minutes: number) => `You have been playing for ${minutes} minutes.`,
    breakNow: "How about a break? Your credit is safe: collect it, or leave it while you stretch.",
    goOn: "Go on playing",
  },
  tables: {
    title: "Tables",
    here: "You are here",
    staked: (cents: number) => `${money.amount(cents)} in play`,
    turn: (title: string) => `Play at ${title}`,
  },
  numbers: {
    title: "Numbers",
    last: (count: number) => (count === 1 ? "Last round" : `Last ${count} rounds`),
    most: "Came most",
    least: "Came least",
    hot: "Hot",
    cold: "Cold",
    times: (count: number) => `${count}×`,
    run: (title: string, count: number) => `${title} ${count} times in a row`,
    share: (title: string, count: number, of: number) => `${title}: ${count} of ${of}`,
    fair: "What fell says nothing about what will fall.",
    none: "Nothing has fallen yet.",
  },
  rounds: {
    title: "My rounds",
    replay: (round: number) => `Show round ${round} again`,
    staked: "Bet",
    won: "Won",
    paid: "Paid",
    onlyOutcome: "What lay on the layout was not seen by this screen.",
  },
  moneyTab: "Money",
  lock: "This terminal cannot be played at the moment",
  withheld: (cents: number) => `${money.amount(cents)} is kept back until it is looked into.`,
  elsewhere: (table: string, win: number, paid: number) =>
    win > 0
      ? `Table ${table}: you won ${money.amount(win)}, ${money.amount(paid)} paid to your credit.`
      : `Table ${table}: the round is over, no win.`,
  corrected: "The outcome of a round was put right, and your credit with it",
};

/** The words below the signs of the menu. */
export const menuTexts = {
  tables: "Tables",
  help: "Help",
  rules: "Rules",
  promotions: "Promotions",
  bounds: "My limits",
  settings: "Settings",
  sound: "Sound",
  muted: "Muted",
  language: "Language",
};
