import net from 'node:net';

/** How a server is unreachable: connections are refused, or packets are dropped as on a broken route. */
export type Outage = 'refused' | 'silent';

interface Pair {
  client: net.Socket;
  upstream: net.Socket;
  /** Stays silent, also after the outage. */
  isLost: boolean;
}

/** A port that forwards to a server and can simulate an outage. */
export class TcpProxy {
  readonly port: number;
  #target: { host: string; port: number };
  #server: net.Server;
  #pairs = new Set<Pair>();
  #outage: Outage | undefined;

  private constructor(target: { host: string; port: number }, server: net.Server) {
    this.#target = target;
    this.#server = server;
    this.port = (server.address() as net.AddressInfo).port;
    server.on('connection', (client) => this.#forward(client));
  }

  /** `port` 0 chooses a free one. */
  static async open(target: { host: string; port: number }, port = 0): Promise<TcpProxy> {
    const server = net.createServer();
    await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
    return new TcpProxy(target, server);
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
    for (const { client, upstream, isLost } of this.#pairs) if (!isLost) for (const socket of [client, upstream]) socket.resume();
  }

  /** Ends the outage for new connections only. The present ones stay silent, as when a firewall has dropped them. */
  restoreWithoutConnections(): void {
    this.#outage = undefined;
    for (const pair of this.#pairs) pair.isLost = true;
  }

  async close(): Promise<void> {
    for (const { client } of this.#pairs) client.destroy();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  #forward(client: net.Socket): void {
    if (this.#outage === 'refused') {
      client.destroy();
      return;
    }
    const upstream = net.connect(this.#target);
    const pair = { client, upstream, isLost: false };
    this.#pairs.add(pair);
    for (const [from, to] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      from.on('data', (bytes) => {
        if (!to.write(bytes)) from.pause();
      });
      from.on('drain', () => this.#outage === undefined && !pair.isLost && to.resume());
      // A reset on one side is one on the other.
      from.on('error', () => to.destroy());
      from.on('close', () => {
        to.destroy();
        this.#pairs.delete(pair);
      });
    }
    if (this.#outage === 'silent') for (const socket of [client, upstream]) socket.pause();
  }
}
