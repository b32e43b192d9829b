// The dealer's screen at a live table.
import { REASON_SENTENCES } from "../../wire/messages";
import { money } from "./money";

const amount = money.amount;

const STEPS: Readonly<Record<string, string>> = {
  OpenRound: "Place your bets",
  WarnFinish: "Finish betting",
  CloseWagers: "No more bets",
  SpinWheel: "Spin",
  ConfirmOutcome: "Confirm the number",
  MarkDolly: "Dolly on the number",
  CollectLosers: "Losing bets are taken",
  PayWinners: "Everything is paid",
  CallNoSpin: "No spin",
  ResetTerminals: "Reset: betting opens again",
  ExamineBall: "The ball was examined",
  EnterOutcome: "Enter the number by hand",
  VoidRound: "The round is void",
};

/** What must come first, where its button says it otherwise. */
const FIRST: Readonly<Record<string, string>> = {
  MarkDolly: "key what fell",
  CorrectOutcome: "somebody decides between the two numbers",
};

const SAY: Readonly<Record<string, string>> = {
  place_your_bets: "Say: “Place your bets.”",
  finish_betting: "Say: “Finish betting.”",
  no_more_bets: "Say: “No more bets.”",
  the_number: "Announce the number.",
  no_spin: "Say: “No spin”, and take the ball out before it rests.",
};

const POWERS: Readonly<Record<string, string>> = {
  settle_early_rest: "A ball that rests before the close",
  settle_device_fault: "What fell when the wheel failed",
  void_round: "A void round",
  examine_ball: "To examine the ball",
  reset_after_no_spin: "To reset after no spin",
  approve_second_colour: "A second colour",
  require_colour_chips: "To require colour chips",
  grant_personal_maximum: "A personal maximum",
  limit_neighbours: "To limit the buttons",
};

const list = (words: readonly string[]): string =>
  words.length < 2 ? (words[0] ?? "") : `${words.slice(0, -1).join(", ")} or ${words.at(-1)}`;

