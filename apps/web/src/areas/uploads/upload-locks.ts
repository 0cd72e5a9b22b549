/** One tab at a time uploads a file: it holds the lock of this name. */
const getLockName = (userId: string, id: string) => `vitrine-upload/${userId}/${id}`;

export type ReleaseLock = () => void;

const getLockManager = (): LockManager | undefined => (navigator as { locks?: LockManager }).locks;

/** Resolves with null when another tab holds the lock. */
export function acquireLock(userId: string, id: string): Promise<ReleaseLock | null> {
  const locks = getLockManager();
  if (!locks) return acquireByMessage(getLockName(userId, id));
  return new Promise((resolve, reject) => {
    const hold = (lock: Lock | null) => {
      if (!lock) return resolve(null);
      return new Promise<void>((release) => resolve(release));
    };
    locks.request(getLockName(userId, id), { ifAvailable: true }, hold).catch(reject);
  });
}

/** Resolves when the tab that holds the lock releases it or is closed. */
export async function waitForRelease(userId: string, id: string): Promise<void> {
  const locks = getLockManager();
  // Without locks there is no event: the file waits for the next visit.
  if (!locks) return new Promise(() => undefined);
  await locks.request(getLockName(userId, id), () => undefined);
}

/** Over plain http browsers have no locks. Other tabs are asked by message, and no response means that the lock is free. */
const RESPONSE_TIMEOUT_MS = 250;
const heldLocks = new Set<string>();
let channel: BroadcastChannel | null = null;

function openChannel(): BroadcastChannel {
  if (channel) return channel;
  channel = new BroadcastChannel('vitrine-uploads');
  channel.addEventListener('message', ({ data }: MessageEvent<{ asks?: string }>) => {
    if (data.asks !== undefined && heldLocks.has(data.asks)) channel?.postMessage({ has: data.asks });
  });
  return channel;
}

function acquireByMessage(name: string): Promise<ReleaseLock | null> {
  if (heldLocks.has(name)) return Promise.resolve(null);
  const others = openChannel();
  heldLocks.add(name);
  return new Promise((resolve) => {
    const settle = (isTaken: boolean) => {
      clearTimeout(timer);
      others.removeEventListener('message', listen);
      if (isTaken) heldLocks.delete(name);
      resolve(isTaken ? null : () => heldLocks.delete(name));
    };
    const listen = ({ data }: MessageEvent<{ has?: string }>) => data.has === name && settle(true);
    const timer = setTimeout(() => settle(false), RESPONSE_TIMEOUT_MS);
    others.addEventListener('message', listen);
    others.postMessage({ asks: name });
  });
}
