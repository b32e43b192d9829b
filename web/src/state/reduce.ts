// One happening at a time: what the terminal knows afterwards, and what it sends.
//
// Pure. A command is staged until the server answers it, and sent again under the same number whenever the server
// has welcomed us anew, so that a wager is never lost and never placed twice. The server is the judge: a touch is
// sent even when the phase says no, because only the server's answer carries the clause.
import type {
  Ack,
  FromTerminal,
  Known,
  LayoutView,
  OwnNews,
  Refused,
  TableNews,
  ToTerminal,
  Welcome,
} from "../wire/messages";
import { begun, leftToLose, played, settled, turnOf } from "./autoplay";
import { learn, learnFromTable } from "./history";
import { dismissed, heardAt, moved, only, type Step as LineStep } from "./link";
import { looked, sensed } from "./motion";
import { overlaid } from "./past";
import { allowed, shownPhase } from "./phases";
import {
  askAgain,
  dropped,
  droppedNotice,
  find,
  hello,
  hindrance,
  isAnew,
  presentRound,
  resumption,
  standing,
  takenViews,
  without,
} from "./player";
import { emptyStream, fit } from "./streams";
import { lastStake, piecesOf, type AutoplayEnd, type Command, type Laid, type Notice } from "./terminal";
import type { Pending, Slide, TerminalState } from "./terminal";
import { isOfRound, numbered, type Asked, type Happening } from "./wishes";

export type { Happening, Wish } from "./wishes";

export type Step = LineStep<TerminalState, FromTerminal>;

/** More unanswered commands than a finger can make; beyond it the player is asked to wait. */
export const PENDING_MAX = 32;
const SLIDES_MAX = 12;
/** Goodbyes after which the same words would only bring the same answer. */
const FINAL = ["protocol", "key", "malformed", "too_long", "replaced", "unpaired"];

export function reduce(state: TerminalState, happening: Happening): Step {
  switch (happening.kind) {
    case "opened":
      return greet(happening.key === undefined ? state : { ...state, key: happening.key });
    case "closed":
    case "retried":
    case "turned_away":
      return only({ ...autoplayOver(moved(state, happening), "offline"), turning: null });
    case "resend":
      return resend(state);
    case "received":
      return receive(state, happening.message, happening.at);
    case "slid":
      return only({ ...state, slides: state.slides.filter((slide) => slide.n !== happening.n) });
    case "sit":
      return sit(state, happening.table);
    case "autoplay":
      return autoplay(state, happening.rounds, happening.lossMax);
    case "autoplay_stop":
      return only(autoplayOver(state, "stopped"));
    case "read":
      return only({ ...state, notice: null });
    default:
      return issue(state, happening);
  }
}

function greet(state: TerminalState): Step {
  return {
    state: { ...state, link: { kind: "greeting" } },
    send: [{ ...hello(state), terminal: state.terminal, table: state.at }],
  };
}

// What the player does.

function issue(state: TerminalState, wish: Asked): Step {
  return send(state, numbered(state.n + 1, wish, presentRound(state)));
}

function send(state: TerminalState, command: Command): Step {
  const hindered = state.turning === null ? hindrance(state, PENDING_MAX) : ({ kind: "wait" } as const);
  if (hindered !== null) return only({ ...state, notice: hindered });
  const pending: Pending = { command, round: presentRound(state) };
  return {
    state: { ...state, n: command.n, pending: [...state.pending, pending] },
    // While the floor has no room it would only say so again; the command goes with the others.
    send: state.busy === null ? [command] : [],
  };
}

/** What is under way belongs to the table it was meant for: nobody turns away before it is answered. */
function sit(state: TerminalState, table: string): Step {
  if (table === state.at) return only(state);
  const hindered = hindrance(state, 1);
  if (hindered !== null) return only({ ...state, notice: hindered });
  return { state: { ...autoplayOver(state, "table"), turning: table }, send: [{ type: "sit", table }] };
}

// Rounds by themselves.

function autoplay(state: TerminalState, rounds: number, lossMax: number): Step {
  const own = state.own.view;
  const hindered = hindrance(state, 1);
  if (hindered !== null) return only({ ...state, notice: hindered });
  if (own === null || rounds < 1) return only(state);
  return goOn({ ...state, autoplay: begun(rounds, lossMax, own.staked > 0, presentRound(state)) });
}

/** Plays the round that has opened, if it is to be played by itself. */
function goOn(state: TerminalState): Step {
  const [auto, own, table] = [state.autoplay, state.own.view, state.table.view];
  if (auto === null || own === null || table === null || state.link.kind !== "standing") return only(state);
  const isOpen = allowed(shownPhase(table)).wager;
  const turn = turnOf(auto, table.round, isOpen, lastStake(state));
  if (turn === "wait") return only(state);
  if (turn !== "play") return only(autoplayOver(state, turn));
  const [n, round, most] = [state.n + 1, table.round, leftToLose(auto)];
  const command: Command = { type: "repeat", n, round, auto: true, most };
  return send({ ...state, autoplay: played(auto, table.round) }, command);
}