export const dealerTexts = {
  title: "Dealer's screen",
  none: "You deal at no table.",
  choose: "Which table?",
  lineLost: "The line to the floor is lost. What you see is old, and nothing can be done until it is back.",
  loading: "Asking the floor for the table…",
  leave: "Console",
  alerts: (count: number) => (count === 1 ? "1 alert" : `${count} alerts`),
  table: (table: string, title: string) => `${table} · ${title}`,
  round: (round: number, spin: number) =>
    round === 0 ? "No round yet" : spin > 1 ? `Round ${round}, spin ${spin}` : `Round ${round}`,
  shut: "TABLE CLOSED",
  phases: {
    WAITING: "WAITING",
    OPEN: "PLACE YOUR BETS",
    FINISHING: "FINISH BETTING",
    CLOSED: "NO MORE BETS",
    HELD: "HELD",
    SETTLED: "SETTLED",
    VOID: "VOID",
  } as Readonly<Record<string, string>>,
  settling: "TAKE AND PAY",
  number: "WHICH NUMBER?",
  noSpin: "NO SPIN",
  spin: {
    title: "Spin",
    still: "Not spun",
    spun: "Spun",
    launched: "In motion",
    turning: "In motion",
    dropping: "Coming to rest",
    rest: "At rest",
    turns: (turns: number, least: number) => (turns < least ? `${turns} of ${least}` : `${turns}`),
    turnsTitle: "Turns",
    uncounted: (least: number) => (least === 0 ? "not counted" : `none of ${least}`),
    enough: "enough",
  },
  hands: {
    mine: "You deal",
    others: (dealer: string) => `${dealer} deals here`,
    nobodys: "Nobody deals here",
    signOn: "Sign on",
    signOff: "Sign off",
    takeOver: "Take the table over",
    leaving: "Sign off now?",
    leavingWords:
      "The ball runs, chips lie on the cloth, or a number is not decided. Nothing more is done at this table until somebody signs on.",
    stay: "Stay",
    why: "Nothing can be done at this table before you have signed on. From then on every step waits for you.",
    demonstration:
      "On this demonstration floor a simulated dealer runs the table until a person signs on, and comes back a while after you have signed off. While you deal, the wheel is spun for you when you press Spin.",
  },
  players: {
    title: "Players",
    none: "Nobody has a place at the cloth.",
    hand: "in hand",
    laid: "on the cloth",
    take: "Give a place",
    name: "Name or number of the player",
    places: (taken: number, of: number) => (of === 0 ? `${taken}` : `${taken} of ${of}`),
    noColour: "chips of value",
    colour: (colour: string, value: number) => `${colour}, ${amount(value)} a chip`,
    marker: "marker shows the value",
    maximum: (cents: number) => `marker: most ${amount(cents)}`,
    nextMaximum: (cents: number) => `next round: most ${amount(cents)}`,
    personal: "own limits",
    advised: "told: below the minimum comes back",
    must: { now: "colour chips only", next: "colour chips only from the next round" } as Readonly<
      Record<string, string>
    >,
    second: "second colour approved",
    partners: (names: readonly string[]) => `partner of ${names.join(", ")}`,
    barred: (words: string) => `takes no bets: ${words}`,
    riding: (cents: number) => `${amount(cents)} rides`,
    idle: (rounds: number) => `${rounds} rounds without a bet`,
    touches: (times: number) => `touched bets too early ${times === 1 ? "once" : `${times} times`}`,
    won: (cents: number) => `won ${amount(cents)}`,
    more: "Chips and place",
    only: (names: readonly string[]) => `This table is for ${names.join(", ")} alone, straight up.`,
  },
  chips: {
    title: (player: string) => `Chips of ${player}`,
    buy: "Buy in",
    amount: "Amount",
    means: { cash: "for cash", chips: "for chips brought" },
    colour: "Colour",
    value: "One chip is worth",
    ofValue: "of value",
    undeclared: (cents: number) => `not declared: ${amount(cents)}`,
    taken: "Taken",
    takenBy: (colour: string, player: string, value: number) => `${colour}: ${player}, ${amount(value)}`,
    sum: (cents: number, colour: string, count: number, value: number) =>
      colour === ""
        ? `${amount(cents)} in chips of value`
        : `${amount(cents)} = ${count} ${colour} chips of ${amount(value)}`,
    odd: (value: number) => `does not divide into chips of ${amount(value)}`,
    markerNeeded: (cents: number) => `Above the table minimum of ${amount(cents)}: put a marker on the rim.`,
    give: { cash: "Take the cash, give the chips", chips: "Take in the chips brought" },
    other: "other amount",
    cashIn: "Give value for all chips in hand",
    cashInWords: (cents: number) => `${amount(cents)} in hand is changed at this table.`,
    redeem: "Redeem",
    nothing: "No chips in hand.",
    leave: "Give the place up",
    secondColour: (roles: string) => `A second colour needs the approval of the ${roles}.`,
    secondApproved: "A second colour is approved, of the same value.",
    calls: "Who decides what",
    float: (pieces: readonly number[]) =>
      pieces.length === 0 ? "No float is on record." : `Float: ${pieces.map(money.face).join(" · ")}`,
  },
  lay: {
    lay: "Lay",
    lift: "Take back",
    verbal: "Spoken",
    helped: "Helped",
    block: "Block",
    layout: "Layout",
    choose: "Choose a player first, then touch the layout.",
    closed: "No bets are taken now.",
    chip: (cents: number, colour: string, count: number) =>
      colour === "" ? `Chip of ${amount(cents)}` : `${count} ${colour}, ${amount(cents)}`,
    below: (player: string, spot: string, sum: number, least: number) =>
      `${player} would have ${amount(sum)} on ${spot}; the least is ${amount(least)}.`,
    belowOnce: "It counts this once, and the player is told that the next comes back.",
    belowAgain: "The player was told before: it comes back whatever falls.",
    above: (player: string, spot: string, sum: number, most: number) =>
      `${player} would have ${amount(sum)} on ${spot}; it counts up to ${amount(most)}.`,
    anyway: "Lay it",
    not: "Leave it",
  },
  off: {
    title: "Out of the limits",
    below: (player: string, spot: string, lies: number, least: number) =>
      `${player}: ${amount(lies)} on ${spot} is below ${amount(least)}`,
    above: (player: string, spot: string, lies: number, most: number) =>
      `${player}: ${amount(lies)} on ${spot} is above ${amount(most)}`,
    off_step: (player: string, spot: string, lies: number, step: number) =>
      `${player}: ${amount(lies)} on ${spot} is no step of ${amount(step)}`,
    counts: (cents: number) => (cents === 0 ? "comes back whatever falls" : `counts ${amount(cents)}`),
  },
  block: {
    title: "Marker buttons",
    least: (cents: number, numbers: number) => `At least ${amount(cents)}, over ${numbers} numbers alike.`,
    perNumber: (count: number) => `At most ${count} on a number.`,
    perSpin: (count: number) => `At most ${count} in a spin.`,
    only: (players: readonly string[]) => `Only for ${players.join(", ")}.`,
    laid: "On the block",
    none: "No button lies on the block.",
    line: (player: string, wager: string, cents: number) => `${wager} · ${player} · ${amount(cents)}`,
    take: "Take back",
  },
  steps: {
    title: "Next",
    none: "Nothing is to be done now.",
    wait: {
      WAITING: "The table waits for its first round.",
      OPEN: "Bets are being placed.",
      CLOSED: "Wait for the number.",
      VOID: "The round is void. The next one opens by itself.",
      SETTLED: "The next round opens by itself.",
    } as Readonly<Record<string, string>>,
    step: (act: string) => STEPS[act] ?? act,
    say: (words: string) => SAY[words] ?? "",
    after: (act: string) => `First: ${FIRST[act] ?? (STEPS[act] ?? act).toLowerCase()}.`,
    wait_s: (seconds: number) => `In ${seconds} s`,
    key: (key: string) => `key ${key}`,
    asks: (cause: string) => `${cause}: call no spin.`,
    trouble: "The round is held",
  },
  noSpinPanel: {
    title: "No spin: why?",
    void: "The round is void: why?",
    words: {
      void: "The round is void and bets go back.",
      spin_again: "Bets stand; the ball is spun again.",
      spin_again_after_reset: "Bets stand; after the reset betting opens again, and the ball is spun again.",
    } as Readonly<Record<string, string>>,
    back: "Not now",
    open: "No spin",
    voidOpen: "Void spin",
  },
  pad: {
    title: "Which number lies there?",
    symbol: "Where does the indicator stand?",
    hint: "Read it off the wheel, not off the screen.",
    hintBooked:
      "The books were settled when the wheel stopped. Key where it stands: both are compared before the next round.",
    announce: (outcome: string, words: readonly string[]) => [outcome, ...words].join(", ").toLowerCase(),
    clear: "Clear",
    enter: "Compare",
    reader: "Reader",
    keyed: "Keyed",
    same: (outcome: string) => `${outcome}: keyed and read alike.`,
    by: {
      ConfirmOutcome: "Confirm and pay",
      MarkDolly: "Announce, put the dolly on it",
      checked: "Compare",
    } as Readonly<Record<string, string>>,
    byHand: "The wheel was not read: enter it by hand",
  },
  mismatch: {
    title: "STOP",
    entered: (entered: string, reader: string) =>
      `${entered} was entered by hand. The reader says ${reader}.`,
    seen: "I call somebody",
    words: (keyed: string, reader: string) => `You keyed ${keyed}. The reader says ${reader}.`,
    nothing: "Nothing is paid. Touch no chip.",
    settled: "The books are settled by the reader's number: pay nobody until it is put right.",
    again: "I misread: key it again",
    look: "Look at the wheel once more.",
    call: (roles: readonly string[]) =>
      `If the reader is wrong, call the ${list(roles)}: the right number is entered there, and everything follows from it.`,
    correct: "Put the number right",
  },
  plan: {
    take: "Take",
    pay: "Pay",
    back: "Back to the player",
    none: "Nothing to take.",
    noPay: "Nobody has won.",
    sums: (taken: number, paid: number) => `take ${amount(taken)} · pay ${amount(paid)}`,
    order: "first take, then pay",
    tick: "done",
    odds: (odds: string, share: number) => `${amount(share)} at ${odds}`,
    moved: (share: number, spot: string) => `move ${amount(share)} of the button to ${spot}`,
    exact: (exact: number) => `exact ${amount(exact)}; the float cannot make it`,
    rides: (cents: number) => `${amount(cents)} stays and rides`,
    stakeBack: (cents: number) => `${amount(cents)} goes back to hand`,
    loose: (cents: number) => `${amount(cents)} is not in the float: fill it first`,
    suggested: "no float on record; for example",
    chip: (count: number, value: number, colour: string) =>
      `${count} × ${money.face(value)}${colour === "" ? "" : ` ${colour}`}`,
    rest: (cents: number) => `and ${amount(cents)}`,
    advise: (players: readonly string[]) =>
      `Tell ${players.join(", ")}: further bets below the minimum will be returned.`,
    whatever: (cents: number, spot: string) => `${amount(cents)} on ${spot} goes back, whatever fell`,
    cut: "not all of it counts",
    spot: (spot: string) => `${spot} is paid: release it`,
    progress: (done: number, of: number) => `${done} of ${of}`,
    booked: "The books are settled. Move the chips, then call the next round.",
    handsDone: "Everything is taken and paid.",
    left: (count: number) => `${count} still to be paid`,
    ofWinning: "the button's other numbers",
  },
  refused: (words: string, clause: string, details: string) =>
    `Not done: ${words}${details === "" ? "" : ` (${details})`}${clause === "" ? "" : ` (${clause})`}.`,
  second: "It waits for a second person.",
  forgotten: "The line broke before the floor answered. Look at what stands.",
  reason: (reason: string) => (REASON_SENTENCES as Readonly<Record<string, string>>)[reason] ?? reason,
  power: (power: string) => POWERS[power] ?? power.replaceAll("_", " "),
  roles: list,
  keys: {
    title: "Keys",
    list: [
      ["1 … 9", "the steps; while a number is asked for, its figures"],
      ["Enter", "the main step, or compare the keyed number"],
      ["[ and ]", "the player before, the next player"],
      ["- and +", "a smaller chip, a larger chip"],
      ["l", "the layout: arrows, then Enter lays, Delete takes back"],
      ["t", "lay or take back"],
      ["v, h, k", "spoken, helped, block"],
      ["u", "buy in"],
      ["n", "no spin"],
      ["Space", "tick the next line of the list"],
    ] as readonly (readonly [string, string])[],
  },
};
