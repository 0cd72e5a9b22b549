import { readdir } from 'node:fs/promises';
import path from 'node:path';
import type { Album, Media } from '@vitrine/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { anAlbum, aPerson, postFile, type TestPerson, uploadFile } from '../../testing/builders.ts';
import * as files from '../../testing/media-files.ts';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';

let test: TestApp;
let ana: TestPerson;
let album: Album;

beforeAll(async () => {
  test = await createTestApp();
  ana = await aPerson(test);
  album = await anAlbum(ana);
});
afterAll(() => test.close());

const text = (content: string) => async () => Buffer.from(content);
const html = '<!doctype html><script>alert(document.domain)</script>';
const svg = '<svg xmlns="http://www.w3.org/2000/svg"><image href="file:///etc/passwd"/></svg>';
const playlist = '#EXTM3U\n#EXT-X-TARGETDURATION:4\n#EXTINF:4,\nfile:///etc/passwd\n#EXT-X-ENDLIST\n';

async function everythingStored(): Promise<string[]> {
  const entries = await readdir(path.join(test.dataDir, 'media'), { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => path.join(entry.parentPath, entry.name));
}

describe('a file that lies', () => {
  it.each([
    ['an HTML page called .jpg', 'cat.jpg', text(html), 'FILE_UNSUPPORTED'],
    ['an SVG', 'logo.svg', text(svg), 'FILE_UNSUPPORTED'],
    ['an SVG called .png', 'logo.png', text(`<?xml version="1.0"?>${svg}`), 'FILE_UNSUPPORTED'],
    ['a text file called .mp4', 'film.mp4', text('once upon a time'), 'FILE_UNSUPPORTED'],
    ['an HLS playlist called .mp4', 'film.mp4', text(playlist), 'FILE_UNSUPPORTED'],
    ['a PDF called .jpg', 'scan.jpg', text('%PDF-1.7\n'), 'FILE_UNSUPPORTED'],
    ['a zero-byte file', 'nothing.jpg', text(''), 'FILE_EMPTY'],
    ['a JPEG of three bytes', 'tiny.jpg', async () => Buffer.from([0xff, 0xd8, 0xff]), 'FILE_BROKEN'],
    ['a truncated JPEG', 'half.jpg', async () => files.cutOff(await files.aJpeg()), 'FILE_BROKEN'],
    ['a truncated HEIC', 'half.heic', async () => files.cutOff(await files.aHeic(), 0.3), 'FILE_BROKEN'],
    ['a PNG of 900 megapixels', 'bomb.png', async () => files.aHugePng(), 'IMAGE_TOO_LARGE'],
    [
      'a JPEG signature before HTML',
      'both.jpg',
      async () => Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), Buffer.from(html)]),
      'FILE_BROKEN',
    ],
  ])('%s is refused as what it is and leaves nothing behind', async (_what, name, make, code) => {
    const before = await everythingStored();
    const answer = await postFile(test, ana, { name, bytes: await make() });
    expect(answer.json()).toMatchObject({ error: true, code });
    expect(answer.json().message.length).toBeGreaterThan(10);
    expect(await everythingStored()).toEqual(before);
    expect(await test.db.selectFrom('upload_reservations').selectAll().execute()).toEqual([]);
    expect(await test.db.selectFrom('files').selectAll().where('original_name', '=', name).execute()).toEqual([]);
  });

  it.each([
    ['cut off at its end', async () => files.cutOff(await files.aFilm({ hasSound: true }), 0.7)],
    ['with its index in front of nothing', async () => files.cutOff(await files.aFilm({ isFastStart: true, seconds: 8 }), 0.6)],
    ['without a picture', async () => Buffer.from('\0\0\0\x18ftypmp42\0\0\0\0mp42isom', 'latin1')],
    [
      'full of noise',
      async () => Buffer.concat([Buffer.from('\0\0\0\x18ftypmp42\0\0\0\0mp42isom', 'latin1'), Buffer.alloc(50_000, 'noise')]),
    ],
    ['of Matroska cut off', async () => files.cutOff(await files.aFilm({ container: 'matroska', codec: 'hevc' }), 0.02)],
  ])('a film %s is marked failed with a reason', async (_what, make) => {
    const { key } = await uploadFile(test, ana, { name: 'film.mp4', bytes: await make() });
    const [media] = (await ana.call('POST', '/medias', { albumId: album._id, mediaFile: [{ key }] })).json<{ result: Media[] }>().result;
    await test.runJobs();
    const { result } = (await ana.call('GET', `/medias/media/${media?._id}`)).json<{ result: Media }>();
    expect(result.status).toBe(9);
    expect(result.failureReason).toMatch(/damaged|incomplete|no picture|decoded/i);
  });

  it('with a name of path tricks is stored under a key of ours and shown by its last part', async () => {
    for (const name of ['../../../etc/cron.d/evil.jpg', '..\\..\\evil.jpg', '/evil.jpg']) {
      const uploaded = await uploadFile(test, ana, { name, bytes: await files.aJpeg() });
      expect(uploaded.originalname).toBe('evil.jpg');
    }
    const outside = (await everythingStored()).filter((file) => !/\/media\/[0-9a-f]{2}\/[0-9a-f-]{36}$/.test(file));
    expect(outside).toEqual([]);
  });

  it('is only ever handed out as an attachment of its true type, which nothing runs', async () => {
    const page = Buffer.concat([await files.aJpeg(), Buffer.from(html)]);
    const { key } = await uploadFile(test, ana, { name: 'page.html', bytes: page });
    const answer = await ana.call('GET', `/uploads/media/download/?key=${key}`);
    expect(answer.rawPayload).toEqual(page);
    expect(answer.headers).toMatchObject({
      'content-type': 'image/jpeg',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "sandbox; default-src 'none'",
      'content-disposition': expect.stringContaining('filename="page.jpg"'),
    });
    expect((await ana.call('GET', `/uploads?key=${key}`)).body).not.toContain('script');
  });
});
