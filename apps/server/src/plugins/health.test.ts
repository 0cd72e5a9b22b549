import pino from 'pino';
import { afterAll, describe, expect, it } from 'vitest';
import { createHealthApp } from '../app.ts';
import { readConfig } from '../config/config.ts';
import { createTestDatabase } from '../testing/test-database.ts';

const database = await createTestDatabase();
afterAll(() => database.close());

describe('a process without HTTP roles', () => {
  it('is not ready while it runs no jobs, or stops', async () => {
    const does = { takeJobs: true, stop: false };
    const app = await createHealthApp({
      config: readConfig({}),
      log: pino({ level: 'silent' }),
      db: database.db,
      readiness: { takesJobs: () => does.takeJobs, isStopping: () => does.stop },
    });
    const ready = async () => {
      const { statusCode, body } = await app.inject('/readyz');
      return `${statusCode} ${body}`;
    };
    expect(await ready()).toBe('200 {"error":false,"takesJobs":true}');
    does.takeJobs = false;
    expect(await ready()).toMatch(/^503 .*This worker isn’t accepting jobs right now\./);
    does.stop = true;
    expect(await ready()).toMatch(/^503 /);
    expect((await app.inject('/healthz')).statusCode).toBe(200);
    await app.close();
  });
});

describe('GET /metrics', () => {
  const token = 'a token of the operator';
  const app = createHealthApp({
    config: readConfig({ METRICS_TOKEN: token, TRUST_PROXY: '127.0.0.1' }),
    log: pino({ level: 'silent' }),
    db: database.db,
  });
  afterAll(async () => (await app).close());
  const statusOf = async (headers: Record<string, string>, remoteAddress = '127.0.0.1') =>
    (await (await app).inject({ url: '/metrics', headers, remoteAddress })).statusCode;

  it.each(['127.0.0.1', '::1', '::ffff:127.0.0.1'])('answers this machine at %s', async (address) => {
    expect(await statusOf({}, address)).toBe(200);
  });

  it.each([
    'x-real-ip',
    'x-forwarded-for',
    'x-forwarded-proto',
    'x-forwarded-host',
    'forwarded',
    'via',
    'cf-connecting-ip',
    'true-client-ip',
  ])('refuses a request that a proxy of this machine forwarded with %s', async (name) => {
    expect(await statusOf({ [name]: '127.0.0.1' })).toBe(404);
    expect(await statusOf({ [name]: '127.0.0.1', authorization: `Bearer ${token}` })).toBe(200);
  });

  it('refuses other machines without the token', async () => {
    expect(await statusOf({}, '192.168.1.20')).toBe(404);
    expect(await statusOf({ authorization: 'Bearer wrong' }, '192.168.1.20')).toBe(404);
    expect(await statusOf({ authorization: `Bearer ${token}` }, '192.168.1.20')).toBe(200);
  });
});
