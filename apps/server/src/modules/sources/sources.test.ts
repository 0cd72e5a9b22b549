import { ERRORS } from '@vitrine/contract';
import { SOURCE_LIMITS, type Source, type SourceDetails } from '@vitrine/contract/sources';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aPerson, aPlan, type TestPerson } from '../../testing/builders.ts';
import { aFeed, allowLocal, createFeed, type DataServer, fetchDueSources, startDataServer } from '../../testing/sources.ts';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';

let server: DataServer;
let test: TestApp;
let ana: TestPerson;
beforeAll(async () => {
  server = await startDataServer();
  test = await createTestApp(allowLocal(server));
  ana = await aPerson(test);
  await aPlan(test, ana);
});
afterAll(async () => {
  await test.close();
  await server.close();
});

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const read = async (id: string, person = ana) => (await person.call('GET', `/sources/${id}`)).json<{ result: SourceDetails }>().result;
const nextFetch = async (id: string) =>
  (await test.db.selectFrom('sources').select('next_fetch_at').where('id', '=', id).executeTakeFirstOrThrow()).next_fetch_at;
const list = async (person = ana) => (await person.call('GET', '/sources')).json<{ result: { sources: Source[] } }>().result.sources;
/** Fetches what is due at this time from the start of the tests. Sessions end after a day, so requests are sent at the present time. */
const fetchAt = async (ms: number) => {
  test.clock.offsetMs = ms;
  await fetchDueSources(test);
  test.clock.offsetMs = 0;
};

describe('a data source', () => {
  it('is fetched at once, and returns its data and address to its owner', async () => {
    server.respondWith(createFeed('Bridge opened'));
    const created = await ana.call('POST', '/sources', { name: ' Town news ', settings: { kind: 'feed' }, address: server.url() });
    expect(created.statusCode).toBe(201);
    const source = created.json<{ result: Source }>().result;
    expect(source).toMatchObject({
      name: 'Town news',
      kind: 'feed',
      state: 'waiting',
      hasAddress: true,
      usedBy: 0,
      isOwn: true,
      intervalMinutes: 15,
    });
    test.nudges.length = 0;
    await fetchDueSources(test);
    expect(await read(source._id)).toMatchObject({
      source: { state: 'current', failure: null, changedAt: expect.any(String) },
      address: server.url(),
      document: { kind: 'feed', title: 'News', items: [{ title: 'Bridge opened' }] },
      currentUntil: null,
    });
    expect(server.requests.at(-1)?.['user-agent']).toBe('Vitrine (http://vitrine.test)');
  });

  it('stores its address encrypted', async () => {
    const { _id } = await aFeed(test, ana, server.url('secret-token'));
    const row = await test.db.selectFrom('sources').selectAll().where('id', '=', _id).executeTakeFirstOrThrow();
    expect(JSON.stringify(row)).not.toContain('secret-token');
    expect(row.encrypted_address?.toString('latin1')).not.toContain('secret-token');
    expect((await read(_id)).address).toContain('secret-token');
  });

  it('sends its validators, and keeps the data when the site reports no change', async () => {
    server.respondWith(createFeed('One'), { etag: '"1"' });
    const { _id } = await aFeed(test, ana, server.url());
    await test.db.updateTable('sources').set({ next_fetch_at: test.clock.now() }).where('id', '=', _id).execute();
    const { changedAt, checkedAt } = (await read(_id)).source;
    await fetchAt(MINUTE_MS);
    expect(server.requests.at(-1)?.['if-none-match']).toBe('"1"');
    const after = (await read(_id)).source;
    expect(after).toMatchObject({ state: 'current', changedAt });
    expect(Date.parse(after.checkedAt ?? '')).toBeGreaterThan(Date.parse(checkedAt ?? ''));
  });

  it('keeps its data while it fails, with the reason and the time since when', async () => {
    server.respondWith(createFeed('Kept'));
    const { _id } = await aFeed(test, ana, server.url());
    server.respondWith(404);
    expect((await ana.call('POST', `/sources/${_id}/fetch`)).statusCode).toBe(429);
    test.clock.offsetMs = 31_000;
    expect((await ana.call('POST', `/sources/${_id}/fetch`)).json()).toMatchObject({ result: { state: 'waiting' } });
    await fetchAt(31_000);
    const failing = await read(_id);
    expect(failing).toMatchObject({
      source: { state: 'failing', failure: 'The site has no page at this address. Check the address.' },
      document: { items: [{ title: 'Kept' }] },
      currentUntil: Date.parse(failing.source.failingSince ?? ''),
    });
    server.respondWith(createFeed('Back'));
    await fetchAt(27 * HOUR_MS);
    expect(await read(_id)).toMatchObject({
      source: { state: 'current', failingSince: null, failure: null },
      document: { items: [{ title: 'Back' }] },
    });
  });

  it('is fetched again when its address changes, and discards the result of an earlier address', async () => {
    server.respondWith(createFeed('Old'));
    const { _id } = await aFeed(test, ana, server.url());
    const edited = await ana.call('PUT', `/sources/${_id}`, { name: 'Renamed', address: server.url('other.xml') });
    expect(edited.json()).toMatchObject({ result: { name: 'Renamed', state: 'waiting' } });
    server.respondWith(createFeed('New'));
    await fetchAt(11_000);
    expect(await read(_id)).toMatchObject({
      source: { state: 'current' },
      address: server.url('other.xml'),
      document: { items: [{ title: 'New' }] },
    });
    const same = await ana.call('PUT', `/sources/${_id}`, { settings: { kind: 'feed' } });
    expect(same.json()).toMatchObject({ result: { state: 'current' } });
  });

  it('of a typed table has its data without an address, and is fetched once', async () => {
    const settings = { kind: 'table', format: 'typed', columns: ['Line'], rows: [['S1']] };
    const { _id } = (await ana.call('POST', '/sources', { name: 'Lines', settings })).json<{ result: Source }>().result;
    await fetchDueSources(test);
    expect(await read(_id)).toMatchObject({ source: { hasAddress: false, state: 'current' }, address: null, document: { rows: [['S1']] } });
    expect(await nextFetch(_id)).toBeNull();
    expect((await ana.call('POST', `/sources/${_id}/fetch`)).json()).toMatchObject({ code: 'INVALID' });
    await ana.call('PUT', `/sources/${_id}`, { intervalMinutes: 60 });
    expect(await nextFetch(_id)).toBeNull();
    await ana.call('PUT', `/sources/${_id}`, { settings: { ...settings, rows: [['U2']] } });
    await fetchAt(11_000);
    expect((await read(_id)).document).toMatchObject({ rows: [['U2']] });
  });

  it('refuses invalid input with the field that is wrong', async () => {
    const post = async (body: object) => (await ana.call('POST', '/sources', { name: 'x', settings: { kind: 'feed' }, ...body })).json();
    expect(await post({})).toMatchObject({ code: 'INVALID', issues: [{ path: 'address', message: 'Enter an address.' }] });
    expect(await post({ address: 'file:///etc/passwd' })).toMatchObject({ code: 'INVALID', issues: [{ path: 'address' }] });
    expect(await post({ address: server.url(), intervalMinutes: 1 })).toMatchObject({
      code: 'INVALID',
      issues: [{ path: 'intervalMinutes' }],
    });
    const { _id } = await aFeed(test, ana, server.url());
    const other = await ana.call('PUT', `/sources/${_id}`, { settings: { kind: 'calendar', timeZone: 'UTC' } });
    expect(other.json()).toMatchObject({ code: 'INVALID', message: 'The kind of a data source cannot be changed.' });
  });

  it('refuses addresses of private networks that are not allowed', async () => {
    const { _id } = await aFeed(test, ana, 'http://10.0.0.8/feed.xml');
    expect((await read(_id)).source).toMatchObject({
      state: 'failing',
      failure: 'This address leads to a private network, which the operator of this installation hasn’t allowed.',
    });
  });
});

