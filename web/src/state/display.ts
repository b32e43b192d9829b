// A public display: one view, whole and numbered, of a table or of the whole floor. Plain data, one reducer.
//
// It asks for nothing but the view, and does nothing. What it shows counts as current only while the line stands and
// the view has come since; what the device was seen to do moves a picture and is never a result.
import type { DisplayNews, DisplayWelcome, FromDisplay, LobbyNews, ToDisplay } from "../wire/console";
import { CONSOLE_PROTOCOL } from "../wire/console";
import type { Spin } from "../wire/messages";
import { NO_CLOCK, serverNow, type Clock } from "./clock";
import { Keeper, type Link, type LineHappening } from "./keeper";
import { dismissed, heardAt, moved, only, type Step as LineStep } from "./link";
import type { Timers, Transport } from "./transport";

/** Where a display hangs, by its link. */
export interface Place {
  /** The table; empty for the whole floor. */
  readonly table: string;
  readonly key: string;
}

export type Shown = "numbers" | "sign" | "lobby" | "jackpots";

export interface DisplayState {
  readonly link: Link;
  readonly busy: null;
  readonly place: Place;
  readonly welcome: DisplayWelcome | null;
  readonly news: DisplayNews | LobbyNews | null;
  /** Whether the view is how things are now, and not how they were when the line was lost. */
  readonly isCurrent: boolean;
  /** When that was last known, by the server's clock; zero before anything has come. */
  readonly currentAtMs: number;
  /** Why the view is not shown; empty if it is, or has yet to come. */
  readonly words: string;
  readonly clock: Clock;
  /** What the device was last seen to do in the round that runs. */
  readonly spin: Spin | null;
  /** The round whose prizes were last on the screen. */
  readonly roundShown: number;
}

/** The prizes that were told are on the screen. */
export interface DisplayWish {
  readonly kind: "shown";
}

export type DisplayHappening = LineHappening<ToDisplay> | DisplayWish;

type Step = LineStep<DisplayState, FromDisplay>;

/** After these the same hello would only bring the same answer; a wall has nobody who could say another. */
const FINAL = [
  "protocol",
  "malformed",
  "too_long",
  "not_logged_in",
  "logged_out",
  "not_for_you",
  "no_such_table",
];
const FLOOR_WIDE: readonly Shown[] = ["lobby", "jackpots"];

export function newDisplay(place: Place): DisplayState {
  return {
    link: { kind: "connecting" },
    busy: null,
    place,
    welcome: null,
    news: null,
    isCurrent: false,
    currentAtMs: 0,
    words: "",
    clock: NO_CLOCK,
    spin: null,
    roundShown: 0,
  };
}

export interface Asked {
  readonly place: Place;
  readonly show: Shown;
  /** The code of a language; empty for that of the page. */
  readonly language: string;
}

/** What a link such as `#table=A&show=sign&key=…` asks for; nothing if it asks for nothing that there is. */
export function displayIn(hash: string): Asked | null {
  const said = new URLSearchParams(hash.replace(/^#/, ""));
  const [table, key] = [said.get("table") ?? "", said.get("key") ?? ""];
  const language = said.get("lang") ?? "";
  const show = said.get("show") ?? (table === "" ? "lobby" : "numbers");
  const floorWide = FLOOR_WIDE.find((each) => each === show);
  if (floorWide !== undefined) return { place: { table: "", key }, show: floorWide, language };
  if (table === "" || (show !== "numbers" && show !== "sign")) return null;
  return { place: { table, key }, show, language };
}

export class DisplaySession extends Keeper<DisplayState, ToDisplay, FromDisplay, DisplayWish> {
  constructor(place: Place, transport: Transport, timers: Timers, changed: (state: DisplayState) => void) {
    super(newDisplay(place), reduceDisplay, transport, timers, changed);
  }
}

export function reduceDisplay(state: DisplayState, happening: DisplayHappening): Step {
  switch (happening.kind) {
    case "opened":
      return greet(state);
    case "closed":
    case "retried":
    case "turned_away":
      return only({ ...moved(state, happening), isCurrent: false, spin: null });
    case "resend":
      return only(state);
    case "received":
      return receive(state, happening.message, happening.at);
    case "shown":
      return shown(state);
  }
}

function greet(state: DisplayState): Step {
  const { table, key } = state.place;
  const seen = state.news?.seq ?? -1;
  return {
    state: { ...state, link: { kind: "greeting" } },
    send: [{ type: "hello", protocol: CONSOLE_PROTOCOL, table, seen, key }],
  };
}

function receive(before: DisplayState, message: ToDisplay, at: number): Step {
  const state = heardOf(heardAt(before, message, at), at);
  switch (message.type) {
    case "welcome":
      return welcomed(state, message, at);
    case "display":
    case "lobby":
      return seen(state, message, at);
    case "not_watched":
      return only({ ...state, news: null, isCurrent: false, words: message.words });
    case "spin":
      return only(spun(state, message));
    case "pong":
      return only(state);
    case "bye":
      return only({ ...dismissed(state, message, FINAL), isCurrent: false, spin: null });
  }
}

/** Whatever is heard while the view is current says that it still is. */
function heardOf(state: DisplayState, at: number): DisplayState {
  const now = serverNow(state.clock, at);
  return state.isCurrent && now !== null ? { ...state, currentAtMs: now } : state;
}

function welcomed(state: DisplayState, welcome: DisplayWelcome, at: number): Step {
  const stands: DisplayState = { ...state, link: { kind: "standing" }, welcome };
  if (!welcome.same) return only(stands);
  if (state.news === null) return { state: stands, send: [{ type: "again" }] };
  return only(heardOf({ ...stands, isCurrent: true }, at));
}

/** Every message is the whole view, so the newest is the truth; after a gap it is asked for once more. */
function seen(state: DisplayState, news: DisplayNews | LobbyNews, at: number): Step {
  const last = state.news?.seq ?? -1;
  if (news.prev !== -1 && news.seq < last) return only(state);
  const spin = news.type === "display" && state.spin?.round === news.content.table.round ? state.spin : null;
  const next = heardOf({ ...state, news, spin, words: "", isCurrent: true }, at);
  const missed = news.prev !== -1 && news.prev !== last;
  return { state: next, send: missed ? [{ type: "again" }] : [] };
}

function spun(state: DisplayState, spin: Spin): DisplayState {
  const round = state.news?.type === "display" ? state.news.content.table.round : 0;
  return spin.round === round ? { ...state, spin } : state;
}

/** The server is told once for every round that its prizes are on the screen. */
function shown(state: DisplayState): Step {
  const { news, roundShown } = state;
  if (!state.isCurrent || news?.type !== "display" || news.content.round_paid <= roundShown)
    return only(state);
  return {
    state: { ...state, roundShown: news.content.round_paid },
    send: [{ type: "shown", seq: news.seq }],
  };
}
