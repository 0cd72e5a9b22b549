/** Lists and searches of devices, and the limit of their number. */
import type { Device, DeviceLimit, DeviceProgress } from '@vitrine/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../platform/ids.ts';
import { aDevice, aPerson, aPlan, aScreen, type TestPerson } from '../../testing/builders.ts';
import { anOrganisation } from '../../testing/organisations.ts';
import { insertMany } from '../../testing/search-indexes.ts';
import { openTestApp } from '../../testing/shared-test-app.ts';
import type { TestApp } from '../../testing/test-app.ts';

const DAY_MS = 86_400_000;
const QUIET = { publishId: null, itemId: null, mediaId: null, failed: [] };
let test: TestApp;
beforeAll(async () => {
  test = await openTestApp();
});
afterAll(() => test.close());

interface Found {
  devices: Device[];
  devicesCount: number;
  limit?: DeviceLimit;
}
const find = async (person: TestPerson, url: string) => (await person.call('GET', url)).json<{ result: Found }>().result;
const names = ({ devices }: Found) => devices.map(({ name }) => name).toSorted();
const add = async (person: TestPerson, more: object = {}) =>
  person.call('POST', '/devices', { name: 'One more', deviceId: (await aScreen(test)).deviceId, timeZone: 'UTC', ...more });

describe('a list of devices', () => {
  it('is paged, has a total count, and can be filtered by online or offline', async () => {
    const ana = await aPerson(test, { devices: 10 });
    for (const name of ['Hall', 'Kitchen', 'Porch']) await aDevice(ana, await aScreen(test), { name });
    const screen = await aScreen(test);
    await aDevice(ana, screen, { name: 'Lit' });
    const actor = await test.modules.resolveScreen(screen.deviceId, screen.secret);
    await test.modules.screenSockets.connected(actor?.screenId ?? '', '192.0.2.7');
    const list = `/devices/users/${ana.user._id}`;
    const pages = [await find(ana, `${list}?dataPerPage=3`), await find(ana, `${list}?dataPerPage=3&page=2`)];
    expect(pages.map(names)).toEqual([['Kitchen', 'Lit', 'Porch'], ['Hall']]);
    expect(pages.map(({ devicesCount }) => devicesCount)).toEqual([4, 4]);
    expect(await find(ana, `${list}?status=online`)).toMatchObject({ devices: [{ name: 'Lit', status: 1 }], devicesCount: 1 });
    expect((await find(ana, `${list}?status=offline`)).devicesCount).toBe(3);
    expect((await ana.call('GET', `${list}?status=asleep`)).statusCode).toBe(422);
  });

  it('is searched by a part of the name, ignoring case, or by the beginning of an id', async () => {
    const [ana, ben] = [await aPerson(test, { devices: 10 }), await aPerson(test)];
    const hall = await aDevice(ana, await aScreen(test), { name: 'Hall 100%' });
    await aDevice(ana, await aScreen(test), { name: 'Kitchen' });
    await aDevice(ben, await aScreen(test), { name: 'Hall of Ben' });
    const search = (text: string, more = '') => find(ana, `/devices/search/${encodeURIComponent(text)}${more}`);
    expect(names(await search('hALL'))).toEqual(['Hall 100%']);
    expect(await search(hall.deviceId.toLowerCase())).toMatchObject({ devices: [{ _id: hall._id }], devicesCount: 1 });
    expect(names(await search('%'))).toEqual(['Hall 100%']);
    expect(names(await search('_'))).toEqual([]);
    expect(names(await search("' or true --"))).toEqual([]);
    expect(await search('i', '?dataPerPage=1&page=2')).toMatchObject({ devices: [] });
    const all = await ana.call('GET', '/devices/data/search?string=kit');
    expect(all.json()).toMatchObject({ result: [{ name: 'Kitchen' }] });
    expect((await ana.call('GET', `/devices/search/hall?userId=${ben.user._id}`)).statusCode).toBe(404);
  });
});

