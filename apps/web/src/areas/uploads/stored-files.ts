import { hasSpaceFor, type StoreResult } from './file-storing.ts';

/** Bytes of unfinished uploads in IndexedDB, so that the files need not be chosen again after a reload. */
const DATABASE = 'vitrine-uploads';
const STORE = 'files';

const toPromise = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });

let database: Promise<IDBDatabase> | null = null;

function openDatabase(): Promise<IDBDatabase> {
  database ??= new Promise((resolve, reject) => {
    const request = indexedDB.open(DATABASE, 1);
    request.onupgradeneeded = () => request.result.createObjectStore(STORE);
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
  return database;
}

async function withStore<T>(mode: IDBTransactionMode, act: (store: IDBObjectStore) => Promise<T>, otherwise: T): Promise<T> {
  try {
    return await act((await openDatabase()).transaction(STORE, mode).objectStore(STORE));
  } catch (error) {
    // In a private window or on a full disk uploads work as well, but a reload requires choosing the file again.
    console.warn('The browser does not keep files that are being uploaded.', error);
    return otherwise;
  }
}

/** Sizes of the stored files by id; loaded with the first one. */
let sizes: Promise<Map<string, number>> | null = null;

const loadSizes = (): Promise<Map<string, number>> =>
  withStore(
    'readonly',
    async (store) => {
      const [ids, files] = await Promise.all([toPromise(store.getAllKeys()), toPromise(store.getAll())]);
      return new Map((ids as string[]).map((id, index) => [id, (files[index] as File).size]));
    },
    new Map<string, number>(),
  );
const getSizes = (): Promise<Map<string, number>> => (sizes ??= loadSizes());

/** Browsers report their free storage in secure contexts only. */
async function estimateStorage(): Promise<StorageEstimate> {
  try {
    return (await (navigator as { storage?: StorageManager }).storage?.estimate()) ?? {};
  } catch (error) {
    console.warn('The browser does not report its free storage.', error);
    return {};
  }
}

const sumSizes = (stored: ReadonlyMap<string, number>) => [...stored.values()].reduce((sum, size) => sum + size, 0);

export const storedFiles = {
  /** Copies a file to the browser's storage without reading it into memory. */
  async put(id: string, file: File): Promise<StoreResult> {
    const stored = await getSizes();
    if (!hasSpaceFor(file.size, await estimateStorage(), sumSizes(stored))) return 'noSpace';
    return withStore<StoreResult>(
      'readwrite',
      async (store) => {
        try {
          await toPromise(store.put(file, id));
        } catch (error) {
          if (error instanceof DOMException && error.name === 'QuotaExceededError') return 'noSpace';
          throw error;
        }
        stored.set(id, file.size);
        return 'stored';
      },
      'failed',
    );
  },
  get: (id: string): Promise<File | null> =>
    withStore('readonly', async (store) => ((await toPromise(store.get(id))) as File | undefined) ?? null, null),
  async remove(id: string): Promise<void> {
    await withStore('readwrite', (store) => toPromise(store.delete(id)), undefined);
    (await getSizes()).delete(id);
  },
  /** Deletes all other files. */
  keepOnly(ids: readonly string[]): Promise<void> {
    sizes = null;
    return withStore(
      'readwrite',
      async (store) => {
        const wanted = new Set<IDBValidKey>(ids);
        for (const key of await toPromise(store.getAllKeys())) if (!wanted.has(key)) store.delete(key);
      },
      undefined,
    );
  },
};
