// Asking the floor over HTTP. A no comes as a problem with reason, clause and sentence, and is thrown as one.
//
// What an address takes and answers is in `wire/api.ts`, written from the floor's own handlers.
import type { Addresses } from "../wire/api";

export interface Problem {
  /** The number of the HTTP answer; 0 if there was none. */
  readonly status: number;
  /** One word for programs. */
  readonly reason: string;
  /** A sentence for people. */
  readonly detail: string;
  readonly clause: string;
  readonly details: Readonly<Record<string, string | number>>;
  /** How long to wait before asking again; 0 where that is not said. */
  readonly waitMs: number;
}

/** The floor said no, or nothing at all. */
export class Refused extends Error {
  readonly problem: Problem;

  constructor(problem: Problem) {
    super(problem.detail);
    this.problem = problem;
  }
}

/** What nobody answered. */
export const NO_ANSWER: Problem = {
  status: 0,
  reason: "no_answer",
  detail: "the floor does not answer",
  clause: "",
  details: {},
  waitMs: 0,
};

/** How a request goes out; `fetch` of a browser, or a fake in tests. */
export type Send = (path: string, init: RequestInit) => Promise<Response>;

/** An address with its method: `GET /api/site`. */
export type Address = keyof Addresses;

/** What is answered there. */
export type Answer<At extends Address> = Addresses[At]["answer"];

/** What goes along: names in the path, parameters, a body. */
export type Asking<At extends Address> = Omit<Addresses[At], "answer"> & {
  readonly signal?: AbortSignal | undefined;
};

/** The arguments behind an address: none where nothing has to go along. */
export type Along<At extends Address> =
  Record<never, never> extends Asking<At> ? [asking?: Asking<At>] : [asking: Asking<At>];

export interface Api {
  /** What the floor answers; throws `Refused`. */
  ask<At extends Address>(address: At, ...along: Along<At>): Promise<Answer<At>>;
}

/** The same for every address, as it is sent. */
interface Sent {
  readonly at?: Readonly<Record<string, string | number>>;
  readonly query?: Readonly<Record<string, string | number | null>>;
  readonly body?: unknown;
  readonly signal?: AbortSignal | undefined;
}

export function apiOver(send: Send): Api {
  return {
    ask: async <At extends Address>(address: At, ...[along]: Along<At>): Promise<Answer<At>> => {
      const answer = await sent(send, address, along ?? {});
      const found: unknown = await answer.json().catch(() => null);
      if (!answer.ok) throw new Refused(problemIn(answer, found));
      // The floor keeps to its own types.
      return found as Answer<At>;
    },
  };
}

async function sent(send: Send, address: Address, { at, query, body, signal }: Sent): Promise<Response> {
  const headers: Record<string, string> = { accept: "application/json", "x-openetg": "page" };
  if (body !== undefined) headers["content-type"] = "application/json";
  const [method, path] = address.split(" ") as [string, string];
  try {
    return await send(pathWith(path, at, query), {
      method,
      headers,
      body: body === undefined ? null : JSON.stringify(body),
      signal: signal ?? null,
      credentials: "same-origin",
      cache: "no-store",
    });
  } catch {
    throw new Refused(NO_ANSWER);
  }
}

/** A path with its names filled in, and its parameters. */
export function pathWith(path: string, at: Sent["at"] = {}, query: Sent["query"] = {}): string {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(at[name])));
  const said = Object.entries(query).flatMap(([name, value]) =>
    value === null ? [] : [[name, String(value)]],
  );
  return said.length === 0 ? filled : `${filled}?${new URLSearchParams(said).toString()}`;
}

function problemIn(answer: Response, found: unknown): Problem {
  const said = typeof found === "object" && found !== null ? (found as Partial<Problem>) : {};
  const wait = Number(answer.headers.get("retry-after") ?? 0);
  return {
    status: answer.status,
    reason: said.reason ?? "fault",
    detail: said.detail ?? `the floor answered ${answer.status}`,
    clause: said.clause ?? "",
    details: said.details ?? {},
    waitMs: Number.isFinite(wait) ? wait * 1000 : 0,
  };
}

/** The floor that served this page. */
export const floorApi: Api = apiOver((path, init) => fetch(path, init));
