import type { Album, Media, SharedMedia } from '@vitrine/contract';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { parseMetadata } from '../../platform/media-tools/image-metadata.ts';
import { aLink, type Visitor } from '../../testing/album-links.ts';
import { anAlbum, aPerson, aPlan, aStoredPhoto, type TestPerson, uploadFile } from '../../testing/builders.ts';
import { aPhotoWithMetadata, MUNICH } from '../../testing/captured-files.ts';
import { openTestApp } from '../../testing/shared-test-app.ts';
import type { TestApp } from '../../testing/test-app.ts';

let test: TestApp;
let ana: TestPerson;
let album: Album;
let photo: { mediaId: string; fileId: string };
let visitor: Visitor;
beforeAll(async () => {
  test = await openTestApp();
  ana = await aPerson(test);
  await aPlan(test, ana);
});
afterAll(() => test.close());
beforeEach(async () => {
  album = await anAlbum(ana);
  photo = await aStoredPhoto(test, ana, album._id);
  visitor = await aLink(test, ana, album._id);
});

const picture = (key: string) => `/uploads?key=${key}&width=64&fit=inside`;
const original = (key: string) => `/uploads/media/download?key=${key}`;
/** Paths of all requests that a link permits. */
const linkPaths = (key = photo.fileId) => ['', '/layout', '/medias', picture(key), original(key), '/uploads/zip'];
const statuses = async (linkVisitor: Visitor, pass?: string, paths = linkPaths()) =>
  Promise.all(paths.map(async (path) => (await linkVisitor.get(path, pass)).statusCode));
const mediasOf = async (linkVisitor: Visitor) => (await linkVisitor.get('/medias')).json<{ result: SharedMedia[] }>().result;

const enterPassword = async (linkVisitor: Visitor, password: string, from?: string) => {
  const answer = await linkVisitor.post('/password', { password }, from);
  return { answer, cookie: answer.cookies.find(({ name }) => name === 'vitrine_link') };
};

describe('a visitor with the link', () => {
  it('sees the album but no ids or email addresses', async () => {
    const opened = await visitor.get();
    expect(opened.json()).toEqual({
      error: false,
      result: {
        isLocked: false,
        album: {
          name: 'Summer',
          caption: '',
          ownerName: 'Ana Lima',
          imageCount: 1,
          videoCount: 0,
          otherCount: 0,
          documentCount: 0,
          allowsDownload: true,
          expiresAt: null,
          platform: 'PP',
        },
      },
    });
    expect(await statuses(visitor)).toEqual([200, 200, 200, 200, 200, 200]);
    const answers = await Promise.all(['', '/layout', '/medias'].map((path) => visitor.get(path)));
    for (const { body } of answers) for (const id of [ana.user._id, album._id, ana.email]) expect(body).not.toContain(id);
  });

  it('gets responses that shared caches, other sites and search engines must not store', async () => {
    for (const path of ['', picture(photo.fileId), original(photo.fileId)]) {
      const { headers } = await visitor.get(path);
      expect(headers['cache-control'], path).toMatch(path === '' ? /^no-store$/ : /^private, no-cache$/);
      expect(headers['referrer-policy']).toBe('no-referrer');
      expect(headers['x-robots-tag']).toContain('noindex');
    }
    const first = await visitor.get(picture(photo.fileId));
    const again = await test.app.inject({
      method: 'GET',
      url: `/api/shared/${visitor.token}${picture(photo.fileId)}`,
      headers: { 'if-none-match': String(first.headers.etag) },
    });
    expect(again.statusCode).toBe(304);
  });

  it('cannot use file keys or the link token outside the link', async () => {
    const stranger = await aPerson(test);
    for (const url of [`/uploads?key=${photo.fileId}`, original(photo.fileId), `/medias/media/${photo.mediaId}`]) {
      expect((await test.app.inject({ method: 'GET', url: `/api${url}` })).statusCode).toBe(401);
      expect((await stranger.call('GET', url)).statusCode).toBe(404);
      expect((await test.app.inject({ method: 'GET', url: `/api${url}`, headers: { authorization: visitor.token } })).statusCode).toBe(401);
    }
  });

  it('cannot download originals after downloads are switched off', async () => {
    expect((await visitor.get(original(photo.fileId))).statusCode).toBe(200);
    await ana.call('PUT', `/albums/links/link/${visitor.link._id}`, { allowsDownload: false });
    expect(await statuses(visitor)).toEqual([200, 200, 200, 200, 403, 403]);
    expect((await visitor.get('/uploads/zip')).json()).toMatchObject({ code: 'LINK_VIEW_ONLY' });
  });

  it('shares rendering turns with all links to this owner’s albums, apart from the owner’s turns', async () => {
    const otherAlbum = await anAlbum(ana);
    const otherPhoto = await aStoredPhoto(test, ana, otherAlbum._id);
    const secondVisitor = await aLink(test, ana, otherAlbum._id);
    const ben = await aPerson(test);
    const benAlbum = await anAlbum(ben);
    const benPhoto = await aStoredPhoto(test, ben, benAlbum._id);
    const benVisitor = await aLink(test, ben, benAlbum._id);
    const render = vi.spyOn(test.tools.images, 'render');
    // A different size for each request, so that no rendition exists yet.
    await visitor.get(`/uploads?key=${photo.fileId}&width=160`);
    await secondVisitor.get(`/uploads?key=${otherPhoto.fileId}&width=160`);
    await benVisitor.get(`/uploads?key=${benPhoto.fileId}&width=160`);
    await ana.call('GET', `/uploads?key=${photo.fileId}&width=320`);
    const turns = render.mock.calls.map(([, asker]) => asker?.account);
    render.mockRestore();
    expect(turns).toEqual([turns[0], turns[0], expect.anything(), ana.user._id]);
    expect(new Set(turns).size).toBe(3);
  });

  it('is counted once for each visit, and not while the album is locked', async () => {
    for (let visit = 0; visit < 3; visit++) await visitor.post('/visits');
    const locked = await aLink(test, ana, album._id, { password: 'open sesame' });
    expect((await locked.post('/visits')).statusCode).toBe(403);
    const rows = await test.db
      .selectFrom('album_links')
      .select(['opened_count', 'last_opened_at'])
      .where('album_id', '=', album._id)
      .orderBy('id')
      .execute();
    expect(rows.map((row) => [row.opened_count, row.last_opened_at !== null])).toEqual([
      [3, true],
      [0, false],
    ]);
  });
});

