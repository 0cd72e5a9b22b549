import net from 'node:net';

/** How the database is unreachable: connections are refused, or packets are dropped as on a broken route. */
export type Absence = 'refused' | 'silent';

/** A port that leads to PostgreSQL, and can be shut. */
export class DatabaseGate {
  readonly url: string;
  #target: { host: string; port: number };
  #server: net.Server;
  #pairs = new Set<{ client: net.Socket; upstream: net.Socket }>();
  #absence: Absence | undefined;

  private constructor(url: URL, port: number) {
    this.#target = { host: url.hostname, port: Number(url.port || 5432) };
    const own = new URL(url);
    own.hostname = '127.0.0.1';
    own.port = String(port);
    this.url = own.toString();
    this.#server = net.createServer((client) => this.#take(client));
  }

  static async open(url: string, port: number): Promise<DatabaseGate> {
    const gate = new DatabaseGate(new URL(url), port);
    await new Promise<void>((resolve) => gate.#server.listen(port, '127.0.0.1', resolve));
    return gate;
  }

  shut(absence: Absence): void {
    this.#absence = absence;
    for (const { client, upstream } of this.#pairs) {
      if (absence === 'refused') client.destroy();
      else for (const socket of [client, upstream]) socket.pause();
    }
  }

  /** Resumes the connections that waited. */
  reopen(): void {
    this.#absence = undefined;
    for (const { client, upstream } of this.#pairs) for (const socket of [client, upstream]) socket.resume();
  }

  async close(): Promise<void> {
    for (const { client } of this.#pairs) client.destroy();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  #take(client: net.Socket): void {
    if (this.#absence === 'refused') {
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
      from.on('drain', () => this.#absence === undefined && to.resume());
      // A reset on one side is one on the other.
      from.on('error', () => to.destroy());
      from.on('close', () => {
        to.destroy();
        this.#pairs.delete(pair);
      });
    }
    if (this.#absence === 'silent') for (const socket of [client, upstream]) socket.pause();
  }
}
