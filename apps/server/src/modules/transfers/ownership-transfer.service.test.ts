/** Files that move between an account's own albums and a family's, with concurrent changes in the middle. */
import type { Album, Media } from '@vitrine/contract';
import { createAlbum } from '@vitrine/contract/albums.endpoints';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { Tx } from '../../platform/database/database.ts';
import { newId } from '../../platform/ids.ts';
import { anAlbum, aPerson, aPhoto, callEndpoint, type TestPerson, uploadFile } from '../../testing/builders.ts';
import { aFamily, aFamilyPlan } from '../../testing/families.ts';
import { aJpeg } from '../../testing/media-files.ts';
import { runWhileLocked } from '../../testing/run-while-locked.ts';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';
import { lockStorageUsage } from '../entitlements/index.ts';

let test: TestApp;
let owner: TestPerson;
let member: TestPerson;
let orgId: string;
let kitchen: Album;
let hall: Album;
let own: Album;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());
beforeEach(async () => {
  [owner, member] = [await aPerson(test), await aPerson(test)];
  orgId = (await aFamily(test, owner, [member])).orgId;
  kitchen = await callEndpoint(member, createAlbum, { body: { name: 'Kitchen', orgId } });
  hall = await callEndpoint(member, createAlbum, { body: { name: 'Hall', orgId } });
  own = await anAlbum(member, { name: 'My own' });
});

let shade = 16;
const photoOf = (person: TestPerson, album: Album) => aPhoto(test, person, album._id, { colour: `#${(shade++).toString(16)}2030` });
const transfer = (how: 'move' | 'copy', person: TestPerson, from: Album, to: Album, ...media: Media[]) =>
  person.call('PUT', `/medias/${from._id}/${how}`, { albumId: to._id, mediaIdArr: media.map(({ _id }) => _id) });
/** Shows the file in an album, as a concurrent request would. */
const show = (tx: Tx, album: Album, fileId: string) =>
  tx
    .insertInto('media')
    .values({
      id: newId(),
      album_id: album._id,
      file_id: fileId,
      kind: 'image',
      name: 'Meanwhile',
      uploaded_by: owner.user._id,
      size_bytes: 1,
      sequence: 1,
      status: 6,
    })
    .execute();
/** Returns the owners of the files that an album shows. */
const ownersIn = async (album: Album) =>
  (
    await test.db
      .selectFrom('media')
      .innerJoin('files', 'files.id', 'media.file_id')
      .select('files.owner_id')
      .where('album_id', '=', album._id)
      .orderBy('sequence')
      .execute()
  ).map(({ owner_id }) => owner_id);

it('counts what is given and what is copied by one move together', async () => {
  const [given, shared] = [await photoOf(member, own), await photoOf(member, own)];
  await transfer('copy', member, own, await anAlbum(member, { name: 'Twin' }), shared);
  await aFamilyPlan(test, owner, { storageBytes: given.mediaFile.size + shared.mediaFile.size - 1 });
  expect((await transfer('move', member, own, kitchen, given, shared)).json()).toMatchObject({ code: 'QUOTA_EXCEEDED' });
  expect(await ownersIn(kitchen)).toEqual([]);
  await aFamilyPlan(test, owner, { storageBytes: given.mediaFile.size + shared.mediaFile.size });
  expect((await transfer('move', member, own, kitchen, given, shared)).statusCode).toBe(200);
});

it('counts what is copied once against the room of the album', async () => {
  const shared = await photoOf(member, own);
  await transfer('copy', member, own, await anAlbum(member, { name: 'Twin' }), shared);
  await test.db
    .updateTable('albums')
    .set({ size_bytes: 5e9 - shared.mediaFile.size })
    .where('id', '=', kitchen._id)
    .execute();
  expect((await transfer('move', member, own, kitchen, shared)).statusCode).toBe(200);
});

it('decides by the state after the locks are held', async () => {
  const photo = await photoOf(member, kitchen);
  const moved = await runWhileLocked(test.db, {
    lock: (tx) => lockStorageUsage(tx, owner.user._id),
    act: () => transfer('move', member, kitchen, own, photo),
    duringWait: (tx) => show(tx, hall, photo.mediaFile.key),
  });
  expect(moved.statusCode).toBe(200);
  expect([await ownersIn(hall), await ownersIn(own)]).toEqual([[owner.user._id], [member.user._id]]);
});

it('takes along the file that is shown by then', async () => {
  const [photo, other] = [await photoOf(member, kitchen), await photoOf(member, kitchen)];
  const moved = await runWhileLocked(test.db, {
    lock: (tx) => lockStorageUsage(tx, owner.user._id),
    act: () => transfer('move', member, kitchen, own, photo),
    duringWait: (tx) => tx.updateTable('media').set({ file_id: other.mediaFile.key }).where('id', '=', photo._id).execute(),
  });
  expect(moved.statusCode).toBe(200);
  expect([await ownersIn(kitchen), await ownersIn(own)]).toEqual([[owner.user._id], [member.user._id]]);
});

it('attaches uploads by the state after the locks are held', async () => {
  const { key } = await uploadFile(test, member, { name: 'a.jpg', bytes: await aJpeg() });
  const brought = await runWhileLocked(test.db, {
    lock: (tx) => lockStorageUsage(tx, member.user._id),
    act: () => member.call('POST', '/medias', { albumId: kitchen._id, mediaFile: [{ key }] }),
    duringWait: (tx) => show(tx, own, key),
  });
  expect(brought.statusCode).toBe(201);
  expect([await ownersIn(kitchen), await ownersIn(own)]).toEqual([[owner.user._id], [member.user._id]]);
});

it('copies by the state after the locks are held', async () => {
  const [holiday, party] = [await anAlbum(owner, { name: 'Holiday' }), await anAlbum(owner, { name: 'Party' })];
  const photo = await photoOf(owner, holiday);
  const copied = await runWhileLocked(test.db, {
    lock: (tx) => lockStorageUsage(tx, owner.user._id),
    act: () => transfer('copy', owner, holiday, party, photo),
    duringWait: (tx) => tx.updateTable('media').set({ album_id: kitchen._id }).where('id', '=', photo._id).execute(),
  });
  expect(copied.statusCode).toBe(404);
  expect([await ownersIn(kitchen), await ownersIn(party)]).toEqual([[owner.user._id], []]);
});

it('goes to and fro by two at once without a circle', async () => {
  const [there, back] = [await photoOf(member, own), await photoOf(member, kitchen)];
  const answers = await runWhileLocked(test.db, {
    lock: async (tx) => {
      for (const { user } of [owner, member]) await lockStorageUsage(tx, user._id);
    },
    act: () => Promise.all([transfer('move', member, own, kitchen, there), transfer('move', member, kitchen, own, back)]),
    waiting: 2,
  });
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200]);
});
