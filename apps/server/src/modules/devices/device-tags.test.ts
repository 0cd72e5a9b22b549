/** Tags of devices: their owners, limits, renames and transfers. */
import type { Device, DeviceOutcome, DeviceTag } from '@vitrine/contract';
import { DEVICE_LIMITS } from '@vitrine/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../platform/ids.ts';
import { aPerson, type TestPerson } from '../../testing/builders.ts';
import { createDevices } from '../../testing/devices.ts';
import { aFamily, aFamilyPlan } from '../../testing/families.ts';
import { openTestApp } from '../../testing/shared-test-app.ts';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';

let test: TestApp;
/** Another process on the same database. */
let otherProcess: TestApp;
beforeAll(async () => {
  test = await openTestApp();
  otherProcess = await createTestApp({}, undefined, test);
});
afterAll(async () => {
  await otherProcess.close();
  await test.close();
});

const tag = (person: TestPerson, deviceId: string[], change: object) => person.call('POST', '/devices/many/tags', { deviceId, ...change });
const outcomes = async (answer: ReturnType<TestPerson['call']>) =>
  (await answer).json<{ result: DeviceOutcome[] }>().result.map(({ outcome }) => outcome);
const tagsOf = async (person: TestPerson, id: string) =>
  (await person.call('GET', `/devices/${id}`)).json<{ result: Device }>().result.tags;
const listed = async (person: TestPerson, more = '') =>
  (await person.call('GET', `/devices/users/${person.user._id}/tags${more}`)).json<{ result: DeviceTag[] }>().result;
const names = (tags: DeviceTag[]) => tags.map(({ name, devices }) => [name, devices]);
const many = (count: number, word = 'tag') => Array.from({ length: count }, (_, index) => `${word} ${index}`);

describe('tags of devices', () => {
  it('keep their first spelling without outer spaces, and ignore case', async () => {
    const ana = await aPerson(test);
    const [one = '', two = ''] = await createDevices(test, ana, { count: 2 });
    expect(await outcomes(tag(ana, [one], { add: [' Lobby ', 'Éclair'] }))).toEqual(['done']);
    expect(await outcomes(tag(ana, [one, two], { add: ['LOBBY', 'floor 2'] }))).toEqual(['done', 'done']);
    expect(await tagsOf(ana, one)).toEqual(['floor 2', 'Lobby', 'Éclair']);
    expect(names(await listed(ana))).toEqual([
      ['floor 2', 2],
      ['Lobby', 2],
      ['Éclair', 1],
    ]);
    expect(await outcomes(tag(ana, [one, two], { add: ['Éclair'], remove: ['lobby', 'nothing such'] }))).toEqual(['done', 'done']);
    expect(await tagsOf(ana, two)).toEqual(['floor 2', 'Éclair']);
  });

  it.each([
    [{ add: [''] }, 'Enter a tag'],
    [{ add: ['x'.repeat(31)] }, 'Should not exceed 30 characters'],
    [{ add: ['a, b'] }, 'A tag can’t contain a comma'],
    [{ add: ['a\u0000b'] }, 'Contains an unsupported character'],
    [{}, 'Specify which tags to add or remove'],
  ])('refuse %o', async (change, message) => {
    const ana = await aPerson(test);
    expect((await tag(ana, [newId()], change)).json()).toMatchObject({ code: 'INVALID', message });
  });

  it('are changed completely or not at all for each device, and missing devices and those of others are reported', async () => {
    const [ana, ben] = [await aPerson(test), await aPerson(test)];
    const [full = '', free = ''] = await createDevices(test, ana, { count: 2 });
    const [theirs = ''] = await createDevices(test, ben, { count: 1 });
    await tag(ana, [full], { add: many(DEVICE_LIMITS.tagsPerDevice) });
    expect(await outcomes(tag(ana, [full, theirs, free, newId()], { add: ['one more'], remove: ['nothing'] }))).toEqual([
      'tagLimit',
      'gone',
      'done',
      'gone',
    ]);
    expect([await tagsOf(ana, full), await tagsOf(ben, theirs)]).toEqual([expect.not.arrayContaining(['one more']), []]);
    expect(await outcomes(tag(ana, [full], { add: ['one more'], remove: ['tag 3'] }))).toEqual(['done']);
    expect((await tag(ana, [theirs, newId()], { add: ['x'] })).statusCode).toBe(404);
    expect((await tag(ana, Array.from({ length: 501 }, newId), { add: ['x'] })).statusCode).toBe(422);
  });

  it('are limited per device and per account under concurrent requests in two processes', async () => {
    const ana = await aPerson(test);
    const deviceIds = await createDevices(test, ana, { count: 12 });
    const by = [test, otherProcess];
    const answers = await Promise.all(
      Array.from({ length: 100 }, async (_, index) =>
        by[index % 2]?.app.inject({
          method: 'POST',
          url: '/api/devices/many/tags',
          headers: { authorization: ana.token },
          payload: { deviceId: [deviceIds[index % deviceIds.length]], add: many(3, `word ${index}`) },
        }),
      ),
    );
    expect(answers.map((answer) => answer?.statusCode)).toEqual(Array(100).fill(200));
    const counts = await Promise.all(deviceIds.map(async (id) => (await tagsOf(ana, id)).length));
    // Each request adds three tags.
    expect(Math.max(...counts)).toBe(18);
    const all = await listed(ana);
    expect(all.length).toBeLessThanOrEqual(DEVICE_LIMITS.tagsPerOwner);
    expect(all.length).toBe(counts.reduce((sum, count) => sum + count, 0));
    expect(new Set(all.map(({ name }) => name)).size).toBe(all.length);
  });
});

