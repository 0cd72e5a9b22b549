import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import Fastify, { type FastifyInstance } from 'fastify';
import fp from 'fastify-plugin';
import pino from 'pino';
import { io, type Socket } from 'socket.io-client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createClientAddress } from '../platform/client-address.ts';
import { createLiveServer, type LiveServer } from '../platform/live/live-server.ts';
import { aPerson, type TestPerson } from '../testing/builders.ts';
import { createTestApp, type TestApp } from '../testing/test-app.ts';
import { errorHandling } from './errors.ts';
import { routeMethods } from './route-methods.ts';
import { screenOrigin } from './screen-origin.ts';

const SCREEN = 'screen.test';
const MAIN = 'vitrine.test';
const VERSION = '0198a000-0000-7000-8000-000000000000';
let test: TestApp;
let ana: TestPerson;

beforeAll(async () => {
  test = await createTestApp({ SCREEN_URL: `https://${SCREEN}`, TRUST_PROXY: '127.0.0.1' });
  ana = await aPerson(test);
});
afterAll(() => test.close());

async function register(): Promise<{ deviceId: string; secret: string }> {
  const payload = { versionCode: '1' };
  const response = await test.app.inject({ method: 'POST', url: '/api/register/device', headers: { host: SCREEN }, payload });
  return response.json().result;
}

/** Replaces the built pages. */
async function aSite() {
  const site = Fastify({ routerOptions: { ignoreTrailingSlash: true } });
  await site.register(routeMethods);
  await site.register(errorHandlingWithoutLimits);
  await site.register(screenOrigin, { screenUrl: `https://${SCREEN}` });
  for (const url of ['/screen', '/screen/*', '/healthz', '/readyz', '/metrics', '/*']) site.get(url, () => 'served');
  return site;
}

const errorHandlingWithoutLimits = fp(async (app: FastifyInstance) => {
  app.decorate('rateLimit', () => async () => undefined);
  await app.register(errorHandling);
});

describe('the origin of the screen', () => {
  it.each([
    '/screen',
    '/screen/',
    '/screen/service-worker.js',
    '/screen/manifest.webmanifest',
    '/screen/icons/192.png',
    '/healthz',
    '/readyz',
  ])('serves %s', async (url) => {
    expect((await (await aSite()).inject({ url, headers: { host: SCREEN } })).statusCode).toBe(200);
  });

  it.each(['/', '/login', '/index.html', '/metrics', '/%2e%2e/login', '/screen%2f..%2flogin', '/screenx'])(
    'does not serve %s',
    async (url) => {
      expect((await (await aSite()).inject({ url, headers: { host: SCREEN.toUpperCase() } })).statusCode).toBe(404);
    },
  );

  it('registers a screen and gives it its manifest', async () => {
    const { deviceId, secret } = await register();
    const headers = { host: SCREEN, authorization: `Screen ${deviceId}:${secret}` };
    expect((await test.app.inject({ url: '/api/screens/manifest', headers })).statusCode).toBe(200);
  });

  it('answers no request of an account, also when a page sets X-Forwarded-Host', async () => {
    const routes = test
      .routes()
      .filter(({ method, url }) => method !== 'HEAD' && url.startsWith('/api/') && !/^\/api\/(screens\/|register\/device)/.test(url));
    expect(routes.length).toBeGreaterThan(100);
    for (const { method, url } of routes) {
      const path = url.replaceAll(/:\w+/g, 'x').replace('*', 'x');
      const headers = { host: SCREEN, 'x-forwarded-host': MAIN, authorization: `Bearer ${ana.token}` };
      const response = await test.app.inject({ method: method as 'GET', url: path, headers });
      expect(`${method} ${path} ${response.statusCode} ${response.body}`).toContain('404 {"error":true,"code":"NOT_FOUND"');
      expect(response.body).toContain('There is nothing at this address.');
    }
  });
});

describe('the main origin with a separate screen origin', () => {
  it.each(['/screen', '/screen/', '/screen?x=1'])('redirects %s', async (url) => {
    const response = await (await aSite()).inject({ url, headers: { host: MAIN } });
    expect(response.statusCode).toBe(302);
    expect(response.headers.location).toBe(`https://${SCREEN}/screen`);
  });

  it('redirects every page below /screen, and serves the files that older screens need to update', async () => {
    const site = await aSite();
    const statusOf = async (url: string, mode: string) =>
      (await site.inject({ url, headers: { host: MAIN, 'sec-fetch-mode': mode } })).statusCode;
    expect(await statusOf('/screen/index.html', 'navigate')).toBe(302);
    expect(await statusOf('/screen/index.html', 'cors')).toBe(200);
    expect(await statusOf('/screen/service-worker.js', 'same-origin')).toBe(200);
    expect(await statusOf('/login', 'navigate')).toBe(200);
  });

  it('serves no versions, and answers other requests of screens and accounts', async () => {
    const { deviceId, secret } = await register();
    const call = (url: string, authorization: string) => test.app.inject({ url, headers: { host: MAIN, authorization } });
    const asScreen = (url: string) => call(url, `Screen ${deviceId}:${secret}`);
    for (const url of [`/api/screens/versions/${VERSION}`, `/api/screens/versions/${VERSION}/files?path=index.html`]) {
      const response = await asScreen(url);
      expect(response.statusCode).toBe(404);
      expect(response.json().message).toContain(`https://${SCREEN}/screen`);
    }
    expect((await asScreen('/api/screens/manifest')).statusCode).toBe(200);
    expect((await call(`/api/users/${ana.user._id}`, `Bearer ${ana.token}`)).statusCode).toBe(200);
  });
});

describe('sockets on the origin of the screen', () => {
  let live: LiveServer;
  let http: Server;
  let origin: string;
  const sockets: Socket[] = [];

  beforeAll(async () => {
    http = createServer();
    live = createLiveServer(http, {
      people: { authenticate: test.modules.resolvePerson },
      screens: test.modules.screenSockets,
      completeSync: test.modules.completeSync,
      clientAddress: createClientAddress(false),
      screensPerAddress: 1000,
      screenUrl: `https://${SCREEN}`,
      log: pino({ level: 'silent' }),
    });
    await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
    origin = `http://127.0.0.1:${(http.address() as AddressInfo).port}`;
  });
  afterAll(async () => {
    for (const socket of sockets) socket.disconnect();
    await live.close();
  });

  function connect(namespace: string, host: string, auth: object): Promise<string> {
    const socket = io(`${origin}${namespace}`, {
      auth,
      transports: ['websocket'],
      reconnection: false,
      forceNew: true,
      extraHeaders: { host, origin: `https://${host}` },
    });
    sockets.push(socket);
    return new Promise((resolve) => {
      socket.on('connect', () => resolve('connected'));
      socket.on('connect_error', (error) => resolve(error.message));
    });
  }

  it.each(['/notification', '/device', '/media'])('are refused for users in %s, and accepted on the main origin', async (namespace) => {
    expect(await connect(namespace, SCREEN, { token: ana.token })).toBe('UNKNOWN_NAMESPACE');
    expect(await connect(namespace, MAIN, { token: ana.token })).toBe('connected');
  });

  it('are accepted for screens', async () => {
    const { deviceId, secret } = await register();
    expect(await connect('/screen', SCREEN, { deviceId, secret })).toBe('connected');
  });
});
