import type { Database, StoredFile } from './database.ts';

/** Files in memory may take this much: old tablets close a page that takes a gigabyte. */
const MEMORY_QUOTA_BYTES = 256 * 1024 * 1024;

type Key = string | number | readonly (string | number)[];
type Query = Key | IDBKeyRange;
type Entry = [key: Key, value: unknown];

/** The part of a database that the screen uses, for browsers that refuse to store anything. Nothing outlives the page. */
export function createMemoryDatabase(): Database {
  const stores = new Map<string, MemoryStore>();
  const storeOf = (name: string) => {
    const store = stores.get(name) ?? new MemoryStore();
    stores.set(name, store);
    return store;
  };
  const estimateMemory = (): StorageEstimate => {
    const files = storeOf('files').list() as [string, StoredFile][];
    const parts = storeOf('parts').list() as [string, Blob][];
    const usage = files.reduce((sum, [, { blob }]) => sum + blob.size, 0) + parts.reduce((sum, [, { size }]) => sum + size, 0);
    return { quota: MEMORY_QUOTA_BYTES, usage };
  };
  const database = {
    get: async (name: string, key: Key) => storeOf(name).get(key),
    put: async (name: string, value: unknown, key: Key) => storeOf(name).put(value, key),
    delete: async (name: string, query: Query) => storeOf(name).delete(query),
    clear: async (name: string) => storeOf(name).clear(),
    getAll: async (name: string, query?: Query) => storeOf(name).getAll(query),
    getAllKeys: async (name: string) => storeOf(name).getAllKeys(),
    transaction: () => ({ objectStore: storeOf, done: Promise.resolve() }),
    estimateMemory,
  };
  // A complete database has many more methods, which nothing here calls.
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
    const gone = new Set(this.list(query));
    this.#entries = this.#entries.filter((entry) => !gone.has(entry));
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

/** Orders keys as a database does. Keys of one store are all of one form. */
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
