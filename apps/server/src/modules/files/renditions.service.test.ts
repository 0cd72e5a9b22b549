import { readdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { anAlbum, aPerson, aPhoto, uploadFile } from '../../testing/builders.ts';
import { aJpeg } from '../../testing/media-files.ts';
import { createTestApp, IS_SCALED, type TestApp } from '../../testing/test-app.ts';

/** Header that browsers send for images. */
const BROWSER_ACCEPT = 'image/avif,image/webp,image/apng,image/*,*/*;q=0.8';
let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());

it('opens the cache again after it could not be read', async () => {
  const ana = await aPerson(test);
  const { key } = await uploadFile(test, ana, { name: 'photo.jpg', bytes: await aJpeg() });
  const folder = path.join(test.dataDir, 'cache');
  await rm(folder, { recursive: true, force: true });
  await writeFile(folder, 'no folder');
  expect((await ana.call('GET', `/uploads?key=${key}&width=160`)).statusCode).toBe(500);
  await rm(folder);
  expect((await ana.call('GET', `/uploads?key=${key}&width=160`)).statusCode).toBe(200);
});

// Workers on separate machines have separate caches.
it.skipIf(IS_SCALED)('renders tile sizes in advance, also of rotated pictures and for other processes', async () => {
  const ana = await aPerson(test);
  const otherProcess = await createTestApp({}, undefined, { databaseUrl: test.databaseUrl, dataDir: test.dataDir });
  const requestRendition = (app: TestApp, key: string) =>
    app.app.inject({ url: `/api/uploads?key=${key}&width=320&fit=inside`, headers: { authorization: ana.token, accept: BROWSER_ACCEPT } });
  // Opens the cache of the other process.
  expect(
    (await requestRendition(otherProcess, (await uploadFile(test, ana, { name: 'early.jpg', bytes: await aJpeg() })).key)).statusCode,
  ).toBe(200);

  const { _id, mediaFile } = await aPhoto(test, ana, (await anAlbum(ana))._id);
  await ana.call('POST', `/uploads/media/rotate/${_id}`, { rotateAngle: 90 });
  await test.runJobs();
  const tiles = ['320', '480', '640'].flatMap((width) => [`${width}x0-inside-webp`, `${width}x0-inside-90-webp`]);
  const all = await readdir(path.join(test.dataDir, 'cache', 'renditions'), { recursive: true });
  const renditionNames = all.flatMap((file) => file.split(`${mediaFile.key}-`)[1] ?? []);
  expect(renditionNames.sort()).toEqual(tiles.sort());

  const renders = [test, otherProcess].map(({ tools }) => vi.spyOn(tools.images, 'render'));
  for (const key of [mediaFile.key, `${mediaFile.key}~90`])
    for (const app of [test, otherProcess]) expect((await requestRendition(app, key)).statusCode).toBe(200);
  for (const render of renders) expect(render).not.toHaveBeenCalled();
  await otherProcess.close();
});

it('sends WebP in small sizes to clients that name it, and JPEG to all others', async () => {
  const ana = await aPerson(test);
  const { key } = await uploadFile(test, ana, { name: 'photo.jpg', bytes: await aJpeg() });
  const request = async (query: string, accept?: string) => {
    const { statusCode, headers } = await test.app.inject({
      url: `/api/uploads?key=${key}&${query}`,
      headers: { authorization: ana.token, ...(accept === undefined ? {} : { accept }) },
    });
    expect([statusCode, headers['vary']]).toEqual([200, 'accept']);
    return { type: headers['content-type'], etag: headers['etag'] };
  };
  const [webp, jpeg] = [await request('width=320', BROWSER_ACCEPT), await request('width=320')];
  expect([webp.type, jpeg.type]).toEqual(['image/webp', 'image/jpeg']);
  expect(webp.etag).not.toBe(jpeg.etag);
  expect((await request('width=320', '*/*')).type).toBe('image/jpeg');
  expect((await request('width=320', 'image/webp;q=0, image/jpeg')).type).toBe('image/jpeg');
  expect((await request('width=1280', BROWSER_ACCEPT)).type).toBe('image/jpeg');
  expect((await request('width=160&height=160&fit=cover', BROWSER_ACCEPT)).type).toBe('image/webp');
});

it('makes small renditions of a large photo from its HD copy, also of a turned one, and large ones from the original', async () => {
  const ana = await aPerson(test);
  const { mediaFile } = await aPhoto(test, ana, (await anAlbum(ana))._id, { width: 2400, height: 1600 });
  const render = vi.spyOn(test.tools.images, 'render');
  const request = async (query: string) => {
    render.mockClear();
    const answer = await ana.call('GET', `/uploads?key=${mediaFile.key}${query}`);
    const [args] = render.mock.calls[0] ?? [];
    const { width, height } = await sharp(answer.rawPayload).metadata();
    return { isFromCopy: args?.source.includes('.screen_hd'), width, height };
  };
  expect(await request('&width=160&height=160&fit=cover')).toEqual({ isFromCopy: true, width: 160, height: 160 });
  expect(await request('~90&width=220&fit=inside')).toEqual({ isFromCopy: true, width: 220, height: 330 });
  expect(await request('&width=1920&fit=inside')).toEqual({ isFromCopy: false, width: 1920, height: 1280 });
});