function autoplayOver(state: TerminalState, why: AutoplayEnd): TerminalState {
  return state.autoplay === null
    ? state
    : { ...state, autoplay: null, notice: { kind: "autoplay_over", why } };
}

/** As a step that was taken, and then the next round by itself where that is wanted. */
function andGoOn({ state, send: sent }: Step): Step {
  const next = goOn(state);
  return { state: next.state, send: [...sent, ...next.send] };
}

/** Sends what the floor had no room for: the same numbers in their order, so that none overtakes another. */
function resend(state: TerminalState): Step {
  const from = state.busy?.n ?? Infinity;
  if (state.link.kind !== "standing") return only(state);
  const commands = state.pending.map((each) => each.command).filter(({ n }) => n >= from);
  return { state: { ...state, busy: null }, send: commands };
}

// What the server says.

function receive(state: TerminalState, message: ToTerminal, at: number): Step {
  const step = understood(state, message, at);
  return { ...step, state: seen(state, step.state, message, at) };
}

/** The picture of the wheel after a message: signals move it, the table's view ends it. */
function seen(before: TerminalState, state: TerminalState, message: ToTerminal, at: number): TerminalState {
  if (message.type === "spin") {
    return { ...state, spin: message, motion: sensed(state.motion, message, state.clock, at) };
  }
  if (before.table.view === state.table.view && before.layout === state.layout) return state;
  return { ...state, motion: looked(state.motion, state.table.view, state.layout, at) };
}

function understood(state: TerminalState, message: ToTerminal, at: number): Step {
  const heard = heardAt(state, message, at);
  switch (message.type) {
    case "welcome":
      return welcomed(heard, message, at);
    case "ack":
      return acknowledged(heard, message);
    case "known":
      return only(known(heard, message));
    case "refused":
      return only(refused(heard, message));
    case "own":
      return andGoOn(ownNews(heard, message));
    case "table":
      return andGoOn(checked(tableNews(heard, message)));
    case "busy":
      return only({ ...heard, busy: { n: message.n, waitMs: message.wait_ms } });
    case "pong":
      return only(heard);
    case "bye":
      return only(dismissed(heard, message, FINAL));
    default:
      return only(heard);
  }
}

/** The session stands: the server's views are the truth, and what is unanswered is sent again under its number. */
function welcomed(state: TerminalState, message: Welcome, at: number): Step {
  const joined = takeViews(state, message);
  const gone = dropped(state, message, presentRound(joined), isOfRound);
  const next: TerminalState = {
    ...joined,
    ...standing(state, message, gone),
    busy: null,
    turning: null,
    slides: gone.reduce((slides, each) => slide({ ...joined, slides }, each), joined.slides),
    notice: droppedNotice(gone, isAnew(state, message)) ?? meanwhile(state, joined) ?? joined.notice,
  };
  return { state: next, send: resumption(next, at) };
}

/** What the money came to while nobody was told: rounds were settled, or wagers came back. */
function meanwhile(before: TerminalState, now: TerminalState): Notice | null {
  const [was, is] = [before.own.view, now.own.view];
  if (before.link.kind === "standing" || was === null || is === null) return null;
  const sums = [was, is].map((own) => own.meter + own.staked);
  return was.meter === is.meter || sums[0] === sums[1]
    ? null
    : { kind: "meanwhile", was: was.meter, is: is.meter };
}

function takeViews(before: TerminalState, message: Welcome): TerminalState {
  const state = turned(before, message);
  const views = takenViews(state, message);
  const isNewRound = views.table.view?.round !== state.table.view?.round;
  const own = views.own.view;
  return settleViews(state, {
    ...state,
    ...views,
    laid: own === null ? state.laid : laidIn({ ...state, table: views.table }, own.staked, own.spots),
    screen: message.screen ?? state.screen,
    past: (message.layout === null ? null : message.past) ?? state.past,
    at: views.table.view?.table ?? state.at,
    roundSince: isNewRound ? views.table.seq : state.roundSince,
  });
}

/** A welcome to another table: what was known of the one before is put aside. */
function turned(state: TerminalState, message: Welcome): TerminalState {
  const table = message.table?.table ?? state.at;
  if (table === state.at || state.at === "") return state;
  const { [table]: history = [], ...others } = state.otherHistories;
  return {
    ...state,
    table: emptyStream(),
    history,
    otherHistories: { ...others, [state.at]: state.history },
    past: [],
    laid: null,
    notice: null,
    slides: [],
  };
}

