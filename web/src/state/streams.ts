// A numbered stream: what was last seen of it, and how the next message fits.

export interface Stream<View> {
  readonly view: View | null;
  /** The number of the last message that was taken in; -1 before the first. */
  readonly seq: number;
  /** Something was missed and the whole view has been asked for. */
  readonly missed: boolean;
}

export function emptyStream<View>(): Stream<View> {
  return { view: null, seq: -1, missed: false };
}

export type Fit = "next" | "old" | "gap";

/** Whether a message follows on what was seen, was seen already, or comes after something that is missing. */
export function fit(stream: Stream<unknown>, seq: number, prev: number): Fit {
  if (seq <= stream.seq) return "old";
  return prev === stream.seq ? "next" : "gap";
}

/** The number to be told to the server; none if something was missed. */
export function seenOf(stream: Stream<unknown>): number {
  return stream.missed ? -1 : stream.seq;
}

/** A view that was left out is fine if we hold that very one; otherwise it is missing. */
export function taken<View>(
  held: Stream<View>,
  view: View | null,
  seq: number,
  isFirst: boolean,
): Stream<View> {
  if (!isFirst && seq < held.seq) return held;
  if (view !== null) return { view, seq, missed: false };
  return { ...held, missed: held.view === null || held.seq !== seq };
}
