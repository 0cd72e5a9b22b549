import type { Database, StoredFile } from './database.ts';

/** Maximum size of files in memory. Old tablets close pages that use a gigabyte. */
const MEMORY_QUOTA_BYTES = 256 * 1024 * 1024;

type Key = string | number | readonly (string | number)[];
type Query = Key | IDBKeyRange;
type Entry = [key: Key, value: unknown];

/** In-memory replacement of the database for browsers that refuse storage. It has the methods that the screen uses and is lost with the page. */
export function createMemoryDatabase(): Database {
  const stores = new Map<string, MemoryStore>();
  const getStore = (name: string) => {
    const store = stores.get(name) ?? new MemoryStore();
    stores.set(name, store);
    return store;
  };
  const estimateMemory = (): StorageEstimate => {
    const files = getStore('files').list() as [string, StoredFile][];
    const parts = getStore('parts').list() as [string, Blob][];
    const usage = files.reduce((sum, [, { blob }]) => sum + blob.size, 0) + parts.reduce((sum, [, { size }]) => sum + size, 0);
    return { quota: MEMORY_QUOTA_BYTES, usage };
  };
  const database = {
    get: async (name: string, key: Key) => getStore(name).get(key),
    put: async (name: string, value: unknown, key: Key) => getStore(name).put(value, key),
    delete: async (name: string, query: Query) => getStore(name).delete(query),
    clear: async (name: string) => getStore(name).clear(),
    getAll: async (name: string, query?: Query) => getStore(name).getAll(query),
    getAllKeys: async (name: string) => getStore(name).getAllKeys(),
    transaction: () => ({ objectStore: getStore, done: Promise.resolve() }),
    estimateMemory,
  };
  // The real database has more methods, which the screen does not use.
  return database as unknown as Database;
}

class MemoryStore {
  #entries: Entry[] = [];

  get(key: Key): unknown {
    return this.list(key)[0]?.[1];
  }

  put(value: unknown, key: Key): void {
    this.delete(key);
    this.#entries.push([key, value]);
    this.#entries.sort(([left], [right]) => compare(left, right));
  }

  delete(query: Query): void {
    const deleted = new Set(this.list(query));
    this.#entries = this.#entries.filter((entry) => !deleted.has(entry));
  }

  clear(): void {
    this.#entries = [];
  }

  count(): number {
    return this.#entries.length;
  }

  getAll(query?: Query | null, count?: number): unknown[] {
    return this.list(query, count).map(([, value]) => value);
  }

  getAllKeys(query?: Query | null, count?: number): Key[] {
    return this.list(query, count).map(([key]) => key);
  }

  /** Returns the entries in the order of their keys, at most `count`. */
  list(query?: Query | null, count?: number): Entry[] {
    const found = this.#entries.filter(([key]) => {
      if (query === undefined || query === null) return true;
      return isRange(query) ? query.includes(key) : compare(key, query) === 0;
    });
    return found.slice(0, count);
  }
}

const isRange = (query: Query): query is IDBKeyRange => typeof query === 'object' && 'includes' in query && !Array.isArray(query);

/** Compares keys as IndexedDB does. All keys of a store have the same shape. */
function compare(left: Key, right: Key): number {
  if (Array.isArray(left) && Array.isArray(right)) {
    for (const [index, part] of left.entries()) {
      const order = compare(part as Key, right[index] as Key);
      if (order !== 0) return order;
    }
    return 0;
  }
  if (left === right) return 0;
  return left < right ? -1 : 1;
}
