import type { Album, Manifest, Media, Playlist, PlaylistItem } from '@vitrine/contract';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { aDevice, anAlbum, aPerson, aPlaylist, aScreen, type TestPerson, uploadFile } from '../../testing/builders.ts';
import { buildPdf, type PdfOptions, type PdfPage, writePdf } from '../../testing/pdf-files.ts';
import { openTestApp } from '../../testing/shared-test-app.ts';
import type { TestApp } from '../../testing/test-app.ts';

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

const RED = [1, 0, 0] as const;
const GREEN = [0, 1, 0] as const;
const BLUE = [0, 0, 1] as const;
const THREE_PAGES: PdfPage[] = [{ colour: RED }, { colour: GREEN, width: 960, height: 540 }, { colour: BLUE, rotate: 90 }];

const read = async (id: string) => (await ana.call('GET', `/medias/media/${id}`)).json<{ result: Media }>().result;
async function add(bytes: Buffer, person = ana): Promise<Media> {
  const { key } = await uploadFile(test, person, { name: 'menu.pdf', bytes });
  const [media] = (await person.call('POST', '/medias', { albumId: album._id, mediaFile: [{ key }] })).json<{ result: Media[] }>().result;
  await test.runJobs();
  return read(media?._id ?? '');
}
const addPages = (pages: readonly PdfPage[] = THREE_PAGES, options?: PdfOptions) => add(buildPdf(pages, options));
const edit = (id: string, change: object) => ana.call('PUT', `/medias/${id}`, change);
const listPages = (media: Media) =>
  test.db
    .selectFrom('files')
    .select(['role', 'page', 'width', 'height', 'mimetype', 'storage_key'])
    .where('root_id', '=', media.mediaFile.key.slice(0, 36))
    .orderBy('page')
    .orderBy('role')
    .execute();
async function colourAt(key: string): Promise<number[]> {
  const { rawPayload, statusCode } = await ana.call('GET', `/uploads?key=${key}&width=220`);
  expect(statusCode).toBe(200);
  const { data } = await sharp(rawPayload).resize(1, 1).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  return [...data].map((value) => Math.round(value / 255));
}
const listItems = async (playlist: Playlist) =>
  (await ana.call('GET', `/playlists/items/${playlist._id}`)).json<{ result: PlaylistItem[] }>().result;

describe('a PDF', () => {
  const bytes = buildPdf(THREE_PAGES);
  let media: Media;
  let home: Album;
  beforeAll(async () => {
    home = await anAlbum(ana, { name: 'Documents' });
    album = home;
    media = await add(bytes);
  });

  it('becomes a document with a screen copy and an HD copy of each page', async () => {
    expect(media).toMatchObject({ kind: 'document', status: 6, pageCount: 3, pageOrder: null, name: 'menu', width: 2160, height: 3057 });
    expect(media.mediaFile).toMatchObject({ mimetype: 'application/pdf', duration: 5 });
    expect(media.thumbhash).not.toBeNull();
    expect((await listPages(media)).map(({ role, page, width, height }) => [role, page, width, height])).toEqual([
      ['screen', 1, 2160, 3057],
      ['screen_hd', 1, 1080, 1529],
      ['screen', 2, 3840, 2160],
      ['screen_hd', 2, 1920, 1080],
      ['screen', 3, 3057, 2160],
      ['screen_hd', 3, 1529, 1080],
    ]);
  });

  it('is shown page by page, and by its first page without a number', async () => {
    const { mediaFile } = media;
    expect(await colourAt(mediaFile.key)).toEqual(RED);
    expect(await colourAt(`${mediaFile.key}.2`)).toEqual(GREEN);
    expect(await colourAt(`${mediaFile.key}.3`)).toEqual(BLUE);
    expect((await ana.call('GET', `/uploads?key=${mediaFile.key}.4&width=220`)).statusCode).toBe(409);
  });

  it('is counted as a document of its album', async () => {
    expect((await ana.call('GET', `/albums/details/${home._id}`)).json()).toMatchObject({
      result: { imageCount: 0, otherCount: 1, documentCount: 1 },
    });
  });

  it('downloads as the original file', async () => {
    const { mediaFile } = media;
    const answer = await ana.call('GET', `/uploads/media/download?key=${mediaFile.key}`);
    expect(answer.rawPayload.equals(bytes)).toBe(true);
    expect(answer.headers['content-disposition']).toContain('menu.pdf');
  });

  it('cannot be rotated', async () => {
    const answer = await ana.call('POST', `/uploads/media/rotate/${media._id}`, { rotateAngle: 90 });
    expect(answer.json()).toMatchObject({ error: true, message: 'Only photos can be rotated.' });
  });

  it.each([
    ['a page that does not exist', [4], 'This document has no page 4.'],
    ['a page twice', [1, 1], 'Show each page only once.'],
    ['no page', [], 'Show at least one page.'],
  ])('refuses an order with %s', async (_name, pageOrder, message) => {
    expect((await edit(media._id, { pageOrder })).json()).toMatchObject({ error: true, message });
  });

  it('opens with an owner password', async () => {
    expect(await addPages([{ colour: RED }], { ownerPassword: 'secret' })).toMatchObject({ status: 6, pageCount: 1 });
  });
});