/** Reasons why a link stops working. All must produce the same response. */
const ENDS: Record<string, () => Promise<unknown>> = {
  revoked: () => ana.call('DELETE', `/albums/links/link/${visitor.link._id}`),
  expired: () =>
    test.db
      .updateTable('album_links')
      .set({ expires_at: new Date(Date.now() - 1000) })
      .where('id', '=', visitor.link._id)
      .execute(),
  'in a deleted album': () => ana.call('DELETE', `/albums/${album._id}`),
  'of a disabled account': () => test.db.updateTable('users').set({ disabled_at: new Date() }).where('id', '=', ana.user._id).execute(),
};

describe('a link that no longer works', () => {
  it.each(Object.keys(ENDS))('%s responds like a link that never existed, including its pictures', async (reason) => {
    const unknown = (await visitor.get('')).statusCode === 200 && (await test.app.inject({ method: 'GET', url: '/api/shared/never' }));
    if (!unknown) throw new Error('The link must work before it ends');
    await ENDS[reason]?.();
    expect(await statuses(visitor)).toEqual(linkPaths().map(() => 404));
    expect((await visitor.post('/password', { password: 'open sesame' })).statusCode).toBe(404);
    expect((await visitor.post('/visits')).statusCode).toBe(404);
    const { requestId: _one, ...answer } = (await visitor.get('')).json<Record<string, unknown>>();
    const { requestId: _other, ...expected } = unknown.json<Record<string, unknown>>();
    expect(answer).toEqual(expected);
    expect(answer).toMatchObject({ code: 'NOT_FOUND', message: 'This link no longer works.' });
    await test.db.updateTable('users').set({ disabled_at: null }).where('id', '=', ana.user._id).execute();
  });

  it('works again after the album is restored from the bin', async () => {
    await ENDS['in a deleted album']?.();
    await ana.call('PUT', `/bin/${ana.user._id}/restore`, { albumIdArr: [album._id] });
    expect((await visitor.get('')).statusCode).toBe(200);
  });
});

describe('access through a link', () => {
  it('excludes media of other albums and media in the bin', async () => {
    const otherPhoto = await aStoredPhoto(test, ana, (await anAlbum(ana))._id);
    for (const path of [
      picture(otherPhoto.fileId),
      original(otherPhoto.fileId),
      `/streams/${otherPhoto.fileId}`,
      `/streams/${otherPhoto.fileId}/main.m3u8`,
    ])
      expect((await visitor.get(path)).statusCode, path).toBe(404);
    await ana.call('DELETE', `/medias/${album._id}`, { mediaIdArr: [photo.mediaId] });
    expect(await statuses(visitor, undefined, linkPaths().slice(3, 5))).toEqual([404, 404]);
    expect(await mediasOf(visitor)).toEqual([]);
  });

  it('refuses invalid keys and page numbers', async () => {
    expect((await visitor.get('/uploads?key=1')).statusCode).toBe(422);
    expect((await visitor.get('/streams/1')).statusCode).toBe(404);
    expect((await visitor.get('/medias?page=0')).statusCode).toBe(422);
  });
});

