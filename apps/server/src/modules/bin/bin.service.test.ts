import type { Album, BinnedMedia, Media } from '@vitrine/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createQueue } from '../../platform/queue/queue.ts';
import { anAlbum, aPerson, aPhoto, type TestPerson } from '../../testing/builders.ts';
import { openTestApp } from '../../testing/shared-test-app.ts';
import type { TestApp } from '../../testing/test-app.ts';
import type { Person } from '../access/index.ts';
import { albumsModule } from '../albums/index.ts';
import { findStorageUsage } from '../entitlements/index.ts';
import { filesModule } from '../files/index.ts';
import { type BinOperations, createBinOperations } from './bin.service.ts';

let test: TestApp;
let ana: TestPerson;
let actor: Person;
const changed: string[] = [];
let bin: BinOperations;

beforeAll(async () => {
  test = await openTestApp();
  bin = createBinOperations({
    queue: createQueue(),
    files: test.modules.getApi(filesModule),
    albums: { ...test.modules.getApi(albumsModule), contentChanged: async (_tx, albumId) => void changed.push(albumId) },
  });
  ana = await aPerson(test);
  actor = {
    kind: 'person',
    userId: ana.user._id,
    role: 'user',
    isSuperAdmin: false,
    platform: 'PP',
    sessionId: '',
    apiToken: null,
    lacksSecondFactor: false,
    needsStepUp: false,
    hasConsented: true,
    expiresAt: new Date(),
    viewing: null,
  };
});
afterAll(() => test.close());

const list = async (album: Album, person = ana) =>
  (await person.call('GET', `/medias/${album._id}`)).json<{ result: Media[] }>().result.map((media) => media._id);
const counters = (album: Album) =>
  test.db.selectFrom('albums').select(['image_count', 'size_bytes']).where('id', '=', album._id).executeTakeFirstOrThrow();
const used = (person = ana) => findStorageUsage(test.db, person.user._id);
const remove = (album: Album, ids: string[]) => ana.call('DELETE', `/medias/${album._id}`, { mediaIdArr: ids });
const restore = (ids: string[]) => test.db.transaction().execute((tx) => bin.restoreMedia(tx, actor, ids));
const share = (album: Album, person: TestPerson, permission: 'read' | 'write') =>
  test.db
    .insertInto('album_shares')
    .values({
      id: crypto.randomUUID(),
      album_id: album._id,
      user_id: person.user._id,
      permission,
      accepted_at: new Date(),
      invited_by: ana.user._id,
    })
    .execute();
const listBin = (): Promise<BinnedMedia[]> => bin.listBinned(test.db, { userId: ana.user._id }, { page: 1, dataPerPage: 50 });

