import rateLimit from '@fastify/rate-limit';
import { ERRORS } from '@vitrine/contract';
import Fastify from 'fastify';
import { sql } from 'kysely';
import pino from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type DatabaseHandle, isDatabaseUnavailable, openDatabase } from '../platform/database/database.ts';
import { AppError } from '../platform/errors.ts';
import { createLog } from '../platform/log.ts';
import { aPerson } from '../testing/builders.ts';
import { openTestApp } from '../testing/shared-test-app.ts';
import { createTestApp, type TestApp } from '../testing/test-app.ts';
import { createTestDatabase } from '../testing/test-database.ts';
import { errorHandling } from './errors.ts';
import { routeMethods } from './route-methods.ts';

let test: TestApp;
beforeAll(async () => {
  test = await openTestApp();
});
afterAll(() => test.close());

const failureOf = async (work: Promise<unknown>): Promise<unknown> => {
  try {
    await work;
  } catch (error) {
    return error;
  }
  throw new Error('It succeeded');
};

describe('an unavailable database', () => {
  const nowhere = (): DatabaseHandle => openDatabase('postgres://x@127.0.0.1:1/x', pino({ level: 'silent' }));

  it('is distinguished from an internal error', async () => {
    const { db, close } = nowhere();
    expect(isDatabaseUnavailable(await failureOf(sql`select 1`.execute(db)))).toBe(true);
    await close();
    expect(isDatabaseUnavailable(await failureOf(sql`select nothing`.execute(test.db)))).toBe(false);
    expect(isDatabaseUnavailable(new TypeError('x is not a function'))).toBe(false);
  });

  it('is detected by a statement that was running when the connection was lost', async () => {
    const { db, close } = await createTestDatabase();
    const cut = failureOf(
      db.connection().execute(async (one) => {
        const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(one);
        await sql`select pg_terminate_backend(${rows[0]?.pid ?? 0})`.execute(test.db);
        await sql`select pg_sleep(10)`.execute(one);
      }),
    );
    expect(isDatabaseUnavailable(await cut)).toBe(true);
    await close();
  });

  it('is unavailable for changes while its address leads to a standby', async () => {
    const refused = failureOf(
      test.db.transaction().execute(async (tx) => {
        await sql`set transaction read only`.execute(tx);
        await sql`create table x (id integer)`.execute(tx);
      }),
    );
    expect(isDatabaseUnavailable(await refused)).toBe(true);
  });

  it('is answered with 503 and a time to retry', async () => {
    const { db, close } = nowhere();
    const { createApp } = await import('../app.ts');
    const app = await createApp({
      config: {
        trustProxy: false,
        screenUrl: undefined,
        publicUrl: 'http://vitrine.test',
        metricsToken: undefined,
        accountRequestsPerSecond: 50,
        stripe: null,
        databaseUrl: undefined,
      },
      log: pino({ level: 'silent' }),
      db,
      modules: { ...test.modules, resolvePerson: async () => Promise.reject(await failureOf(sql`select 1`.execute(db))) },
    });
    const answer = await app.inject({ method: 'GET', url: '/api/albums', headers: { authorization: 'token' } });
    expect(answer.statusCode).toBe(503);
    expect(answer.headers['retry-after']).toBe('5');
    expect(answer.json()).toMatchObject({ error: true, code: 'UNAVAILABLE' });
    await app.close();
    await close();
  });
});

describe('an id in a path that is not a UUID', () => {
  it('is answered like an id that does not exist', async () => {
    const ana = await aPerson(test);
    for (const path of ['/playlists/details/x', '/orders/x', '/devices/x', '/medias/media/1']) {
      const answer = await ana.call('GET', path);
      expect([path, answer.statusCode, answer.json<{ message: string }>().message]).toEqual([path, 404, ERRORS.NOT_FOUND.message]);
    }
    expect((await ana.call('GET', '/publishes?playlistId=x')).json()).toMatchObject({ code: 'INVALID', message: 'This ID is not valid.' });
  });
});

describe('a request over the limit', () => {
  it.each([
    [30, 'Too many requests. Try again in 30 seconds.'],
    [90, 'Too many requests. Try again in 2 minutes.'],
    [10_800, 'Too many requests. Try again in 3 hours.'],
  ])('with %i seconds left is answered with the time to wait', async (seconds, message) => {
    const app = Fastify();
    await app.register(rateLimit, { global: false });
    await app.register(errorHandling);
    app.get('/', { config: { rateLimit: { max: 1, timeWindow: seconds * 1000 } } }, async () => ({}));
    expect((await app.inject('/')).statusCode).toBe(200);
    const answer = await app.inject('/');
    expect(answer.statusCode).toBe(429);
    expect(answer.json()).toMatchObject({ error: true, code: 'TOO_MANY_REQUESTS', message });
    await app.close();
  });

  it('is answered with a moment when the time to wait is unknown', async () => {
    const app = Fastify();
    await app.register(rateLimit, { global: false });
    await app.register(errorHandling);
    app.get('/', () => {
      throw new AppError('TOO_MANY_REQUESTS');
    });
    expect((await app.inject('/')).json()).toMatchObject({
      code: 'TOO_MANY_REQUESTS',
      message: 'Too many requests. Wait a moment and try again.',
    });
    await app.close();
  });
});

