/** Deadlock tests: two requests need the same locks, each starting with a different one. One must wait, and neither may fail. */
import type { Album, Device, DeviceTag } from '@vitrine/contract';
import { createAlbum } from '@vitrine/contract/albums.endpoints';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { Tx } from '../../platform/database/database.ts';
import {
  aDevice,
  anAlbum,
  aPerson,
  aPhoto,
  aPlaylist,
  aScreen,
  callEndpoint,
  type TestPerson,
  uploadFile,
} from '../../testing/builders.ts';
import { aFamily, aFamilyPlan } from '../../testing/families.ts';
import { aJpeg } from '../../testing/media-files.ts';
import { runWhileLocked } from '../../testing/run-while-locked.ts';
import { openTestApp } from '../../testing/shared-test-app.ts';
import { joinAlbum } from '../../testing/sharing.ts';
import type { TestApp } from '../../testing/test-app.ts';

let test: TestApp;
let owner: TestPerson;
let member: TestPerson;
let orgId: string;
let kitchen: Album;
beforeAll(async () => {
  test = await openTestApp();
});
afterAll(() => test.close());
beforeEach(async () => {
  [owner, member] = [await aPerson(test), await aPerson(test)];
  orgId = (await aFamily(test, owner, [member])).orgId;
  kitchen = await callEndpoint(owner, createAlbum, { body: { name: 'Kitchen', orgId } });
});

const lockKitchen = (tx: Tx) => sql`select from albums where id = ${kitchen._id} for update`.execute(tx);
const deleteAccount = (person: TestPerson) => person.call('DELETE', `/users/${person.user._id}`, { password: person.password });
const transferFamily = () => owner.call('PUT', `/organizations/${orgId}/owner`, { userId: member.user._id, password: owner.password });
type Answer = Awaited<ReturnType<TestPerson['call']>>;

/** Starts both requests while a lock is held, the second after the first waits, and then releases the lock. */
async function runBothWhileLocked(lock: (tx: Tx) => Promise<unknown>, one: () => Promise<Answer>, other: () => Promise<Answer>) {
  let second: Promise<Answer> | undefined;
  const first = await runWhileLocked(test.db, {
    lock,
    act: one,
    duringWait: (_, untilWaiting) => {
      second = other();
      return untilWaiting(2);
    },
  });
  return [first.statusCode, (await second)?.statusCode];
}

it('deleting the owner’s account while a member adds a photo does not deadlock', async () => {
  await aPhoto(test, owner, kitchen._id);
  const { key } = await uploadFile(test, member, { name: 'a.jpg', bytes: await aJpeg() });
  const addPhoto = () => member.call('POST', '/medias', { albumId: kitchen._id, mediaFile: [{ key }] });
  expect(await runBothWhileLocked(lockKitchen, () => deleteAccount(owner), addPhoto)).toEqual([200, 404]);
  const files = await test.db.selectFrom('files').select('owner_id').where('id', '=', key).execute();
  expect(files).toEqual([{ owner_id: member.user._id }]);
});

it('deleting the owner’s account while a guest adds a photo does not deadlock', async () => {
  const guest = await aPerson(test);
  await joinAlbum(owner, kitchen._id, guest, 'write');
  await aPhoto(test, guest, kitchen._id);
  const { key } = await uploadFile(test, guest, { name: 'a.jpg', bytes: await aJpeg() });
  const addPhoto = () => guest.call('POST', '/medias', { albumId: kitchen._id, mediaFile: [{ key }] });
  expect(await runBothWhileLocked(lockKitchen, () => deleteAccount(owner), addPhoto)).toEqual([200, 404]);
});

it('deleting the account of a guest who became a member during an ownership transfer does not deadlock', async () => {
  const guest = await aPerson(test);
  await joinAlbum(owner, kitchen._id, guest, 'write');
  await aPhoto(test, guest, kitchen._id);
  await owner.call('POST', '/users/org/user', { orgId, emails: [guest.email] });
  await aFamilyPlan(test, member);
  expect(await runBothWhileLocked(lockKitchen, () => deleteAccount(guest), transferFamily)).toEqual([200, 200]);
});

it('a permanent deletion from the bin during an ownership transfer does not deadlock', async () => {
  await aPhoto(test, owner, kitchen._id);
  await aFamilyPlan(test, member);
  await owner.call('DELETE', `/albums/${kitchen._id}`);
  const purge = () => owner.call('DELETE', `/bin/${owner.user._id}`, { all: true, orgId });
  expect(await runBothWhileLocked(lockKitchen, purge, transferFamily)).toEqual([200, 200]);
});

it('emptying the bin automatically during an ownership transfer does not deadlock', async () => {
  await aPhoto(test, owner, kitchen._id);
  await aFamilyPlan(test, member);
  await owner.call('DELETE', `/albums/${kitchen._id}`);
  await test.db
    .updateTable('albums')
    .set({ deleted_at: new Date(0) })
    .where('id', '=', kitchen._id)
    .execute();
  const empty = async () => ({ ...(await owner.call('GET', '/organizations')), emptied: await test.runWorkerTasks('albums.bin') });
  expect(await runBothWhileLocked(lockKitchen, empty, transferFamily)).toEqual([200, 200]);
  expect(await test.db.selectFrom('albums').select('id').where('id', '=', kitchen._id).execute()).toEqual([]);
});

it('deleting the owner’s account while a member publishes does not deadlock', async () => {
  const screen = await aScreen(test);
  const device = await aDevice(owner, screen);
  await test.db.updateTable('devices').set({ org_id: orgId }).where('id', '=', device._id).execute();
  const own = await anAlbum(member);
  await aPhoto(test, member, own._id);
  const playlist = await aPlaylist(member, { albumIds: [own._id] });
  const lockDevice = (tx: Tx) => sql`select from devices where id = ${device._id} for update`.execute(tx);
  const publish = () => member.call('POST', '/publishes', { playlistId: playlist._id, deviceId: [device._id] });
  expect(await runBothWhileLocked(lockDevice, () => deleteAccount(owner), publish)).toEqual([200, 404]);
});

it('removing a member who publishes to a tag of the family does not deadlock', async () => {
  await aPhoto(test, owner, kitchen._id);
  const screen = await aScreen(test);
  const request = { name: 'Hall', deviceId: screen.deviceId, timeZone: 'UTC', orgId };
  const device = (await owner.call('POST', '/devices', request)).json<{ result: Device }>().result;
  await owner.call('POST', '/devices/many/tags', { deviceId: [device._id], add: ['Home'] });
  const tags = (await owner.call('GET', `/devices/users/${owner.user._id}/tags?orgId=${orgId}`)).json<{ result: DeviceTag[] }>().result;
  const playlist = await aPlaylist(member, { albumIds: [kitchen._id] });
  const lockOwnerStorage = (tx: Tx) => sql`select from storage_usage where user_id = ${owner.user._id} for update`.execute(tx);
  const remove = () => owner.call('DELETE', `/organizations/${orgId}/members/${member.user._id}`);
  const publish = () => member.call('POST', '/publishes/tags', { playlistId: playlist._id, tagId: [tags[0]?._id] });
  expect(await runBothWhileLocked(lockOwnerStorage, remove, publish)).toEqual([200, 404]);
});
