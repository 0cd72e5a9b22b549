/** One tab at a time has a file of a person's; who has it holds the lock of its name. */
const nameOf = (userId: string, id: string) => `vitrine-upload/${userId}/${id}`;

export type Release = () => void;

const manager = (): LockManager | undefined => (navigator as { locks?: LockManager }).locks;

/** Takes the file for this tab, or answers null when another has it. */
export function takeLock(userId: string, id: string): Promise<Release | null> {
  const locks = manager();
  if (!locks) return takeByAsking(nameOf(userId, id));
  return new Promise((resolve, reject) => {
    const hold = (lock: Lock | null) => {
      if (!lock) return resolve(null);
      return new Promise<void>((release) => resolve(release));
    };
    locks.request(nameOf(userId, id), { ifAvailable: true }, hold).catch(reject);
  });
}

/** Until the tab that has the file lets go of it: it is through with it, or was closed. */
export async function untilReleased(userId: string, id: string): Promise<void> {
  const locks = manager();
  // Nobody tells: the file waits for the next visit.
  if (!locks) return new Promise(() => undefined);
  await locks.request(nameOf(userId, id), () => undefined);
}

/** Over plain http browsers have no locks. There the other tabs are asked, and silence is consent. */
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

function takeByAsking(name: string): Promise<Release | null> {
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