describe('the tags of an account', () => {
  it('are renamed on all devices at once, and merged with an existing tag of the new name', async () => {
    const [ana, ben] = [await aPerson(test), await aPerson(test)];
    const [one = '', two = ''] = await createDevices(test, ana, { count: 2 });
    await tag(ana, [one, two], { add: ['Lobby'] });
    await tag(ana, [two], { add: ['Hall'] });
    const idOf = async (name: string) => (await listed(ana)).find((known) => known.name === name)?._id;
    const lobby = await idOf('Lobby');
    expect((await ben.call('PUT', `/devices/tags/${lobby}`, { name: 'Mine' })).statusCode).toBe(404);
    expect((await ana.call('PUT', `/devices/tags/${lobby}`, { name: 'lobby' })).statusCode).toBe(200);
    expect(await tagsOf(ana, one)).toEqual(['lobby']);
    expect((await ana.call('PUT', `/devices/tags/${lobby}`, { name: 'HALL' })).statusCode).toBe(200);
    expect(names(await listed(ana))).toEqual([['HALL', 2]]);
    expect(await tagsOf(ana, two)).toEqual(['HALL']);
    const hall = await idOf('HALL');
    expect((await ben.call('DELETE', `/devices/tags/${hall}`)).statusCode).toBe(404);
    expect((await ana.call('DELETE', `/devices/tags/${hall}`)).statusCode).toBe(200);
    expect([await listed(ana), await tagsOf(ana, one)]).toEqual([[], []]);
  });

  it('are visible to their account only, and a family’s to its members', async () => {
    const [olga, mia] = [await aPerson(test), await aPerson(test)];
    const { orgId } = await aFamily(test, olga, [mia]);
    const [own = ''] = await createDevices(test, olga, { count: 1 });
    const [shared = ''] = await createDevices(test, olga, { count: 1, orgId });
    await tag(olga, [own], { add: ['Private'] });
    expect(await outcomes(tag(mia, [own, shared], { add: ['Kitchen'] }))).toEqual(['gone', 'done']);
    expect(names(await listed(mia, `?orgId=${orgId}`))).toEqual([['Kitchen', 1]]);
    expect(names(await listed(olga))).toEqual([
      ['Kitchen', 1],
      ['Private', 1],
    ]);
    expect((await mia.call('GET', `/devices/users/${olga.user._id}/tags`)).statusCode).toBe(404);
  });

  it('of a family move to its new owner, and are merged with the owner’s tags when it is dissolved', async () => {
    const [olga, mia] = [await aPerson(test), await aPerson(test)];
    const { orgId } = await aFamily(test, olga, [mia]);
    const [shared = ''] = await createDevices(test, olga, { count: 1, orgId });
    const [own = ''] = await createDevices(test, mia, { count: 1 });
    await tag(mia, [shared, own], { add: ['Kitchen', 'Warm'] });
    await aFamilyPlan(test, mia);
    await olga.call('PUT', `/organizations/${orgId}/owner`, { userId: mia.user._id, password: olga.password });
    expect(await tagsOf(mia, shared)).toEqual(['Kitchen', 'Warm']);
    expect(names(await listed(mia))).toHaveLength(4);
    expect((await mia.call('DELETE', `/organizations/${orgId}`)).statusCode).toBe(200);
    expect(names(await listed(mia))).toEqual([
      ['Kitchen', 2],
      ['Warm', 2],
    ]);
    expect(await tagsOf(mia, shared)).toEqual(['Kitchen', 'Warm']);
  });
});
