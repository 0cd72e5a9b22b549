/** Records of unfinished uploads in this browser, one entry each, so that two tabs do not overwrite each other's. */
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

/** Signing out clears the storage, and with it these. */
export function saveUploadRecord(note: UploadRecord, storage: Storage = localStorage): void {
  try {
    storage.setItem(PREFIX + note.id, JSON.stringify(note));
  } catch (error) {
    console.warn('This upload will not be remembered over a reload.', error);
  }
}

export const removeUploadRecord = (id: string, storage: Storage = localStorage): void => storage.removeItem(PREFIX + id);
export const hasUploadRecord = (id: string, storage: Storage = localStorage): boolean => storage.getItem(PREFIX + id) !== null;

/** In the order they were chosen. */
export function listUploadRecords(storage: Storage = localStorage): UploadRecord[] {
  const keys = Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? '').filter((key) => key.startsWith(PREFIX));
  return keys.flatMap((key) => parseUploadRecord(storage.getItem(key))).toSorted((one, other) => one.chosenAtUs - other.chosenAtUs);
}

/** Another tab has begun an upload. */
export function onUploadFromOtherTab(act: (note: UploadRecord) => void): void {
  window.addEventListener('storage', ({ key, newValue, oldValue }) => {
    if (key?.startsWith(PREFIX) && oldValue === null) for (const note of parseUploadRecord(newValue)) act(note);
  });
}

function parseUploadRecord(text: string | null): UploadRecord[] {
  if (!text) return [];
  try {
    const note = JSON.parse(text) as Partial<UploadRecord>;
    const { id, userId, albumId, name, size, chosenAtUs } = note;
    return id && userId && albumId && name && typeof size === 'number'
      ? [{ id, userId, albumId, name, size, chosenAtUs: chosenAtUs ?? 0 }]
      : [];
  } catch {
    // Values written by other code are ignored.
    return [];
  }
}
