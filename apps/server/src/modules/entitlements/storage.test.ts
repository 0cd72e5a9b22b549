import type { Album, Media, StorageDetails } from '@vitrine/contract';
import { createAlbum } from '@vitrine/contract/albums.endpoints';
import { createMedia, listMedia } from '@vitrine/contract/media.endpoints';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { newId } from '../../platform/ids.ts';
import { anAlbum, aPerson, aPhoto, aPlaylist, callEndpoint, type TestPerson, uploadFile } from '../../testing/builders.ts';
import { fillAlbum } from '../../testing/database-reads.ts';
import { aFamily, aFamilyPlan } from '../../testing/families.ts';
import * as files from '../../testing/media-files.ts';
import { openTestApp } from '../../testing/shared-test-app.ts';
import { joinAlbum } from '../../testing/sharing.ts';
import type { TestApp } from '../../testing/test-app.ts';

let test: TestApp;
let ana: TestPerson;
let ben: TestPerson;
beforeAll(async () => {
  test = await openTestApp();
  ana = await aPerson(test);
  ben = await aPerson(test);
});
afterAll(() => test.close());

const readUsage = async (person: TestPerson) =>
  (await person.call('GET', `/albums/users/storages/${person.user._id}`)).json<{ result: StorageDetails }>().result;

/** Counts the same numbers row by row. */
async function recount(person: TestPerson): Promise<Omit<StorageDetails, 'quotaBytes'>> {
  const me = person.user._id;
  const result = await sql<Omit<StorageDetails, 'quotaBytes'>>`
    with mine as (select media.* from media join albums on albums.id = media.album_id where created_by = ${me} and deleted_at is null)
    select (select coalesce(sum(size_bytes), 0)::bigint from files where owner_id = ${me} and root_id is null) as "totalStorage",
      (select coalesce(sum(size_bytes), 0)::bigint from files where owner_id = ${me} and root_id is null
        and id in (select file_id from binned_media) and id not in (select file_id from media)) as "binStorage",
      (select coalesce(sum(media.size_bytes), 0)::bigint from media join albums on albums.id = media.album_id
        join files on files.id = media.file_id where files.owner_id = ${me} and created_by <> ${me}) as "shareAlbumStorage",
      (select count(*) from album_shares join albums on albums.id = album_id
        where user_id = ${me} and accepted_at is not null and deleted_at is null) as "shareAlbumCount",
      (select coalesce(sum(size_bytes), 0)::bigint from mine) as "totalAlbumStorage",
      (select coalesce(sum(size_bytes), 0)::bigint from mine where kind = 'image') as "totalImageStorage",
      (select coalesce(sum(size_bytes), 0)::bigint from mine where kind = 'video') as "totalVideoStorage",
      (select coalesce(sum(size_bytes), 0)::bigint from mine where kind not in ('image', 'video')) as "totalOtherStorage",
      (select count(*) from mine where kind = 'image') as "imageCount",
      (select count(*) from mine where kind = 'video') as "videoCount",
      (select count(*) from mine where kind not in ('image', 'video')) as "otherCount",
      (select count(*) from mine where kind = 'document') as "documentCount",
      (select count(*) from albums where created_by = ${me} and deleted_at is null) as "totalAlbumCount",
      (select count(*) from playlists where user_id = ${me}) as "playlistCount",
      (select coalesce(sum(media.size_bytes), 0)::bigint from playlists join playlist_albums entry on entry.playlist_id = playlists.id
        join media on media.album_id = entry.album_id where playlists.user_id = ${me}) as "totalPlaylistStorage"`.execute(test.db);
  const [row] = result.rows;
  if (!row) throw new Error('Nothing was counted');
  return row;
}

