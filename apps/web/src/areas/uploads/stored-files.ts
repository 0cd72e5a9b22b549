/** Bytes of unfinished uploads in IndexedDB, so that the files need not be chosen again after a reload. */
const DATABASE = 'vitrine-uploads';
const STORE = 'files';

/** Beyond these a file is not kept, and has to be chosen again after a reload. */
const FILE_BYTES_MAX = 200e6;
const ALL_BYTES_MAX = 1e9;

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

export const storedFiles = {
  /** False when it is too large, or the browser does not want to. Sums handles: no byte is read into memory. */
  put: (id: string, file: File): Promise<boolean> =>
    withStore(
      'readwrite',
      async (store) => {
        if (file.size > FILE_BYTES_MAX) return false;
        const others = (await toPromise(store.getAll())) as File[];
        if (others.reduce((sum, { size }) => sum + size, file.size) > ALL_BYTES_MAX) return false;
        await toPromise(store.put(file, id));
        return true;
      },
      false,
    ),
  get: (id: string): Promise<File | null> =>
    withStore('readonly', async (store) => ((await toPromise(store.get(id))) as File | undefined) ?? null, null),
  remove: (id: string): Promise<void> => withStore('readwrite', (store) => toPromise(store.delete(id)), undefined),
  /** Leaves only these; without any, nothing. */
  keepOnly: (ids: readonly string[]): Promise<void> =>
    withStore(
      'readwrite',
      async (store) => {
        const wanted = new Set<IDBValidKey>(ids);
        for (const key of await toPromise(store.getAllKeys())) if (!wanted.has(key)) store.delete(key);
      },
      undefined,
    ),
};
