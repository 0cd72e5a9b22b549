import { createHash } from 'node:crypto';
import type { Album, Manifest, Media } from '@vitrine/contract';
import { sql } from 'kysely';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { AppError } from '../../platform/errors.ts';
import { newId } from '../../platform/ids.ts';
import {
  aDevice,
  anAlbum,
  aPerson,
  aPhoto,
  aPlaylist,
  aScreen,
  type TestPerson,
  type TestScreen,
  uploadFile,
} from '../../testing/builders.ts';
import { openTestApp } from '../../testing/shared-test-app.ts';
import type { TestApp } from '../../testing/test-app.ts';
import { findStorageUsage } from '../entitlements/index.ts';

const UHD = { width: 3840, height: 2160 };

let test: TestApp;
let ana: TestPerson;
let album: Album;
beforeAll(async () => {
  test = await openTestApp();
  ana = await aPerson(test, { devices: 100 });
});
afterAll(() => test.close());
beforeEach(async () => {
  album = await anAlbum(ana);
});

const listCopies = (media: Media) =>
  test.db
    .selectFrom('files')
    .select(['role', 'rotation', 'width', 'height', 'recipe', 'sha256', 'size_bytes', 'mimetype', 'storage_key'])
    .where('root_id', '=', media.mediaFile.key)
    .orderBy('role')
    .orderBy('rotation')
    .execute();
const sizesOf = async (media: Media) =>
  (await listCopies(media)).map(({ role, rotation, width, height }) => [role, rotation, width, height]);
const usedBytes = () => findStorageUsage(test.db, ana.user._id);
const manifestOf = async (screen: TestScreen) => (await screen.get('/screens/manifest')).json<{ result: Manifest }>().result;
const addMissing = async () => {
  await test.modules.workerTasks.find((task) => task.name === 'media.remake')?.run();
  await test.runJobs();
};

/** Changes the photo to the state of the version before HD copies. */
async function removeHd(media: Media): Promise<void> {
  for (const { role, storage_key } of await listCopies(media)) if (role === 'screen_hd') await test.files.remove(storage_key);
  await sql`delete from files where root_id = ${media.mediaFile.key} and role = 'screen_hd'`.execute(test.db);
  await sql`update files set recipe = 2 where root_id = ${media.mediaFile.key} and role = 'screen'`.execute(test.db);
}

/** Creates a screen that shows the album. */
async function show(): Promise<TestScreen> {
  const playlist = await aPlaylist(ana, { albumIds: [album._id] });
  const screen = await aScreen(test);
  const device = await aDevice(ana, screen);
  await ana.call('POST', '/publishes', { playlistId: playlist._id, deviceId: [device._id] });
  await test.runJobs();
  return screen;
}

describe('a new photo', () => {
  it.each([
    ['lying', { width: 4000, height: 3000 }, [2880, 2160], [1440, 1080]],
    ['upright', { width: 2250, height: 4000 }, [2160, 3840], [1080, 1920]],
    ['wide', { width: 5000, height: 1000 }, [3840, 768], [1920, 384]],
    ['high', { width: 900, height: 3000 }, [900, 3000], [576, 1920]],
  ])('gets an HD copy in its orientation: %s', async (_name, size, [width, height], [hdWidth, hdHeight]) => {
    const media = await aPhoto(test, ana, album._id, size);
    expect(await sizesOf(media)).toEqual([
      ['screen', 0, width, height],
      ['screen_hd', 0, hdWidth, hdHeight],
    ]);
  });

  it.each([
    { width: 1920, height: 1080 },
    { width: 1080, height: 1920 },
    { width: 640, height: 480 },
  ])('gets none when its screen copy is not larger: $width x $height', async (size) => {
    const media = await aPhoto(test, ana, album._id, size);
    expect((await listCopies(media)).map(({ role }) => role)).toEqual(['screen']);
  });

  it('keeps transparency, and the HD copy has the checksum of its bytes', async () => {
    const bytes = await sharp({ create: { ...UHD, channels: 4, background: { r: 0, g: 90, b: 200, alpha: 0.5 } } })
      .png()
      .toBuffer();
    const { key } = await uploadFile(test, ana, { name: 'logo.png', bytes });
    const [media] = (await ana.call('POST', '/medias', { albumId: album._id, mediaFile: [{ key }] })).json<{ result: [Media] }>().result;
    await test.runJobs();
    const copies = await listCopies(media);
    expect(copies.map(({ mimetype }) => mimetype)).toEqual(['image/webp', 'image/webp']);
    for (const { sha256, size_bytes, storage_key } of copies) {
      const stored = await test.files.read(storage_key);
      expect([createHash('sha256').update(stored).digest('hex'), stored.length]).toEqual([sha256, size_bytes]);
    }
  });

  it('counts only its original as storage', async () => {
    const before = await usedBytes();
    const media = await aPhoto(test, ana, album._id, UHD);
    expect(await usedBytes()).toBe(before + media.mediaFile.size);
  });
});

describe('a rotated photo', () => {
  it('has a separate HD copy, which screens receive when it is ready', async () => {
    const media = await aPhoto(test, ana, album._id, { ...UHD, colour: '#113355' });
    const screen = await show();
    await ana.call('POST', `/uploads/media/rotate/${media._id}`, { rotateAngle: 90 });
    await test.runJobs();
    expect(await sizesOf(media)).toEqual([
      ['screen', 0, 3840, 2160],
      ['screen', 90, 2160, 3840],
      ['screen_hd', 0, 1920, 1080],
      ['screen_hd', 90, 1080, 1920],
    ]);
    const rotated = (await listCopies(media)).find(({ role, rotation }) => role === 'screen_hd' && rotation === 90);
    expect((await manifestOf(screen)).files[0]?.hd?.sha256).toBe(rotated?.sha256);
  });
});

