/** Replaces socket.io-client in component tests. Connections open immediately, and no message arrives. */
class SilentSocket {
  on(event: string, listener: () => void): this {
    if (event === 'connect') queueMicrotask(listener);
    return this;
  }

  once = (event: string, listener: () => void): this => this.on(event, listener);
  connect = (): this => this;
  disconnect = (): this => this;
}

export const io = (): SilentSocket => new SilentSocket();
