/** Takes the place of socket.io-client in component tests: connections open at once, and tests send the server's messages. */
type Listener = (payload?: unknown) => void;

class FakeSocket {
  readonly namespace: string;
  readonly listeners = new Map<string, Listener[]>();

  constructor(namespace: string) {
    this.namespace = namespace;
  }

  on(event: string, listener: Listener): this {
    this.listeners.set(event, [...(this.listeners.get(event) ?? []), listener]);
    if (event === 'connect') queueMicrotask(listener);
    return this;
  }

  once = (event: string, listener: Listener): this => this.on(event, listener);
  connect = (): this => this;
  disconnect(): this {
    open.delete(this);
    return this;
  }
}

const open = new Set<FakeSocket>();

export function io(address: string): FakeSocket {
  const socket = new FakeSocket(address);
  open.add(socket);
  return socket;
}

/** Sends a message of the server to every open connection. */
export function sendLive(event: string, payload: unknown): void {
  for (const { listeners } of open) for (const listener of listeners.get(event) ?? []) listener(payload);
}
