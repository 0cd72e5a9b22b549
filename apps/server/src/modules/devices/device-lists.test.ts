/** Lists and searches of devices, and how many there may be. */
import type { Device, DeviceLimit } from '@vitrine/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../platform/ids.ts';
import { aDevice, aPerson, aPlan, aScreen, type TestPerson } from '../../testing/builders.ts';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';

const DAY_MS = 86_400_000;
let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
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
  it('comes in pages, counts all of them, and can be asked for those online or offline', async () => {
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

  it('is searched by a part of a name in any case, or the beginning of an id', async () => {
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
    expect(names(await search('\u0000'))).toEqual(['Hall 100%', 'Kitchen']);
    expect(await search('i', '?dataPerPage=1&page=2')).toMatchObject({ devices: [] });
    const all = await ana.call('GET', '/devices/data/search?string=kit');
    expect(all.json()).toMatchObject({ result: [{ name: 'Kitchen' }] });
    expect((await ana.call('GET', `/devices/search/hall?userId=${ben.user._id}`)).statusCode).toBe(404);
  });
});

describe('the number of devices', () => {
  it('is one on the Free plan, and what a bought one allows', async () => {
    const ana = await aPerson(test);
    const list = `/devices/users/${ana.user._id}`;
    expect((await find(ana, list)).limit).toEqual({ used: 0, allowed: 1, hasEnded: false });
    await aDevice(ana, await aScreen(test));
    expect((await find(ana, list)).limit).toEqual({ used: 1, allowed: 1, hasEnded: false });
    const refused = await add(ana);
    expect([refused.statusCode, refused.json()]).toMatchObject([
      403,
      { code: 'DEVICE_LIMIT', message: 'Your plan has no room for another device. Upgrade it, or delete a device you no longer use.' },
    ]);
    await aPlan(test, ana, { devices: 2 });
    expect((await add(ana)).statusCode).toBe(201);
    expect((await add(ana)).statusCode).toBe(403);
  });

  it('lets only one of two in that are added at once', async () => {
    const ana = await aPerson(test);
    const answers = await Promise.all([add(ana), add(ana)]);
    expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([201, 403]);
  });

  it('grows no more once the plan has ended, and what is there goes on', async () => {
    const ana = await aPerson(test);
    const device = await aDevice(ana, await aScreen(test));
    await aPlan(test, ana, { devices: 5, endsAt: new Date(Date.now() - DAY_MS) });
    expect((await add(ana)).json()).toMatchObject({ code: 'PLAN_ENDED' });
    expect((await find(ana, `/devices/users/${ana.user._id}`)).limit).toEqual({ used: 1, allowed: 5, hasEnded: true });
    expect((await ana.call('PUT', `/devices/${device._id}`, { name: 'Still mine' })).statusCode).toBe(200);
  });

  it('is one in an organisation, whoever of it adds, unless its owner bought more; those without a plan have none', async () => {
    const [owner, member] = [await aPerson(test), await aPerson(test)];
    const orgId = newId();
    await test.db.insertInto('organisations').values({ id: orgId, name: 'The Limas' }).execute();
    for (const [person, org_role] of [
      [owner, 'owner'],
      [member, 'subAdmin'],
    ] as const) {
      await test.db.insertInto('organisation_members').values({ org_id: orgId, user_id: person.user._id, org_role }).execute();
    }
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
