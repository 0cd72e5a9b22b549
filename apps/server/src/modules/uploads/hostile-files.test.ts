import { readFile, writeFile } from 'node:fs/promises';
import net, { type AddressInfo } from 'node:net';
import path from 'node:path';
import type { Album, Media } from '@vitrine/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { anAlbum, aPerson, postFile, type TestPerson, uploadFile } from '../../testing/builders.ts';
import * as files from '../../testing/media-files.ts';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';

let test: TestApp;
let ana: TestPerson;
let album: Album;
/** A file on the server that no upload may reveal, and a server that no upload may contact. */
const CANARY = 'the-canary-sings';
let canary: string;
const calls: string[] = [];
const listener = net.createServer();
const getListenerUrl = () => `http://127.0.0.1:${(listener.address() as AddressInfo).port}/x`;

beforeAll(async () => {
  test = await createTestApp();
  ana = await aPerson(test);
  album = await anAlbum(ana);
  canary = path.join(test.dataDir, 'canary.txt');
  await writeFile(canary, CANARY);
  listener.on('connection', (socket) => {
    calls.push('connected');
    socket.destroy();
  });
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve));
});
afterAll(async () => {
  await new Promise((resolve) => listener.close(resolve));
  await test.close();
});

const text = (content: string) => async () => Buffer.from(content);
/** Replaces the middle of a file with noise and keeps its head and end. */
const damagedWithin = (bytes: Buffer) => Buffer.from(bytes).fill('noise', Math.floor(bytes.length * 0.7), Math.floor(bytes.length * 0.95));
const html = '<!doctype html><script>alert(document.domain)</script>';
const svg = '<svg xmlns="http://www.w3.org/2000/svg"><image href="file:///etc/passwd"/></svg>';
const playlist = '#EXTM3U\n#EXT-X-TARGETDURATION:4\n#EXTINF:4,\nfile:///etc/passwd\n#EXT-X-ENDLIST\n';

const everythingStored = async () => [...(await test.files.keys()), ...(await test.files.temp())];

