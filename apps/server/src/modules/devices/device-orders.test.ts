/** Lists of many devices: their sort orders, filters and pages, and the number of rows that they read. */
import type { Device } from '@vitrine/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aPerson, type TestPerson } from '../../testing/builders.ts';
import { countPagesRead, PLANS } from '../../testing/database-reads.ts';
import { createDevices } from '../../testing/devices.ts';
import { anOrganisation } from '../../testing/organisations.ts';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';
import { type DeviceQuery, listDeviceIds } from './device-list.read-model.ts';

const OWN = 40;
const FAMILY = 20;
const OF_OTHERS = 6000;
const TABLES = ['devices', 'screens', 'device_tags', 'tagged_devices'];

let test: TestApp;
let ana: TestPerson;
let ben: TestPerson;
let zoe: TestPerson;
let family: string;
let own: string[];
let shared: string[];

beforeAll(async () => {
  test = await createTestApp();
  [ana, ben, zoe] = [await aPerson(test), await aPerson(test), await aPerson(test)];
  family = await anOrganisation(test, ana, ben);
  own = await createDevices(test, ana, { count: OWN, name: 'wall', isOnline: (number) => number % 3 === 0 });
  shared = await createDevices(test, ana, { count: FAMILY, name: 'Hall', orgId: family, isOnline: (number) => number % 2 === 0 });
  await createDevices(test, ben, { count: 5, name: 'Mine' });
  await createDevices(test, zoe, { count: OF_OTHERS, name: 'Lobby' });
  await ana.call('POST', '/devices/many/tags', { deviceId: own.slice(0, 10), add: ['Entrance'] });
  await ana.call('POST', '/devices/many/tags', { deviceId: own.slice(5, 15), add: ['Floor 2'] });
  await ana.call('POST', '/devices/many/tags', { deviceId: shared.slice(0, 3), add: ['entrance'] });
  for (const table of TABLES) await sql`analyze ${sql.table(table)}`.execute(test.db);
});
afterAll(() => test.close());

const list = async (person: TestPerson, query: string): Promise<Device[]> =>
  (await person.call('GET', `/devices/users/${person.user._id}?${query}`)).json<{ result: { devices: Device[] } }>().result.devices;

describe('the sort order of devices', () => {
  const byName = (one: string, other: string) => (one.toLowerCase() < other.toLowerCase() ? -1 : 1);

  it.each([
    ['az', (all: Device[]) => all.toSorted((a, b) => byName(a.name, b.name))],
    ['za', (all: Device[]) => all.toSorted((a, b) => byName(b.name, a.name))],
    ['newest', (all: Device[]) => all.toSorted((a, b) => b.createdAt.localeCompare(a.createdAt))],
    ['oldest', (all: Device[]) => all.toSorted((a, b) => a.createdAt.localeCompare(b.createdAt))],
    ['online', (all: Device[]) => all.toSorted((a, b) => b.status - a.status || b.createdAt.localeCompare(a.createdAt))],
    ['offline', (all: Device[]) => all.toSorted((a, b) => a.status - b.status || b.createdAt.localeCompare(a.createdAt))],
    ['seen', (all: Device[]) => all.toSorted((a, b) => b.status - a.status || (a.status ? 0 : b.seenAt.localeCompare(a.seenAt)))],
    ['seenasc', (all: Device[]) => all.toSorted((a, b) => a.status - b.status || (a.status ? 0 : a.seenAt.localeCompare(b.seenAt)))],
  ])('is the same on all pages, for an owner and for a member (%s)', async (sort, inOrder) => {
    for (const [person, more] of [
      [ana, ''],
      [ben, `&orgId=${family}`],
    ] as const) {
      const keyOf = (device: Device) => {
        const tie = { az: device.name, za: device.name, seen: device.status || device.seenAt, seenasc: device.status || device.seenAt };
        return String(
          tie[sort as keyof typeof tie] ?? `${sort === 'newest' || sort === 'oldest' ? '' : device.status} ${device.createdAt}`,
        );
      };
      const whole = await list(person, `sort=${sort}&dataPerPage=300${more}`);
      expect(whole).toHaveLength(person === ana ? OWN + FAMILY : FAMILY + 5);
      expect(whole.map(keyOf)).toEqual(inOrder(whole).map(keyOf));
      const paged: string[] = [];
      for (let after = ''; paged.length < whole.length; after = `&after=${paged.at(-1)}`) {
        const page = await list(person, `sort=${sort}&dataPerPage=7${more}${after}`);
        expect(page.length).toBeGreaterThan(0);
        paged.push(...page.map(({ _id }) => _id));
      }
      expect(paged).toEqual(whole.map(({ _id }) => _id));
      const ids = await person.call('GET', `/devices/users/${person.user._id}/ids?sort=${sort}${more}`);
      expect(ids.json<{ result: string[] }>().result).toEqual(paged);
    }
  });

  it('does not continue after another account’s device, so its name stays hidden', async () => {
    const [theirs] = await createDevices(test, zoe, { count: 1, name: 'Secret' });
    expect(await list(ana, `sort=az&after=${theirs}`)).toEqual([]);
  });
});