describe('a PDF that cannot be shown fails with the reason', () => {
  const broken = buildPdf(THREE_PAGES).subarray(0, 60);
  it.each([
    [
      'a user password',
      () => buildPdf([{}], { userPassword: 'secret' }),
      'This PDF needs a password to open. Remove the password and upload the file again.',
    ],
    ['no pages', () => buildPdf([]), 'This document has no pages.'],
    [
      'too many pages',
      () => buildPdf(Array.from({ length: 201 }, () => ({}))),
      'This document has 201 pages. Upload at most 200 pages at a time.',
    ],
    [
      'a long and narrow page',
      () => buildPdf([{}, { width: 100, height: 2100 }]),
      'Page 2 of this document is too long and narrow to show. One side can be at most 20 times the other.',
    ],
    ['a truncated file', () => broken, 'The file is damaged and can’t be opened.'],
    [
      'page trees that refer to each other',
      () => writePdf(['<< /Type /Catalog /Pages 2 0 R >>', '<< /Type /Pages /Kids [2 0 R] /Count 3 >>']),
      'The file is damaged and can’t be opened.',
    ],
  ])('%s', async (_name, build, failureReason) => {
    expect(await add(build())).toMatchObject({ status: 9, failureReason });
  });
});

describe('the order of pages', () => {
  it('decides which pages are shown, and by which one the document is represented', async () => {
    const media = await addPages();
    const playlist = await aPlaylist(ana, { albumIds: [album._id] });
    expect((await edit(media._id, { pageOrder: [2, 1] })).json()).toMatchObject({
      result: { pageOrder: [2, 1], pageCount: 3, width: 3840, height: 2160, mediaFile: { key: `${media.mediaFile.key}.2` } },
    });
    expect((await listItems(playlist)).map(({ id }) => id)).toEqual([`${media._id}.2`, `${media._id}.1`]);
    expect((await ana.call('GET', `/albums/details/${album._id}`)).json()).toMatchObject({
      result: { thumbnail: { key: `${media.mediaFile.key}.2` } },
    });
    expect((await edit(media._id, { pageOrder: null })).json()).toMatchObject({ result: { pageOrder: null, height: 3057 } });
  });

  it('is refused for a photo', async () => {
    const photo = await add(
      await sharp({ create: { width: 20, height: 20, channels: 3, background: 'red' } })
        .jpeg()
        .toBuffer(),
    );
    expect((await edit(photo._id, { pageOrder: [1] })).statusCode).toBe(422);
  });

  it('is kept in the bin, in a copy, and by another file that has these pages', async () => {
    const media = await addPages();
    await edit(media._id, { pageOrder: [3, 1] });
    const other = await anAlbum(ana, { name: 'Other' });
    await ana.call('PUT', `/medias/${album._id}/copy`, { albumId: other._id, mediaIdArr: [media._id] });
    const [copy] = (await ana.call('GET', `/medias/${other._id}`)).json<{ result: Media[] }>().result;
    expect(copy?.pageOrder).toEqual([3, 1]);
    await ana.call('DELETE', `/medias/${album._id}`, { mediaIdArr: [media._id] });
    await ana.call('PUT', `/bin/${ana.user._id}/restore`, { mediaIdArr: [media._id] });
    expect((await read(media._id)).pageOrder).toEqual([3, 1]);
    const replace = async (pages: PdfPage[]) => {
      const { key } = await uploadFile(test, ana, { name: 'new.pdf', bytes: buildPdf(pages) });
      await edit(media._id, { mediaFile: { key } });
      await test.runJobs();
      return read(media._id);
    };
    expect(await replace([...THREE_PAGES, { colour: GREEN }])).toMatchObject({ pageOrder: [3, 1], pageCount: 4 });
    expect(await replace([{ colour: GREEN }, { colour: RED }])).toMatchObject({ pageOrder: null, pageCount: 2 });
  });
});