describe('a disguised or damaged file', () => {
  it.each([
    ['an HTML page called .jpg', 'cat.jpg', text(html), 'FILE_UNSUPPORTED'],
    ['an SVG', 'logo.svg', text(svg), 'FILE_UNSUPPORTED'],
    ['an SVG called .png', 'logo.png', text(`<?xml version="1.0"?>${svg}`), 'FILE_UNSUPPORTED'],
    ['a text file called .mp4', 'film.mp4', text('once upon a time'), 'FILE_UNSUPPORTED'],
    ['an HLS playlist called .mp4', 'film.mp4', text(playlist), 'FILE_UNSUPPORTED'],
    ['a PostScript file called .jpg', 'scan.jpg', text('%!PS-Adobe-3.0\n'), 'FILE_UNSUPPORTED'],
    ['a zero-byte file', 'nothing.jpg', text(''), 'FILE_EMPTY'],
    ['a JPEG of three bytes', 'tiny.jpg', async () => Buffer.from([0xff, 0xd8, 0xff]), 'FILE_BROKEN'],
    ['a truncated JPEG', 'half.jpg', async () => files.truncate(await files.aJpeg()), 'FILE_BROKEN'],
    ['a truncated PNG', 'half.png', async () => files.truncate(await files.aPng()), 'FILE_BROKEN'],
    ['a truncated WebP', 'half.webp', async () => files.truncate(await files.aWebp()), 'FILE_BROKEN'],
    ['a truncated AVIF', 'half.avif', async () => files.truncate(await files.anAvif()), 'FILE_BROKEN'],
    ['a truncated HEIC', 'half.heic', async () => files.truncate(await files.aHeic(), 0.3), 'FILE_BROKEN'],
    ['a PNG of 900 megapixels', 'bomb.png', async () => files.aHugePng(), 'IMAGE_TOO_LARGE'],
    [
      'a JPEG signature before HTML',
      'both.jpg',
      async () => Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), Buffer.from(html)]),
      'FILE_BROKEN',
    ],
  ])('is refused by its content and leaves nothing behind: %s', async (_what, name, make, code) => {
    const before = await everythingStored();
    const answer = await postFile(test, ana, { name, bytes: await make() });
    expect(answer.json()).toMatchObject({ error: true, code });
    expect(answer.json().message.length).toBeGreaterThan(10);
    expect(await everythingStored()).toEqual(before);
    expect(await test.db.selectFrom('upload_reservations').selectAll().execute()).toEqual([]);
    expect(await test.db.selectFrom('files').selectAll().where('original_name', '=', name).execute()).toEqual([]);
  });

  it.each([
    ['truncated at its end', async () => files.truncate(await files.aVideo({ hasSound: true }), 0.7)],
    ['with its index but without its data', async () => files.truncate(await files.aVideo({ isFastStart: true, seconds: 8 }), 0.6)],
    ['without a picture', async () => Buffer.from('\0\0\0\x18ftypmp42\0\0\0\0mp42isom', 'latin1')],
    [
      'full of noise',
      async () => Buffer.concat([Buffer.from('\0\0\0\x18ftypmp42\0\0\0\0mp42isom', 'latin1'), Buffer.alloc(50_000, 'noise')]),
    ],
    ['in a truncated Matroska file', async () => files.truncate(await files.aVideo({ container: 'matroska', codec: 'hevc' }), 0.02)],
  ])('is marked failed with a reason when it is a video %s', async (_what, make) => {
    const { key } = await uploadFile(test, ana, { name: 'film.mp4', bytes: await make() });
    const [media] = (await ana.call('POST', '/medias', { albumId: album._id, mediaFile: [{ key }] })).json<{ result: Media[] }>().result;
    await test.runJobs();
    const { result } = (await ana.call('GET', `/medias/media/${media?._id}`)).json<{ result: Media }>();
    expect(result.status).toBe(9);
    expect(result.failureReason).toMatch(/damaged|incomplete|no video track|decoded/i);
  });

  it.each([
    ['PNG', 'noise.png', () => files.aPng()],
    ['WebP', 'noise.webp', () => files.aWebp()],
    ['AVIF', 'noise.avif', () => files.anAvif()],
  ])('is marked failed with a reason and kept by its owner when it is a %s with damaged contents', async (_what, name, make) => {
    const bytes = damagedWithin(await make());
    const { key } = await uploadFile(test, ana, { name, bytes });
    const [media] = (await ana.call('POST', '/medias', { albumId: album._id, mediaFile: [{ key }] })).json<{ result: Media[] }>().result;
    await test.runJobs();
    const { result } = (await ana.call('GET', `/medias/media/${media?._id}`)).json<{ result: Media }>();
    expect(result).toMatchObject({ status: 9, failureReason: expect.stringMatching(/damaged/) });
    expect((await ana.call('GET', `/uploads/media/download/?key=${key}`)).rawPayload).toEqual(bytes);
  });

  it('with path tricks in its name is stored under a server-chosen key and shown by the last part', async () => {
    for (const name of ['../../../etc/cron.d/evil.jpg', '..\\..\\evil.jpg', '/evil.jpg']) {
      const uploaded = await uploadFile(test, ana, { name, bytes: await files.aJpeg() });
      expect(uploaded.originalname).toBe('evil.jpg');
    }
    const outside = (await everythingStored()).filter((file) => !/^[0-9a-f]{2}\/[0-9a-f-]{36}(\.\w+)?$/.test(file));
    expect(outside).toEqual([]);
  });

  it('is sent only as an attachment of its detected type, which runs nothing', async () => {
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

const hls = (target: string) => `#EXTM3U\n#EXT-X-TARGETDURATION:4\n#EXT-X-MAP:URI="${target}"\n#EXTINF:4,\n${target}\n#EXT-X-ENDLIST\n`;
const mp4Head = Buffer.from('\0\0\0\x18ftypmp42\0\0\0\0mp42isom', 'latin1');
/** Builds an MP4 box: length, name, content. */
const box = (name: string, ...content: Buffer[]): Buffer => {
  const head = Buffer.alloc(8, name.padStart(8));
  head.writeUInt32BE(8 + content.reduce((sum, part) => sum + part.length, 0), 0);
  return Buffer.concat([head, ...content]);
};
/** Builds a QuickTime file whose only track refers to samples in another file. */
const aReferringMovie = (target: string) => {
  const location = Buffer.from(`\0\0\0\0${target}\0`, 'latin1');
  const references = box('dref', Buffer.from([0, 0, 0, 0, 0, 0, 0, 1]), box('url ', location));
  const redirect = box('rmra', box('rmda', box('rdrf', Buffer.from('\0\0\0\0url \0\0\0\0', 'latin1'), Buffer.from(target))));
  return Buffer.concat([mp4Head, box('moov', box('trak', box('mdia', box('minf', box('dinf', references)))), redirect)]);
};
const withJunkExif = async () => {
  const jpeg = await files.aJpeg();
  const exif = Buffer.concat([Buffer.from('Exif\0\0MM\0*\0\0\0\x08\xff\xff', 'latin1'), Buffer.alloc(3000, 0xff)]);
  const head = Buffer.from([0xff, 0xe1, 0, 0]);
  head.writeUInt16BE(exif.length + 2, 2);
  return Buffer.concat([jpeg.subarray(0, 2), head, exif, jpeg.subarray(2)]);
};

describe('a file that refers to other files or addresses', () => {
  /** Uploads and processes a file, and returns the error code or the failure reason. */
  const send = async (name: string, bytes: Buffer): Promise<string> => {
    const answer = await postFile(test, ana, { name, bytes });
    const [uploaded] = answer.json<{ result?: { key: string }[] }>().result ?? [];
    if (!uploaded) return answer.json<{ code: string }>().code;
    const body = { albumId: album._id, mediaFile: [{ key: uploaded.key }] };
    const [media] = (await ana.call('POST', '/medias', body)).json<{ result: Media[] }>().result;
    await test.runJobs();
    const { result } = (await ana.call('GET', `/medias/media/${media?._id}`)).json<{ result: Media }>();
    await ana.call('GET', `/uploads?key=${uploaded.key}&width=320`);
    return result.failureReason ?? `status ${result.status}`;
  };
  /** Returns the contents of all derivatives that the server created. */
  const made = async (): Promise<string> => {
    const originals = /^[0-9a-f]{2}\/[0-9a-f-]{36}$/;
    const all = (await test.files.keys()).filter((key) => !originals.test(key));
    return (await Promise.all(all.map((key) => test.files.read(key)))).map((bytes) => bytes.toString('latin1')).join('');
  };

  it.each<[string, string, (target: string) => Buffer]>([
    ['an HLS playlist', 'list.m3u8', (target) => Buffer.from(hls(target))],
    ["an HLS playlist behind a film's first bytes", 'film.mp4', (target) => Buffer.concat([mp4Head, Buffer.from(hls(target))])],
    [
      'an HLS playlist in an AVI',
      'film.avi',
      (target) => Buffer.concat([Buffer.from('RIFF\x00\x10\0\0AVI LIST', 'latin1'), Buffer.from(hls(target))]),
    ],
    ['an ffconcat script', 'film.mp4', (target) => Buffer.from(`ffconcat version 1.0\nfile '${target}'\n`)],
    ['a concat: address', 'film.mov', (target) => Buffer.from(`#EXTM3U\n#EXTINF:1,\nconcat:${target}|${target}\n`)],
    [
      'a DASH manifest',
      'film.webm',
      (target) => Buffer.from(`<?xml version="1.0"?><MPD><Period><BaseURL>${target}</BaseURL></Period></MPD>`),
    ],
    [
      'an SVG with a link',
      'logo.png',
      (target) =>
        Buffer.from(
          `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"><image xlink:href="${target}"/></svg>`,
        ),
    ],
    [
      'an ImageMagick script',
      'logo.jpg',
      (target) => Buffer.from(`push graphic-context\nviewbox 0 0 9 9\nimage over 0,0 0,0 '${target}'\npop graphic-context`),
    ],
    ['an XML entity', 'logo.webp', (target) => Buffer.from(`<!DOCTYPE svg [<!ENTITY x SYSTEM "${target}">]><svg>&x;</svg>`)],
    ['a video whose samples are in another file', 'film.mov', aReferringMovie],
  ])('%s reads no file and sends no request', async (_what, name, make) => {
    for (const target of [`file://${canary}`, canary, getListenerUrl()])
      expect(await send(name, make(target))).toMatch(/FILE_UNSUPPORTED|FILE_BROKEN|damaged|incomplete|no video track|decoded|couldn’t/i);
    expect(calls).toEqual([]);
    expect(await made()).not.toContain(CANARY);
  });

  it('is detected by this test when it succeeds', async () => {
    await fetch(getListenerUrl()).catch(() => undefined);
    expect(calls.splice(0)).toEqual(['connected']);
    expect(await readFile(canary, 'utf8')).toBe(CANARY);
  });
});

describe('an unusual picture', () => {
  it.each([
    ['with random bytes as EXIF', 'exif.jpg', withJunkExif],
    [
      'that is also a zip',
      'both.png',
      async () => Buffer.concat([await files.aPng(), Buffer.from('PK\x05\x06', 'latin1'), Buffer.alloc(18)]),
    ],
    ['that is also an HTML page', 'page.jpg', async () => Buffer.concat([await files.aJpeg(), Buffer.from(html)])],
    ['of two pixels', 'dot.png', () => files.aPng({ width: 2, height: 1 })],
    ['of 6000 × 1 pixels', 'thread.jpg', () => files.aJpeg({ width: 6000, height: 1 })],
  ])('%s is shown, and only as a picture', async (_what, name, make) => {
    const { key } = await uploadFile(test, ana, { name, bytes: await make() });
    const [media] = (await ana.call('POST', '/medias', { albumId: album._id, mediaFile: [{ key }] })).json<{ result: Media[] }>().result;
    await test.runJobs();
    expect((await ana.call('GET', `/medias/media/${media?._id}`)).json<{ result: Media }>().result.status).toBe(6);
    const shown = await ana.call('GET', `/uploads?key=${key}&width=320`);
    expect(shown.statusCode).toBe(200);
    expect(shown.body).not.toContain('<script');
    expect(shown.rawPayload.includes('PK\x05\x06')).toBe(false);
  });

  it.each([
    ['\u202Egpj.exe', 'gpj.exe'],
    ['a\0b.jpg', 'ab.jpg'],
    ['<img src=x onerror=alert(1)>.jpg', '<img src=x onerror=alert(1)>.jpg'],
    ['..', 'Untitled'],
    ['con.jpg', 'con.jpg'],
  ])('named %j is stored under a server-chosen key', async (name, shown) => {
    const uploaded = await uploadFile(test, ana, { name, bytes: await files.aJpeg() });
    expect(uploaded.originalname).toBe(shown);
    expect(uploaded.key).toMatch(/^[0-9a-f-]{36}$/);
  });
});
