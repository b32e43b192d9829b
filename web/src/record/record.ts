// A terminal's own record: takes note of what passes between it and the floor, and tells it when staff ask.
//
// Evidence only: nothing waits for it, nothing is decided by it, and a terminal that can keep none plays on. Taking
// note is putting a message into a queue; lines are made, hashed and written later, many at once.
import type { AskRecord, FromTerminal, RecordPart, ToTerminal } from "../wire/messages";
import { NO_TAIL, sealed, tailOf, type Digest, type Tail } from "./chain";
import { LineMaker, lineText, type Fields, type Noted } from "./line";
import { partsOf } from "./parts";
import { RoundWatch, type KeptRound } from "./rounds";

/** So many lines are kept at least; the oldest are dropped in chunks. */
export const LINES_KEPT = 5_000;
export const CHUNK = 250;
/** So many finished rounds are kept for the player. */
export const ROUNDS_KEPT = 100;
/** So many messages wait to be written at most, so that a disk that hangs costs no memory. */
export const WAITING_MAX = 1_000;
/** So many faults in a row, and the record is given up until the page is loaded again. */
const FAULTS_MAX = 3;
/** So often a write finds that another page has written before it at most. */
const TRIES = 30;

export interface NumberedLine {
  readonly k: number;
  readonly line: string;
}

/** What is written at once. */
export interface Batch {
  /** The number of the line that must still be the newest. */
  readonly after: number;
  readonly lines: readonly NumberedLine[];
  readonly rounds: readonly KeptRound[];
}

/** Where a record is kept. Every call fails where the browser keeps nothing. */
export interface Shelf {
  /** The newest line and its number; nothing if there is none. */
  newest(): Promise<NumberedLine | null>;
  /** All of it or nothing; says no if another page has written in between. Lines and rounds beyond the bounds go. */
  write(batch: Batch): Promise<boolean>;
  /** Every line, oldest first. */
  lines(): Promise<readonly string[]>;
  /** The finished rounds, newest first. */
  rounds(): Promise<readonly KeptRound[]>;
}

/** `opening` until the first line is written, `kept`, `unchained` where the browser offers no hashes, `none`. */
export type Standing = "opening" | "kept" | "unchained" | "none";

export interface Surroundings {
  /** The terminal's own clock, in milliseconds since 1970. */
  readonly now: () => number;
  /** Does something soon, when there is nothing better to do. */
  readonly soon: (act: () => void) => void;
}

export class TerminalRecord {
  standing: Standing = "opening";
  private waiting: Noted[] = [];
  private lost = 0;
  private isDue = false;
  private writing: Promise<void> = Promise.resolve();
  private tail: Tail | null = null;
  private readonly maker = new LineMaker();
  private readonly watch = new RoundWatch();
  private readonly shelf: Shelf;
  private readonly digest: Digest | null;
  private readonly around: Surroundings;

  constructor(shelf: Shelf, digest: Digest | null, around: Surroundings) {
    this.shelf = shelf;
    this.digest = digest;
    this.around = around;
  }

  /** Takes note of what the terminal has sent. */
  sent(message: FromTerminal): void {
    if ("n" in message || message.type === "shown") this.note({ at: this.around.now(), sent: message });
  }

  /** Takes note of what the floor has said. */
  received(message: ToTerminal): void {
    if (WORTH_NOTING.has(message.type)) this.note({ at: this.around.now(), received: message });
  }

  /** What the terminal kept, as staff have asked for it; says so if it kept nothing. */
  async answer(asked: Pick<AskRecord, "ask" | "since">): Promise<RecordPart[]> {
    await this.flush();
    try {
      return partsOf(asked, this.standing === "none" ? [] : await this.shelf.lines());
    } catch {
      return partsOf(asked, []);
    }
  }

  /** The last finished rounds of this terminal, newest first; none where none are kept. To be shown, no more. */
  async recentRounds(): Promise<readonly KeptRound[]> {
    await this.flush();
    try {
      return await this.shelf.rounds();
    } catch {
      return [];
    }
  }

  /** Writes what waits; done when it is written, or given up. */
  flush(): Promise<void> {
    this.writing = this.writing.then(() => this.writeAll());
    return this.writing;
  }

  private note(noted: Noted): void {
    if (this.standing === "none") return;
    if (this.waiting.length >= WAITING_MAX) {
      // No line is made of it, but those that follow belong to the life and the table it may have named.
      const gone = this.waiting.shift();
      if (gone !== undefined) this.maker.fields(gone);
      this.lost += 1;
    }
    this.waiting.push(noted);
    if (this.isDue) return;
    this.isDue = true;
    this.around.soon(() => void this.flush());
  }

  private async writeAll(): Promise<void> {
    this.isDue = false;
    const noted = this.taken();
    if (noted.length === 0 || this.standing === "none") return;
    const rounds = noted.flatMap(({ received, at }) =>
      received === undefined ? [] : this.watch.heard(received, at),
    );
    const kept = noted.flatMap((each) => {
      const fields = this.maker.fields(each);
      return fields === null ? [] : [{ at: each.at, fields }];
    });
    this.standing = (await this.isWritten(kept, rounds)) ? this.kind : "none";
  }

  private get kind(): Standing {
    return this.digest === null ? "unchained" : "kept";
  }

  private taken(): readonly Noted[] {
    const [noted, lost] = [this.waiting, this.lost];
    this.waiting = [];
    this.lost = 0;
    return lost === 0 ? noted : [{ at: this.around.now(), lost }, ...noted];
  }

  /** Tries a few times: another page of this terminal may have written, or the browser closed what was open. */
  private async isWritten(kept: readonly Kept[], rounds: readonly KeptRound[]): Promise<boolean> {
    for (let [turn, faults] = [0, 0]; turn < TRIES && faults < FAULTS_MAX; turn += 1) {
      try {
        const before = this.tail ?? (await this.read());
        const { lines, tail } = await this.chained(before, kept);
        if (await this.shelf.write({ after: before.k, lines, rounds })) {
          this.tail = tail;
          return true;
        }
      } catch {
        // The same again from what stands; after the last turn there is no record, which the page can say.
        faults += 1;
      }
      this.tail = null;
    }
    return false;
  }

  private async read(): Promise<Tail> {
    const newest = await this.shelf.newest();
    return newest === null ? NO_TAIL : { k: newest.k, h: tailOf(newest.line)?.h ?? "" };
  }

  private async chained(
    before: Tail,
    kept: readonly Kept[],
  ): Promise<{ lines: readonly NumberedLine[]; tail: Tail }> {
    const lines: NumberedLine[] = [];
    let tail = before;
    for (const { at, fields } of kept) {
      const k = tail.k + 1;
      const text = lineText(k, at, fields);
      const { line, h } =
        this.digest === null ? { line: text, h: "" } : await sealed(tail, text, this.digest);
      lines.push({ k, line });
      tail = { k, h };
    }
    return { lines, tail };
  }
}

interface Kept {
  readonly at: number;
  readonly fields: Fields;
}

const WORTH_NOTING: ReadonlySet<ToTerminal["type"]> = new Set([
  "welcome",
  "ack",
  "refused",
  "known",
  "own",
  "table",
]);
