// The pairing of this browser in IndexedDB, which keeps a key without giving it away.
import { answered, finished } from "./requests";
import type { Pairing, Shelf } from "./pairing";

const DATABASE = "openetg";
const STORE = "pairing";
const OWN = "own";

export const browserShelf: Shelf = {
  load: async () =>
    (await within("readonly", (store) => store.get(OWN) as IDBRequest<Pairing | undefined>)) ?? null,
  keep: async (pairing) => {
    await within("readwrite", (store) => store.put(pairing, OWN));
  },
};

async function within<Result>(
  mode: IDBTransactionMode,
  act: (store: IDBObjectStore) => IDBRequest<Result>,
): Promise<Result> {
  const database = await opened();
  try {
    const transaction = database.transaction(STORE, mode);
    const done = finished(transaction);
    const result = await answered(act(transaction.objectStore(STORE)));
    await done;
    return result;
  } finally {
    database.close();
  }
}

function opened(): Promise<IDBDatabase> {
  const asked = indexedDB.open(DATABASE, 1);
  asked.onupgradeneeded = () => asked.result.createObjectStore(STORE);
  return answered(asked);
}
