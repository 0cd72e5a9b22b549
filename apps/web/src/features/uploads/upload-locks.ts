/** One tab at a time uploads a file: it holds the lock of this name. */
const nameOf = (userId: string, id: string) => `vitrine-upload/${userId}/${id}`;

export type Release = () => void;

const manager = (): LockManager | undefined => (navigator as { locks?: LockManager }).locks;

/** Resolves with null when another tab holds the lock. */
export function acquireLock(userId: string, id: string): Promise<Release | null> {
  const locks = manager();
  if (!locks) return acquireByMessage(nameOf(userId, id));
  return new Promise((resolve, reject) => {
    const hold = (lock: Lock | null) => {
      if (!lock) return resolve(null);
      return new Promise<void>((release) => resolve(release));
    };
    locks.request(nameOf(userId, id), { ifAvailable: true }, hold).catch(reject);
  });
}

/** Resolves when the tab that holds the lock releases it or is closed. */
export async function untilReleased(userId: string, id: string): Promise<void> {
  const locks = manager();
  // Without locks there is no event: the file waits for the next visit.
  if (!locks) return new Promise(() => undefined);
  await locks.request(nameOf(userId, id), () => undefined);
}

/** Over plain http browsers have no locks. There the other tabs are asked by message, and no answer means free. */
const ANSWER_MS = 250;
const held = new Set<string>();
let channel: BroadcastChannel | null = null;

function openChannel(): BroadcastChannel {
  if (channel) return channel;
  channel = new BroadcastChannel('vitrine-uploads');
  channel.addEventListener('message', ({ data }: MessageEvent<{ asks?: string }>) => {
    if (data.asks !== undefined && held.has(data.asks)) channel?.postMessage({ has: data.asks });
  });
  return channel;
}

function acquireByMessage(name: string): Promise<Release | null> {
  if (held.has(name)) return Promise.resolve(null);
  const others = openChannel();
  held.add(name);
  return new Promise((resolve) => {
    const settle = (isTaken: boolean) => {
      clearTimeout(timer);
      others.removeEventListener('message', listen);
      if (isTaken) held.delete(name);
      resolve(isTaken ? null : () => held.delete(name));
    };
    const listen = ({ data }: MessageEvent<{ has?: string }>) => data.has === name && settle(true);
    const timer = setTimeout(() => settle(false), ANSWER_MS);
    others.addEventListener('message', listen);
    others.postMessage({ asks: name });
  });
}