/** An acknowledgement: the only way, besides a whole view, by which anything comes to lie on the layout. */
function acknowledged(state: TerminalState, message: Ack): Step {
  const pending = find(state.pending, message.n);
  const answered = accepted(state, message.n);
  const how = fit(state.own, message.seq, message.prev);
  const shown = how === "old" ? answered : applyAck(answered, message, how === "gap");
  const noted = pending === null ? shown : afterPlacing(shown, pending, message);
  return how === "gap" ? onceAgain(state, noted, "own") : only(noted);
}

function applyAck(state: TerminalState, message: Ack, missed: boolean): TerminalState {
  const view = state.own.view;
  if (view === null) return { ...state, own: { view, seq: state.own.seq, missed: true } };
  const spots = withChanges(view.spots, message.spots);
  const { meter, staked } = message;
  return {
    ...state,
    own: { view: { ...view, meter, staked, spots }, seq: message.seq, missed: missed || state.own.missed },
    laid: laidIn(state, staked, spots),
  };
}

/** What lies on the layout of the present round, kept to be shown beside what it brought. */
function laidIn(state: TerminalState, staked: number, spots: Readonly<Record<string, number>>): Laid | null {
  return staked === 0 ? state.laid : { round: presentRound(state), staked, spots };
}

function withChanges(
  spots: Readonly<Record<string, number>>,
  changes: Readonly<Record<string, number>>,
): Readonly<Record<string, number>> {
  return Object.fromEntries(Object.entries({ ...spots, ...changes }).filter(([, amount]) => amount !== 0));
}

/** Says so if a wager was trimmed. */
function afterPlacing(state: TerminalState, { command }: Pending, message: Ack): TerminalState {
  if (message.trimmed === "" || command.type !== "place") return state;
  const isSpot = state.layout?.spots.some((spot) => spot.name === command.wager) ?? false;
  const left = command.amount - message.accepted;
  return {
    ...state,
    slides: isSpot && left > 0 ? slide(state, { command: { ...command, amount: left } }) : state.slides,
    notice: {
      kind: "trimmed",
      spot: command.wager,
      asked: command.amount,
      accepted: message.accepted,
      clause: message.trimmed,
    },
  };
}

function known(state: TerminalState, message: Known): TerminalState {
  if (message.reason === "") return accepted(state, message.n);
  return refused(state, { type: "refused", details: {}, ...pick(message) });
}

function pick({ n, reason, clause }: Known): Pick<Refused, "n" | "reason" | "clause"> {
  return { n, reason, clause };
}

function refused(state: TerminalState, message: Refused): TerminalState {
  const pending = find(state.pending, message.n);
  if (pending === null) return state;
  const { reason, clause, details } = message;
  const isAuto = pending.command.type === "repeat" && pending.command.auto === true;
  return {
    ...answered(state, message.n),
    autoplay: isAuto ? null : state.autoplay,
    slides: slide(state, pending),
    notice: { kind: "refused", command: pending.command.type, reason, clause, details },
  };
}

function ownNews(state: TerminalState, message: OwnNews): Step {
  const answeredState = message.n === null ? state : accepted(state, message.n);
  const how = fit(state.own, message.seq, message.prev);
  if (how === "old") return only(answeredState);
  const { own, why } = message;
  const next = settleViews(state, {
    ...answeredState,
    own: { view: own, seq: message.seq, missed: how === "gap" },
    laid: laidIn(state, own.staked, own.spots),
    autoplay: autoplaySettled(state, message),
    history: learnFromOwn(state, message),
    notice: ownNotice(state, message) ?? answeredState.notice,
  });
  // Money that was put in or taken out would blur what has been lost.
  const shown = MONEY_MOVES.includes(why) ? autoplayOver(next, "money") : next;
  return how === "gap" ? onceAgain(state, shown, "own") : only(shown);
}

const MONEY_MOVES = ["note", "ticket", "transfer", "ticket_ordered", "withheld", "released", "corrected"];

/** What a round of this table that was played by itself has brought. */
function autoplaySettled(state: TerminalState, message: OwnNews) {
  const { autoplay: auto, laid } = state;
  if (auto === null || message.why !== "settled" || isElsewhere(state, message)) return auto;
  const isOwn = laid !== null && (message.round === 0 || laid.round === message.round);
  return isOwn ? settled(auto, laid.staked, message.own.paid) : auto;
}

function isElsewhere(state: TerminalState, { table }: OwnNews): boolean {
  return table !== undefined && table !== "" && table !== state.at;
}

function learnFromOwn(state: TerminalState, message: OwnNews) {
  const { why, seq, own, clause, round: about } = message;
  if (isElsewhere(state, message)) return state.history;
  const round = about || roundBehind(state, seq);
  const spots = state.laid?.round === round ? state.laid.spots : {};
  if (why === "settled") {
    return learn(state.history, round, { own: { win: own.win, paid: own.paid, spots } });
  }
  if (why === "void") return learn(state.history, round, { isVoid: true, clause });
  return state.history;
}

