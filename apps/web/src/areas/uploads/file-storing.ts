/** A file of the queue that is not stored yet. */
interface WaitingFile {
  id: string;
  file: File;
}

export type StoreResult = 'stored' | 'noSpace' | 'failed';

interface FileStoringOptions {
  /** Returns the next file to store, except those in `skipped`. */
  findNext: (skipped: ReadonlySet<string>) => WaitingFile | undefined;
  put: (id: string, file: File) => Promise<StoreResult>;
  onStored: (id: string) => void;
}

/**
 * Stores the files of the queue one after another, so that only one is copied at a time. Files without space are skipped until space is freed. When the
 * browser stores nothing, for example in a private window, storing ends.
 */
export function createFileStoring({ findNext, put, onStored }: FileStoringOptions) {
  const skipped = new Set<string>();
  let isRunning = false;
  let isBroken = false;
  const run = async (): Promise<void> => {
    if (isRunning || isBroken) return;
    isRunning = true;
    for (let next = findNext(skipped); next && !isBroken; next = findNext(skipped)) {
      const result = await put(next.id, next.file);
      if (result === 'stored') onStored(next.id);
      else skipped.add(next.id);
      isBroken = result === 'failed';
    }
    isRunning = false;
  };
  return {
    run,
    /** A stored file was removed, so skipped files may fit now. */
    retrySkipped: (): void => skipped.clear(),
  };
}

/** Share of the free storage that waiting files may use. The app itself needs some too. */
const USABLE_SHARE = 0.5;
/** Limit in browsers that do not report their free storage, which is the case over plain http. */
const UNKNOWN_STORAGE_BYTES = 4e9;

/** Returns whether a file may be stored in addition to `storedBytes`. */
export function hasSpaceFor(sizeBytes: number, { quota, usage }: StorageEstimate, storedBytes: number): boolean {
  if (quota === undefined || usage === undefined) return storedBytes + sizeBytes <= UNKNOWN_STORAGE_BYTES;
  return sizeBytes <= (quota - usage) * USABLE_SHARE;
}
