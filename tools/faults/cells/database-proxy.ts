import net from 'node:net';

/** How the database is unreachable: connections are refused, or packets are dropped as on a broken route. */
export type Outage = 'refused' | 'silent';

/** TCP proxy in front of PostgreSQL that can simulate an outage. */
export class DatabaseProxy {
  readonly url: string;
  #target: { host: string; port: number };
  #server: net.Server;
  #pairs = new Set<{ client: net.Socket; upstream: net.Socket }>();
  #outage: Outage | undefined;

  private constructor(url: URL, port: number) {
    this.#target = { host: url.hostname, port: Number(url.port || 5432) };
    const proxyUrl = new URL(url);
    proxyUrl.hostname = '127.0.0.1';
    proxyUrl.port = String(port);
    this.url = proxyUrl.toString();
    this.#server = net.createServer((client) => this.#handle(client));
  }

  static async open(url: string, port: number): Promise<DatabaseProxy> {
    const proxy = new DatabaseProxy(new URL(url), port);
    await new Promise<void>((resolve) => proxy.#server.listen(port, '127.0.0.1', resolve));
    return proxy;
  }

  interrupt(outage: Outage): void {
    this.#outage = outage;
    for (const { client, upstream } of this.#pairs) {
      if (outage === 'refused') client.destroy();
      else for (const socket of [client, upstream]) socket.pause();
    }
  }

  /** Ends the outage. Connections that were paused continue. */
  restore(): void {
    this.#outage = undefined;
    for (const { client, upstream } of this.#pairs) for (const socket of [client, upstream]) socket.resume();
  }

  async close(): Promise<void> {
    for (const { client } of this.#pairs) client.destroy();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  #handle(client: net.Socket): void {
    if (this.#outage === 'refused') {
      client.destroy();
      return;
    }
    const upstream = net.connect(this.#target);
    const pair = { client, upstream };
    this.#pairs.add(pair);
    for (const [from, to] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      from.on('data', (bytes) => {
        if (!to.write(bytes)) from.pause();
      });
      from.on('drain', () => this.#outage === undefined && to.resume());
      // Forwards a reset to the other side.
      from.on('error', () => to.destroy());
      from.on('close', () => {
        to.destroy();
        this.#pairs.delete(pair);
      });
    }
    if (this.#outage === 'silent') for (const socket of [client, upstream]) socket.pause();
  }
}