describe('a manifest', () => {
  it('names the HD copy of a file, which only screens with this manifest may read', async () => {
    const media = await aPhoto(test, ana, album._id, { ...UHD, colour: '#220011' });
    const [screen, stranger] = [await show(), await aScreen(test)];
    const [large, hd] = await listCopies(media);
    expect((await manifestOf(screen)).files).toEqual([
      {
        sha256: large?.sha256,
        sizeBytes: large?.size_bytes,
        mimetype: 'image/jpeg',
        hd: { sha256: hd?.sha256, sizeBytes: hd?.size_bytes },
      },
    ]);
    const bytes = await screen.get(`/screens/files/${hd?.sha256}`);
    expect(await sharp(bytes.rawPayload).metadata()).toMatchObject({ width: 1920, height: 1080 });
    expect((await stranger.get(`/screens/files/${hd?.sha256}`)).statusCode).toBe(404);
  });
});

describe('an existing photo', () => {
  it('plays from its screen copy until the HD copy is made, which equals that of a new photo', async () => {
    const media = await aPhoto(test, ana, album._id, { ...UHD, colour: '#330022' });
    const [, made] = await listCopies(media);
    await removeHd(media);
    const screen = await show();
    const before = await manifestOf(screen);
    expect(before.files[0]).not.toHaveProperty('hd');
    const used = await usedBytes();
    await addMissing();
    const after = await manifestOf(screen);
    expect(after.revision).toBe(before.revision + 1);
    expect(after.publishes[0]?.items).toEqual(before.publishes[0]?.items);
    expect(after.files).toEqual([{ ...before.files[0], hd: { sha256: made?.sha256, sizeBytes: made?.size_bytes } }]);
    expect(await usedBytes()).toBe(used);
  });

  it('gets one HD copy for each rotation, and the job ends', async () => {
    const media = await aPhoto(test, ana, album._id, { ...UHD, colour: '#440033' });
    await ana.call('POST', `/uploads/media/rotate/${media._id}`, { rotateAngle: 90 });
    await test.runJobs();
    const before = await sizesOf(media);
    await removeHd(media);
    await addMissing();
    expect(await sizesOf(media)).toEqual(before);
    const render = vi.spyOn(test.tools.jobImages, 'render');
    await addMissing();
    expect(render).not.toHaveBeenCalled();
    render.mockRestore();
  });

  it('keeps its screen copy when it cannot be decoded, and is not retried endlessly', async () => {
    const media = await aPhoto(test, ana, album._id, { ...UHD, colour: '#550044' });
    await removeHd(media);
    const render = vi.spyOn(test.tools.jobImages, 'render').mockRejectedValue(new AppError('FILE_BROKEN'));
    await addMissing();
    await addMissing();
    expect(render).toHaveBeenCalledOnce();
    render.mockRestore();
    expect((await listCopies(media)).map(({ role }) => role)).toEqual(['screen']);
    expect((await ana.call('GET', `/medias/media/${media._id}`)).json()).toMatchObject({ result: { status: 6 } });
  });
});

describe('copying and removal', () => {
  it('copies the HD copy to another account with the photo', async () => {
    const bob = await aPerson(test, { name: 'Bob', devices: 1 });
    const media = await aPhoto(test, ana, album._id, { ...UHD, colour: '#660055' });
    const share = { album_id: album._id, user_id: bob.user._id, permission: 'write', invited_by: ana.user._id };
    await test.db
      .insertInto('album_shares')
      .values({ ...share, id: newId(), accepted_at: new Date() })
      .execute();
    const theirs = await anAlbum(bob, { name: 'Mine' });
    const copied = await bob.call('PUT', `/medias/${album._id}/copy`, { albumId: theirs._id, mediaIdArr: [media._id] });
    expect(copied.statusCode).toBe(200);
    const [copy] = (await bob.call('GET', `/medias/${theirs._id}`)).json<{ result: [Media] }>().result;
    expect(copy.mediaFile.key).not.toBe(media.mediaFile.key);
    const [one, other] = [await listCopies(media), await listCopies(copy)];
    expect(other.map(({ role, sha256 }) => [role, sha256])).toEqual(one.map(({ role, sha256 }) => [role, sha256]));
    for (const { storage_key } of other) expect(await test.files.has(storage_key)).toBe(true);
  });

  it('removes the bytes of all HD copies with the photo', async () => {
    const media = await aPhoto(test, ana, album._id, { ...UHD, colour: '#770066' });
    await ana.call('POST', `/uploads/media/rotate/${media._id}`, { rotateAngle: 90 });
    await test.runJobs();
    const keys = (await listCopies(media)).map(({ storage_key }) => storage_key);
    expect(keys).toHaveLength(4);
    await ana.call('DELETE', `/medias/${album._id}`, { mediaIdArr: [media._id] });
    await ana.call('DELETE', `/bin/${ana.user._id}`, { all: true });
    await test.runJobs();
    for (const key of keys) expect(await test.files.has(key)).toBe(false);
  });
});
