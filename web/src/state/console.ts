// A console: the views it watches, whole and numbered, and the acts of whoever is logged in. Plain data, one reducer.
//
// Who the person is and what they hold is what the server says; an act is numbered within the login, sent again under
// its number after a break, and nothing counts as done before the server has said so.
import type {
  ActDone,
  ActKnown,
  ActRefused,
  ConsoleWelcome,
  Fact,
  FromConsole,
  NeedsSecond,
  ToConsole,
  ViewNews,
} from "../wire/console";
import { CONSOLE_PROTOCOL } from "../wire/console";
import type { Spin } from "../wire/messages";
import { NO_CLOCK, type Clock } from "./clock";
import { Keeper, type Link, type LineHappening } from "./keeper";
import { dismissed, heardAt, moved, only, type Step as LineStep } from "./link";
import type { Timers, Transport } from "./transport";

/** A view by its kind, as it was last told. */
export interface Seen {
  /** The entry behind it; -1 before it has come. */
  readonly seq: number;
  readonly news: ViewNews | null;
  /** Why it is not shown; empty if it is, or has yet to come. */
  readonly words: string;
}

export type Outcome =
  | { readonly kind: "waiting" }
  | { readonly kind: "done"; readonly seq: number; readonly facts: readonly Fact[] }
  | {
      readonly kind: "refused";
      readonly reason: string;
      readonly clause: string;
      readonly words: string;
      readonly details: Readonly<Record<string, string | number>>;
    }
  /** Nothing of it is done before a second person has confirmed it. */
  | { readonly kind: "second"; readonly confirmation: string; readonly untilMs: number }
  /** Sent under a login that has ended; the views say what stands. */
  | { readonly kind: "forgotten" };

export interface Doing {
  readonly n: number;
  readonly act: string;
  readonly fields: unknown;
  readonly outcome: Outcome;
}

export interface ConsoleState {
  readonly link: Link;
  readonly busy: null;
  readonly person: string;
  readonly site: string;
  /** The zone of the site; empty until the floor has told it. */
  readonly timeZone: string;
  readonly boot: number | null;
  readonly n: number;
  readonly untilMs: number;
  readonly clock: Clock;
  readonly views: Readonly<Record<string, Seen>>;
  /** What the device of a table was last seen to do, by table; of those whose dealer's view is watched. */
  readonly spins: Readonly<Record<string, Spin>>;
  /** What was done here, newest first. */
  readonly doings: readonly Doing[];
}

export type ConsoleWish =
  | { readonly kind: "watch"; readonly view: string }
  | { readonly kind: "unwatch"; readonly view: string }
  | { readonly kind: "act"; readonly act: string; readonly fields: unknown };

export type ConsoleHappening = LineHappening<ToConsole> | ConsoleWish;

type Step = LineStep<ConsoleState, FromConsole>;

const DOINGS_KEPT = 30;
const UNSEEN: Seen = { seq: -1, news: null, words: "" };
const FINAL = ["protocol", "malformed", "too_long", "too_many", "not_logged_in", "logged_out", "not_for_you"];
/** Views every console watches. */
export const ALWAYS = ["floor", "me", "alerts", "waiting"];

export function newConsole(): ConsoleState {
  return {
    link: { kind: "connecting" },
    busy: null,
    person: "",
    site: "",
    timeZone: "",
    boot: null,
    n: 0,
    untilMs: 0,
    clock: NO_CLOCK,
    views: Object.fromEntries(ALWAYS.map((view) => [view, UNSEEN])),
    spins: {},
    doings: [],
  };
}

export class ConsoleSession extends Keeper<ConsoleState, ToConsole, FromConsole, ConsoleWish> {
  constructor(transport: Transport, timers: Timers, changed: (state: ConsoleState) => void) {
    super(newConsole(), reduceConsole, transport, timers, changed);
  }
}

export type Contents = { readonly [News in ViewNews as News["type"]]: News["content"] };

/** The content of a view, if it has come. */
export function contentOf<Kind extends keyof Contents>(
  state: ConsoleState,
  kind: Kind,
  table = "",
): Contents[Kind] | null {
  const news = state.views[table === "" ? kind : `${kind}/${table}`]?.news;
  return news?.type === kind ? (news.content as Contents[Kind]) : null;
}

export function reduceConsole(state: ConsoleState, happening: ConsoleHappening): Step {
  switch (happening.kind) {
    case "opened":
      return greet(state);
    case "closed":
    case "retried":
    case "turned_away":
      return only(moved(state, happening));
    case "resend":
      return only(state);
    case "received":
      return receive(state, happening.message, happening.at);
    case "watch":
      return watch(state, happening.view);
    case "unwatch":
      return unwatch(state, happening.view);
    case "act":
      return act(state, happening.act, happening.fields);
  }
}

