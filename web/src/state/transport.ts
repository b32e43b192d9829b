// A line to the server, as the session sees it. Text out, text in; it opens once and closes once.

export interface LineEvents {
  /** It is open; with the word to introduce oneself with, where that had to be asked for first. */
  opened(key?: string): void;
  received(text: string): void;
  /** Not called after `close()`. */
  closed(): void;
  /** The server was there and will not have us: trying again would not help. */
  turnedAway(reason: string, words: string): void;
}

export interface Line {
  send(text: string): void;
  /** Ends the line for good: no event comes any more. */
  close(): void;
}

export interface Transport {
  open(events: LineEvents): Line;
}

/** Time as the session sees it; a fake in tests. */
export interface Timers {
  /** A local clock that only goes forward. */
  now(): number;
  after(ms: number, act: () => void): () => void;
  /** From 0 up to 1, so that terminals do not come back all at once. */
  chance(): number;
}
