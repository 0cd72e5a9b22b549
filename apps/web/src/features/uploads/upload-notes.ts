/** What this browser remembers of uploads on their way, one entry each, so that two tabs never overwrite each other's. */
const PREFIX = 'upload::';

export interface UploadNote {
  id: string;
  userId: string;
  albumId: string;
  name: string;
  size: number;
  /** Microseconds since 1970. */
  chosenAtUs: number;
}

/** Signing out clears the storage, and with it these. */
export function writeNote(note: UploadNote, storage: Storage = localStorage): void {
  try {
    storage.setItem(PREFIX + note.id, JSON.stringify(note));
  } catch (error) {
    console.warn('This upload will not be remembered over a reload.', error);
  }
}

export const removeNote = (id: string, storage: Storage = localStorage): void => storage.removeItem(PREFIX + id);
export const hasNote = (id: string, storage: Storage = localStorage): boolean => storage.getItem(PREFIX + id) !== null;

/** In the order they were chosen. */
export function readNotes(storage: Storage = localStorage): UploadNote[] {
  const keys = Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? '').filter((key) => key.startsWith(PREFIX));
  return keys.flatMap((key) => parseNote(storage.getItem(key))).toSorted((one, other) => one.chosenAtUs - other.chosenAtUs);
}

/** Another tab has begun an upload. */
export function onForeignNote(act: (note: UploadNote) => void): void {
  window.addEventListener('storage', ({ key, newValue, oldValue }) => {
    if (key?.startsWith(PREFIX) && oldValue === null) for (const note of parseNote(newValue)) act(note);
  });
}

function parseNote(text: string | null): UploadNote[] {
  if (!text) return [];
  try {
    const note = JSON.parse(text) as Partial<UploadNote>;
    const { id, userId, albumId, name, size, chosenAtUs } = note;
    return id && userId && albumId && name && typeof size === 'number'
      ? [{ id, userId, albumId, name, size, chosenAtUs: chosenAtUs ?? 0 }]
      : [];
  } catch {
    // Somebody else's value under the same name is none of ours.
    return [];
  }
}
