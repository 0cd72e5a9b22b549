import type { Album, Media } from '@vitrine/contract';
import { listMedia } from '@vitrine/contract/media.endpoints';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { anAlbum, aPerson, callEndpoint, type TestPerson, uploadFile } from '../../testing/builders.ts';
import { aMotionPhoto } from '../../testing/live-photos.ts';
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
