import { buffer } from 'node:stream/consumers';
import { promisify } from 'node:util';
import type { Album, ZipDownloadToken } from '@vitrine/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Entry, fromBuffer, type Options, type ZipFile } from 'yauzl';
import { anAlbum, aPerson, aPhoto, type TestPerson, uploadFile } from '../../testing/builders.ts';
import { aLivePhoto, listAlbumMedia } from '../../testing/live-photo-items.ts';
import { aJpeg } from '../../testing/media-files.ts';
import { anOrganisation } from '../../testing/organisations.ts';
import { openTestApp } from '../../testing/shared-test-app.ts';
import type { TestApp } from '../../testing/test-app.ts';
import { findStorageUsage } from '../entitlements/index.ts';

let test: TestApp;
let ana: TestPerson;
let album: Album;
beforeAll(async () => {
  test = await openTestApp();
});
afterAll(() => test.close());
beforeEach(async () => {
  ana = await aPerson(test);
  album = await anAlbum(ana);
});

const used = (person = ana) => findStorageUsage(test.db, person.user._id);
const list = (target: Album, person = ana) => listAlbumMedia(person, target._id);
const size = async ({ _id }: Album) =>
  (await test.db.selectFrom('albums').select('size_bytes').where('id', '=', _id).executeTakeFirstOrThrow()).size_bytes;
const transfer = (operation: 'move' | 'copy', target: Album, mediaId: string, person = ana) =>
  person.call('PUT', `/medias/${album._id}/${operation}`, { albumId: target._id, mediaIdArr: [mediaId] });
const download = async (key: string | null | undefined, person = ana) =>
  (await person.call('GET', `/uploads/media/download?key=${key}`)).rawPayload;