it('equals a recount after media were added, moved, deleted and restored', { timeout: 60_000 }, async () => {
  const check = async (step: string) => {
    for (const person of [ana, ben]) expect(await readUsage(person), step).toEqual({ quotaBytes: 5e9, ...(await recount(person)) });
  };
  const [one, two] = [await anAlbum(ana, { name: 'One' }), await anAlbum(ana, { name: 'Two' })];
  await check('empty');
  const photos = [await aPhoto(test, ana, one._id), await aPhoto(test, ana, one._id, { colour: '#102030' })];
  const { key } = await uploadFile(test, ana, {
    name: 'film.mp4',
    bytes: await files.aVideo({ codec: 'h264', container: 'mp4', seconds: 1 }),
  });
  const film = (await ana.call('POST', '/medias', { albumId: one._id, mediaFile: [{ key }] })).json<{ result: Media[] }>().result[0];
  await check('added');
  await test.db
    .updateTable('media')
    .set({ kind: 'document' })
    .where('id', '=', photos[0]?._id ?? '')
    .execute();
  await check('with a document');
  expect(await readUsage(ana)).toMatchObject({ imageCount: 1, videoCount: 1, otherCount: 1, documentCount: 1 });
  await joinAlbum(ana, one._id, ben, 'write');
  const guest = await aPhoto(test, ben, one._id, { colour: '#405060' });
  await check('added by a guest');
  expect(await readUsage(ben)).toMatchObject({ shareAlbumCount: 1, shareAlbumStorage: guest.mediaFile.size, totalAlbumStorage: 0 });
  await ana.call('PUT', `/medias/${one._id}/move`, { albumId: two._id, mediaIdArr: [film?._id, guest._id] });
  await check('moved');
  await ana.call('PUT', `/medias/${two._id}/copy`, { albumId: one._id, mediaIdArr: [guest._id, film?._id] });
  await check('copied');
  await aPlaylist(ana, { albumIds: [one._id, two._id] });
  await aPlaylist(ben, { albumIds: [one._id] });
  await check('in playlists');
  await ana.call('DELETE', `/medias/${one._id}`, { mediaIdArr: [photos[0]?._id] });
  await check('one thrown away');
  expect((await readUsage(ana)).binStorage).toBe(photos[0]?.mediaFile.size);
  await ana.call('DELETE', `/albums/${two._id}`);
  await check('an album thrown away');
  await ana.call('PUT', `/bin/${ana.user._id}/restore`, { albumIdArr: [two._id], mediaIdArr: [photos[0]?._id] });
  await check('brought back');
  await ana.call('DELETE', `/albums/${two._id}`);
  await ana.call('DELETE', `/bin/${ana.user._id}`, { all: true });
  await check('gone for good');
});

