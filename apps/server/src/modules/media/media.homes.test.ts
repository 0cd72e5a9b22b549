/** Files that go from one's own albums to a family's and back: what goes wrong when others act in the middle of it. */
import type { Album, Media } from '@vitrine/contract';
import { createAlbum } from '@vitrine/contract/albums.endpoints';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { newId } from '../../platform/ids.ts';
import { anAlbum, aPerson, aPhoto, ask, type TestPerson } from '../../testing/builders.ts';
import { aFamily, aFamilyPlan } from '../../testing/families.ts';
import { holdStorageOf, meanwhile } from '../../testing/meanwhile.ts';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';

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
  kitchen = await ask(member, createAlbum, { body: { name: 'Kitchen', orgId } });
  hall = await ask(member, createAlbum, { body: { name: 'Hall', orgId } });
  own = await anAlbum(member, { name: 'My own' });
});

let shade = 16;
const photoOf = (person: TestPerson, album: Album) => aPhoto(test, person, album._id, { colour: `#${(shade++).toString(16)}2030` });
const transfer = (how: 'move' | 'copy', person: TestPerson, from: Album, to: Album, ...media: Media[]) =>
  person.call('PUT', `/medias/${from._id}/${how}`, { albumId: to._id, mediaIdArr: media.map(({ _id }) => _id) });
/** Whose files an album shows. */
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

