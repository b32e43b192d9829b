// What every page does alike when something happens on its line: the link, the last words, the server's clock. Pure.
import { hear, type Clock } from "./clock";
import type { Link, LineHappening } from "./keeper";

/** What is known after a happening, and what is sent. */
export interface Step<State, Out> {
  readonly state: State;
  readonly send: readonly Out[];
}

interface Linked {
  readonly link: Link;
}

type Moved = Extract<LineHappening<never>, { readonly kind: "closed" | "retried" | "turned_away" }>;

/** Nothing is sent. */
export function only<State>(state: State): Step<State, never> {
  return { state, send: [] };
}

/** The line closed, is tried again, or is not to be had. */
export function moved<State extends Linked>(state: State, happening: Moved): State {
  switch (happening.kind) {
    case "closed":
      return state.link.kind === "ended" ? state : { ...state, link: { kind: "lost" } };
    case "retried":
      return { ...state, link: { kind: "connecting" } };
    case "turned_away":
      return { ...state, link: { kind: "ended", reason: happening.reason, words: happening.words } };
  }
}

/** The server's goodbye; `final` are the reasons after which the same words would only bring the same answer. */
export function dismissed<State extends Linked>(
  state: State,
  { reason, words }: { readonly reason: string; readonly words: string },
  final: readonly string[],
): State {
  return { ...state, link: final.includes(reason) ? { kind: "ended", reason, words } : { kind: "lost" } };
}

/** The state with what a message tells of the server's clock. */
export function heardAt<State extends { readonly clock: Clock }>(
  state: State,
  message: { readonly type: string; readonly now_ms?: number },
  at: number,
): State {
  return message.now_ms === undefined ? state : { ...state, clock: hear(state.clock, message.now_ms, at) };
}
