import type { Album, Media } from '@vitrine/contract';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aDevice, anAlbum, aPerson, aPlaylist, aScreen, type TestPerson, uploadFile } from '../../testing/builders.ts';
import * as files from '../../testing/media-files.ts';
import { openTestApp } from '../../testing/shared-test-app.ts';
import type { TestApp } from '../../testing/test-app.ts';

let test: TestApp;
let ana: TestPerson;
let album: Album;

beforeAll(async () => {
  test = await openTestApp();
  ana = await aPerson(test);
  album = await anAlbum(ana);
});
afterAll(() => test.close());

async function add(name: string, bytes: Buffer): Promise<Media> {
  const { key } = await uploadFile(test, ana, { name, bytes });
  const [media] = (await ana.call('POST', '/medias', { albumId: album._id, mediaFile: [{ key }] })).json<{ result: Media[] }>().result;
  await test.runJobs();
  return (await ana.call('GET', `/medias/media/${media?._id}`)).json<{ result: Media }>().result;
}

const rotate = async (media: Media, rotateAngle: number): Promise<Media> =>
  (await ana.call('POST', `/uploads/media/rotate/${media._id}`, { rotateAngle })).json<{ result: Media }>().result;
/** Returns true when the picture is rotated by this angle. */
const isRotatedBy = async (picture: Buffer, degrees: number) =>
  files.showsCorners(
    await sharp(picture)
      .rotate(360 - degrees)
      .png()
      .toBuffer(),
  );

describe('a rotated picture', () => {
  it.each([
    ['lying.jpg', () => files.aJpeg()],
    ['sideways.jpg', () => files.aSidewaysJpeg()],
  ])('%s is shown and downloaded rotated, and its original does not change', async (name, make) => {
    const bytes = await make();
    const media = await add(name, bytes);
    const { key } = media.mediaFile;
    const turned = await rotate(media, 90);
    expect(turned).toMatchObject({ rotation: 90, width: media.height, height: media.width, mediaFile: { key: `${key}~90` } });
    const small = await ana.call('GET', `/uploads?key=${key}~90&width=160`);
    expect(await isRotatedBy(small.rawPayload, 90)).toBe(true);
    const upright = await ana.call('GET', `/uploads?key=${key}&width=160`);
    expect(await files.showsCorners(upright.rawPayload)).toBe(true);
    expect(small.headers.etag).not.toBe(upright.headers.etag);

    const saved = await ana.call('GET', `/uploads/media/download/?key=${key}~90`);
    expect(saved.headers['content-type']).toBe('image/jpeg');
    expect(saved.headers['content-disposition']).toContain(`filename="${name}"`);
    expect(await sharp(saved.rawPayload).metadata()).toMatchObject({ format: 'jpeg', width: turned.width, height: turned.height });
    expect(await isRotatedBy(saved.rawPayload, 90)).toBe(true);
    const original = await ana.call('GET', `/uploads/media/download/?key=${key}`);
    expect(original.rawPayload.equals(bytes)).toBe(true);
    expect(original.headers.etag).not.toBe(saved.headers.etag);
  });

  it('adds rotations in both directions', async () => {
    const media = await add('turns.png', await files.aPng());
    expect((await rotate(media, -90)).rotation).toBe(270);
    expect((await rotate(media, 180)).rotation).toBe(90);
    const back = await rotate(media, -90);
    expect(back).toMatchObject({ rotation: 0, mediaFile: { key: media.mediaFile.key }, thumbhash: media.thumbhash });
    expect((await ana.call('POST', `/uploads/media/rotate/${media._id}`, { rotateAngle: 45 })).statusCode).toBe(422);
  });

  it('is downloaded on a white background when it is transparent', async () => {
    const media = await add('logo.png', await files.aPng());
    const saved = await ana.call('GET', `/uploads/media/download/?key=${media.mediaFile.key}~180`);
    expect(saved.headers['content-disposition']).toContain('filename="logo.jpg"');
    const { data } = await sharp(saved.rawPayload).raw().toBuffer({ resolveWithObject: true });
    expect([...data.subarray(0, 3)].every((level) => level > 250)).toBe(true);
  });

  it('cannot be a video', async () => {
    const film = await add('film.mp4', await files.aVideo({ seconds: 1 }));
    expect((await ana.call('POST', `/uploads/media/rotate/${film._id}`, { rotateAngle: 90 })).statusCode).toBe(422);
  });

  it('is sent to screens when its rotated copy is ready; they show the old one until then', async () => {
    const wall = await anAlbum(ana, { name: 'Wall' });
    const { key } = await uploadFile(test, ana, { name: 'wall.jpg', bytes: await files.aJpeg() });
    const [media] = (await ana.call('POST', '/medias', { albumId: wall._id, mediaFile: [{ key }] })).json<{ result: Media[] }>().result;
    await test.runJobs();
    const playlist = await aPlaylist(ana, { albumIds: [wall._id] });
    const screen = await aScreen(test);
    const device = await aDevice(ana, screen);
    await ana.call('POST', '/publishes', { playlistId: playlist._id, deviceId: [device._id] });
    await test.runJobs();
    const shown = async (): Promise<string> => (await screen.get('/screens/manifest')).json().result.files[0]?.sha256;
    const before = await shown();
    expect(before).toMatch(/^[0-9a-f]{64}$/);
    test.nudges.length = 0;
    if (media) await rotate(media, 90);
    expect(await shown()).toBe(before);
    await test.runJobs();
    const after = await shown();
    expect(after).not.toBe(before);
    const picture = await screen.get(`/screens/files/${after}`);
    expect(await isRotatedBy(picture.rawPayload, 90)).toBe(true);
    expect((await ana.call('GET', `/playlists/items/${playlist._id}`)).body).toContain(`${key}~90`);
    expect((await ana.call('GET', `/playlists/details/${playlist._id}`)).body).toContain(`"${key}~90"`);
    if (media) await rotate(media, -90);
    await test.runJobs();
    expect(await shown()).toBe(before);
  });
});
