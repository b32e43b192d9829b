// Asking the floor over HTTP. A no comes as a problem with reason, clause and sentence, and is thrown as one.

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

export interface Asking {
  readonly method?: "GET" | "POST" | "DELETE";
  readonly body?: unknown;
  /** The number of a command, so that sent again it is the same. */
  readonly number?: string;
  readonly signal?: AbortSignal;
}

export interface Answer<Body> {
  readonly status: number;
  readonly body: Body;
}

export interface Api {
  /** What the floor answers; throws `Refused`. */
  ask<Body>(path: string, asking?: Asking): Promise<Answer<Body>>;
}

export function apiOver(send: Send): Api {
  return {
    ask: async <Body>(path: string, asking: Asking = {}): Promise<Answer<Body>> => {
      const answer = await sent(send, path, asking);
      const found: unknown = await answer.json().catch(() => null);
      if (!answer.ok) throw new Refused(problemIn(answer, found));
      return { status: answer.status, body: found as Body };
    },
  };
}

async function sent(send: Send, path: string, { method, body, number, signal }: Asking): Promise<Response> {
  const headers: Record<string, string> = { accept: "application/json", "x-openetg": "page" };
  if (body !== undefined) headers["content-type"] = "application/json";
  if (number !== undefined) headers["idempotency-key"] = number;
  try {
    return await send(path, {
      method: method ?? (body === undefined ? "GET" : "POST"),
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
