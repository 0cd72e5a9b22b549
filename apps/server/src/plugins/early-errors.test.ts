import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../testing/test-app.ts';

let test: TestApp;
let port: number;
beforeAll(async () => {
  test = await createTestApp();
  await test.app.listen({ host: '127.0.0.1', port: 0 });
  port = (test.app.server.address() as AddressInfo).port;
});
afterAll(() => test.close());

/** Sends raw bytes and returns the status and the body of the response. */
async function send(text: string): Promise<{ status: number; type: string | undefined; body: unknown }> {
  const socket = connect(port, '127.0.0.1');
  let answer = '';
  socket.on('data', (chunk) => (answer += chunk.toString())).on('error', () => undefined);
  socket.write(text);
  await once(socket, 'close');
  const [head = '', body = ''] = answer.split('\r\n\r\n');
  return { status: Number(head.split(' ')[1]), type: /^content-type: (.*)$/im.exec(head)?.[1], body: JSON.parse(body) };
}

const get = (address: string, headers = '') => send(`GET ${address} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n${headers}\r\n`);

it.each([
  { what: 'a path that is not UTF-8', sent: () => get('/shared/%ff'), status: 400, code: 'ADDRESS_INVALID' },
  { what: 'an API path that is not UTF-8', sent: () => get('/api/albums/%ff'), status: 400, code: 'ADDRESS_INVALID' },
  { what: 'a parameter that is too long', sent: () => get(`/api/shared/${'a'.repeat(300)}`), status: 414, code: 'ADDRESS_TOO_LONG' },
  { what: 'an address beyond the limit of headers', sent: () => get(`/api/${'a'.repeat(70_000)}`), status: 431, code: 'HEADERS_TOO_LARGE' },
  {
    what: 'headers that are too large',
    sent: () => get('/', `x-large: ${'a'.repeat(70_000)}\r\n`),
    status: 431,
    code: 'HEADERS_TOO_LARGE',
  },
  {
    what: 'a body with both a length and a transfer encoding',
    sent: () => send('POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 3\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n'),
    status: 400,
    code: 'REQUEST_UNREADABLE',
  },
  {
    what: 'a body with two lengths',
    sent: () => send('POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 3\r\ncontent-length: 4\r\n\r\nabcd'),
    status: 400,
    code: 'REQUEST_UNREADABLE',
  },
  { what: 'something that is not HTTP', sent: () => send('what is this\r\n\r\n'), status: 400, code: 'REQUEST_UNREADABLE' },
])('answers $what in the standard JSON envelope', async ({ sent, status, code }) => {
  expect(await sent()).toMatchObject({
    status,
    type: 'application/json; charset=utf-8',
    body: { error: true, code, message: expect.any(String) as string, requestId: expect.any(String) as string },
  });
});
