import { createHash } from 'node:crypto';
import type { Album, Media } from '@vitrine/contract';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { anAlbum, aPerson, postFile, type TestPerson, uploadFile } from '../../testing/builders.ts';
import * as files from '../../testing/media-files.ts';
import { openTestApp } from '../../testing/shared-test-app.ts';
import type { TestApp } from '../../testing/test-app.ts';
import { findStorageUsage } from '../entitlements/index.ts';

let test: TestApp;
let ana: TestPerson;
let bob: TestPerson;
let album: Album;

beforeAll(async () => {
  test = await openTestApp();
  ana = await aPerson(test);
  bob = await aPerson(test, { name: 'Bob' });
  album = await anAlbum(ana);
});
afterAll(() => test.close());

/** Uploads and processes a file, and returns its media item as the API presents it afterwards. */
async function add(name: string, bytes: Buffer, albumId = album._id): Promise<Media> {
  const { key } = await uploadFile(test, ana, { name, bytes });
  const [media] = (await ana.call('POST', '/medias', { albumId, mediaFile: [{ key }] })).json<{ result: Media[] }>().result;
  await test.runJobs();
  return read(media?._id ?? '');
}

const read = async (id: string) => (await ana.call('GET', `/medias/media/${id}`)).json<{ result: Media }>().result;
const used = () => findStorageUsage(test.db, ana.user._id);

describe('pictures', () => {
  it.each([
    ['camera.jpg', 'image/jpeg', files.aJpeg],
    ['chart.png', 'image/png', files.aPng],
    ['shot.webp', 'image/webp', files.aWebp],
    ['IMG_1.heic', 'image/heic', files.aHeic],
    ['new.avif', 'image/avif', files.anAvif],
  ] as const)('%s is imported, reported as %s and prepared for screens', async (name, mimetype, make) => {
    const media = await add(name, await make());
    expect(media).toMatchObject({ kind: 'image', status: 6, width: 640, height: 480, failureReason: null, main: null, keys: {} });
    expect(media.mediaFile).toMatchObject({ name, mimetype, duration: 5 });
    expect(media.thumbhash).not.toBeNull();
    const thumb = await ana.call('GET', `/uploads?key=${media.mediaFile.key}&width=220`);
    expect(thumb.statusCode).toBe(200);
    expect((await sharp(thumb.rawPayload).metadata()).width).toBe(220);
  });

  it('with an EXIF rotation are shown upright, with the rotated dimensions', async () => {
    const media = await add('phone.jpg', await files.aSidewaysJpeg());
    expect(media).toMatchObject({ width: 480, height: 640 });
    const full = await ana.call('GET', `/uploads?key=${media.mediaFile.key}`);
    expect(await sharp(full.rawPayload).metadata()).toMatchObject({ width: 480, height: 640 });
    expect(await files.showsCorners(full.rawPayload)).toBe(true);
  });

  it('have a screen copy with the checksum of its bytes', async () => {
    const media = await add('wall.jpg', await files.aJpeg({ width: 5000, height: 1000 }));
    const copy = await test.db
      .selectFrom('files')
      .selectAll()
      .where('root_id', '=', media.mediaFile.key)
      .where('role', '=', 'screen')
      .executeTakeFirstOrThrow();
    expect(copy).toMatchObject({ width: 3840, height: 768, mimetype: 'image/jpeg' });
    const bytes = (await ana.call('GET', `/uploads/media/download?key=${copy.id}`)).rawPayload;
    expect(createHash('sha256').update(bytes).digest('hex')).toBe(copy.sha256);
  });

  it('are served from the cache with an ETag, and with 304 when the client sends it', async () => {
    const { mediaFile } = await add('tag.jpg', await files.aJpeg());
    const url = `/api/uploads?key=${mediaFile.key}&width=300&height=300&fit=cover`;
    const [one, two] = await Promise.all([1, 2].map(() => ana.call('GET', url.slice(4))));
    expect(one?.headers).toMatchObject({ 'content-type': 'image/jpeg', 'content-security-policy': "sandbox; default-src 'none'" });
    expect(one?.rawPayload).toEqual(two?.rawPayload);
    expect(await sharp(one?.rawPayload).metadata()).toMatchObject({ width: 320, height: 320 });
    const headers = { authorization: ana.token, 'if-none-match': String(one?.headers.etag) };
    expect((await test.app.inject({ url, headers })).statusCode).toBe(304);
    const anonymous = await test.app.inject({ url });
    expect(anonymous.statusCode).toBe(401);
    const byToken = await test.app.inject({ url: `${url}&token=${ana.token}` });
    expect(byToken.statusCode).toBe(200);
  });
});

