// The line as a WebSocket to the very server that served the page, and the browser's clock.
import type { Line, LineEvents, Timers, Transport } from "../state/transport";

/** Where a socket of the floor is, as seen from a page of it: same host, same port, as safe as the page. */
export function socketAddress(page: Pick<Location, "protocol" | "host">, path: string): string {
  return `${page.protocol === "https:" ? "wss:" : "ws:"}//${page.host}${path}`;
}

/** Lines to one path of the floor. */
export function floorTransport(path: string): Transport {
  return { open: (events) => openWebSocket(socketAddress(location, path), events) };
}

/** Lines that need a word first, which only the floor can give; `ask` fails if the floor does not answer. */
export function floorTransportWith(path: string, ask: (signal: AbortSignal) => Promise<string>): Transport {
  return {
    open: (events) => {
      const silence = new AbortController();
      let line: Line | null = null;
      ask(silence.signal)
        .then((key) => {
          if (silence.signal.aborted) return;
          const opened = () => events.opened(key);
          line = openWebSocket(socketAddress(location, path), { ...events, opened });
        })
        .catch((wrong: unknown) => {
          if (silence.signal.aborted) return;
          if (wrong instanceof NotAdmitted) events.turnedAway(wrong.reason, wrong.message);
          else events.closed();
        });
      return {
        send: (text) => line?.send(text),
        close: () => {
          silence.abort();
          line?.close();
        },
      };
    },
  };
}

/** The floor answers, and does not let us in. */
export class NotAdmitted extends Error {
  readonly reason: string;

  constructor(reason: string, words: string) {
    super(words);
    this.reason = reason;
  }
}

function openWebSocket(address: string, events: LineEvents): Line {
  const silence = new AbortController();
  const { signal } = silence;
  const socket = new WebSocket(address);
  socket.addEventListener("open", () => events.opened(), { signal });
  socket.addEventListener("message", (event) => events.received(String(event.data)), { signal });
  socket.addEventListener("close", () => events.closed(), { signal });
  return {
    send: (text) => {
      if (socket.readyState === WebSocket.OPEN) socket.send(text);
    },
    close: () => {
      silence.abort();
      socket.close();
    },
  };
}

export const browserTimers: Timers = {
  now: () => performance.now(),
  after: (ms, act) => {
    const timer = setTimeout(act, ms);
    return () => clearTimeout(timer);
  },
  chance: () => Math.random(),
};
