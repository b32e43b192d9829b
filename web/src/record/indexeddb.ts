// The shelf of a terminal's own record in IndexedDB: lines by their number, finished rounds by table and number.
//
// One database for all terminals of a browser, opened once. A write is one transaction that looks whether the newest
// line is still the one it follows: two pages of one terminal never write over each other.
import { answered, finished } from "../access/requests";
import { CHUNK, LINES_KEPT, ROUNDS_KEPT, type Batch, type NumberedLine, type Shelf } from "./record";
import type { KeptRound } from "./rounds";

const DATABASE = "openetg-record";
const LINES = "lines";
const ROUNDS = "rounds";

export class BrowserShelf implements Shelf {
  private database: Promise<IDBDatabase> | null = null;
  private readonly terminal: string;

  constructor(terminal: string) {
    this.terminal = terminal;
  }

  async newest(): Promise<NumberedLine | null> {
    const database = await this.opened();
    const cursor = await answered(
      database.transaction(LINES).objectStore(LINES).openCursor(this.all(), "prev"),
    );
    return cursor === null ? null : { k: numberOf(cursor), line: String(cursor.value) };
  }

  async write(batch: Batch): Promise<boolean> {
    const database = await this.opened();
    // Strict, so that a power cut does not take what the terminal believes it has kept; it costs nobody time.
    const transaction = database.transaction([LINES, ROUNDS], "readwrite", { durability: "strict" });
    const done = finished(transaction);
    const lines = transaction.objectStore(LINES);
    const newest = await answered(lines.openKeyCursor(this.all(), "prev"));
    if (numberOf(newest) !== batch.after) {
      await done;
      return false;
    }
    for (const { k, line } of batch.lines) lines.add(line, [this.terminal, k]);
    this.dropLines(lines, batch.lines.at(-1)?.k ?? batch.after);
    const rounds = transaction.objectStore(ROUNDS);
    for (const round of batch.rounds) rounds.put(round, [this.terminal, round.table, round.round]);
    if (batch.rounds.length > 0) this.dropRounds(rounds);
    await done;
    return true;
  }

  async lines(): Promise<readonly string[]> {
    const database = await this.opened();
    return answered(
      database.transaction(LINES).objectStore(LINES).getAll(this.all()) as IDBRequest<string[]>,
    );
  }

  async rounds(): Promise<readonly KeptRound[]> {
    const database = await this.opened();
    const store = database.transaction(ROUNDS).objectStore(ROUNDS);
    const found = await answered(store.getAll(this.all()) as IDBRequest<KeptRound[]>);
    return found.sort((one, other) => other.at - one.at);
  }

  private all(): IDBKeyRange {
    return IDBKeyRange.bound([this.terminal], [this.terminal, []]);
  }

  /** The oldest lines go in chunks: numbers are never used twice, so the first that stays is known. */
  private dropLines(store: IDBObjectStore, newest: number): void {
    const gone = Math.floor((newest - LINES_KEPT) / CHUNK) * CHUNK;
    if (gone > 0) store.delete(IDBKeyRange.bound([this.terminal], [this.terminal, gone]));
  }

  private dropRounds(store: IDBObjectStore): void {
    const [keys, rounds] = [
      store.getAllKeys(this.all()),
      store.getAll(this.all()) as IDBRequest<KeptRound[]>,
    ];
    rounds.onsuccess = () => {
      const byAge = rounds.result.map(({ at }, index) => ({ at, key: keys.result[index] }));
      for (const { key } of byAge.sort((one, other) => other.at - one.at).slice(ROUNDS_KEPT)) {
        if (key !== undefined) store.delete(key);
      }
    };
  }

  private opened(): Promise<IDBDatabase> {
    this.database ??= this.open().catch((wrong: unknown) => {
      this.database = null;
      throw wrong;
    });
    return this.database;
  }

  private async open(): Promise<IDBDatabase> {
    const asked = indexedDB.open(DATABASE, 1);
    asked.onupgradeneeded = () => {
      asked.result.createObjectStore(LINES);
      asked.result.createObjectStore(ROUNDS);
    };
    const database = await answered(asked);
    // Another page may need a newer form, and a browser may clear what it keeps: the next call opens it anew.
    database.onversionchange = () => {
      database.close();
      this.database = null;
    };
    database.onclose = () => (this.database = null);
    return database;
  }
}

function numberOf(cursor: IDBCursor | null): number {
  const key = cursor?.key;
  return Array.isArray(key) && typeof key[1] === "number" ? key[1] : 0;
}
