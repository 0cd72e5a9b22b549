/** Files that move between an account's own albums and a family's, with concurrent changes during the transfer. */
import type { Album, Media } from '@vitrine/contract';
import { createAlbum } from '@vitrine/contract/albums.endpoints';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { Tx } from '../../platform/database/database.ts';
import { newId } from '../../platform/ids.ts';
import { anAlbum, aPerson, aPhoto, callEndpoint, type TestPerson, uploadFile } from '../../testing/builders.ts';
import { aFamily, aFamilyPlan } from '../../testing/families.ts';
import { aJpeg } from '../../testing/media-files.ts';
import { runWhileLocked } from '../../testing/run-while-locked.ts';
import { openTestApp } from '../../testing/shared-test-app.ts';
import type { TestApp } from '../../testing/test-app.ts';
import { lockStorageUsage } from '../entitlements/index.ts';

let test: TestApp;
let owner: TestPerson;
let member: TestPerson;
let orgId: string;
let kitchen: Album;
let hall: Album;
let own: Album;
beforeAll(async () => {
  test = await openTestApp();
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
const transfer = (operation: 'move' | 'copy', person: TestPerson, from: Album, to: Album, ...media: Media[]) =>
  person.call('PUT', `/medias/${from._id}/${operation}`, { albumId: to._id, mediaIdArr: media.map(({ _id }) => _id) });
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

it('counts transferred and copied files of one move together', async () => {
  const [transferred, shared] = [await photoOf(member, own), await photoOf(member, own)];
  await transfer('copy', member, own, await anAlbum(member, { name: 'Twin' }), shared);
  await aFamilyPlan(test, owner, { storageBytes: transferred.mediaFile.size + shared.mediaFile.size - 1 });
  expect((await transfer('move', member, own, kitchen, transferred, shared)).json()).toMatchObject({ code: 'QUOTA_EXCEEDED' });
  expect(await ownersIn(kitchen)).toEqual([]);
  await aFamilyPlan(test, owner, { storageBytes: transferred.mediaFile.size + shared.mediaFile.size });
  expect((await transfer('move', member, own, kitchen, transferred, shared)).statusCode).toBe(200);
});

it('counts a copied file once against the album’s size limit', async () => {
  const shared = await photoOf(member, own);
  await transfer('copy', member, own, await anAlbum(member, { name: 'Twin' }), shared);
  await test.db
    .updateTable('albums')
    .set({ size_bytes: 5e9 - shared.mediaFile.size })
    .where('id', '=', kitchen._id)
    .execute();
  expect((await transfer('move', member, own, kitchen, shared)).statusCode).toBe(200);
});

it('copies a file that another album shows by the time the locks are acquired', async () => {
  const photo = await photoOf(member, kitchen);
  const moved = await runWhileLocked(test.db, {
    lock: (tx) => lockStorageUsage(tx, owner.user._id),
    act: () => transfer('move', member, kitchen, own, photo),
    duringWait: (tx) => show(tx, hall, photo.mediaFile.key),
  });
  expect(moved.statusCode).toBe(200);
  expect([await ownersIn(hall), await ownersIn(own)]).toEqual([[owner.user._id], [member.user._id]]);
});

it('transfers the file that is shown by the time the locks are acquired', async () => {
  const [photo, other] = [await photoOf(member, kitchen), await photoOf(member, kitchen)];
  const moved = await runWhileLocked(test.db, {
    lock: (tx) => lockStorageUsage(tx, owner.user._id),
    act: () => transfer('move', member, kitchen, own, photo),
    duringWait: (tx) => tx.updateTable('media').set({ file_id: other.mediaFile.key }).where('id', '=', photo._id).execute(),
  });
  expect(moved.statusCode).toBe(200);
  expect([await ownersIn(kitchen), await ownersIn(own)]).toEqual([[owner.user._id], [member.user._id]]);
});

it('attaches an upload according to the state after the locks are acquired', async () => {
  const { key } = await uploadFile(test, member, { name: 'a.jpg', bytes: await aJpeg() });
  const attached = await runWhileLocked(test.db, {
    lock: (tx) => lockStorageUsage(tx, member.user._id),
    act: () => member.call('POST', '/medias', { albumId: kitchen._id, mediaFile: [{ key }] }),
    duringWait: (tx) => show(tx, own, key),
  });
  expect(attached.statusCode).toBe(201);
  expect([await ownersIn(kitchen), await ownersIn(own)]).toEqual([[owner.user._id], [member.user._id]]);
});

it('refuses to copy media that were moved before the locks were acquired', async () => {
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

it('does not deadlock for concurrent transfers in opposite directions', async () => {
  const [outgoing, incoming] = [await photoOf(member, own), await photoOf(member, kitchen)];
  const answers = await runWhileLocked(test.db, {
    lock: async (tx) => {
      for (const { user } of [owner, member]) await lockStorageUsage(tx, user._id);
    },
    act: () => Promise.all([transfer('move', member, own, kitchen, outgoing), transfer('move', member, kitchen, own, incoming)]),
    waiting: 2,
  });
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200]);
});
