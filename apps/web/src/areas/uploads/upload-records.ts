/** Each unfinished upload has its own storage entry, so that two tabs do not overwrite each other's records. */
const PREFIX = 'upload::';

export interface UploadRecord {
  id: string;
  userId: string;
  albumId: string;
  name: string;
  size: number;
  /** Microseconds since 1970. */
  chosenAtUs: number;
}

/** Stores a record until the upload ends. Signing out clears all records. */
export function saveUploadRecord(record: UploadRecord, storage: Storage = localStorage): void {
  try {
    storage.setItem(PREFIX + record.id, JSON.stringify(record));
  } catch (error) {
    console.warn('This upload cannot be resumed after a reload.', error);
  }
}

export const removeUploadRecord = (id: string, storage: Storage = localStorage): void => storage.removeItem(PREFIX + id);
export const hasUploadRecord = (id: string, storage: Storage = localStorage): boolean => storage.getItem(PREFIX + id) !== null;

/** Lists all records in the order in which the files were chosen. */
export function listUploadRecords(storage: Storage = localStorage): UploadRecord[] {
  const keys = Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? '').filter((key) => key.startsWith(PREFIX));
  return keys.flatMap((key) => parseUploadRecord(storage.getItem(key))).toSorted((one, other) => one.chosenAtUs - other.chosenAtUs);
}

/** Calls `act` when another tab starts an upload. */
export function onUploadFromOtherTab(act: (record: UploadRecord) => void): void {
  window.addEventListener('storage', ({ key, newValue, oldValue }) => {
    if (key?.startsWith(PREFIX) && oldValue === null) for (const record of parseUploadRecord(newValue)) act(record);
  });
}

function parseUploadRecord(text: string | null): UploadRecord[] {
  if (!text) return [];
  try {
    const record = JSON.parse(text) as Partial<UploadRecord>;
    const { id, userId, albumId, name, size, chosenAtUs } = record;
    return id && userId && albumId && name && typeof size === 'number'
      ? [{ id, userId, albumId, name, size, chosenAtUs: chosenAtUs ?? 0 }]
      : [];
  } catch {
    // Ignore values written by other code.
    return [];
  }
}
