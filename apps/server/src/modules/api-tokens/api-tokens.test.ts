import type { CreatedApiToken } from '@vitrine/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { insertApiToken } from '../../testing/api-tokens.ts';
import { listAuditEntries } from '../../testing/audit-trail.ts';
import { aPerson, PASSWORD, type TestPerson } from '../../testing/builders.ts';
import { openTestApp } from '../../testing/shared-test-app.ts';
import type { TestApp } from '../../testing/test-app.ts';

const DAY_MS = 86_400_000;
let test: TestApp;
beforeAll(async () => {
  test = await openTestApp();
});
afterAll(() => test.close());
beforeEach(() => {
  test.clock.offsetMs = 0;
});

type Response = Awaited<ReturnType<TestPerson['call']>>;
const code = (response: Response) => response.json<{ code?: string }>().code;
const create = (person: TestPerson, change: object = {}) =>
  person.call('POST', '/users/tokens', { name: 'Lobby script', scopes: ['albums:read'], days: 30, password: PASSWORD, ...change });
const aToken = async (person: TestPerson, change: object = {}) => (await create(person, change)).json<{ result: CreatedApiToken }>().result;
const callWith = (token: string, method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, payload?: object) =>
  test.app.inject({ method, url: `/api${url}`, headers: { authorization: `Bearer ${token}` }, ...(payload && { payload }) });

describe('an API token', () => {
  it('is shown once, stored as a hash, and acts within its scopes', async () => {
    const ana = await aPerson(test);
    const { token, _id } = await aToken(ana);
    expect((await callWith(token, 'GET', `/albums/${ana.user._id}`)).statusCode).toBe(200);
    expect(code(await callWith(token, 'POST', '/albums', { name: 'Summer' }))).toBe('SCOPE_REQUIRED');
    expect((await ana.call('GET', '/users/tokens')).body).not.toContain(token);
    const row = await test.db.selectFrom('api_tokens').selectAll().where('id', '=', _id).executeTakeFirstOrThrow();
    expect(JSON.stringify(row)).not.toContain(token);
  });

  it('needs the password, known scopes and an end date', async () => {
    const ana = await aPerson(test);
    expect(code(await create(ana, { password: 'not the one' }))).toBe('INCORRECT_PASSWORD');
    for (const change of [
      { scopes: ['everything'] },
      { scopes: [] },
      { days: 0 },
      { days: 400 },
      { name: ' ' },
      { scopes: ['console:people:read'] },
    ])
      expect(code(await create(ana, change))).toBe('INVALID');
  });

  it('stops working when it is revoked, expires, or the account is disabled', async () => {
    const ana = await aPerson(test);
    const read = (token: string) => callWith(token, 'GET', `/albums/${ana.user._id}`);
    const revoked = await aToken(ana);
    await read(revoked.token);
    expect(code(await (await aPerson(test)).call('DELETE', `/users/tokens/${revoked._id}`))).toBe('NOT_FOUND');
    await ana.call('DELETE', `/users/tokens/${revoked._id}`);
    // A process caches a token for less than a second.
    await expect.poll(async () => (await read(revoked.token)).statusCode, { timeout: 2000 }).toBe(401);
    const expired = await aToken(ana, { days: 1 });
    test.clock.offsetMs = DAY_MS + 1;
    expect((await read(expired.token)).statusCode).toBe(401);
    test.clock.offsetMs = 0;
    const { token } = await aToken(ana);
    await test.db.updateTable('users').set({ disabled_at: new Date() }).where('id', '=', ana.user._id).execute();
    expect((await read(token)).statusCode).toBe(401);
  });

  it('ends with a new password, and never reaches sensitive operations', async () => {
    const ana = await aPerson(test);
    const { token } = await aToken(ana);
    const body = { oldPassword: PASSWORD, newPassword: PASSWORD };
    expect(code(await callWith(token, 'PUT', '/users/password', body))).toBe('SCOPE_REQUIRED');
    expect((await ana.call('PUT', '/users/password', body)).statusCode).toBe(200);
    expect(await test.db.selectFrom('api_tokens').select('id').where('user_id', '=', ana.user._id).execute()).toEqual([]);
  });

  it('is refused in an address', async () => {
    const ana = await aPerson(test);
    const { token } = await aToken(ana, { scopes: ['media:read'] });
    const response = await test.app.inject(`/api/uploads?key=00000000-0000-4000-8000-000000000000&token=${token}`);
    expect(response.statusCode).toBe(401);
  });

  it('is named in the audit trail', async () => {
    const admin = await aPerson(test);
    await test.db.updateTable('users').set({ role: 'admin', is_super_admin: true }).where('id', '=', admin.user._id).execute();
    const ana = await aPerson(test);
    const { token } = await aToken(admin, { name: 'Cleaner', scopes: ['console:people:write'] });
    expect((await callWith(token, 'PUT', `/users/status/${ana.user._id}`, { status: false })).statusCode).toBe(200);
    const [entry] = await listAuditEntries(test, ana.user._id);
    expect(JSON.stringify(entry)).toContain('Cleaner');
  });
});

it('an account can have fifty tokens, also when they are created at once', async () => {
  const ana = await aPerson(test);
  for (let count = 0; count < 48; count++) await insertApiToken(test.db, ana.user._id, ['albums:read']);
  const last = await Promise.all(Array.from({ length: 4 }, () => create(ana)));
  expect(last.filter(({ statusCode }) => statusCode === 201)).toHaveLength(2);
  expect(last.filter((response) => code(response) === 'API_TOKEN_LIMIT')).toHaveLength(2);
});

it('the time of the last use is recorded, at most once a minute', async () => {
  const ana = await aPerson(test);
  const { token, _id } = await aToken(ana);
  const lastUse = async () =>
    (await test.db.selectFrom('api_tokens').select('last_used_at').where('id', '=', _id).executeTakeFirstOrThrow()).last_used_at;
  await callWith(token, 'GET', `/albums/${ana.user._id}`);
  await expect.poll(lastUse).not.toBeNull();
  const first = await lastUse();
  await callWith(token, 'GET', `/albums/${ana.user._id}`);
  expect(await lastUse()).toEqual(first);
});
