import { hash } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { anAlbum, aPerson, PASSWORD, type TestPerson } from '../testing/builders.ts';
import { createTestApp, type TestApp } from '../testing/test-app.ts';
import { createLog } from './log.ts';
import { createSecurityLog } from './security-log.ts';

type Line = Record<string, unknown> & { msg: string };
const lines: string[] = [];
const destination = { write: (line: string) => void lines.push(line) };
const readLines = () => lines.map((line) => JSON.parse(line) as Line).filter(({ log }) => log === 'security');
const digest = (email: string) => hash('sha256', email, 'hex').slice(0, 12);

describe('the security log of a server', () => {
  let test: TestApp;
  let ana: TestPerson;
  const from = (address: string) => ({ remoteAddress: address });
  const login = (email: string, password: string, address: string) =>
    test.app.inject({ method: 'POST', url: '/api/users/login', payload: { email, password }, ...from(address) });

  beforeAll(async () => {
    test = await createTestApp({}, undefined, undefined, createLog('warn', destination));
    ana = await aPerson(test);
  });
  afterAll(() => test.close());
  beforeEach(() => {
    lines.length = 0;
  });

  it('has successful and refused sign-ins', async () => {
    await login(ana.email, PASSWORD, '203.0.113.1');
    await login(ana.email, 'a secret typo', '203.0.113.2');
    await login('nobody@example.com', 'a secret typo', '203.0.113.3');
    expect(readLines()).toMatchObject([
      { msg: 'signed in', account: ana.user._id, email: digest(ana.email), network: '203.0.113.1', method: 'password', level: 30 },
      {
        msg: 'sign-in refused',
        code: 'INCORRECT_PASSWORD',
        email: digest(ana.email),
        network: '203.0.113.2',
        route: 'POST /api/users/login',
      },
      { msg: 'sign-in refused', code: 'NO_USER_EXISTS', email: digest('nobody@example.com'), network: '203.0.113.3' },
    ]);
    for (const line of lines) for (const secret of [PASSWORD, 'a secret typo', ana.email, 'nobody@']) expect(line).not.toContain(secret);
  });

  it('has refused passwords and codes of signed-in accounts', async () => {
    await ana.call('POST', '/users/second-factor/setup', { password: 'a secret typo' });
    await ana.call('POST', '/users/step-up', { code: '123456' });
    const found = readLines();
    expect(found.map(({ msg }) => msg)).toContain('proof refused');
    for (const line of found) expect(line).toMatchObject({ account: ana.user._id });
  });

  it('has refused access without a session, without a scope, and to objects of others', async () => {
    // Lines of an account that others have caused in this minute would only be counted.
    const bruno = await aPerson(test);
    const album = await anAlbum(ana);
    const body = { name: 'Lobby script', scopes: ['albums:read'], days: 30, password: PASSWORD };
    const { token } = (await bruno.call('POST', '/users/tokens', body)).json<{ result: { token: string } }>().result;
    lines.length = 0;
    await test.app.inject({
      url: `/api/albums/${ana.user._id}`,
      headers: { authorization: 'a secret token' },
      ...from('2001:db8:1:2:3::4'),
    });
    await bruno.call('PUT', `/albums/${album._id}`, { name: 'Mine' });
    await test.app.inject({
      method: 'POST',
      url: '/api/albums',
      headers: { authorization: `Bearer ${token}` },
      payload: { name: 'By a program' },
    });
    expect(readLines()).toMatchObject([
      { msg: 'access refused', code: 'UNAUTHENTICATED', network: '2001:db8:1:2::/64' },
      { msg: 'access refused', code: 'NOT_FOUND', account: bruno.user._id, route: 'PUT /api/albums/:id' },
      { msg: 'access refused', code: 'SCOPE_REQUIRED', account: bruno.user._id, route: 'POST /api/albums' },
    ]);
    for (const secret of ['a secret token', token]) expect(lines.join()).not.toContain(secret);
    lines.length = 0;
    // Visitors without an account find only what is public.
    expect((await test.app.inject({ url: '/api/shared/unknown', ...from('203.0.113.9') })).statusCode).toBe(404);
    expect(readLines()).toEqual([]);
  });
});

describe('lines of the security log', () => {
  beforeEach(() => {
    lines.length = 0;
    vi.useFakeTimers();
  });
  afterEach(() => vi.useRealTimers());

  it('are counted when an account or a network repeats them, and sign-ins remain visible among many refusals', () => {
    const { recordRefusal, recordSuccess } = createSecurityLog(createLog('warn', destination));
    for (let attempt = 0; attempt < 1000; attempt++)
      recordRefusal('sign-in refused', { code: 'INCORRECT_PASSWORD', email: `${attempt}@example.com`, address: '203.0.113.1' });
    expect(readLines()).toHaveLength(1);
    vi.advanceTimersByTime(60_000);
    expect(readLines()).toHaveLength(2);
    expect(readLines()[1]).toMatchObject({ count: 999, network: '203.0.113.1' });
    for (let network = 0; network < 10_000; network++)
      recordRefusal('sign-in refused', { code: 'INCORRECT_PASSWORD', address: `10.1.${network >> 8}.${network & 255}` });
    expect(readLines().length).toBeLessThan(600);
    recordSuccess('signed in', { account: 'ana', address: '203.0.113.2', method: 'password' });
    expect(readLines().at(-1)).toMatchObject({ msg: 'signed in', account: 'ana' });
  });

  it('are left out when the log contains errors only', () => {
    createSecurityLog(createLog('error', destination)).recordSuccess('signed in', { account: 'ana', address: '203.0.113.2' });
    expect(lines).toEqual([]);
  });
});
