/** The console's lists of all devices and of the register: their results, and the number of rows that they read. */
import type { ConsoleDevice, DeviceSort, RegistryEntry } from '@vitrine/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Tx } from '../../platform/database/database.ts';
import { listAuditEntries } from '../../testing/audit-trail.ts';
import { aPerson, type TestPerson } from '../../testing/builders.ts';
import { countPagesRead, countRowsRead, PLANS } from '../../testing/database-reads.ts';
import { insertMany } from '../../testing/search-indexes.ts';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';
import { type ConsoleDevicePage, listConsoleDevices } from './console/console-devices.read-model.ts';
import { listRegistryIds, type RegistryPage } from './console/screen-registry.read-model.ts';

const SIZE = 8000;
const START_MS = Date.UTC(2026, 0, 1);
const MINUTE_MS = 60_000;
const TABLES = ['screens', 'devices'];

let test: TestApp;
let [ana, zoe, admin, partner]: TestPerson[] = [];
/** Returns the id of the row for a minute, as the rows below have it. */
const idOf = (n: number) => {
  const hex = (START_MS + n * MINUTE_MS).toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7000-8000-${n.toString(16).padStart(12, '0')}`;
};
const codeOf = (n: number) => `${'ABCDEFGHIJKLMNOPQRSTUVWXYZ'[Math.floor(n / 1000)]}${String((n * 7919) % 100_000).padStart(5, '0')}`;
const NUMBERS = Array.from({ length: SIZE }, (_, index) => index + 1);

beforeAll(async () => {
  test = await createTestApp();
  [ana, zoe, admin, partner] = [await aPerson(test), await aPerson(test, { name: 'Zebrowski' }), await aPerson(test), await aPerson(test)];
  const give = (person: TestPerson, values: object) => test.db.updateTable('users').set(values).where('id', '=', person.user._id).execute();
  await give(zoe, { platform: 'WV' });
  await give(admin, { role: 'admin' });
  await give(partner, { role: 'admin', platform: 'WV' });
  const codes = NUMBERS.map(codeOf);
  // Every hundredth device belongs to Zoe of the partner, every fiftieth is online, every two hundredth is in another environment.
  await sql`insert into screens (id, device_code, secret_hash, live_process_id, environment)
    select id, code, 'x', case when n % 50 = 0 then 'test' end, case when n % 200 = 0 then 'test' else 'live' end
    from unnest(${NUMBERS.map(idOf)}::uuid[], ${codes}::text[], ${NUMBERS}::integer[]) as given (id, code, n)`.execute(test.db);
  const insertDevices = sql`insert into devices (id, screen_id, name, time_zone, user_id)
    select id, id, 'Wall ' || lpad((n * 7919 % 20011)::text, 5, '0'), 'UTC', case when n % 100 = 0 then ${zoe.user._id}::uuid else ${ana.user._id}::uuid end
    from unnest(${NUMBERS.map(idOf)}::uuid[], ${NUMBERS}::integer[]) as given (id, n)`;
  await insertMany(test.db, 'devices_search', SIZE, () => insertDevices.execute(test.db));
  await sql`analyze screens`.execute(test.db);
  await sql`analyze devices`.execute(test.db);
});
afterAll(() => test.close());

const part = (changes: Partial<ConsoleDevicePage>): ConsoleDevicePage => ({ page: 1, dataPerPage: 10, sort: 'descending', ...changes });
const nameOf = (n: number) => String((n * 7919) % 20_011).padStart(5, '0');
const dayOf = (n: number) => START_MS + n * MINUTE_MS;

const inOrder = (sort: DeviceSort, numbers: number[]) => {
  const ordered = [...numbers].sort((one, other) =>
    sort === 'az' || sort === 'za' ? nameOf(one).localeCompare(nameOf(other)) : one - other,
  );
  return sort === 'az' || sort === 'ascending' ? ordered : ordered.reverse();
};

const FILTERS: [string, Partial<ConsoleDevicePage>, 'WV' | null, (n: number) => boolean][] = [
  ['nothing', {}, null, () => true],
  ['being online', { filter: '1' }, null, (n) => n % 50 === 0],
  ['being offline', { filter: '0' }, null, (n) => n % 50 !== 0],
  ['the partner', {}, 'WV', (n) => n % 100 === 0],
  ['days', { startDate: dayOf(500), endDate: dayOf(2000) }, null, (n) => n >= 500 && n <= 2000],
  ['an owner that few have', { string: 'zebrow' }, null, (n) => n % 100 === 0],
  ['an owner that many have', { string: 'LIMA', filter: '1' }, null, (n) => n % 50 === 0 && n % 100 !== 0],
  [
    'a part of the name that few have who are offline',
    { string: 'wall 00', filter: '0' },
    null,
    (n) => n % 50 !== 0 && nameOf(n) < '01000',
  ],
];
const SORTS: DeviceSort[] = ['az', 'za', 'ascending', 'descending'];

describe.each(FILTERS)('all devices by %s', (_name, filter, seen, matches) => {
  it.each(SORTS)('are all matches, page by page (%s)', async (sort) => {
    const expected = inOrder(sort, NUMBERS.filter(matches)).map(idOf);
    const first = await listConsoleDevices(test.db, seen, part({ ...filter, sort }));
    expect(first).toEqual(expected.slice(0, 10));
    expect(await listConsoleDevices(test.db, seen, part({ ...filter, sort, after: first.at(-1) ?? '' }))).toEqual(expected.slice(10, 20));
    expect(await listConsoleDevices(test.db, seen, part({ ...filter, sort, page: 2 }))).toEqual(expected.slice(10, 20));
  });
});

describe('pages of all devices', () => {
  it.each(
    FILTERS.filter(([, { string, startDate }]) => !string && !startDate).flatMap(([name, filter, seen]) =>
      PLANS.map((plan) => [name, plan, filter, seen] as const),
    ),
  )('by %s read about as many rows as they return, on the first page and deep inside (%s)', async (_name, plan, filter, seen) => {
    for (const sort of SORTS)
      for (const after of [undefined, idOf(4000)]) {
        const read = await countPagesRead(test.db, plan, TABLES, (tx) => listConsoleDevices(tx, seen, part({ ...filter, sort, after })));
        // The whole table has many hundred pages; each of four ranges needs one index descent.
        expect(read).toBeLessThan(200);
      }
  });
});

/** Number of rows that are scanned for a text before an index is used. */
const SCANNED_ROWS = 1500;

describe('a search', () => {
  it.each([
    ['that many devices have', 'lima', 0],
    ['that few devices have', 'zebrow', 80],
    ['that no device has', 'unknown text', 0],
  ])('for a text %s reads few devices in addition to the matches', async (_name, string, found) => {
    const registered: RegistryPage = { page: 1, dataPerPage: 10, sort: 'descending', string };
    // Rows that are scanned, found, and shown.
    for (const search of [
      (tx: Tx) => listConsoleDevices(tx, null, part({ string })),
      (tx: Tx) => listRegistryIds(tx, registered),
      (tx: Tx) => listRegistryIds(tx, { ...registered, sort: 'IDdescending' }),
    ])
      expect(await countRowsRead(test.db, 'devices', search)).toBeLessThanOrEqual(SCANNED_ROWS + found + 50);
  });
});

describe('the console', () => {
  it('returns all devices with their owners, only the partner’s to its administrators, and none to others', async () => {
    const list = (who: TestPerson | undefined, query = '') => who?.call('GET', `/devices/data/search?role=admin${query}`);
    const lines = (await list(admin))?.json<{ result: ConsoleDevice[] }>().result;
    expect(lines?.[0]).toMatchObject({ _id: idOf(SIZE), createdUser: [{ name: 'Zebrowski' }], status: 1, platform: 'WV' });
    expect((await list(partner))?.json<{ result: ConsoleDevice[] }>().result.every(({ platform }) => platform === 'WV')).toBe(true);
    expect((await list(ana))?.statusCode).toBe(404);
    const plain = (await admin?.call('GET', '/devices/data/search'))?.json<{ result: ConsoleDevice[] }>().result;
    expect(plain?.map(({ _id }) => _id)).toEqual(lines?.map(({ _id }) => _id));
    expect((await ana?.call('GET', '/devices/data/search'))?.json()).toMatchObject({ error: false });
    expect((await admin?.call('GET', `/devices/data/search?userId=${admin.user._id}`))?.json()).toMatchObject({ result: [] });
    expect((await list(admin, '&sort=sideways'))?.statusCode).toBe(422);
    const csv = await admin?.call('GET', '/devices/export/csv?filter=1');
    expect(csv?.body.split('\r\n')).toHaveLength(SIZE / 50 + 2);
    const details = await admin?.call('GET', `/devices/details/${idOf(1)}`);
    expect(details?.json()).toMatchObject({ result: { playlists: 0, lastDeployed: null, operatingSystem: null, action: null } });
    expect((await partner?.call('GET', `/devices/details/${idOf(1)}`))?.statusCode).toBe(404);
  });

  it('finds a device by its owner’s new name', async () => {
    await test.db
      .updateTable('users')
      .set({ name: 'Quixote' })
      .where('id', '=', zoe?.user._id ?? '')
      .execute();
    expect(await listConsoleDevices(test.db, null, part({ string: 'quixote' }))).toEqual(
      inOrder(
        'descending',
        NUMBERS.filter((n) => n % 100 === 0),
      )
        .slice(0, 10)
        .map(idOf),
    );
    await test.db
      .updateTable('users')
      .set({ name: 'Zebrowski' })
      .where('id', '=', zoe?.user._id ?? '')
      .execute();
  });
});

describe('the register', () => {
  const registryPage = (changes: Partial<RegistryPage>): RegistryPage => ({ page: 1, dataPerPage: 10, sort: 'descending', ...changes });
  it('lists in both orders, by environment, by days and by text', async () => {
    const byCode = [...NUMBERS].sort((one, other) => (codeOf(one) < codeOf(other) ? -1 : 1)).map(idOf);
    const first = await listRegistryIds(test.db, registryPage({ sort: 'IDascending' }));
    expect(first).toEqual(byCode.slice(0, 10));
    expect(await listRegistryIds(test.db, registryPage({ sort: 'IDascending', after: first.at(-1) ?? '' }))).toEqual(byCode.slice(10, 20));
    expect(await listRegistryIds(test.db, registryPage({ sort: 'IDdescending' }))).toEqual(byCode.toReversed().slice(0, 10));
    expect(await listRegistryIds(test.db, registryPage({ filter: 'test' }))).toEqual(
      NUMBERS.filter((n) => n % 200 === 0)
        .toReversed()
        .slice(0, 10)
        .map(idOf),
    );
    expect(await listRegistryIds(test.db, registryPage({ string: codeOf(7) }))).toEqual([idOf(7)]);
    expect(await listRegistryIds(test.db, registryPage({ string: 'zebrow', sort: 'ascending' }))).toEqual(
      NUMBERS.filter((n) => n % 100 === 0)
        .slice(0, 10)
        .map(idOf),
    );
    expect(await listRegistryIds(test.db, registryPage({ startDate: dayOf(5), endDate: dayOf(6), sort: 'IDascending' }))).toHaveLength(2);
  });

  it('changes the environment once with an audit entry, and reports the conflict to the later editor', async () => {
    const put = (body: object) => admin?.call('PUT', `/register/${idOf(3)}`, body);
    expect((await put({ environment: 'dev', from: 'live' }))?.json<{ result: RegistryEntry }>().result).toMatchObject({
      environment: 'dev',
      ownerName: 'Ana Lima',
    });
    expect((await put({ environment: 'test', from: 'live' }))?.json()).toMatchObject({ code: 'VERSION_CHANGED' });
    expect((await put({ environment: 'moon' }))?.statusCode).toBe(422);
    expect(
      (await listAuditEntries(test, idOf(3))).map(({ action, before, after }) => [action, before?.['environment'], after?.['environment']]),
    ).toEqual([['screen.environment', 'live', 'dev']]);
  });
});