function greet(state: ConsoleState): Step {
  const watched = Object.entries(state.views).map(([view, { seq }]) => [view, seq] as const);
  const hello = {
    type: "hello" as const,
    protocol: CONSOLE_PROTOCOL,
    boot: state.boot,
    watch: Object.fromEntries(watched),
  };
  return { state: { ...state, link: { kind: "greeting" } }, send: [hello] };
}

function watch(state: ConsoleState, view: string): Step {
  if (view in state.views) return only(state);
  const next = { ...state, views: { ...state.views, [view]: UNSEEN } };
  return { state: next, send: state.link.kind === "standing" ? [{ type: "watch", view }] : [] };
}

function unwatch(state: ConsoleState, view: string): Step {
  if (!(view in state.views)) return only(state);
  const views = Object.fromEntries(Object.entries(state.views).filter(([name]) => name !== view));
  return {
    state: { ...state, views },
    send: state.link.kind === "standing" ? [{ type: "unwatch", view }] : [],
  };
}

/** An act that nobody hears of is not kept for later: what it was meant for may be over by then. */
function act(state: ConsoleState, name: string, fields: unknown): Step {
  if (state.link.kind !== "standing") return only(state);
  const n = state.n + 1;
  const doing: Doing = { n, act: name, fields, outcome: { kind: "waiting" } };
  return {
    state: { ...state, n, doings: [doing, ...state.doings].slice(0, DOINGS_KEPT) },
    send: [{ type: "act", n, act: name, fields }],
  };
}

function receive(state: ConsoleState, message: ToConsole, at: number): Step {
  const heard = heardAt(state, message, at);
  switch (message.type) {
    case "welcome":
      return welcomed(heard, message);
    case "done":
    case "known":
    case "refused":
    case "needs_second":
      return only(answered(heard, message.n, outcomeOf(message)));
    case "not_watched":
      return only(withView(heard, message.view, { ...UNSEEN, words: message.words }));
    case "spin":
      return only({ ...heard, spins: { ...heard.spins, [message.table]: message } });
    case "pong":
      return only(heard);
    case "bye":
      return only(dismissed(heard, message, FINAL));
    default:
      return only("view" in message ? seen(heard, message) : heard);
  }
}

/** The session stands. Under another login nothing that was asked before counts. */
function welcomed(state: ConsoleState, message: ConsoleWelcome): Step {
  const anew = state.boot !== null && state.boot !== message.boot;
  const doings = anew ? state.doings.map(forgotten) : state.doings;
  const next: ConsoleState = {
    ...state,
    link: { kind: "standing" },
    person: message.person,
    site: message.site,
    timeZone: message.time_zone ?? "",
    boot: message.boot,
    untilMs: message.until_ms,
    n: Math.max(anew ? 0 : state.n, message.last),
    doings,
  };
  const waiting = doings.filter(({ outcome }) => outcome.kind === "waiting").reverse();
  return {
    state: next,
    send: waiting.map(({ n, act: name, fields }) => ({ type: "act", n, act: name, fields })),
  };
}

function forgotten(doing: Doing): Doing {
  return doing.outcome.kind === "waiting" ? { ...doing, outcome: { kind: "forgotten" } } : doing;
}

function outcomeOf(message: ActDone | ActKnown | ActRefused | NeedsSecond): Outcome {
  switch (message.type) {
    case "done":
      return { kind: "done", seq: message.seq, facts: message.facts };
    case "needs_second":
      return { kind: "second", confirmation: message.confirmation, untilMs: message.until_ms };
    case "known":
      return message.reason === ""
        ? { kind: "done", seq: message.seq, facts: [] }
        : { kind: "refused", reason: message.reason, clause: message.clause, words: "", details: {} };
    case "refused": {
      const { reason, clause, words, details } = message;
      return { kind: "refused", reason, clause, words, details };
    }
  }
}

function answered(state: ConsoleState, n: number, outcome: Outcome): ConsoleState {
  const doings = state.doings.map((doing) => (doing.n === n ? { ...doing, outcome } : doing));
  return { ...state, doings };
}

/** Every message is the whole view, so the newest is the truth; one that is older than what is shown is not. */
function seen(state: ConsoleState, news: ViewNews): ConsoleState {
  const held = state.views[news.view];
  if (held === undefined || (news.prev !== -1 && news.seq < held.seq)) return state;
  return withView(state, news.view, { seq: news.seq, news, words: "" });
}

function withView(state: ConsoleState, view: string, now: Seen): ConsoleState {
  return view in state.views ? { ...state, views: { ...state.views, [view]: now } } : state;
}
