import type { DeviceEvents, MediaEvents, NotificationEvents } from '@vitrine/contract/live';

type Listener = (message: never) => void;

const listeners = new Map<string, Set<Listener>>();
let opening = Promise.resolve();

/** Delays new connections. Returns a function that opens them. */
export function delayConnections(): () => void {
  let open = () => {};
  opening = new Promise<void>((resolve) => (open = resolve));
  return open;
}

/** Replaces socket.io-client in component tests. Connections open immediately, unless they are delayed. Messages arrive only from `nudge`. */
class FakeSocket {
  readonly #own: [event: string, listener: Listener][] = [];

  on(event: string, listener: Listener): this {
    if (event === 'connect') void opening.then(listener as () => void);
    else {
      listeners.set(event, (listeners.get(event) ?? new Set()).add(listener));
      this.#own.push([event, listener]);
    }
    return this;
  }

  once = (event: string, listener: Listener): this => this.on(event, listener);
  connect = (): this => this;
  disconnect = (): this => {
    for (const [event, listener] of this.#own) listeners.get(event)?.delete(listener);
    return this;
  };
}

export const io = (): FakeSocket => new FakeSocket();

/** Sends a notification about a topic to the page, as the server does after a change. */
export function nudge(topic: Parameters<NotificationEvents['notification']>[0]['topic']): void {
  for (const listener of listeners.get('notification') ?? []) (listener as NotificationEvents['notification'])({ topic });
}

/** Sends a notification about changed media of an album to the page. */
export function nudgeAlbum(albumId: string): void {
  for (const listener of listeners.get('albumUpdate') ?? []) (listener as MediaEvents['albumUpdate'])({ albumId });
}

/** Sends a notification about a changed device to the page. */
export function nudgeDevice(deviceId: string): void {
  for (const listener of listeners.get('publishUpdate') ?? []) (listener as DeviceEvents['publishUpdate'])({ deviceId });
}