describe('the bin', () => {
  it('keeps deleted media in the storage usage but not in the album, and restores them at their position', async () => {
    const album = await anAlbum(ana);
    const [one, two, three] = [await aPhoto(test, ana, album._id), await aPhoto(test, ana, album._id), await aPhoto(test, ana, album._id)];
    const stored = await used();
    const answer = await remove(album, [two._id]);
    expect(answer.json()).toMatchObject({ error: false, message: '1 item moved to Trash.' });
    await test.runJobs();
    expect(await list(album)).toEqual([one._id, three._id]);
    expect(await used()).toBe(stored);
    expect(await counters(album)).toEqual({ image_count: 2, size_bytes: one.mediaFile.size + three.mediaFile.size });
    expect((await ana.call('GET', `/medias/media/${two._id}`)).statusCode).toBe(404);
    expect(await listBin()).toMatchObject([{ _id: two._id, albumName: 'Summer', mediaFile: { key: two.mediaFile.key } }]);
    expect((await ana.call('GET', `/uploads?key=${two.mediaFile.key}&width=64`)).statusCode).toBe(200);

    await restore([two._id]);
    expect(await list(album)).toEqual([one._id, two._id, three._id]);
    expect((await counters(album)).image_count).toBe(3);
    expect(await listBin()).toEqual([]);
    expect(changed).toContain(album._id);
  });

  it('deletes nothing when one of the media is not in the album', async () => {
    const [album, other] = [await anAlbum(ana), await anAlbum(ana)];
    const [here, elsewhere] = [await aPhoto(test, ana, album._id), await aPhoto(test, ana, other._id)];
    expect((await remove(album, [here._id, elsewhere._id])).statusCode).toBe(404);
    expect(await list(album)).toEqual([here._id]);
  });

  it('deletes media permanently and frees the quota', async () => {
    const album = await anAlbum(ana);
    const before = await used();
    const photo = await aPhoto(test, ana, album._id);
    await remove(album, [photo._id]);
    await test.db.transaction().execute((tx) => bin.purgeMedia(tx, [photo._id]));
    expect(await used()).toBe(before);
    expect(await test.db.selectFrom('files').select('id').where('id', '=', photo.mediaFile.key).execute()).toEqual([]);
    await expect(restore([photo._id])).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  it('refuses to restore media that exceed the album’s size limit', async () => {
    const album = await anAlbum(ana);
    const photo = await aPhoto(test, ana, album._id);
    await remove(album, [photo._id]);
    await test.db
      .updateTable('albums')
      .set({ size_bytes: 5e9 - 10 })
      .where('id', '=', album._id)
      .execute();
    await expect(restore([photo._id])).rejects.toMatchObject({ code: 'ALBUM_FULL' });
    expect((await listBin()).map((media) => media._id)).toContain(photo._id);
  });

  it('restores an album with media deleted together with it, but not with media deleted before', async () => {
    const album = await anAlbum(ana);
    const [early, late] = [await aPhoto(test, ana, album._id), await aPhoto(test, ana, album._id)];
    await remove(album, [early._id]);
    await test.db.transaction().execute(async (tx) => {
      await tx.updateTable('albums').set({ deleted_at: new Date() }).where('id', '=', album._id).execute();
      await bin.moveAlbumToBin(tx, album._id);
    });
    await expect(restore([early._id])).rejects.toMatchObject({ code: 'ALBUM_IN_BIN' });
    await test.db.transaction().execute(async (tx) => {
      await tx.updateTable('albums').set({ deleted_at: null }).where('id', '=', album._id).execute();
      await bin.restoreAlbum(tx, album._id);
    });
    expect(await list(album)).toEqual([late._id]);
    await restore([early._id]);
    expect(await list(album)).toEqual([early._id, late._id]);
  });

  it('restores all albums with their media and all media at their positions', async () => {
    const eve = await aPerson(test);
    const [album, deleted] = [await anAlbum(eve), await anAlbum(eve)];
    const [remaining, binned, inDeletedAlbum] = [
      await aPhoto(test, eve, album._id),
      await aPhoto(test, eve, album._id),
      await aPhoto(test, eve, deleted._id),
    ];
    await eve.call('DELETE', `/medias/${album._id}`, { mediaIdArr: [binned._id] });
    await eve.call('DELETE', `/albums/${deleted._id}`);
    expect((await eve.call('PUT', `/bin/${eve.user._id}/restore`, { all: true })).json()).toMatchObject({
      message: 'Restored.',
    });
    expect((await list(album, eve)).toSorted()).toEqual([remaining._id, binned._id].toSorted());
    expect(await list(deleted, eve)).toEqual([inDeletedAlbum._id]);
    expect((await eve.call('GET', `/bin/${eve.user._id}`)).json()).toMatchObject({ result: { albums: [], medias: [] } });
  });

  it('resumes processing that was interrupted by the deletion', async () => {
    const album = await anAlbum(ana);
    const photo = await aPhoto(test, ana, album._id);
    await test.db.updateTable('media').set({ status: 2 }).where('id', '=', photo._id).execute();
    await remove(album, [photo._id]);
    await restore([photo._id]);
    await test.runJobs();
    expect((await ana.call('GET', `/medias/media/${photo._id}`)).json().result.status).toBe(6);
  });

  it('is closed to guests of the album', async () => {
    const bob = await aPerson(test, { name: 'Bob' });
    const album = await anAlbum(ana);
    const photo = await aPhoto(test, ana, album._id);
    await share(album, bob, 'write');
    expect((await bob.call('DELETE', `/medias/${album._id}`, { mediaIdArr: [photo._id] })).statusCode).toBe(404);
    await remove(album, [photo._id]);
    const asBob = { ...actor, userId: bob.user._id };
    await expect(test.db.transaction().execute((tx) => bin.restoreMedia(tx, asBob, [photo._id]))).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
  });
});

describe('deleting an account', () => {
  it("removes its media from other accounts' albums and bins", async () => {
    const bob = await aPerson(test, { name: 'Bob' });
    const album = await anAlbum(ana);
    await share(album, bob, 'write');
    const mine = await aPhoto(test, ana, album._id);
    const [shown, binned] = [await aPhoto(test, bob, album._id), await aPhoto(test, bob, album._id)];
    await remove(album, [binned._id]);
    const answer = await bob.call('DELETE', `/users/${bob.user._id}`, { password: bob.password });
    expect(answer.json()).toMatchObject({ error: false });
    expect(await list(album)).toEqual([mine._id]);
    expect((await counters(album)).image_count).toBe(1);
    expect((await listBin()).map((media) => media._id)).not.toContain(binned._id);
    expect(await test.db.selectFrom('files').select('id').where('id', 'in', [shown.mediaFile.key, binned.mediaFile.key]).execute()).toEqual(
      [],
    );
  });
});