/** The round that an entry ended. The table's news of the same entry may already have brought the next round. */
function roundBehind(state: TerminalState, seq: number): number {
  const round = presentRound(state);
  return state.roundSince >= seq && state.table.seq >= seq ? round - 1 : round;
}

function ownNotice(state: TerminalState, message: OwnNews): Notice | null {
  const { why, seq, clause, round } = message;
  if (isElsewhere(state, message)) {
    const { win, paid } = message;
    return why === "settled" ? { kind: "elsewhere", table: message.table ?? "", win, paid } : null;
  }
  if (why === "corrected") return { kind: "corrected", clause };
  if (why === "void") return { kind: "void", round: round || roundBehind(state, seq), clause };
  if (why === "returned" || why === "ticket_failed") return { kind: why, clause };
  return null;
}

function tableNews(state: TerminalState, message: TableNews): Step {
  const how = fit(state.table, message.seq, message.prev);
  if (how === "old") return only(state);
  const before = state.table.view;
  const isNewRound = before?.round !== message.table.round;
  const next = settleViews(state, {
    ...state,
    table: { view: message.table, seq: message.seq, missed: how === "gap" },
    past: overlaid(state.past, message.table.outcomes),
    roundSince: isNewRound ? message.seq : state.roundSince,
  });
  return how === "gap" ? onceAgain(state, next, "table") : only(next);
}

/** An outcome that the layout does not have is a fault of this terminal or of its line: reported once for its round. */
function checked(step: Step): Step {
  const { table, layout, faulted } = step.state;
  const outcome = table.view?.outcome ?? null;
  const round = table.view?.round ?? 0;
  if (outcome === null || layout === null || faulted === round || canFall(layout, outcome)) return step;
  const next = send(
    { ...step.state, faulted: round },
    { type: "fault", n: step.state.n + 1, code: "unknown-number" },
  );
  return { state: next.state, send: [...step.send, ...next.send] };
}

function canFall({ spots, zeros, rows }: LayoutView, outcome: string): boolean {
  return (
    [zeros, ...rows].some((numbers) => numbers.includes(outcome)) ||
    spots.some(({ covers }) => covers.includes(outcome))
  );
}

/** What follows from new views: history, undo, notices that have had their time. */
function settleViews(before: TerminalState, state: TerminalState): TerminalState {
  const [was, now] = [before.table.view, state.table.view];
  const history = learnFromTable(state.history, was, now);
  const fresh = state.notice !== before.notice;
  const notice =
    fresh || !isOutdated(state.notice, was?.phase, now?.phase, was?.round !== now?.round)
      ? state.notice
      : null;
  return { ...state, history, notice };
}

const STAYING: readonly Notice["kind"][] = [
  "void",
  "returned",
  "too_late",
  "corrected",
  "elsewhere",
  "autoplay_over",
  "meanwhile",
];

/** Refusals fade when a new round opens; what happened to one's wagers stays until the next close. */
function isOutdated(
  notice: Notice | null,
  was: string | undefined,
  now: string | undefined,
  newRound: boolean,
): boolean {
  if (notice === null) return false;
  const stays = STAYING.includes(notice.kind);
  return stays ? was !== "CLOSED" && now === "CLOSED" : newRound;
}

/** Asks for the whole views, once until they come. */
function onceAgain(before: TerminalState, state: TerminalState, stream: "own" | "table"): Step {
  return { state, send: askAgain(!before[stream].missed) };
}

// Commands under way.

function answered(state: TerminalState, n: number): TerminalState {
  return { ...state, pending: without(state.pending, n) };
}

/** An accepted command ends what was said about an earlier refusal. */
function accepted(state: TerminalState, n: number): TerminalState {
  if (find(state.pending, n) === null) return state;
  const fades = state.notice !== null && !["void", "returned", "corrected"].includes(state.notice.kind);
  return { ...answered(state, n), notice: fades ? null : state.notice };
}

function slide({ layout, slides }: TerminalState, { command }: Pick<Pending, "command">): readonly Slide[] {
  const wagers =
    command.type === "place"
      ? [[command.wager, command.amount] as const]
      : command.type === "place_many"
        ? command.wagers
        : [];
  const chips = wagers.flatMap(([wager, amount]) => piecesOf(layout, wager, amount));
  // Several chips of one gesture: each has a number of its own, a part of the gesture's.
  const back = chips.map(([spot, amount], index) => ({ n: command.n + index / 1_000, spot, amount }));
  return [...slides, ...back].slice(-SLIDES_MAX);
}
