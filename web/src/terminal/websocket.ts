// The line as a WebSocket, and the browser's clock.
import type { Line, LineEvents, Timers, Transport } from "../state/transport";

export function webSocketTransport(address: string): Transport {
  return { open: (events) => openWebSocket(address, events) };
}

function openWebSocket(address: string, events: LineEvents): Line {
  const socket = new WebSocket(address);
  const silence = new AbortController();
  const { signal } = silence;
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
