/**
 * Files being uploaded, and the transitions of their states:
 *
 * - missing -> queued: interrupted by a reload without stored bytes; the file is chosen again
 * - queued -> checking: as soon as fewer than PARALLEL are being sent, unless paused or offline
 * - checking -> uploading: the file is readable, and the server has returned its offset
 * - uploading -> uploaded: processed by the server from here, or a duplicate
 * - checking, uploading -> queued: paused or offline
 * - checking, uploading -> failed -> queued: by the user; automatically after a network failure
 *
 * A pure reducer; side effects are in upload-queue.ts.
 */
export type UploadState =
  | { is: 'missing' }
  | { is: 'queued' }
  | { is: 'checking' }
  | { is: 'uploading'; sentBytes: number; bytesPerSecond: number }
  | { is: 'uploaded'; mediaId: string | null; duplicateOf: string | null }
  /** `code` is the server's error code. */
  | { is: 'failed'; reason: string; isLost: boolean; code?: string };

export interface UploadItem {
  /** Names the file in its album: see `getUploadId`. */
  id: string;
  albumId: string;
  name: string;
  size: number;
  /** Null while it is missing. */
  file: File | null;
  /** Microseconds since 1970: files chosen together follow each other, and so they do in their album. */
  chosenAtUs: number;
  /** True when the browser stores the bytes, so that the upload continues after a reload. */
  isKept: boolean;
  state: UploadState;
}

export interface UploadQueue {
  items: readonly UploadItem[];
  isPaused: boolean;
  isOffline: boolean;
}

export type UploadEvent =
  | { type: 'added'; items: readonly UploadItem[] }
  | { type: 'kept'; id: string }
  | { type: 'begun'; id: string }
  | { type: 'progressed'; id: string; sentBytes: number; bytesPerSecond: number }
  | { type: 'uploaded'; id: string; mediaId: string | null; duplicateOf: string | null }
  | { type: 'failed'; id: string; reason: string; isLost: boolean; code?: string }
  | { type: 'retried'; id?: string }
  | { type: 'paused' | 'resumed' | 'went offline' | 'came online' }
  | { type: 'removed'; id: string };

/** Maximum number of simultaneous uploads. */
const PARALLEL = 3;
/** Maximum number of listed uploads. Completed ones stay listed until the list is closed. */
const ITEMS_MAX = 100;

/** The id is the same when a file is chosen again, even after a reload, but differs between albums. */
export const getUploadId = (albumId: string, { name, size, lastModified }: Pick<File, 'name' | 'size' | 'lastModified'>): string =>
  ['vitrine', albumId, name, size, lastModified].join('/');

const isSending = ({ state }: UploadItem): boolean => state.is === 'checking' || state.is === 'uploading';
export const isInProgress = (item: UploadItem): boolean => item.state.is === 'queued' || isSending(item);

/** Returns the entries of newly chosen files, in their order. A file that is chosen again after an interruption keeps its position in the album. */
export function createItems(
  { items }: UploadQueue,
  files: readonly File[],
  albumId: string,
  stateOf: (file: File) => UploadState,
): UploadItem[] {
  const nowUs = Date.now() * 1000;
  return files.map((file, index) => {
    const { name, size } = file;
    const id = getUploadId(albumId, file);
    const before = items.find((item) => item.id === id);
    const chosenAtUs = before?.state.is === 'missing' ? before.chosenAtUs : nowUs + index;
    return { id, albumId, name, size, file, chosenAtUs, isKept: false, state: stateOf(file) };
  });
}

/** Returns the uploads to start next. */
export function getNextUploads({ items, isPaused, isOffline }: UploadQueue): UploadItem[] {
  if (isPaused || isOffline) return [];
  const free = PARALLEL - items.filter(isSending).length;
  return items.filter(({ state }) => state.is === 'queued').slice(0, Math.max(0, free));
}

export function reduceQueue(queue: UploadQueue, event: UploadEvent): UploadQueue {
  switch (event.type) {
    case 'added':
      return { ...queue, items: addItems(queue.items, event.items) };
    case 'removed':
      return { ...queue, items: queue.items.filter(({ id }) => id !== event.id) };
    case 'paused':
      return { ...stopSending(queue), isPaused: true };
    case 'resumed':
      return { ...queue, isPaused: false };
    case 'went offline':
      return { ...stopSending(queue), isOffline: true };
    case 'came online':
      return { ...mapItems(queue, (item) => (hasLostConnection(item) ? toQueued(item) : item)), isOffline: false };
    case 'retried':
      return mapItems(queue, (item) => (item.state.is === 'failed' && (event.id ?? item.id) === item.id ? toQueued(item) : item));
    default:
      return mapItems(queue, (item) => (item.id === event.id ? updateItem(item, event) : item));
  }
}

/** Updates one item; late events about a paused or removed item are ignored. */
function updateItem(item: UploadItem, event: UploadEvent): UploadItem {
  if (event.type === 'kept') return { ...item, isKept: true };
  if (event.type === 'begun') return item.state.is === 'queued' ? { ...item, state: { is: 'checking' } } : item;
  if (!isSending(item)) return item;
  switch (event.type) {
    case 'progressed':
      return { ...item, state: { is: 'uploading', sentBytes: event.sentBytes, bytesPerSecond: event.bytesPerSecond } };
    case 'uploaded':
      // The bytes are at the server: nothing here holds on to them.
      return { ...item, file: null, state: { is: 'uploaded', mediaId: event.mediaId, duplicateOf: event.duplicateOf } };
    case 'failed':
      return { ...item, state: { is: 'failed', reason: event.reason, isLost: event.isLost, code: event.code } };
    default:
      return item;
  }
}

const toQueued = (item: UploadItem): UploadItem => ({ ...item, state: { is: 'queued' } });
const hasLostConnection = ({ state }: UploadItem): boolean => state.is === 'failed' && state.isLost;
const mapItems = (queue: UploadQueue, change: (item: UploadItem) => UploadItem): UploadQueue => ({
  ...queue,
  items: queue.items.map(change),
});
const stopSending = (queue: UploadQueue): UploadQueue => mapItems(queue, (item) => (isSending(item) ? toQueued(item) : item));

/** A file that is chosen again replaces its failed, missing or earlier entry, but never a running one. New files never evict others. */
function addItems(items: readonly UploadItem[], added: readonly UploadItem[]): UploadItem[] {
  const busy = new Set(items.filter(isInProgress).map(({ id }) => id));
  const news = new Map(added.filter(({ id }) => !busy.has(id)).map((item) => [item.id, item]));
  const all = items.map((item) => {
    const again = news.get(item.id);
    news.delete(item.id);
    return again ?? item;
  });
  let surplus = all.length + news.size - ITEMS_MAX;
  return [...all.filter(({ state }) => state.is !== 'uploaded' || surplus-- <= 0), ...news.values()];
}