describe('a selection list of devices', () => {
  const online = async (person: TestPerson, name: string) => {
    const screen = await aScreen(test);
    const device = await aDevice(person, screen, { name });
    const actor = await test.modules.resolveScreen(screen.deviceId, screen.secret);
    await test.modules.screenSockets.connected(actor?.screenId ?? '', '192.0.2.7');
    return device;
  };

  const report = async (device: Device, more: object) => {
    const { screen_id: id } = await test.db
      .selectFrom('devices')
      .select('screen_id')
      .where('id', '=', device._id)
      .executeTakeFirstOrThrow();
    await test.modules.screenSockets.report({ screenId: id }, { ...QUIET, ...more });
    return id;
  };

  it('lists online devices first on every page, also in searches', async () => {
    const ana = await aPerson(test, { devices: 10 });
    for (const name of ['Lit one', 'Lit two']) await online(ana, name);
    for (const name of ['Dark one', 'Dark two']) await aDevice(ana, await aScreen(test), { name });
    const list = `/devices/users/${ana.user._id}?sort=online`;
    const inOrder = async (query: string) => (await find(ana, `${list}${query}`)).devices.map(({ name }) => name);
    expect(await inOrder('')).toEqual(['Lit two', 'Lit one', 'Dark two', 'Dark one']);
    expect(await inOrder('&dataPerPage=3&page=2')).toEqual(['Dark one']);
    expect(await inOrder('&string=ONE')).toEqual(['Lit one', 'Dark one']);
    expect((await find(ana, `${list}&string=one`)).devicesCount).toBe(2);
    expect((await ana.call('GET', `/devices/users/${ana.user._id}?sort=name`)).statusCode).toBe(422);
  });

  it('returns details by id to the owner only', async () => {
    const [ana, ben] = [await aPerson(test, { devices: 10 }), await aPerson(test)];
    const [one, two] = [await online(ana, 'Lit one'), await online(ana, 'Lit two')];
    const dark = await aDevice(ana, await aScreen(test), { name: 'Dark one' });
    const all = `/devices/users/${ana.user._id}/ids`;
    const ids = async (query: string) => (await ana.call('GET', `${all}${query}`)).json<{ result: string[] }>().result;
    expect(await ids('')).toEqual([dark._id, two._id, one._id]);
    expect(await ids('?status=online')).toEqual([two._id, one._id]);
    expect(await ids('?status=online&string=one')).toEqual([one._id]);
    expect((await ben.call('GET', all)).statusCode).toBe(404);
    expect((await ana.call('GET', `${all}?orgId=${newId()}`)).statusCode).toBe(404);
  });

  it('returns the progress of each existing own device', async () => {
    const [ana, ben] = [await aPerson(test, { devices: 10 }), await aPerson(test)];
    const [one, dark] = [await online(ana, 'Lit one'), await aDevice(ana, await aScreen(test), { name: 'Dark one' })];
    const requestProgress = (deviceId: string[], person = ana) => person.call('POST', '/devices/progress', { deviceId });
    const missingId = newId();
    const answer = (await requestProgress([one._id, missingId, dark._id])).json<{ result: DeviceProgress }>().result;
    expect(answer).toMatchObject({ count: 2, ready: 0, faulty: 0, active: 0, gone: [missingId] });
    expect(answer.devices.map(({ name }) => name)).toEqual(['Dark one', 'Lit one']);
    await report(one, { revision: 0, downloaded: 0, total: 4 });
    expect((await requestProgress([one._id])).json().result).toMatchObject({ ready: 0, faulty: 0 });
    await report(one, { revision: 9, downloaded: 4, total: 4, failed: [{ mediaId: 'x', reason: 'It is torn.' }] });
    expect((await requestProgress([one._id, dark._id])).json().result).toMatchObject({ ready: 1, faulty: 1 });
    await report(one, { revision: 9, downloaded: 4, total: 4, failed: [{ mediaId: 'version', reason: 'The update failed.' }] });
    expect((await requestProgress([one._id])).json().result).toMatchObject({ ready: 1, faulty: 0 });
    const theirs = await aDevice(ben, await aScreen(test));
    expect((await requestProgress([one._id, theirs._id])).statusCode).toBe(404);
    expect((await requestProgress([one._id], ben)).statusCode).toBe(404);
    expect((await requestProgress([])).statusCode).toBe(422);
  });

  it('counts no failed update as a failure of the content, from reports to another process', async () => {
    const ana = await aPerson(test, { devices: 10 });
    const device = await online(ana, 'Lit one');
    const isFaulty = async (...mediaIds: string[]) => {
      const failed = mediaIds.map((mediaId) => ({ mediaId, reason: 'It failed.' }));
      await test.db
        .updateTable('screens')
        .set({ report: JSON.stringify({ ...QUIET, revision: 9, downloaded: 4, total: 4, failed }), reported_at: new Date() })
        .where('device_code', '=', device.deviceId)
        .execute();
      return (await ana.call('POST', '/devices/progress', { deviceId: [device._id] })).json<{ result: DeviceProgress }>().result.faulty;
    };
    expect(await isFaulty('version', 'sound')).toBe(0);
    expect(await isFaulty('version', 'storage')).toBe(1);
    expect(await isFaulty('a-media')).toBe(1);
  });

  it('contains a device that has started a download, until its first file is stored', async () => {
    const [ana, ben] = [await aPerson(test, { devices: 10 }), await aPerson(test)];
    const [one, two] = [await online(ana, 'Lit one'), await online(ana, 'Lit two')];
    const startingUrl = `/devices/users/${ana.user._id}/starting`;
    const name = async () => (await ana.call('GET', startingUrl)).json<{ result: { name: string | null } }>().result.name;
    expect(await name()).toBeNull();
    await report(one, { revision: 0, downloaded: 0, total: 0 });
    expect(await name()).toBeNull();
    const screenId = await report(two, { revision: 0, downloaded: 0, total: 4 });
    expect(await name()).toBe('Lit two');
    await report(two, { revision: 0, downloaded: 1, total: 4 });
    expect(await name()).toBeNull();
    // A second download without a database write: the same amount to load, none of it stored.
    await report(two, { revision: 0, downloaded: 0, total: 4 });
    expect(await name()).toBe('Lit two');
    test.clock.offsetMs += 120_000;
    expect(await name()).toBeNull();
    test.clock.offsetMs = 0;
    await test.db.updateTable('screens').set({ live_process_id: null }).where('id', '=', screenId).execute();
    expect(await name()).toBeNull();
    expect((await ben.call('GET', startingUrl)).statusCode).toBe(404);
    expect((await ana.call('GET', `${startingUrl}?orgId=${newId()}`)).statusCode).toBe(404);
  });

  it('counts thousands of devices, and lists only some of those that still download', async () => {
    const ana = await aPerson(test);
    const rows = Array.from({ length: 5000 }, (_, index) => ({ id: newId(), screen: newId(), code: `Q${String(index).padStart(5, '0')}` }));
    await test.db
      .insertInto('screens')
      .values(
        rows.map(({ screen, code }) => ({ id: screen, device_code: code, secret_hash: Buffer.from('x'), live_process_id: 'elsewhere' })),
      )
      .execute();
    const owned = rows.map(({ id, screen, code }) => ({ id, screen_id: screen, name: code, time_zone: 'UTC', user_id: ana.user._id }));
    await insertMany(test.db, 'devices_search', owned.length, () => test.db.insertInto('devices').values(owned).execute());
    const all = (await ana.call('GET', `/devices/users/${ana.user._id}/ids?status=online`)).json<{ result: string[] }>().result;
    expect(new Set(all)).toEqual(new Set(rows.map(({ id }) => id)));
    const progress = (await ana.call('POST', '/devices/progress', { deviceId: all })).json<{ result: DeviceProgress }>().result;
    expect(progress).toMatchObject({ count: 5000, ready: 0, gone: [] });
    expect(progress.devices).toHaveLength(100);
    expect((await ana.call('POST', '/devices/progress', { deviceId: [...all, newId()] })).statusCode).toBe(422);
    const last = await find(ana, `/devices/users/${ana.user._id}?sort=online&dataPerPage=50&page=100`);
    expect([last.devices.length, last.devicesCount]).toEqual([50, 5000]);
  });
});