describe('a live photo of two files', () => {
  it('keeps its video in the bin, and frees the storage of both when it is deleted permanently', async () => {
    const before = await used();
    const { media, photo, video } = await aLivePhoto(test, ana, album._id);
    const both = photo.length + video.length;
    expect([await used(), await size(album)]).toEqual([before + both, both]);
    await ana.call('DELETE', `/medias/${album._id}`, { mediaIdArr: [media._id] });
    expect([await list(album), await used(), await size(album)]).toEqual([[], before + both, 0]);
    const storages = await ana.call('GET', `/albums/users/storages/${ana.user._id}`);
    expect(storages.json()).toMatchObject({ result: { binStorage: both } });
    await ana.call('PUT', `/bin/${ana.user._id}/restore`, { mediaIdArr: [media._id] });
    expect(await list(album)).toMatchObject([{ _id: media._id, livePhoto: media.livePhoto }]);
    expect((await download(media.livePhoto?.videoKey)).equals(video)).toBe(true);
    await ana.call('DELETE', `/medias/${album._id}`, { mediaIdArr: [media._id] });
    await ana.call('DELETE', `/bin/${ana.user._id}`, { mediaIdArr: [media._id] });
    expect(await used()).toBe(before);
    expect((await ana.call('GET', `/uploads/media/download?key=${media.livePhoto?.videoKey}`)).statusCode).toBe(404);
  });

  it('is deleted with its album', async () => {
    const before = await used();
    await aLivePhoto(test, ana, album._id);
    await ana.call('DELETE', `/albums/${album._id}`);
    await ana.call('DELETE', `/bin/${ana.user._id}`, { albumIdArr: [album._id] });
    expect(await used()).toBe(before);
  });

  it('is processed after it was restored from the bin', async () => {
    const { media } = await aLivePhoto(test, ana, album._id);
    await test.db
      .deleteFrom('files')
      .where('id', '=', media.livePhoto?.key ?? '')
      .execute();
    await ana.call('DELETE', `/medias/${album._id}`, { mediaIdArr: [media._id] });
    await ana.call('PUT', `/bin/${ana.user._id}/restore`, { mediaIdArr: [media._id] });
    await test.runJobs();
    expect((await list(album))[0]?.livePhoto?.key).toEqual(expect.any(String));
  });

  it('moves and is copied as one item', async () => {
    const { media, photo, video } = await aLivePhoto(test, ana, album._id);
    const [second, third] = [await anAlbum(ana, { name: 'Second' }), await anAlbum(ana, { name: 'Third' })];
    const both = photo.length + video.length;
    await transfer('copy', second, media._id);
    expect(await list(second)).toMatchObject([{ livePhoto: media.livePhoto }]);
    await transfer('move', third, media._id);
    expect(await list(third)).toMatchObject([{ _id: media._id, livePhoto: media.livePhoto }]);
    expect([await size(album), await size(second), await size(third)]).toEqual([0, both, both]);
  });

  it('is copied with both files into an album of another account, and keeps its video there when the first one is deleted', async () => {
    const { media, photo, video } = await aLivePhoto(test, ana, album._id);
    const ben = await aPerson(test, { name: 'Ben' });
    const target = await anAlbum(ben);
    const share = { permission: 'write', accepted_at: new Date(), invited_by: ana.user._id, user_id: ben.user._id, album_id: album._id };
    await test.db
      .insertInto('album_shares')
      .values({ id: crypto.randomUUID(), ...share })
      .execute();
    const before = await used(ben);
    expect((await transfer('copy', target, media._id, ben)).statusCode).toBe(200);
    await ana.call('DELETE', `/medias/${album._id}`, { mediaIdArr: [media._id] });
    await ana.call('DELETE', `/bin/${ana.user._id}`, { mediaIdArr: [media._id] });
    const [copy] = await list(target, ben);
    expect(copy?.livePhoto?.videoKey).not.toBe(media.livePhoto?.videoKey);
    expect((await download(copy?.livePhoto?.videoKey, ben)).equals(video)).toBe(true);
    expect((await ben.call('GET', `/streams/${copy?.livePhoto?.key}`)).statusCode).toBe(200);
    expect(await used(ben)).toBe(before + photo.length + video.length);
  });

  it('moves into a family with both files, and belongs to its owner', async () => {
    const ben = await aPerson(test, { name: 'Ben' });
    const orgId = await anOrganisation(test, ben, ana);
    const target = (await ana.call('POST', '/albums', { name: 'Family', orgId })).json<{ result: Album }>().result;
    const { media, photo, video } = await aLivePhoto(test, ana, album._id);
    const [own, family] = [await used(), await used(ben)];
    const moved = await transfer('move', target, media._id);
    expect(moved.statusCode, moved.body).toBe(200);
    const both = photo.length + video.length;
    expect([await used(), await used(ben)]).toEqual([own - both, family + both]);
    const [shown] = await list(target);
    expect((await download(shown?.livePhoto?.videoKey, ben)).equals(video)).toBe(true);
  });

  it('loses its video when its photo is replaced, and keeps it when the photo is rotated', async () => {
    const { media, video } = await aLivePhoto(test, ana, album._id);
    const before = await used();
    await ana.call('POST', `/uploads/media/rotate/${media._id}`, { rotateAngle: 90 });
    await ana.call('PUT', `/medias/${media._id}`, { mediaFile: { key: `${media.mediaFile.key}~90` } });
    expect(await list(album)).toMatchObject([{ rotation: 90, livePhoto: media.livePhoto }]);
    const other = await aJpeg({ width: 200, height: 100 });
    const { key } = await uploadFile(test, ana, { name: 'other.jpg', bytes: other });
    const replaced = await ana.call('PUT', `/medias/${media._id}`, { mediaFile: { key } });
    expect(replaced.statusCode, replaced.body).toBe(200);
    expect(await list(album)).toMatchObject([{ mediaFile: { key }, livePhoto: null }]);
    expect(await used()).toBe(before - media.mediaFile.size - video.length + other.length);
    expect(await size(album)).toBe(other.length);
  });

  it('is found as a duplicate by each of its files', async () => {
    const { media, photo, video } = await aLivePhoto(test, ana, album._id);
    const known = await ana.call('POST', `/medias/${album._id}/known`, {
      files: [{ size: photo.length }, { size: video.length }, { size: 1 }],
    });
    expect(known.json()).toMatchObject({ result: { possible: [0, 1] } });
    const { sha256 } = await test.db
      .selectFrom('files')
      .select('sha256')
      .where('id', '=', media.livePhoto?.videoKey ?? '')
      .executeTakeFirstOrThrow();
    const found = await ana.call('POST', `/medias/${album._id}/known`, { files: [{ size: video.length, sha256 }] });
    expect(found.json()).toMatchObject({ result: { known: [{ index: 0, mediaId: media._id }] } });
  });

  it('is two files in a zip and in the personal export', async () => {
    const { media, photo, video } = await aLivePhoto(test, ana, album._id);
    await aPhoto(test, ana, album._id, { name: 'beach.jpg' });
    const { result } = (await ana.call('POST', '/uploads/zip', { albumId: album._id })).json<{ result: ZipDownloadToken }>();
    expect(result.size).toBe(await size(album));
    const contents = await unzip((await ana.call('GET', `/uploads/zip/${result.key}`)).rawPayload);
    expect([...contents.keys()]).toEqual(['IMG_1.jpg', 'IMG_1.mov', 'beach.jpg']);
    expect(contents.get('IMG_1.jpg')?.equals(photo)).toBe(true);
    expect(contents.get('IMG_1.mov')?.equals(video)).toBe(true);
    const exported = await ana.call('POST', '/users/export', { password: ana.password });
    expect(exported.body).toContain('"liveVideo"');
    expect(exported.body).toContain('IMG_1.MOV');
    expect(media.mediaFile.size).toBe(photo.length);
  });
});

async function unzip(bytes: Buffer): Promise<Map<string, Buffer>> {
  const zip = await promisify<Buffer, Options, ZipFile>(fromBuffer)(bytes, { lazyEntries: true });
  const open = promisify<Entry, NodeJS.ReadableStream>(zip.openReadStream.bind(zip));
  const contents = new Map<string, Buffer>();
  return new Promise((resolve, reject) => {
    zip.on('error', reject).on('end', () => resolve(contents));
    zip.on('entry', (entry: Entry) => {
      open(entry)
        .then(buffer)
        .then((content) => {
          contents.set(entry.fileName, content);
          zip.readEntry();
        }, reject);
    });
    zip.readEntry();
  });
}