describe('videos', () => {
  it('are converted to a poster frame, an MP4 and HLS, and support range requests', async () => {
    const media = await add('clip.mov', await files.aVideo({ codec: 'hevc', container: 'mov', hasSound: true, seconds: 3 }));
    expect(media).toMatchObject({ kind: 'video', status: 6, width: 640, height: 360 });
    expect(media.mediaFile.duration).toBeCloseTo(3, 1);
    const mp4 = `/api/streams/${media.keys['720']}`;
    const headers = { authorization: ana.token };
    const whole = await test.app.inject({ url: mp4, headers });
    expect(whole.headers).toMatchObject({ 'content-type': 'video/mp4', 'accept-ranges': 'bytes' });
    const part = await test.app.inject({ url: mp4, headers: { ...headers, range: 'bytes=4-7' } });
    expect(part.statusCode).toBe(206);
    expect(part.body).toBe('ftyp');
    expect(part.headers['content-range']).toBe(`bytes 4-7/${whole.rawPayload.length}`);
    expect((await test.app.inject({ url: mp4, headers: { ...headers, range: 'bytes=99999999-' } })).statusCode).toBe(416);
    const head = await test.app.inject({ method: 'HEAD', url: mp4, headers });
    expect([head.statusCode, Number(head.headers['content-length']), head.rawPayload.length]).toEqual([200, whole.rawPayload.length, 0]);
    expect(whole.rawPayload.indexOf('moov')).toBeLessThan(whole.rawPayload.indexOf('mdat'));
    const playlist = await test.app.inject({ url: `/api/${media.main}`, headers });
    expect(playlist.body).toContain('seg_0.m4s');
    for (const name of ['init.mp4', 'seg_0.m4s'])
      expect((await ana.call('GET', `/streams/${media.main?.split('/')[1]}/${name}`)).statusCode).toBe(200);
    expect((await ana.call('GET', `/streams/${media.main?.split('/')[1]}/..%2f..%2fx`)).statusCode).toBe(422);
    const still = await ana.call('GET', `/uploads?key=${media.videoThumbnail}&width=320`);
    expect(await files.showsCorners(still.rawPayload)).toBe(true);
    expect((await ana.call('GET', `/uploads?key=${media.mediaFile.key}&width=320`)).rawPayload).toEqual(still.rawPayload);
  });

  it('fail with a reason when truncated, and are visible only in their album', async () => {
    const media = await add('broken.mp4', files.truncate(await files.aVideo({ seconds: 2 })));
    expect(media).toMatchObject({ status: 9, main: null, keys: {} });
    expect(media.failureReason).toMatch(/damaged|incomplete/);
    expect((await ana.call('GET', `/uploads?key=${media.mediaFile.key}&width=320`)).json()).toMatchObject({ code: 'NOT_READY' });
  });
});

