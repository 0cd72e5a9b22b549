import { randomUUID } from 'node:crypto';
import type { Album, Media } from '@vitrine/contract';
import { listMedia } from '@vitrine/contract/media.endpoints';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { anAlbum, aPerson, callEndpoint, type TestPerson, uploadFile } from '../../testing/builders.ts';
import { aLiveStill, aLiveVideo, aMotionPhoto } from '../../testing/live-photos.ts';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';

let test: TestApp;
let ana: TestPerson;
beforeAll(async () => {
  test = await createTestApp();
  ana = await aPerson(test);
});
afterAll(() => test.close());

async function add(album: Album, name: string, bytes: Buffer, person = ana): Promise<string> {
  const { key } = await uploadFile(test, person, { name, bytes });
  const response = await person.call('POST', '/medias', { albumId: album._id, mediaFile: [{ key }] });
  expect(response.statusCode, response.body).toBe(201);
  return key;
}

const readAlbum = ({ _id }: Album) =>
  test.db.selectFrom('albums').select(['size_bytes', 'image_count', 'video_count']).where('id', '=', _id).executeTakeFirstOrThrow();

const list = (album: Album, person = ana): Promise<Media[]> => callEndpoint(person, listMedia, { params: { albumId: album._id } });

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

/** An identifier as Apple writes it. */
const aContentId = () => randomUUID().toUpperCase();

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
});
