import http, { type RequestListener } from 'node:http';
import net, { type AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, describe, expect, it } from 'vitest';
import { createConnectionDrain } from './connection-drain.ts';

let server: http.Server;
let agent: http.Agent;
afterEach(() => {
  agent.destroy();
  server.closeAllConnections();
});

async function serve(listener: RequestListener) {
  server = http.createServer(listener);
  const { drain, acceptPending } = createConnectionDrain(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  // Keep-alive connections, like those of a proxy.
  agent = new http.Agent({ keepAlive: true, maxSockets: 4 });
  const sendRequest = () =>
    new Promise<{ body: string; connection: string | undefined }>((resolve, reject) => {
      http
        .get({ port, host: '127.0.0.1', agent }, (answer) => {
          let body = '';
          answer.on('data', (chunk) => (body += chunk));
          answer.on('end', () => resolve({ body, connection: answer.headers.connection }));
        })
        .on('error', reject);
    });
  return { sendRequest, drain, acceptPending, port };
}

/** Repeats requests until the server stops listening. Returns the error of the last request. */
async function goOn(sendRequest: () => Promise<unknown>): Promise<string> {
  for (;;) {
    try {
      await sendRequest();
    } catch (error) {
      return (error as NodeJS.ErrnoException).code ?? '';
    }
  }
}

describe('a server that shuts down behind a proxy', () => {
  it('accepts the connections that wait before it stops listening', async () => {
    const { drain, acceptPending, port } = await serve((_request, response) => void response.end('served'));
    // The server accepts nothing while this waits, so all connections are in the queue.
    const clients = Array.from({ length: 20 }, () => net.connect(port, '127.0.0.1'));
    const answers = clients.map((client) => {
      client.write('GET / HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n');
      return text(client);
    });
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 100);
    await acceptPending();
    await drain({ idleMs: 0, limitMs: 30_000 });
    for (const answer of await Promise.all(answers)) expect(answer).toContain('served');
  });

  it('ends while connections are in use, and answers all accepted requests', async () => {
    const { sendRequest, drain } = await serve((_request, response) => void setImmediate(() => response.end('served')));
    await Promise.all([sendRequest(), sendRequest(), sendRequest(), sendRequest()]);
    const clients = [goOn(sendRequest), goOn(sendRequest), goOn(sendRequest), goOn(sendRequest)];
    await drain({ idleMs: 50, limitMs: 30_000 });
    expect(await Promise.all(clients)).toEqual(Array.from({ length: 4 }, () => 'ECONNREFUSED'));
  });

  it('announces in the last response that the connection closes', async () => {
    let finish = () => undefined as unknown;
    const isAsked = Promise.withResolvers<void>();
    const { sendRequest, drain } = await serve((_request, response) => {
      finish = () => response.end('late');
      isAsked.resolve();
    });
    const answer = sendRequest();
    await isAsked.promise;
    const drained = drain({ idleMs: 0, limitMs: 30_000 });
    finish();
    expect(await answer).toEqual({ body: 'late', connection: 'close' });
    await drained;
  });

  it('cuts off a request that gets no response within the limit', async () => {
    const isAsked = Promise.withResolvers<void>();
    const { sendRequest, drain } = await serve(() => isAsked.resolve());
    const answer = sendRequest();
    answer.catch(() => undefined);
    await isAsked.promise;
    await drain({ idleMs: 0, limitMs: 20 });
    await expect(answer).rejects.toThrow();
  });
});
