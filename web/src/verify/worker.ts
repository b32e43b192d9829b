// The worker that checks a file: reads it from a disk or from the floor, and tells how far it is.
import type { Asked, Heard } from "./asking";
import { checkFile, type Finding } from "./check";

const TELL_EVERY_MS = 100;

class Stopped extends Error {}

let wanted = 0;
const tell = (heard: Heard) => postMessage(heard);

onmessage = ({ data: { check, source, given } }: MessageEvent<Asked>) => {
  wanted = check;
  if (source === null) return;
  void found(check, source, given).then(
    (finding) => finding !== null && tell({ kind: "found", check, finding }),
  );
};

/** What is found; nothing if nobody wants to know any more. */
async function found(check: number, source: File | string, given: Asked["given"]): Promise<Finding | null> {
  let [bytes, toldAt] = [0, 0];
  try {
    const stream = typeof source === "string" ? await fetched(source) : source.stream();
    if (typeof stream === "string") return { kind: "unreadable", why: "refused", words: stream };
    const counted = partsOf(stream, (count) => (bytes += count));
    return await checkFile(counted, given, (entry, of) => {
      if (wanted !== check) throw new Stopped();
      const now = performance.now();
      if (now - toldAt < TELL_EVERY_MS && entry < of) return;
      toldAt = now;
      tell({ kind: "progress", check, entry, of, bytes });
    });
  } catch (fault) {
    if (fault instanceof Stopped) return null;
    return { kind: "unreadable", why: "no_file", words: fault instanceof Error ? fault.message : "" };
  }
}

/** What the floor gives; its words if it says no. */
async function fetched(path: string): Promise<ReadableStream<Uint8Array> | string> {
  const answer = await fetch(path, { headers: { "x-openetg": "page" }, cache: "no-store" });
  if (answer.ok && answer.body !== null) return answer.body;
  const said = (await answer.json().catch(() => null)) as { detail?: string } | null;
  return said?.detail ?? `${answer.status}`;
}

async function* partsOf(
  stream: ReadableStream<Uint8Array>,
  count: (bytes: number) => void,
): AsyncGenerator<Uint8Array> {
  const reader = stream.getReader();
  try {
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      count(part.value.length);
      yield part.value;
    }
  } finally {
    // A file that was wrong, or is no longer wanted, is not read to its end.
    await reader.cancel();
  }
}