describe('an unexpected error', () => {
  it('is answered with one message and a request id, and logged with its cause', async () => {
    const lines: string[] = [];
    const app = Fastify({ loggerInstance: createLog('error', { write: (line: string) => void lines.push(line) }) });
    await app.register(rateLimit, { global: false });
    await app.register(routeMethods);
    await app.register(errorHandling);
    app.get('/', () => {
      throw new Error('no column named "photos"', { cause: new Error('the query of ana@example.com') });
    });
    const answer = await app.inject('/');
    await app.close();
    const { requestId, ...body } = answer.json<{ requestId: string }>();
    expect(answer.statusCode).toBe(500);
    expect(body).toEqual({ error: true, code: 'INTERNAL', message: ERRORS.INTERNAL.message });
    expect(lines).toHaveLength(1);
    const logged = JSON.parse(lines[0] ?? '') as { reqId: string; err: { message: string } };
    expect(logged.reqId).toBe(requestId);
    expect(logged.err.message).toContain('no column named "photos"');
    expect(lines[0]).toContain('the query of ana@example.com');
  });
});

describe('a JSON body', () => {
  it('is refused above 1 MB', async () => {
    const answerTo = async (bytes: number) => {
      const payload = JSON.stringify({ email: '' }).padEnd(bytes, ' ');
      const headers = { 'content-type': 'application/json' };
      const answer = await test.app.inject({ method: 'POST', url: '/api/users/login', headers, payload });
      return [answer.statusCode, answer.json<{ code: string }>().code];
    };
    expect(await answerTo(1024 * 1024)).toEqual([422, 'INVALID']);
    expect(await answerTo(1024 * 1024 + 1)).toEqual([413, 'BODY_TOO_LARGE']);
  });

  it.each(['{"__proto__":{"isAdmin":true}}', '{"email":{"constructor":{"prototype":{}}}}'])(
    'is refused when it names the prototype of an object: %s',
    async (payload) => {
      const headers = { 'content-type': 'application/json' };
      const answer = await test.app.inject({ method: 'POST', url: '/api/users/login', headers, payload });
      expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([400, 'BODY_INVALID']);
    },
  );
});

describe('a request with thousands of faults', () => {
  it('is answered with the first ten', async () => {
    const ana = await aPerson(test);
    const mediaIdArr = Array.from({ length: 2000 }, (_, at) => `not-an-id-${at}`);
    const answer = await ana.call('DELETE', `/medias/${ana.user._id}`, { mediaIdArr });
    expect(answer.statusCode).toBe(422);
    expect(answer.json<{ issues: object[] }>().issues).toHaveLength(10);
  });
});

describe('text that cannot be stored', () => {
  it('is refused in every part of a request, before validation by schema', async () => {
    const body = { email: 'a\u0000b', password: 'x' };
    const answers = [
      await test.app.inject({ method: 'POST', url: '/api/users/login', body }),
      await test.app.inject({ method: 'POST', url: '/api/contacts/', body: { anything: { else: ['\ud800'] } } }),
      await test.app.inject({ method: 'GET', url: '/api/posters?x=%00' }),
    ];
    for (const answer of answers) {
      expect(answer.statusCode).toBe(422);
      expect(answer.json()).toMatchObject({ code: 'INVALID', message: 'Contains an unsupported character' });
    }
  });
});

describe('the metrics', () => {
  const sendRequest = (headers: Record<string, string>, remoteAddress = '127.0.0.1') =>
    test.app.inject({ method: 'GET', url: '/metrics', headers, remoteAddress });

  it('answer only this machine, also behind a proxy on it', async () => {
    expect((await sendRequest({})).statusCode).toBe(200);
    expect((await sendRequest({}, '::ffff:127.0.0.1')).statusCode).toBe(200);
    expect((await sendRequest({}, '10.0.0.7')).statusCode).toBe(404);
    expect((await sendRequest({ 'x-forwarded-for': '127.0.0.1' })).statusCode).toBe(404);
  });

  it('require the token', async () => {
    const withToken = await createTestApp({ METRICS_TOKEN: 'a-token-of-sixteen-characters' });
    const askIt = (authorization: string) =>
      withToken.app.inject({ method: 'GET', url: '/metrics', headers: { authorization }, remoteAddress: '10.0.0.7' });
    expect((await askIt('Bearer a-token-of-sixteen-characters')).statusCode).toBe(200);
    expect((await askIt('Bearer another')).statusCode).toBe(404);
    await withToken.close();
  });
});