describe('a playlist with a document', () => {
  it('counts its pages, and shows them as images on a screen', async () => {
    const media = await addPages();
    const playlist = await aPlaylist(ana, { albumIds: [album._id] });
    expect((await ana.call('GET', `/playlists/details/${playlist._id}`)).json()).toMatchObject({
      result: { itemCount: 3, durationMs: 15_000 },
    });
    const screen = await aScreen(test);
    const device = await aDevice(ana, screen);
    await ana.call('POST', '/publishes', { playlistId: playlist._id, deviceId: [device._id] });
    await test.runJobs();
    const { publishes, files } = (await screen.get('/screens/manifest')).json<{ result: Manifest }>().result;
    const items = publishes[0]?.items ?? [];
    expect(items.map(({ id, mediaId, kind, durationMs }) => [id, mediaId, kind, durationMs])).toEqual(
      [1, 2, 3].map((page) => [`${media._id}.${page}`, media._id, 'image', 5000]),
    );
    expect(files.map(({ mimetype, hd }) => [mimetype, hd !== undefined])).toEqual(Array(3).fill(['image/webp', true]));
    expect((await screen.get(`/screens/files/${items[1]?.sha256}`)).statusCode).toBe(200);
  });

  it('shows each page for the document’s own duration and period', async () => {
    const media = await addPages();
    const playlist = await aPlaylist(ana, { albumIds: [album._id] });
    const valid = { startTime: '08:00', endTime: '10:00' };
    await edit(media._id, { duration: 12, valid, pageOrder: [3, 1] });
    expect((await ana.call('GET', `/playlists/details/${playlist._id}`)).json()).toMatchObject({
      result: { itemCount: 2, durationMs: 24_000 },
    });
    const { result } = (await ana.call('GET', `/playlists/items/${playlist._id}`)).json<{ result: PlaylistItem[] }>();
    expect(result.map((item) => [item.id, item.durationMs, item.valid])).toEqual(
      [3, 1].map((page) => [`${media._id}.${page}`, 12_000, valid]),
    );
  });
});

it('removes the bytes of all pages with the document', async () => {
  const media = await addPages();
  const keys = (await listPages(media)).map((file) => file.storage_key);
  await ana.call('DELETE', `/medias/${album._id}`, { mediaIdArr: [media._id] });
  await ana.call('DELETE', `/bin/${ana.user._id}`, { mediaIdArr: [media._id] });
  await test.runJobs();
  expect(keys).toHaveLength(6);
  for (const key of keys) expect(await test.files.has(key)).toBe(false);
});

it('draws only the missing pages after a crash', async () => {
  const media = await addPages();
  const before = await listPages(media);
  await test.db.deleteFrom('files').where('root_id', '=', media.mediaFile.key).where('page', '=', 2).execute();
  await test.db.updateTable('media').set({ status: 9, failure_reason: 'Processing failed.' }).where('id', '=', media._id).execute();
  const ids = async () =>
    (await test.db.selectFrom('files').select('id').where('root_id', '=', media.mediaFile.key).execute()).map(({ id }) => id);
  const kept = await ids();
  await ana.call('PUT', `/medias/media/${media._id}/retry`);
  await test.runJobs();
  expect(await read(media._id)).toMatchObject({ status: 6 });
  expect(await listPages(media)).toEqual(before);
  expect(await ids()).toEqual(expect.arrayContaining(kept));
});