describe('limits', () => {
  it('hold with many requests at the same time', async () => {
    const carl = await aPerson(test);
    server.respondWith(createFeed('x'));
    const body = { name: 'x', settings: { kind: 'feed' }, address: server.url() };
    const answers = await Promise.all(Array.from({ length: SOURCE_LIMITS.perAccount + 20 }, () => carl.call('POST', '/sources', body)));
    expect(answers.filter(({ statusCode }) => statusCode === 201)).toHaveLength(SOURCE_LIMITS.perAccount);
    expect(answers.find(({ statusCode }) => statusCode !== 201)?.json()).toMatchObject({
      code: 'SOURCE_LIMIT',
      message: ERRORS.SOURCE_LIMIT.message,
    });
    const [{ _id } = { _id: '' }] = await list(carl);
    test.clock.offsetMs = 31_000;
    const fetches = await Promise.all(Array.from({ length: 20 }, () => carl.call('POST', `/sources/${_id}/fetch`)));
    expect(fetches.map(({ statusCode }) => statusCode).filter((status) => status === 200)).toHaveLength(1);
    await fetchAt(31_000);
    expect((await list(carl)).every(({ state }) => state === 'current')).toBe(true);
  });
});

describe('another account', () => {
  it('can neither list, read, change nor delete a source', async () => {
    const { _id } = await aFeed(test, ana, server.url());
    const bob = await aPerson(test);
    const answers = await Promise.all([
      bob.call('GET', `/sources?userId=${ana.user._id}`),
      bob.call('GET', `/sources/${_id}`),
      bob.call('PUT', `/sources/${_id}`, { name: 'Mine' }),
      bob.call('POST', `/sources/${_id}/fetch`),
      bob.call('DELETE', `/sources/${_id}`),
      bob.call('POST', '/sources', { name: 'x', settings: { kind: 'feed' }, address: server.url(), userId: ana.user._id }),
    ]);
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([404, 404, 404, 404, 404, 404]);
    expect(await list(bob)).toEqual([]);
  });
});