describe('the number of devices', () => {
  it('is limited to one on the Free plan, and by a subscribed plan to its limit', async () => {
    const ana = await aPerson(test);
    const list = `/devices/users/${ana.user._id}`;
    expect((await find(ana, list)).limit).toEqual({ used: 0, allowed: 1, hasEnded: false });
    await aDevice(ana, await aScreen(test));
    expect((await find(ana, list)).limit).toEqual({ used: 1, allowed: 1, hasEnded: false });
    const refused = await add(ana);
    expect([refused.statusCode, refused.json()]).toMatchObject([
      403,
      {
        code: 'DEVICE_LIMIT',
        message: 'You’ve reached your plan’s device limit. Upgrade your plan, or delete a device you no longer use.',
      },
    ]);
    await aPlan(test, ana, { devices: 2 });
    expect((await add(ana)).statusCode).toBe(201);
    expect((await add(ana)).statusCode).toBe(403);
  });

  it('does not exceed the limit for two concurrent additions', async () => {
    const ana = await aPerson(test);
    const answers = await Promise.all([add(ana), add(ana)]);
    expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([201, 403]);
  });

  it('does not grow after the plan has ended, and existing devices are kept', async () => {
    const ana = await aPerson(test);
    const device = await aDevice(ana, await aScreen(test));
    await aPlan(test, ana, { devices: 5, endsAt: new Date(Date.now() - DAY_MS) });
    expect((await add(ana)).json()).toMatchObject({ code: 'PLAN_ENDED' });
    expect((await find(ana, `/devices/users/${ana.user._id}`)).limit).toEqual({ used: 1, allowed: 5, hasEnded: true });
    expect((await ana.call('PUT', `/devices/${device._id}`, { name: 'Still mine' })).statusCode).toBe(200);
  });

  it('is limited to one for an organisation unless its owner’s plan allows more, and to none without a plan', async () => {
    const [owner, member] = [await aPerson(test), await aPerson(test)];
    const orgId = await anOrganisation(test, owner, member);
    expect((await add(owner, { orgId })).statusCode).toBe(201);
    expect((await add(member, { orgId })).json()).toMatchObject({ code: 'DEVICE_LIMIT' });
    // A member's own account counts for itself.
    expect((await add(member)).statusCode).toBe(201);
    await aPlan(test, owner, { devices: 2 });
    expect((await add(member, { orgId })).statusCode).toBe(201);
    expect((await find(member, `/devices/users/${member.user._id}?orgId=${orgId}`)).limit).toMatchObject({ used: 2, allowed: 2 });
    await test.db.updateTable('users').set({ role: 'host' }).where('id', '=', member.user._id).execute();
    await test.db.deleteFrom('devices').where('user_id', '=', member.user._id).execute();
    expect((await add(member)).json()).toMatchObject({ code: 'DEVICE_LIMIT' });
  });
});
