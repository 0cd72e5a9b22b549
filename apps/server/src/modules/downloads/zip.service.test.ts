import { on } from 'node:events';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { crc32 } from 'node:zlib';
import type { Album, ZipDownloadToken } from '@vitrine/contract';
import pino from 'pino';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Entry, fromBuffer, type Options, type ZipFile as Unzipped } from 'yauzl';
import { ZipFile } from 'yazl';
import { newId } from '../../platform/ids.ts';
import { anAlbum, aPerson, aPhoto, aStoredPhoto, type TestPerson, uploadFile } from '../../testing/builders.ts';
import * as files from '../../testing/media-files.ts';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';
import type { Person } from '../access/index.ts';
import { createUniqueNameGenerator, toSafeZipName } from './zip.rules.ts';
import { createZipDownloads } from './zip.service.ts';

let test: TestApp;
let ana: TestPerson;
let bob: TestPerson;

beforeAll(async () => {
  test = await createTestApp();
  ana = await aPerson(test);
  bob = await aPerson(test, { name: 'Bob' });
  await test.app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(() => test.close());

const VIEWER: Omit<Person, 'userId'> = {
  kind: 'person',
  role: 'user',
  isSuperAdmin: false,
  platform: 'PP',
  sessionId: '',
  apiToken: null,
  lacksSecondFactor: false,
  needsStepUp: false,
  hasConsented: true,
  expiresAt: new Date(),
  viewing: null,
};
const neverPick = () => Promise.reject(new Error('not used'));

const requestZip = (album: Album, mediaIdArr?: string[], person = ana) =>
  person.call('POST', '/uploads/zip', { albumId: album._id, ...(mediaIdArr ? { mediaIdArr } : {}) });
const createDownloadToken = async (album: Album, mediaIdArr?: string[]) =>
  (await requestZip(album, mediaIdArr)).json<{ result: ZipDownloadToken }>().result;
const fetchZip = (key: string, person = ana) =>
  fetch(`http://127.0.0.1:${(test.app.server.address() as AddressInfo).port}/api/uploads/zip/${key}`, {
    headers: { authorization: person.token },
  });
/** Downloads the zip and reads it with another library; the checksum of each entry must match. */
async function unpack(key: string): Promise<{ contents: Map<string, Buffer>; response: Response; zip: Buffer }> {
  const response = await fetchZip(key);
  const bytes = Buffer.from(await response.arrayBuffer());
  const zip = await promisify<Buffer, Options, Unzipped>(fromBuffer)(bytes, { lazyEntries: true });
  const contents = new Map<string, Buffer>();
  zip.readEntry();
  for await (const [entry] of on(zip, 'entry', { close: ['end'] }) as AsyncIterable<[Entry]>) {
    const content = await buffer(await promisify<Entry, Readable>(zip.openReadStream.bind(zip))(entry));
    expect(crc32(content), entry.fileName).toBe(entry.crc32);
    contents.set(entry.fileName, content);
    zip.readEntry();
  }
  return { contents, response, zip: bytes };
}
const share = (album: Album, person: TestPerson) =>
  test.db
    .insertInto('album_shares')
    .values({
      id: newId(),
      album_id: album._id,
      user_id: person.user._id,
      permission: 'read',
      accepted_at: new Date(),
      invited_by: ana.user._id,
    })
    .execute();

describe('a zip download', () => {
  it('contains unchanged originals, and rotated pictures as they are shown', async () => {
    const album = await anAlbum(ana, { name: 'Été / 2026' });
    const bytes = await files.aPng();
    const { key } = await uploadFile(test, ana, { name: 'chart.png', bytes });
    await ana.call('POST', '/medias', { albumId: album._id, mediaFile: [{ key }] });
    const turned = await aPhoto(test, ana, album._id, { name: 'turned.jpg' });
    await ana.call('POST', `/uploads/media/rotate/${turned._id}`, { rotateAngle: 90 });
    const downloadToken = await createDownloadToken(album);
    expect(downloadToken).toMatchObject({ name: 'Été _ 2026.zip', count: 2, size: bytes.length + turned.mediaFile.size });
    const { contents, response } = await unpack(downloadToken.key);
    expect(response.headers.get('content-type')).toBe('application/zip');
    expect(response.headers.get('content-disposition')).toContain('attachment');
    expect([...contents.keys()]).toEqual(['chart.png', 'turned.jpg']);
    expect(contents.get('chart.png')?.equals(bytes)).toBe(true);
    expect(await sharp(contents.get('turned.jpg')).metadata()).toMatchObject({ width: 200, height: 320 });
  });

  it('contains only the selected media, under unique names', async () => {
    const album = await anAlbum(ana);
    const [a, b] = [await aPhoto(test, ana, album._id, { name: 'Beach.jpg' }), await aPhoto(test, ana, album._id, { name: 'beach.jpg' })];
    await aPhoto(test, ana, album._id);
    const { contents } = await unpack((await createDownloadToken(album, [b._id, a._id])).key);
    expect([...contents.keys()]).toEqual(['Beach.jpg', 'beach (2).jpg']);
  });

  it('contains selected media of several albums, and only while the requester can see each of them', async () => {
    const [summer, winter] = [await anAlbum(ana), await anAlbum(ana)];
    const [a, b] = [await aPhoto(test, ana, summer._id, { name: 'Sea.jpg' }), await aPhoto(test, ana, winter._id, { name: 'Snow.jpg' })];
    const request = (mediaIdArr: string[] | undefined, person = ana) => person.call('POST', '/uploads/zip', { mediaIdArr });
    const token = (await request([a._id, b._id])).json<{ result: ZipDownloadToken }>().result;
    expect(token).toMatchObject({ name: 'Photos.zip', count: 2, size: a.mediaFile.size + b.mediaFile.size });
    expect([...(await unpack(token.key)).contents.keys()].toSorted()).toEqual(['Sea.jpg', 'Snow.jpg']);
    await share(summer, bob);
    expect((await request([a._id, b._id], bob)).statusCode).toBe(404);
    expect((await request([a._id], bob)).statusCode).toBe(201);
    expect((await fetchZip(token.key, bob)).status).toBe(404);
    await ana.call('DELETE', '/medias', { mediaIdArr: [b._id] });
    expect((await fetchZip(token.key)).status).toBe(404);
    const refused = await request(undefined);
    expect([refused.statusCode, refused.json<{ message: string }>().message]).toEqual([
      422,
      'Choose an album, or photos and videos to download.',
    ]);
  });

  it('omits selected media that are deleted during the download, and ends when access is lost', async () => {
    const albums = [await anAlbum(ana), await anAlbum(ana)];
    const ids: string[] = [];
    for (const album of albums) for (const _photo of ['first', 'second']) ids.push((await aStoredPhoto(test, ana, album._id)).mediaId);
    await share(albums[0] as Album, bob);
    const viewer: Person = { ...VIEWER, userId: bob.user._id };
    const download = async (mediaIds: string[], duringFirst: () => Promise<unknown>) => {
      let opened = 0;
      const open = async () => {
        opened++;
        await duringFirst();
        return { body: Readable.from([Buffer.from('photo')]), sizeBytes: 5, mimetype: 'image/jpeg' };
      };
      const zips = createZipDownloads({ db: test.db, log: pino({ level: 'silent' }), files: { downloads: { open, pick: neverPick } } });
      const { key } = await zips.prepare(viewer, null, mediaIds);
      await buffer((await zips.open(viewer, key)).body);
      return opened;
    };
    const remove = () => ana.call('DELETE', '/medias', { mediaIdArr: [ids[1]] });
    expect(await download(ids.slice(0, 2), remove)).toBe(1);
    await share(albums[1] as Album, bob);
    const unshare = () => test.db.deleteFrom('album_shares').where('user_id', '=', bob.user._id).execute();
    await expect(download(ids.slice(2), unshare)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  it('is available only to the requester, and only while the requester can access the album', async () => {
    const album = await anAlbum(ana);
    const photo = await aPhoto(test, ana, album._id);
    expect((await requestZip(album, undefined, bob)).statusCode).toBe(404);
    expect((await requestZip(album, [photo._id, newId()])).statusCode).toBe(404);
    expect((await fetchZip((await createDownloadToken(album)).key, bob)).status).toBe(404);
    await share(album, bob);
    const bobToken = (await requestZip(album, undefined, bob)).json<{ result: ZipDownloadToken }>().result;
    expect((await fetchZip(bobToken.key, bob)).status).toBe(200);
    await test.db.deleteFrom('album_shares').where('album_id', '=', album._id).execute();
    expect((await fetchZip(bobToken.key, bob)).status).toBe(404);
    const { key } = await createDownloadToken(album);
    await test.db
      .updateTable('zip_tickets')
      .set({ expires_at: new Date(0) })
      .where('id', '=', key)
      .execute();
    expect((await fetchZip(key)).status).toBe(404);
    await test.modules.workerTasks.find((task) => task.name === 'media.zips')?.run();
    expect(await test.db.selectFrom('zip_tickets').select('id').where('id', '=', key).execute()).toEqual([]);
  });

  it('invalidates the oldest token when an account has more than twenty', async () => {
    const album = await anAlbum(bob);
    const first = await requestZip(album, undefined, bob);
    for (let count = 0; count < 20; count++) await requestZip(album, undefined, bob);
    expect(await test.db.selectFrom('zip_tickets').select('id').where('user_id', '=', bob.user._id).execute()).toHaveLength(20);
    expect((await fetchZip(first.json<{ result: ZipDownloadToken }>().result.key, bob)).status).toBe(404);
  });

  it('uses ZIP64 where offsets require it', async () => {
    const album = await anAlbum(ana);
    const bytes = await files.aPng();
    const { key } = await uploadFile(test, ana, { name: 'chart.png', bytes });
    await ana.call('POST', '/medias', { albumId: album._id, mediaFile: [{ key }] });
    await aPhoto(test, ana, album._id, { name: 'beach.jpg' });
    // Force the format that archives beyond 4 GB use. `npm run faults` streams an archive of that size.
    const { addReadStream, end } = ZipFile.prototype;
    const forceZip64Format = true;
    ZipFile.prototype.addReadStream = function (stream, name, options) {
      addReadStream.call(this, stream, name, { ...options, forceZip64Format });
    };
    ZipFile.prototype.end = function () {
      end.call(this, { forceZip64Format, comment: '' });
    };
    try {
      const { contents, response, zip } = await unpack((await createDownloadToken(album)).key);
      expect(response.status).toBe(200);
      expect(zip.includes(Buffer.from('PK\x06\x06', 'latin1'))).toBe(true);
      expect([...contents.keys()]).toEqual(['chart.png', 'beach.jpg']);
      expect(contents.get('chart.png')?.equals(bytes)).toBe(true);
    } finally {
      Object.assign(ZipFile.prototype, { addReadStream, end });
    }
  });
});

describe('names in a zip', () => {
  it.each([
    ['../../etc/passwd', '.._.._etc_passwd'.replace(/^\.+/, '')],
    ['con', '_con'],
    ['what? <b>:"|*', 'what_ _b_____'],
    ['...', 'Untitled'],
    ['photo\u202Egpj', 'photogpj'],
    ['', 'Untitled'],
    ['x'.repeat(300), 'x'.repeat(120)],
  ])('%j is safe to unpack', (title, safe) => {
    expect(toSafeZipName(title, 'jpg')).toBe(`${safe}.jpg`);
  });

  it('are unique for a thousand equal names', () => {
    const unique = createUniqueNameGenerator();
    const names = Array.from({ length: 1000 }, () => unique('a.jpg'));
    expect(names.slice(0, 3)).toEqual(['a.jpg', 'a (2).jpg', 'a (3).jpg']);
    expect(new Set(names).size).toBe(1000);
    expect(unique('A (2).JPG')).not.toBe('A (2).JPG');
  });
});
