import type { Media, StorageDetails } from '@vitrine/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { anAlbum, aPerson, aPhoto, aPlaylist, type TestPerson, uploadFile } from '../../testing/builders.ts';
import * as files from '../../testing/media-files.ts';
import { joinAlbum } from '../../testing/sharing.ts';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';

let test: TestApp;
let ana: TestPerson;
let ben: TestPerson;
beforeAll(async () => {
  test = await createTestApp();
  ana = await aPerson(test);
  ben = await aPerson(test);
});
afterAll(() => test.close());

const told = async (person: TestPerson) =>
  (await person.call('GET', `/albums/users/storages/${person.user._id}`)).json<{ result: StorageDetails }>().result;

/** The same numbers, counted row by row. */
async function recount(person: TestPerson): Promise<Omit<StorageDetails, 'quotaBytes'>> {
  const me = person.user._id;
  const result = await sql<Omit<StorageDetails, 'quotaBytes'>>`
    with mine as (select media.* from media join albums on albums.id = media.album_id where created_by = ${me} and deleted_at is null)
    select (select coalesce(sum(size_bytes), 0)::bigint from files where owner_id = ${me} and root_id is null) as "totalStorage",
      (select coalesce(sum(size_bytes), 0)::bigint from files where owner_id = ${me} and root_id is null
        and id in (select file_id from binned_media) and id not in (select file_id from media)) as "binStorage",
      (select coalesce(sum(media.size_bytes), 0)::bigint from media join albums on albums.id = media.album_id
        where uploaded_by = ${me} and created_by <> ${me}) as "shareAlbumStorage",
      (select count(*) from album_shares join albums on albums.id = album_id
        where user_id = ${me} and accepted_at is not null and deleted_at is null) as "shareAlbumCount",
      (select coalesce(sum(size_bytes), 0)::bigint from mine) as "totalAlbumStorage",
      (select coalesce(sum(size_bytes), 0)::bigint from mine where kind = 'image') as "totalImageStorage",
      (select coalesce(sum(size_bytes), 0)::bigint from mine where kind = 'video') as "totalVideoStorage",
      (select count(*) from mine where kind = 'image') as "imageCount",
      (select count(*) from mine where kind = 'video') as "videoCount",
      (select count(*) from albums where created_by = ${me} and deleted_at is null) as "totalAlbumCount",
      (select count(*) from playlists where user_id = ${me}) as "playlistCount",
      (select coalesce(sum(media.size_bytes), 0)::bigint from playlists join playlist_albums entry on entry.playlist_id = playlists.id
        join media on media.album_id = entry.album_id where playlists.user_id = ${me}) as "totalPlaylistStorage"`.execute(test.db);
  const [row] = result.rows;
  if (!row) throw new Error('Nothing was counted');
  return row;
}

it('tells what a recount finds, whatever was added, moved, thrown away and brought back', { timeout: 60_000 }, async () => {
  const check = async (step: string) => {
    for (const person of [ana, ben]) expect(await told(person), step).toEqual({ quotaBytes: 5e9, ...(await recount(person)) });
  };
  const [one, two] = [await anAlbum(ana, { name: 'One' }), await anAlbum(ana, { name: 'Two' })];
  await check('empty');
  const photos = [await aPhoto(test, ana, one._id), await aPhoto(test, ana, one._id, { colour: '#102030' })];
  const { key } = await uploadFile(test, ana, {
    name: 'film.mp4',
    bytes: await files.aFilm({ codec: 'h264', container: 'mp4', seconds: 1 }),
  });
  const film = (await ana.call('POST', '/medias', { albumId: one._id, mediaFile: [{ key }] })).json<{ result: Media[] }>().result[0];
  await check('added');
  await joinAlbum(ana, one._id, ben, 'write');
  const guest = await aPhoto(test, ben, one._id, { colour: '#405060' });
  await check('added by a guest');
  expect(await told(ben)).toMatchObject({ shareAlbumCount: 1, shareAlbumStorage: guest.mediaFile.size, totalAlbumStorage: 0 });
  await ana.call('PUT', `/medias/${one._id}/move`, { albumId: two._id, mediaIdArr: [film?._id, guest._id] });
  await check('moved');
  await ana.call('PUT', `/medias/${two._id}/copy`, { albumId: one._id, mediaIdArr: [guest._id, film?._id] });
  await check('copied');
  await aPlaylist(ana, { albumIds: [one._id, two._id] });
  await aPlaylist(ben, { albumIds: [one._id] });
  await check('in playlists');
  await ana.call('DELETE', `/medias/${one._id}`, { mediaIdArr: [photos[0]?._id] });
  await check('one thrown away');
  expect((await told(ana)).binStorage).toBe(photos[0]?.mediaFile.size);
  await ana.call('DELETE', `/albums/${two._id}`);
  await check('an album thrown away');
  await ana.call('PUT', `/bin/${ana.user._id}/restore`, { albumIdArr: [two._id], mediaIdArr: [photos[0]?._id] });
  await check('brought back');
  await ana.call('DELETE', `/albums/${two._id}`);
  await ana.call('DELETE', `/bin/${ana.user._id}`, { all: true });
  await check('gone for good');
});
