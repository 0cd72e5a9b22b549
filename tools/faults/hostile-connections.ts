import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ApiPerson } from '../../e2e/api.ts';
import { until } from '../../e2e/until.ts';
import type { Attack } from './attack.ts';
import { assert } from './round.ts';

const TRIES_PER_ADDRESS = 10;
const TRIES_PER_ACCOUNT = 50;
const GUESSES = 100;
const STALLED = 300;
const STALLED_LIMIT_MS = 75_000;
const FLOOD_MS = 10_000;
const FLOOD_CONNECTIONS = 100;

const postJson = (url: string, body: object, address: string): Promise<Response> =>
  fetch(url, {
    method: 'POST',
    // The product is started as behind a proxy and trusts this header, so each request has a different address.
    headers: { 'content-type': 'application/json', 'x-forwarded-for': address },
    body: JSON.stringify(body),
  });

/** Sends a hundred concurrent password guesses for one account from one address, then a hundred from different addresses. */
export const guess: Attack = {
  name: 'guessing a password',
  async run({ product, email }) {
    const triedFrom = async (addressOf: (at: number) => string) => {
      const codes = await Promise.all(
        Array.from({ length: GUESSES }, async (_, at) => {
          const response = await postJson(`${product.origin}/api/users/login`, { email, password: `wrong guess ${at}` }, addressOf(at));
          return ((await response.json()) as { code: string }).code;
        }),
      );
      return codes.filter((code) => code === 'INCORRECT_PASSWORD').length;
    };
    const fromOne = await triedFrom(() => '10.1.0.1');
    assert(fromOne <= TRIES_PER_ADDRESS, `${fromOne} guesses were checked from one address`);
    const fromAll = fromOne + (await triedFrom((at) => `10.1.1.${at}`));
    assert(fromAll <= TRIES_PER_ACCOUNT, `${fromAll} guesses were checked in total`);
  },
};

/** A hundred addresses send up to 2,000 requests per second, many of them for paths that do not exist or need a sign-in. */
export const flood: Attack = {
  name: 'a flood of requests',
  // No address exceeds its own limits, so this is a load test: the attacker, the product and its database fill both processors.
  p95GrowthLimitMs: 150,
  async run({ product }) {
    const end = Date.now() + FLOOD_MS;
    const paths = ['/api/contacts/captcha', '/api/nowhere', '/api/users/login/key', '/', '/api/albums'];
    await Promise.all(
      Array.from({ length: FLOOD_CONNECTIONS }, async (_, connection) => {
        for (let at = 0; Date.now() < end; at++) {
          const response = await fetch(`${product.origin}${paths[at % paths.length]}`, {
            headers: { 'x-forwarded-for': `10.2.0.${connection}` },
          });
          assert(response.status < 500, `${response.status} for ${response.url}`);
          await response.arrayBuffer();
          // Simulates fast browsers. Without a pause, the load generator would take the processors from the product.
          await sleep(50);
        }
      }),
    );
  },
};

/** Opens connections with incomplete headers, incomplete bodies or no data. The server must close all of them. */
export const stall: Attack = {
  name: 'connections that stall',
  async run(attacker: ApiPerson) {
    const { port } = attacker.product;
    const headerLines = `host: x\r\nauthorization: ${attacker.token}\r\n`;
    const opened: Socket[] = [];
    const kinds = [
      '',
      `GET /api/albums HTTP/1.1\r\n${headerLines}`,
      `POST /api/albums HTTP/1.1\r\n${headerLines}content-type: application/json\r\ncontent-length: 1000\r\n\r\n{"na`,
      `POST /api/uploads HTTP/1.1\r\n${headerLines}content-type: multipart/form-data; boundary=x\r\ncontent-length: 1000000\r\n\r\n--x\r\ncontent-disposition: form-data; name="file"; filename="a.jpg"\r\n\r\nabc`,
    ];
    for (let at = 0; at < STALLED; at++) {
      const socket = connect(port, '127.0.0.1');
      socket.on('error', () => undefined).on('data', () => undefined);
      socket.write(kinds[at % kinds.length] ?? '');
      opened.push(socket);
    }
    await until('all connections are closed', async () => opened.every((socket) => socket.closed), STALLED_LIMIT_MS);
  },
};
