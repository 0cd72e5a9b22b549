import net from 'node:net';

/** Messages of PostgreSQL's protocol that run a statement: a simple query, and the execution of a prepared one. */
const RUNS_STATEMENT = new Set(['Q', 'E']);
const TYPE_BYTES = 1;
const LENGTH_BYTES = 4;

/** A port in front of PostgreSQL that counts the statements of all connections. */
export class StatementCounter {
  /** Address of the database through this port. */
  readonly url: string;
  /** Statements since the start. */
  count = 0;
  readonly #server: net.Server;
  readonly #clients = new Set<net.Socket>();

  private constructor(databaseUrl: URL, server: net.Server) {
    this.#server = server;
    const target = { host: databaseUrl.hostname, port: Number(databaseUrl.port || 5432) };
    server.on('connection', (client) => this.#forward(client, net.connect({ ...target, noDelay: true })));
    const url = new URL(databaseUrl);
    [url.hostname, url.port] = ['127.0.0.1', String((server.address() as net.AddressInfo).port)];
    this.url = url.toString();
  }

  static async open(databaseUrl: string): Promise<StatementCounter> {
    const server = net.createServer({ noDelay: true });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return new StatementCounter(new URL(databaseUrl), server);
  }

  async close(): Promise<void> {
    for (const client of this.#clients) client.destroy();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  #forward(client: net.Socket, upstream: net.Socket): void {
    this.#clients.add(client);
    client.on(
      'data',
      createMessageReader((type) => RUNS_STATEMENT.has(type) && this.count++),
    );
    client.pipe(upstream).pipe(client);
    for (const [from, to] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      from.on('error', () => to.destroy());
      from.on('close', () => to.destroy());
    }
    client.on('close', () => this.#clients.delete(client));
  }
}

/** Returns a function that reads a client's bytes and reports the type of each message after the first, which has none. */
export function createMessageReader(onMessage: (type: string) => void): (bytes: Buffer) => void {
  let pending = Buffer.alloc(0);
  let skipped = 0;
  let headerBytes = LENGTH_BYTES;
  return (bytes) => {
    const rest = bytes.subarray(Math.min(skipped, bytes.length));
    skipped -= bytes.length - rest.length;
    pending = Buffer.concat([pending, rest]);
    while (pending.length >= headerBytes) {
      const typeBytes = headerBytes - LENGTH_BYTES;
      if (typeBytes > 0) onMessage(pending.toString('latin1', 0, TYPE_BYTES));
      const end = typeBytes + pending.readUInt32BE(typeBytes);
      headerBytes = TYPE_BYTES + LENGTH_BYTES;
      skipped = Math.max(0, end - pending.length);
      pending = pending.subarray(Math.min(end, pending.length));
    }
  };
}