describe('the password of a link', () => {
  let locked: Visitor;
  beforeEach(async () => {
    locked = await aLink(test, ana, album._id, { password: 'open sesame' });
  });

  it('is required before any data is returned', async () => {
    expect((await locked.get()).json()).toEqual({ error: false, result: { isLocked: true, album: null } });
    expect(await statuses(locked)).toEqual([200, 403, 403, 403, 403, 403]);
  });

  it('unlocks only this link, for a day, in the browser that entered it', async () => {
    const { cookie } = await enterPassword(locked, 'open sesame');
    expect(cookie).toMatchObject({ path: `/api/shared/${locked.token}`, httpOnly: true, sameSite: 'Strict', maxAge: 86_400 });
    const pass = cookie?.value;
    expect(await statuses(locked, pass)).toEqual([200, 200, 200, 200, 200, 200]);
    const otherPhoto = await aLink(test, ana, album._id, { password: 'open sesame' });
    expect((await otherPhoto.get('/layout', pass)).statusCode).toBe(403);
    expect((await locked.get('/layout', `${Date.now() + 1e9}.${pass?.split('.')[1]}`)).statusCode).toBe(403);
    expect((await locked.get('/layout', 'x')).statusCode).toBe(403);
    test.clock.offsetMs = 25 * 3_600_000;
    expect((await locked.get('/layout', pass)).statusCode).toBe(403);
    test.clock.offsetMs = 0;
  });

  it('ends existing link sessions when it is changed', async () => {
    const pass = (await enterPassword(locked, 'open sesame')).cookie?.value;
    await ana.call('PUT', `/albums/links/link/${locked.link._id}`, { password: 'another one' });
    expect((await locked.get('/layout', pass)).statusCode).toBe(403);
    expect((await enterPassword(locked, 'open sesame', '10.0.9.1')).answer.json()).toMatchObject({ code: 'INCORRECT_PASSWORD' });
    await ana.call('PUT', `/albums/links/link/${locked.link._id}`, { password: null });
    expect((await locked.get('/layout')).statusCode).toBe(200);
  });

  it('allows ten attempts from one address and fifty from all addresses', async () => {
    const guess = async (from: (index: number) => string) => {
      const all = await Promise.all(
        Array.from({ length: 100 }, async (_, index) => (await enterPassword(locked, `guess ${index}`, from(index))).answer),
      );
      return all.filter((answer) => answer.json<{ code: string }>().code === 'INCORRECT_PASSWORD').length;
    };
    expect(await guess(() => '10.0.1.1')).toBe(10);
    expect(await guess((index) => `10.0.2.${index}`)).toBe(40);
    expect((await enterPassword(locked, 'open sesame', '10.0.3.1')).answer.json()).toMatchObject({ code: 'TOO_MANY_REQUESTS' });
  });
});

describe('capture date and place', () => {
  it('are returned and included in downloads only if the album shows places', async () => {
    const bytes = await aPhotoWithMetadata({ at: '2024:07:21 14:03:59', make: 'Canon', model: 'EOS R5', position: MUNICH });
    const { key } = await uploadFile(test, ana, { name: 'home.jpg', bytes });
    await ana.call('POST', '/medias', { albumId: album._id, mediaFile: [{ key }] });
    await test.runJobs();
    const home = async () => (await mediasOf(visitor)).find(({ mediaFile }) => mediaFile.key === key) as unknown as Media;
    const placeIn = async () => {
      const { exif, xmp } = await sharp((await visitor.get(original(key))).rawPayload).metadata();
      return parseMetadata({ exif: exif?.subarray(6), xmp });
    };
    expect(await home()).toMatchObject({ takenAt: null, camera: null, lens: null, place: null });
    expect((await placeIn()).position ?? null).toBeNull();
    expect((await visitor.get('/uploads/zip')).rawPayload.includes(bytes.subarray(-200))).toBe(false);
    await ana.call('PUT', `/albums/${album._id}`, { showPlaces: true });
    expect(await home()).toMatchObject({ camera: 'Canon EOS R5', place: 'Munich, Bavaria, Germany' });
    expect((await visitor.get(original(key))).rawPayload.equals(bytes)).toBe(true);
    expect((await visitor.get('/uploads/zip')).rawPayload.includes(bytes.subarray(-200))).toBe(true);
  });
});
