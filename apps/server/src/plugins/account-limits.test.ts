import { setImmediate as afterPendingWork } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createSharedRequestCounter } from '../platform/limits/shared-counts.ts';
import { anAlbum, aPerson, type TestPerson } from '../testing/builders.ts';
import { createTestApp, type TestApp } from '../testing/test-app.ts';
import { createTestDatabase } from '../testing/test-database.ts';
import { createAccountLimits } from './account-limits.ts';

describe('the request limit of an account', () => {
  let test: TestApp;
  let ana: TestPerson;
  beforeAll(async () => {
    test = await createTestApp({ ACCOUNT_REQUESTS_PER_SECOND: '5' });
    ana = await aPerson(test);
  });
  afterAll(() => test.close());

  it('applies to all routes together and does not affect other accounts', async () => {
    const ben = await aPerson(test);
    const album = await anAlbum(ben);
    const paths = ['/albums', '/notifications/unknown', `/medias/${album._id}`, '/console/overview'];
    const answers = await Promise.all(Array.from({ length: 200 }, (_, at) => ana.call('GET', paths[at % paths.length] ?? '')));
    const refused = answers.filter(({ statusCode }) => statusCode === 429);
    expect(refused.length).toBeGreaterThan(100);
    expect(refused[0]?.headers['retry-after']).toBe('1');
    expect(refused[0]?.json()).toMatchObject({ error: true, code: 'TOO_MANY_REQUESTS' });
    expect((await ben.call('GET', '/albums')).statusCode).toBe(200);
  });

  it('is four times as high for requests of files', async () => {
    const carl = await aPerson(test);
    const answers = await Promise.all(
      Array.from({ length: 100 }, () => carl.call('GET', '/uploads?key=00000000-0000-4000-8000-000000000001')),
    );
    expect(answers.filter(({ statusCode }) => statusCode === 404).length).toBe(100);
  });
});

it('limits the size of JSON responses', async () => {
  const limit = createAccountLimits(10);
  const sendsJson = (length: string | undefined, type = 'application/json') =>
    ({ header: () => undefined, request: { headers: { 'content-type': type, 'content-length': length } } }) as never;
  const allowed = async (account: string, ...sent: Parameters<typeof sendsJson>) =>
    (await Promise.allSettled(Array.from({ length: 100 }, () => limit(account, 'calls', sendsJson(...sent))))).filter(
      ({ status }) => status === 'fulfilled',
    ).length;
  expect([await allowed('small', '100'), await allowed('large', '200000'), await allowed('unstated', undefined)]).toEqual([60, 8, 6]);
  expect(await allowed('capitals', '200000', ' Application/JSON; charset=utf-8')).toBe(8);
});

it('delays 100 refusals of an account, and sends further refusals immediately', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  try {
    const limit = createAccountLimits(1);
    const reply = { header: () => reply, request: { headers: {} } } as never;
    let refused = 0;
    const calls = Array.from({ length: 6 + 130 }, () => limit('ana', 'calls', reply).catch(() => refused++));
    await afterPendingWork();
    expect(refused).toBe(30);
    await vi.advanceTimersByTimeAsync(500);
    await Promise.all(calls);
    expect(refused).toBe(130);
  } finally {
    vi.useRealTimers();
  }
});

it('applies to all processes together', async () => {
  const database = await createTestDatabase();
  const counts = () => createSharedRequestCounter({ db: database.db, onAway: () => undefined });
  const processes = Array.from({ length: 4 }, () => createAccountLimits(1, counts()));
  const reply = { header: () => reply, request: { headers: {} } } as never;
  const tries = await Promise.allSettled(Array.from({ length: 50 }).flatMap(() => processes.map((limit) => limit('ana', 'calls', reply))));
  // Each process alone would allow its burst of 6.
  expect(tries.filter(({ status }) => status === 'fulfilled').length).toBeLessThanOrEqual(24);
  const bytes = await Promise.allSettled(Array.from({ length: 125 }).flatMap(() => processes.map((limit) => limit('ana', 'bytes', reply))));
  expect(bytes.filter(({ status }) => status === 'fulfilled').length).toBeLessThanOrEqual(4 * 24);
  await database.close();
});