describe('the storage of a family', () => {
  let owner: TestPerson;
  let member: TestPerson;
  let guest: TestPerson;
  let orgId: string;
  let kitchen: Album;
  let own: Album;
  let holiday: Album;
  const colours = Array.from({ length: 40 }, (_, index) => `#${(index * 6 + 10).toString(16).padStart(2, '0')}2030`);
  const photoOf = (person: TestPerson, album: Album) => aPhoto(test, person, album._id, { colour: colours.pop() ?? '#000000' });
  const move = (person: TestPerson, from: Album, to: Album, ...media: Media[]) =>
    person.call('PUT', `/medias/${from._id}/move`, { albumId: to._id, mediaIdArr: media.map(({ _id }) => _id) });
  const copy = (person: TestPerson, from: Album, to: Album, ...media: Media[]) =>
    person.call('PUT', `/medias/${from._id}/copy`, { albumId: to._id, mediaIdArr: media.map(({ _id }) => _id) });
  const fileOf = async (media: Media) =>
    (
      await test.db
        .selectFrom('media')
        .innerJoin('files', 'files.id', 'media.file_id')
        .select(['files.id', 'files.owner_id', 'media.uploaded_by'])
        .where('media.id', '=', media._id)
        .execute()
    )[0];
  const quotas = new Map<TestPerson, number>();
  const check = async (step: string) => {
    for (const person of [owner, member, guest])
      expect(await readUsage(person), step).toEqual({ quotaBytes: quotas.get(person) ?? 5e9, ...(await recount(person)) });
  };

  beforeEach(async () => {
    [owner, member, guest] = [await aPerson(test), await aPerson(test), await aPerson(test)];
    orgId = (await aFamily(test, owner, [member])).orgId;
    quotas.set(owner, 35e9);
    kitchen = await callEndpoint(member, createAlbum, { body: { name: 'Kitchen', orgId } });
    own = await anAlbum(member, { name: 'My own' });
    holiday = await anAlbum(owner, { name: 'Holiday' });
  });

  it('counts files added by members for its owner, and files added by guests for the guests', async () => {
    await joinAlbum(owner, kitchen._id, guest, 'write');
    const photo = await photoOf(member, kitchen);
    expect(await fileOf(photo)).toMatchObject({ owner_id: owner.user._id, uploaded_by: member.user._id });
    await photoOf(guest, kitchen);
    await check('brought');
    expect((await readUsage(member)).totalStorage).toBe(0);
    expect((await readUsage(owner)).totalStorage).toBe(photo.mediaFile.size);
    const family = (await member.call('GET', `/albums/users/storages/${member.user._id}?orgId=${orgId}`)).json<{
      result: StorageDetails;
    }>();
    expect(family.result).toMatchObject({ quotaBytes: 35e9, totalStorage: photo.mediaFile.size, totalAlbumCount: 1, imageCount: 2 });
    expect((await guest.call('GET', `/albums/users/storages/${guest.user._id}?orgId=${orgId}`)).statusCode).toBe(404);
  });

  it('is charged for files that members move into it, and released for files that they move out', async () => {
    const photo = await photoOf(member, own);
    expect((await move(member, own, kitchen, photo)).statusCode).toBe(200);
    await check('into the family');
    expect(await fileOf(photo)).toEqual({ id: photo.mediaFile.key, owner_id: owner.user._id, uploaded_by: member.user._id });
    expect((await move(member, kitchen, own, photo)).statusCode).toBe(200);
    await check('and back');
    expect(await fileOf(photo)).toMatchObject({ id: photo.mediaFile.key, owner_id: member.user._id });
  });

  it('leaves the file with the account that still shows it, and copies the bytes', async () => {
    const photo = await photoOf(member, own);
    const twin = await anAlbum(member, { name: 'Twin' });
    await copy(member, own, twin, photo);
    expect((await move(member, own, kitchen, photo)).statusCode).toBe(200);
    await check('one of two moved');
    const moved = await fileOf(photo);
    expect(moved).toMatchObject({ owner_id: owner.user._id });
    expect(moved?.id).not.toBe(photo.mediaFile.key);
    const shown = await test.db.selectFrom('media').select('file_id').where('album_id', '=', twin._id).execute();
    expect(shown).toEqual([{ file_id: photo.mediaFile.key }]);
  });

  it('shares no file with the owner’s private albums', async () => {
    const photo = await photoOf(owner, holiday);
    await copy(owner, holiday, kitchen, photo);
    await check('copied by the owner');
    const { rows } = await sql<{
      files: number;
    }>`select count(distinct file_id) as files from media join albums on albums.id = media.album_id
      where created_by = ${owner.user._id}`.execute(test.db);
    expect(rows).toEqual([{ files: 2 }]);
    await copy(member, kitchen, own, ...(await callEndpoint(member, listMedia, { params: { albumId: kitchen._id } })));
    await check('copied by the member');
    await move(owner, holiday, kitchen, photo);
    await check('moved by the owner');
  });

  it('is charged for files that members uploaded earlier and add to a family’s album', async () => {
    const { key } = await uploadFile(test, member, { name: 'a.jpg', bytes: await files.aJpeg() });
    await check('uploaded');
    const [first] = await callEndpoint(member, createMedia, { body: { albumId: kitchen._id, mediaFile: [{ key }] } });
    await check('put into the family');
    expect(first && (await fileOf(first))).toMatchObject({ id: key, owner_id: owner.user._id });
    expect((await member.call('POST', '/medias', { albumId: own._id, mediaFile: [{ key }] })).statusCode).toBe(404);
    const photo = await photoOf(member, own);
    const [second] = await callEndpoint(member, createMedia, { body: { albumId: kitchen._id, mediaFile: [{ key: photo.mediaFile.key }] } });
    await check('put into the family while one’s own album shows it');
    expect(second && (await fileOf(second))?.id).not.toBe(photo.mediaFile.key);
    expect(await fileOf(photo)).toMatchObject({ id: photo.mediaFile.key, owner_id: member.user._id });
  });

  it('is limited by the owner’s plan for every member', async () => {
    const photo = await photoOf(member, own);
    await aFamilyPlan(test, owner, { storageBytes: photo.mediaFile.size - 1 });
    quotas.set(owner, photo.mediaFile.size - 1);
    expect((await move(member, own, kitchen, photo)).json()).toMatchObject({ code: 'QUOTA_EXCEEDED' });
    expect((await copy(member, own, kitchen, photo)).json()).toMatchObject({ code: 'QUOTA_EXCEEDED' });
    expect((await member.call('POST', '/medias', { albumId: kitchen._id, mediaFile: [photo.mediaFile] })).json()).toMatchObject({
      code: 'QUOTA_EXCEEDED',
    });
    await check('refused');
    await aFamilyPlan(test, owner, { endsAt: new Date(0) });
    expect((await move(member, own, kitchen, photo)).json()).toMatchObject({ code: 'PLAN_ENDED' });
    expect((await member.call('POST', '/albums', { name: 'More', orgId })).json()).toMatchObject({ code: 'PLAN_ENDED' });
    expect((await member.call('POST', '/albums', { name: 'More' })).statusCode).toBe(201);
  });

  it('keeps files when the member who added them deletes the account', async () => {
    const photo = await photoOf(member, kitchen);
    await move(member, kitchen, holiday, photo);
    const other = await photoOf(member, kitchen);
    await member.call('DELETE', `/medias/${kitchen._id}`, { mediaIdArr: [other._id] });
    const third = await photoOf(member, kitchen);
    const version = async () => (await sql`select xmin::text from media where id = ${third._id}`.execute(test.db)).rows;
    const before = await version();
    expect((await member.call('DELETE', `/users/${member.user._id}`, { password: member.password })).statusCode).toBe(200);
    expect(await fileOf(third)).toMatchObject({ owner_id: owner.user._id });
    // There may be a hundred thousand media rows, so none of them is updated.
    expect(await version()).toEqual(before);
    expect(await readUsage(owner)).toEqual({ quotaBytes: 35e9, ...(await recount(owner)) });
    expect((await readUsage(owner)).binStorage).toBe(other.mediaFile.size);
  });

  it('is transferred with the family, including reservations and nothing else', async () => {
    await joinAlbum(owner, kitchen._id, guest, 'write');
    await joinAlbum(owner, holiday._id, member, 'write');
    const photos = [await photoOf(owner, kitchen), await photoOf(member, kitchen)];
    const [own1, guests] = [await photoOf(owner, holiday), await photoOf(guest, kitchen)];
    await photoOf(member, holiday);
    await copy(owner, holiday, kitchen, own1);
    const binned = await photoOf(member, kitchen);
    await member.call('DELETE', `/medias/${kitchen._id}`, { mediaIdArr: [binned._id] });
    await aFamilyPlan(test, member);
    quotas.set(member, 35e9);
    await check('before');
    const promise = { id: newId(), user_id: owner.user._id, payer_id: owner.user._id, album_id: kitchen._id, size_bytes: 7 };
    await test.db
      .insertInto('upload_reservations')
      .values({ ...promise, expires_at: new Date(Date.now() + 60_000) })
      .execute();
    const { statusCode } = await owner.call('PUT', `/organizations/${orgId}/owner`, { userId: member.user._id, password: owner.password });
    expect(statusCode).toBe(200);
    await check('handed over');
    for (const photo of [...photos, binned]) expect((await fileOf(photo))?.owner_id ?? member.user._id).toBe(member.user._id);
    expect([(await fileOf(own1))?.owner_id, (await fileOf(guests))?.owner_id]).toEqual([owner.user._id, guest.user._id]);
    const promised = await test.db.selectFrom('upload_reservations').select('payer_id').where('id', '=', promise.id).execute();
    expect(promised).toEqual([{ payer_id: member.user._id }]);
    await photoOf(owner, kitchen);
    await check('added by the one who was its owner');
    expect((await owner.call('DELETE', `/users/${owner.user._id}`, { password: owner.password })).statusCode).toBe(200);
    expect(await readUsage(member)).toEqual({ quotaBytes: 35e9, ...(await recount(member)) });
    expect((await readUsage(member)).imageCount).toBe(5);
  });

  it('leaves files with a previous owner who added them as a guest and shows them in a private album', async () => {
    await joinAlbum(owner, kitchen._id, guest, 'write');
    const private1 = await anAlbum(guest, { name: 'Private' });
    const photo = await photoOf(guest, private1);
    const [shown] = await callEndpoint(guest, createMedia, { body: { albumId: kitchen._id, mediaFile: [{ key: photo.mediaFile.key }] } });
    await owner.call('POST', '/users/org/user', { orgId, emails: [guest.email] });
    await aFamilyPlan(test, guest);
    quotas.set(guest, 35e9);
    const handOver = (from: TestPerson, to: TestPerson) =>
      from.call('PUT', `/organizations/${orgId}/owner`, { userId: to.user._id, password: from.password });
    expect((await handOver(owner, guest)).statusCode).toBe(200);
    await check('theirs');
    const added = await photoOf(member, kitchen);
    expect((await handOver(guest, owner)).statusCode).toBe(200);
    await check('and back');
    for (const media of [photo, shown]) expect(media && (await fileOf(media))?.owner_id).toBe(guest.user._id);
    expect((await fileOf(added))?.owner_id).toBe(owner.user._id);
    await owner.call('DELETE', `/users/${owner.user._id}`, { password: owner.password });
    expect((await callEndpoint(guest, listMedia, { params: { albumId: private1._id } })).map(({ _id }) => _id)).toEqual([photo._id]);
  });

  it('belongs to its owner alone after the family is dissolved, and its media are found by name', async () => {
    const photo = await photoOf(member, kitchen);
    await member.call('PUT', `/medias/${photo._id}`, { name: 'Pancakes' });
    const found = async (person: TestPerson) =>
      (await person.call('GET', '/medias/search?string=pancake')).json<{ result: Media[] }>().result.map(({ _id }) => _id);
    // More media than a search reads without its index.
    await fillAlbum(test.db, holiday._id, { ownerId: owner.user._id, fileId: (await photoOf(owner, holiday)).mediaFile.key, count: 450 });
    await test.db
      .updateTable('albums')
      .set({ updated_at: new Date(0) })
      .where('id', '=', kitchen._id)
      .execute();
    expect(await found(owner)).toEqual([photo._id]);
    expect((await owner.call('DELETE', `/organizations/${orgId}`)).statusCode).toBe(200);
    expect(await found(owner)).toEqual([photo._id]);
    expect(await found(member)).toEqual([]);
    expect((await member.call('GET', `/uploads?key=${photo.mediaFile.key}&width=64`)).statusCode).toBe(404);
  });

  it('is charged to the family of the time of the upload, or the upload fails', async () => {
    for (let round = 0; round < 5; round += 1) {
      const id =
        round === 0 ? orgId : (await owner.call('POST', '/organizations', { name: 'Again' })).json<{ result: { id: string } }>().result.id;
      const calls = ['/albums', '/playlists', '/albums', '/playlists'].map((url) => owner.call('POST', url, { name: 'Late', orgId: id }));
      const [ended, ...made] = (await Promise.all([owner.call('DELETE', `/organizations/${id}`), ...calls])).map(
        ({ statusCode }) => statusCode,
      );
      expect(ended).toBe(200);
      expect(made.filter((code) => ![201, 404, 403].includes(code))).toEqual([]);
      expect(await test.db.selectFrom('albums').select('id').where('org_id', '=', id).execute()).toEqual([]);
    }
  });
});
