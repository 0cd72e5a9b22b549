import { type AddressInfo, connect, type Socket } from 'node:net';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connectionLimits } from './connection-limits.ts';

const LIMIT_MS = 100;
let app: FastifyInstance;
let port: number;
let letHandlerEnd: () => void = () => undefined;

beforeAll(async () => {
  app = Fastify({ requestTimeout: 0, http: { headersTimeout: LIMIT_MS, connectionsCheckingInterval: 10 }, keepAliveTimeout: LIMIT_MS });
  await app.register(connectionLimits, { stallMs: LIMIT_MS, minBytes: 1024 });
  app.post('/body', async () => 'whole');
  const refuse = async () => Promise.reject(new Error('no'));
  app.post('/refused', { onRequest: refuse }, async () => 'never');
  app.get('/slow', async () => {
    await new Promise<void>((resolve) => (letHandlerEnd = resolve));
    return 'at last';
  });
  app.get('/large', async (_request, reply) => reply.send(Buffer.alloc(64 * 1024 * 1024)));
  await app.listen({ port: 0, host: '127.0.0.1' });
  port = (app.server.address() as AddressInfo).port;
});
afterAll(() => app.close());

/** Sends only these bytes. `ended` resolves with everything received until the server closed the connection. */
function send(text: string, { isReading = true } = {}): { socket: Socket; ended: Promise<string> } {
  const socket = connect(port, '127.0.0.1');
  let received = '';
  if (isReading) socket.on('data', (chunk) => (received += chunk));
  socket.on('error', () => undefined);
  socket.write(text);
  return { socket, ended: new Promise((resolve) => socket.once('close', () => resolve(received))) };
}

const post = (body: string, length: number, path = '/body') =>
  `POST ${path} HTTP/1.1\r\nhost: x\r\ncontent-type: text/plain\r\ncontent-length: ${length}\r\n\r\n${body}`;

describe('a connection is closed', () => {
  it('when it sends nothing', async () => {
    expect(await send('').ended).toMatch(/^(HTTP\/1.1 408|$)/);
  });

  it('when its headers are not completed', async () => {
    expect(await send('GET /slow HTTP/1.1\r\nhost: x\r\n').ended).toContain('408');
  });

  it('when its body stalls, also when single bytes arrive', async () => {
    const { socket, ended } = send(post('a', 1_000_000));
    const drip = setInterval(() => socket.write('a'), 20);
    // Without a response: the request is not complete.
    expect(await ended).toBe('');
    clearInterval(drip);
  });

  it('when it was refused and keeps sending very slowly', async () => {
    const { socket, ended } = send(post('a', 1_000_000, '/refused'));
    const drip = setInterval(() => socket.write('a'), 20);
    expect(await ended).toContain('500');
    clearInterval(drip);
  });

  it('when it does not read the response', async () => {
    const { socket } = send('GET /large HTTP/1.1\r\nhost: x\r\n\r\n', { isReading: false });
    await expect.poll(async () => connectionsOf(app)).toBe(0);
    socket.destroy();
  });

  it('when it has been idle after a response', async () => {
    expect(await send(post('whole', 5)).ended).toContain('whole');
  });
});

it('keeps connections that wait for a response', async () => {
  const { socket, ended } = send('GET /slow HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n');
  // The time limits of other connections expire in the meantime.
  await send(post('a', 10)).ended;
  await send(post('a', 10)).ended;
  expect(socket.destroyed).toBe(false);
  letHandlerEnd();
  expect(await ended).toContain('at last');
});

const connectionsOf = ({ server }: FastifyInstance): Promise<number> =>
  new Promise((resolve, reject) => server.getConnections((error, count) => (error ? reject(error) : resolve(count))));
