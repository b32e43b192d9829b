// The desk somebody works at: one line to the floor, what it shows, where one is, and every way to act.
//
// Areas are given the desk and nothing else. What is offered comes from what the floor says this person holds; what an
// act would do is asked of the floor; nothing counts as done before the floor has said so.
import { floorApi } from "../access/api";
import { browserTimers, floorTransport } from "../line/websocket";
import { pathOf, type ApiSchema } from "../state/acts";
import { ConsoleSession, contentOf, type ConsoleState, type Contents, type Outcome } from "../state/console";
import type { LayoutView } from "../wire/messages";
import { useZone } from "./times.svelte";
import { hashOf, NOWHERE, routeOf, type Route } from "./route";
import type { PreviewView } from "../wire/api";

const LOOK_EVERY_MS = 250;

/** What fields of a form may be chosen from, where that is known here. */
export type Choices = Readonly<Record<string, readonly string[]>>;

/** An act that is about to be done: its panel is open. */
export interface Begun {
  readonly act: string;
  /** Fields that are known and not asked. */
  readonly given: Readonly<Record<string, unknown>>;
  readonly choices: Choices;
  /** What fields begin with, and may be changed. */
  readonly begins: Readonly<Record<string, string>>;
  /** What is about to be decided, in a sentence, where the act alone does not say it. */
  readonly words: string;
}

interface Waiting {
  readonly n: number;
  readonly tell: (outcome: Outcome) => void;
}

export class Desk {
  now = $state.raw<ConsoleState>(undefined as unknown as ConsoleState);
  localMs = $state(browserTimers.now());
  route = $state.raw<Route>(NOWHERE);
  schema = $state.raw<ApiSchema | null>(null);
  begun = $state.raw<Begun | null>(null);
  #layouts = $state.raw<Readonly<Record<string, LayoutView>>>({});
  /** Tables whose layout was asked for, and how many want each view: bookkeeping that nothing on the page shows. */
  readonly #asked: Record<string, boolean> = {};
  readonly #watched: Record<string, number> = {};
  readonly #session: ConsoleSession;
  #waiting: Waiting[] = [];

  readonly me = $derived.by(() => contentOf(this.now, "me"));
  readonly floor = $derived.by(() => contentOf(this.now, "floor"));
  readonly alerts = $derived.by(() => contentOf(this.now, "alerts"));
  readonly waits = $derived.by(() => contentOf(this.now, "waiting"));
  readonly isStanding = $derived.by(() => this.now.link.kind === "standing");
  readonly clock = $derived.by(() => this.now.clock);

  constructor() {
    this.#session = new ConsoleSession(floorTransport("/console"), browserTimers, (next) => this.#told(next));
    this.now = this.#session.state;
  }

  /** Takes the line up; what is given back lets it go. */
  start(): () => void {
    this.#session.start();
    const look = setInterval(() => (this.localMs = browserTimers.now()), LOOK_EVERY_MS);
    const turn = () => (this.route = routeOf(location.hash));
    turn();
    addEventListener("hashchange", turn);
    // What acts ask for is the same for everybody and for as long as the floor runs.
    floorApi
      .ask("GET /api/schema/openapi.json")
      .then((found) => (this.schema = found as ApiSchema))
      .catch(() => undefined);
    return () => {
      clearInterval(look);
      removeEventListener("hashchange", turn);
      this.#session.stop();
    };
  }

  go(area: string, name = "", part = ""): void {
    location.hash = hashOf({ area, name, part });
  }

  /** Watches a view as long as somebody wants it; what is given back ends that. For effects. */
  watch(view: string): () => void {
    const before = this.#watched[view] ?? 0;
    this.#watched[view] = before + 1;
    if (before === 0) this.#session.act({ kind: "watch", view });
    return () => {
      const left = (this.#watched[view] ?? 1) - 1;
      this.#watched[view] = left;
      if (left === 0) this.#session.act({ kind: "unwatch", view });
    };
  }

  view<Kind extends keyof Contents>(kind: Kind, table = ""): Contents[Kind] | null {
    return contentOf(this.now, kind, table);
  }

  /** Why a view is not shown; empty if it is, or has yet to come. */
  notShown(view: string): string {
    return this.now.views[view]?.words ?? "";
  }

  /** The layout of a table, asked for once; nothing until it has come. */
  layout(table: string): LayoutView | null {
    const found = this.#layouts[table];
    if (found !== undefined || table === "" || this.#asked[table] === true) return found ?? null;
    this.#asked[table] = true;
    floorApi
      .ask("GET /api/tables/{table}/layout", { at: { table } })
      .then((found) => (this.#layouts = { ...this.#layouts, [table]: found }))
      // Somebody without a role there sees no layout; whoever loses the line asks again.
      .catch(() => setTimeout(() => (this.#asked[table] = false), 3_000));
    return null;
  }

  /** Whether this person holds the power for an act: at a table, or anywhere. */
  may(act: string, table = ""): boolean {
    const me = this.me;
    if (me === null) return false;
    if (me.acts.includes(act)) return true;
    return me.tables.some((held) => (table === "" || held.table === table) && held.acts.includes(act));
  }

  tablesWith(act: string): string[] {
    return (this.me?.tables ?? []).filter(({ acts }) => acts.includes(act)).map(({ table }) => table);
  }

  /** Does an act; the answer of the floor, once it is on record or refused, or waits for a second person. */
  do(act: string, fields: unknown): Promise<Outcome> {
    const before = this.#session.state.n;
    this.#session.act({ kind: "act", act, fields });
    const n = this.#session.state.n;
    if (n === before) return Promise.resolve({ kind: "forgotten" });
    return new Promise((tell) => this.#waiting.push({ n, tell }));
  }

  preview(act: string, fields: unknown, signal?: AbortSignal): Promise<PreviewView> {
    return this.ask("POST /api/preview/{act}", {
      at: { act: pathOf(act) },
      body: fields,
      ...(signal && { signal }),
    });
  }

  /** Asks the floor over HTTP; throws `Refused`. */
  readonly ask = floorApi.ask;

  /** Opens the panel of an act: what is not given is asked, what it would do is shown, then it is confirmed. */
  begin(
    act: string,
    given: Readonly<Record<string, unknown>> = {},
    choices: Choices = {},
    begins: Readonly<Record<string, string>> = {},
    words = "",
  ): void {
    this.begun = { act, given, choices, begins, words };
  }

  #told(next: ConsoleState): void {
    this.now = next;
    useZone(next.timeZone);
    const outcomeOf = (n: number): Outcome =>
      next.doings.find((doing) => doing.n === n)?.outcome ?? { kind: "forgotten" };
    const answered = this.#waiting.filter(({ n }) => outcomeOf(n).kind !== "waiting");
    this.#waiting = this.#waiting.filter((each) => !answered.includes(each));
    for (const { n, tell } of answered) tell(outcomeOf(n));
  }
}
