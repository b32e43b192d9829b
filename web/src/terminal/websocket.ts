// The line as a WebSocket, and the browser's clock.
//
// Where the floor listens is asked anew for every line: after a restart it may be another port.
import { askFloor } from "../floor";
import type { Line, LineEvents, Timers, Transport } from "../state/transport";

export const floorTransport: Transport = {
  open: (events) => {
    const silence = new AbortController();
    let line: Line | null = null;
    askFloor(silence.signal)
      .then(({ sockets }) => {
        if (!silence.signal.aborted) line = openWebSocket(`${sockets}/terminal`, events, silence.signal);
      })
      .catch(() => {
        if (!silence.signal.aborted) events.closed();
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

function openWebSocket(address: string, events: LineEvents, signal: AbortSignal): Line {
  const socket = new WebSocket(address);
  socket.addEventListener("open", () => events.opened(), { signal });
  socket.addEventListener("message", (event) => events.received(String(event.data)), { signal });
  socket.addEventListener("close", () => events.closed(), { signal });
  return {
    send: (text) => {
      if (socket.readyState === WebSocket.OPEN) socket.send(text);
    },
    close: () => socket.close(),
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