describe('access', () => {
  it('returns 404 for media of other accounts', async () => {
    const media = await add('mine.jpg', await files.aJpeg());
    const { key } = media.mediaFile;
    const requests = [
      bob.call('GET', `/medias/${album._id}`),
      bob.call('GET', `/medias/media/${media._id}`),
      bob.call('PUT', `/medias/${media._id}`, { name: 'Mine' }),
      bob.call('DELETE', `/medias/${album._id}`, { mediaIdArr: [media._id] }),
      bob.call('GET', `/uploads?key=${key}&width=64`),
      bob.call('GET', `/uploads/media/download/?key=${key}`),
      bob.call('GET', `/streams/${key}`),
      bob.call('POST', '/medias', { albumId: (await anAlbum(bob))._id, mediaFile: [{ key }] }),
      bob.call('POST', '/medias', { albumId: album._id, mediaFile: [{ key }] }),
    ];
    for (const answer of await Promise.all(requests)) expect([answer.statusCode, answer.json().code]).toEqual([404, 'NOT_FOUND']);
  });
});

describe('albums of media', () => {
  it('are filtered, sorted and edited, and free bytes and quota when deleted permanently', async () => {
    const other = await anAlbum(ana, { name: 'Other' });
    const before = await used();
    const b = await add('b.jpg', await files.aJpeg(), other._id);
    const a = await add('a.png', await files.aPng(), other._id);
    const names = async (query: string) =>
      (await ana.call('GET', `/medias/${other._id}?${query}`)).json<{ result: Media[] }>().result.map((media) => media.name);
    expect(await names('')).toEqual(['b', 'a']);
    expect(await names('sort=az')).toEqual(['a', 'b']);
    expect(await names('sort=az&dataPerPage=1&page=2')).toEqual(['b']);
    expect(await names('filter=video')).toEqual([]);
    const edited = await ana.call('PUT', `/medias/${a._id}`, { name: 'Chart', caption: 'Of the year' });
    expect(edited.json().result).toMatchObject({ name: 'Chart', caption: 'Of the year' });
    expect(await used()).toBe((before ?? 0) + a.mediaFile.size + b.mediaFile.size);

    const stored = (await test.db.selectFrom('files').select('storage_key').where('id', '=', a.mediaFile.key).executeTakeFirstOrThrow())
      .storage_key;
    expect((await ana.call('DELETE', `/medias/${other._id}`, { mediaIdArr: [a._id, crypto.randomUUID()] })).statusCode).toBe(404);
    expect((await ana.call('DELETE', `/medias/${other._id}`, { mediaIdArr: [a._id] })).json()).toMatchObject({ error: false });
    expect((await ana.call('DELETE', `/albums/${other._id}`)).statusCode).toBe(200);
    expect(await used()).toBe((before ?? 0) + a.mediaFile.size + b.mediaFile.size);
    expect((await ana.call('DELETE', `/bin/${ana.user._id}`, { all: true })).statusCode).toBe(200);
    await test.runJobs();
    expect(await used()).toBe(before);
    expect(await test.files.has(stored)).toBe(false);
    expect((await ana.call('GET', `/medias/media/${b._id}`)).statusCode).toBe(404);
  });

  it('count an upload once when it is added to several albums', async () => {
    const { key } = await uploadFile(test, ana, { name: 'twice.jpg', bytes: await files.aJpeg() });
    const before = await used();
    const other = await anAlbum(ana, { name: 'Copies' });
    for (const albumId of [album._id, other._id]) await ana.call('POST', '/medias', { albumId, mediaFile: [{ key }] });
    await test.runJobs();
    expect(await used()).toBe(before);
    await ana.call('DELETE', `/albums/${other._id}`);
    await test.runJobs();
    expect((await ana.call('GET', `/uploads?key=${key}&width=96`)).statusCode).toBe(200);
  });
});

describe('an upload', () => {
  it('is refused beyond the quota, before a byte is stored', async () => {
    await test.db
      .updateTable('storage_usage')
      .set({ used_bytes: 15e9 - 1000 })
      .where('user_id', '=', ana.user._id)
      .execute();
    const answer = await postFile(test, ana, { name: 'more.jpg', bytes: await files.aJpeg() });
    expect([answer.statusCode, answer.json().code]).toEqual([413, 'QUOTA_EXCEEDED']);
    expect(await test.db.selectFrom('upload_reservations').selectAll().execute()).toEqual([]);
  });
});
