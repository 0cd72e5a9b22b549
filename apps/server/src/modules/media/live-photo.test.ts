import type { Album } from '@vitrine/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { anAlbum, aPerson, type TestPerson } from '../../testing/builders.ts';
import { aContentId, addFile, listAlbumMedia } from '../../testing/live-photo-items.ts';
import { aLiveStill, aLiveVideo, aMotionPhoto } from '../../testing/live-photos.ts';
import { openTestApp } from '../../testing/shared-test-app.ts';
import { joinAlbum } from '../../testing/sharing.ts';
import type { TestApp } from '../../testing/test-app.ts';

let test: TestApp;
let ana: TestPerson;
let ben: TestPerson;
beforeAll(async () => {
  test = await openTestApp();
  ana = await aPerson(test);
  ben = await aPerson(test, { name: 'Ben' });
});
afterAll(() => test.close());

const add = (album: Album, name: string, bytes: Buffer, person = ana) => addFile(test, person, album._id, { name, bytes });
const readAlbum = ({ _id }: Album) =>
  test.db.selectFrom('albums').select(['size_bytes', 'image_count', 'video_count']).where('id', '=', _id).executeTakeFirstOrThrow();

const list = (album: Album, person = ana) => listAlbumMedia(person, album._id);

describe('a photo of Android that contains a video', () => {
  it.each(['container', 'microVideo', 'samsung', 'heic'] as const)('is a live photo whose video plays (%s)', async (layout) => {
    const album = await anAlbum(ana);
    const photo = await aMotionPhoto({ layout });
    const fileId = await add(album, 'PXL_1.jpg', photo);
    expect(await list(album)).toMatchObject([{ kind: 'image', livePhoto: { key: null, videoKey: null } }]);
    await test.runJobs();
    const [media] = await list(album);
    expect(media).toMatchObject({ kind: 'image', status: 6, keys: {}, main: null, livePhoto: { key: expect.any(String), videoKey: null } });
    const played = await ana.call('GET', `/streams/${media?.livePhoto?.key}`);
    expect([played.statusCode, played.headers['content-type']]).toEqual([200, 'video/mp4']);
    expect(played.rawPayload.toString('latin1', 4, 8)).toBe('ftyp');
    expect((await ana.call('GET', `/uploads/media/download?key=${fileId}`)).rawPayload.equals(photo)).toBe(true);
    const stranger = await aPerson(test);
    expect((await stranger.call('GET', `/streams/${media?.livePhoto?.key}`)).statusCode).toBe(404);
  });
});

describe('the photo and the video of an iPhone', () => {
  it.each([
    ['photo', 'video'],
    ['video', 'photo'],
  ])('become one item when the %s arrives first', async (first) => {
    const album = await anAlbum(ana);
    const id = aContentId();
    const [photo, video] = [await aLiveStill(id), await aLiveVideo(id)];
    const parts = [() => add(album, 'IMG_1.JPG', photo), () => add(album, 'IMG_1.MOV', video)];
    for (const part of first === 'photo' ? parts : parts.toReversed()) await part();
    await test.runJobs();
    const [media, ...others] = await list(album);
    expect(others).toEqual([]);
    expect(media).toMatchObject({ kind: 'image', name: 'IMG_1', status: 6, mediaFile: { size: photo.length } });
    const { key, videoKey } = media?.livePhoto ?? {};
    expect((await ana.call('GET', `/streams/${key}`)).rawPayload.toString('latin1', 4, 8)).toBe('ftyp');
    expect((await ana.call('GET', `/uploads/media/download?key=${videoKey}`)).rawPayload.equals(video)).toBe(true);
    expect(await readAlbum(album)).toEqual({ size_bytes: photo.length + video.length, image_count: 1, video_count: 0 });
  });

  it('become one item when both arrive at once', async () => {
    const album = await anAlbum(ana);
    for (let round = 1; round <= 5; round++) {
      const id = aContentId();
      const [photo, video] = await Promise.all([aLiveStill(id, { width: 320 + round }), aLiveVideo(id)]);
      await Promise.all([add(album, `IMG_${round}.JPG`, photo), add(album, `IMG_${round}.MOV`, video)]);
      expect((await list(album)).map(({ kind, livePhoto }) => [kind, typeof livePhoto?.videoKey])).toEqual(
        Array.from({ length: round }, () => ['image', 'string']),
      );
    }
  });

  it.each([
    ['is for another photo', async () => ({ contentId: aContentId() })],
    ['is in another album', async () => ({ target: await anAlbum(ana) })],
    ['was added by another account', async () => ({ sender: ben })],
  ])('stay two items when the video %s', async (_, choose) => {
    const album = await anAlbum(ana);
    await joinAlbum(ana, album._id, ben, 'write');
    const contentId = aContentId();
    const video: { contentId?: string; target?: Album; sender?: TestPerson } = await choose();
    const { target = album, sender = ana } = video;
    await add(album, 'IMG_1.JPG', await aLiveStill(contentId));
    await add(target, 'IMG_1.MOV', await aLiveVideo(video.contentId ?? contentId), sender);
    const all = [...(await list(album)), ...(target === album ? [] : await list(target))];
    expect(all.map(({ kind, livePhoto }) => [kind, livePhoto])).toEqual([
      ['image', null],
      ['video', null],
    ]);
  });

  it('stay two items when a day is between them', async () => {
    const album = await anAlbum(ana);
    const contentId = aContentId();
    await add(album, 'IMG_1.JPG', await aLiveStill(contentId));
    await sql`update media set created_at = now() - interval '25 hours' where album_id = ${album._id}`.execute(test.db);
    await add(album, 'IMG_1.MOV', await aLiveVideo(contentId));
    expect((await list(album)).map(({ kind }) => kind)).toEqual(['image', 'video']);
  });

  it('leave a second video with the same identifier as a separate item', async () => {
    const album = await anAlbum(ana);
    const contentId = aContentId();
    for (const [name, bytes] of [
      ['IMG_1.JPG', await aLiveStill(contentId)],
      ['IMG_1.MOV', await aLiveVideo(contentId)],
      ['IMG_2.MOV', await aLiveVideo(contentId, { seconds: 2 })],
    ] as const)
      await add(album, name, bytes);
    expect((await list(album)).map(({ name, kind, livePhoto }) => [name, kind, livePhoto !== null])).toEqual([
      ['IMG_1', 'image', true],
      ['IMG_2', 'video', false],
    ]);
  });

  it('join the photo of the same name among photos with the same identifier', async () => {
    const album = await anAlbum(ana);
    const contentId = aContentId();
    for (const [at, name] of ['IMG_E1.JPG', 'IMG_1.JPG', 'IMG_2.JPG'].entries())
      await add(album, name, await aLiveStill(contentId, { width: 320 + at }));
    await add(album, 'IMG_1.MOV', await aLiveVideo(contentId));
    expect((await list(album)).map(({ name, livePhoto }) => [name, livePhoto !== null])).toEqual([
      ['IMG_E1', false],
      ['IMG_1', true],
      ['IMG_2', false],
    ]);
  });
});