describe('a filter by tags', () => {
  const names = (devices: Device[]) => devices.map(({ name }) => name).toSorted();

  it('finds own and family devices with all tags, ignoring case, combined with other filters', async () => {
    expect(await list(ana, 'tags=ENTRANCE&dataPerPage=300')).toHaveLength(13);
    expect(names(await list(ana, `tags=entrance,${encodeURIComponent('floor 2')}`))).toEqual(
      ['0006', '0007', '0008', '0009', '0010'].map((number) => `wall ${number}`),
    );
    expect(await list(ana, 'tags=entrance&status=online&string=wall')).toHaveLength(3);
    expect(names(await list(ben, `orgId=${family}&tags=entrance`))).toEqual(['Hall 0001', 'Hall 0002', 'Hall 0003']);
    expect(await list(ana, 'tags=nowhere')).toEqual([]);
    const many = Array.from({ length: 21 }, (_, index) => `t${index}`).join();
    expect((await ana.call('GET', `/devices/users/${ana.user._id}?tags=${many}`)).statusCode).toBe(422);
  });
});

describe('a page of the device list', () => {
  const whole = (query: Partial<DeviceQuery>): DeviceQuery => ({ page: 1, dataPerPage: 10, ...query });

  it.each(PLANS)('by name or date reads about as many rows as it returns, on any page (%s)', async (plan) => {
    const zoes = { userId: zoe.user._id };
    const [middle = ''] = (await listDeviceIds(test.db, zoes, whole({ sort: 'az', page: 300 }))) ?? [];
    for (const sort of ['az', 'za', 'newest', 'oldest'] as const)
      for (const after of [undefined, middle]) {
        const read = await countPagesRead(test.db, plan, TABLES, (tx) => listDeviceIds(tx, zoes, whole({ sort, ...(after && { after }) })));
        // Ten devices with their screens, and a few descents of an index.
        expect(read, `${sort} ${after}`).toBeLessThan(120);
      }
  });

  it.each(PLANS)('in any order and with any tag reads no rows of other accounts (%s)', async (plan) => {
    const scopes = [{ userId: ana.user._id }, { userId: ben.user._id, orgId: family }];
    for (const scope of scopes)
      for (const query of [{ sort: 'seen' }, { sort: 'online' }, { tags: ['entrance'] }, { tags: ['entrance'], sort: 'az' }] as const) {
        const read = await countPagesRead(test.db, plan, TABLES, (tx) => listDeviceIds(tx, scope, whole(query)));
        // All own devices and their screens, each found by an index.
        expect(read, JSON.stringify([scope, query])).toBeLessThan(600);
      }
  });
});
