import { on, once } from 'node:events';
import { open } from 'node:fs/promises';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { crc32 } from 'node:zlib';
import type { Album, ZipTicket } from '@vitrine/contract';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Entry, fromBuffer, type Options, type ZipFile as Unzipped } from 'yauzl';
import { newId } from '../../platform/ids.ts';
import { anAlbum, aPerson, aPhoto, type TestPerson, uploadFile } from '../../testing/builders.ts';
import * as files from '../../testing/media-files.ts';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';
import { createUniqueNames, safeName } from './zip.rules.ts';

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

const ask = (album: Album, mediaIdArr?: string[], person = ana) =>
  person.call('POST', '/uploads/zip', { albumId: album._id, ...(mediaIdArr ? { mediaIdArr } : {}) });
const ticketOf = async (album: Album, mediaIdArr?: string[]) => (await ask(album, mediaIdArr)).json<{ result: ZipTicket }>().result;
const fetchZip = (key: string, person = ana) =>
  fetch(`http://127.0.0.1:${(test.app.server.address() as AddressInfo).port}/api/uploads/zip/${key}`, {
    headers: { authorization: person.token },
  });
/** Fetches it and reads it with another library than made it; every entry has to have the checksum it is said to have. */
async function unpack(key: string): Promise<{ contents: Map<string, Buffer>; response: Response }> {
  const response = await fetchZip(key);
  const zip = await promisify<Buffer, Options, Unzipped>(fromBuffer)(Buffer.from(await response.arrayBuffer()), { lazyEntries: true });
  const contents = new Map<string, Buffer>();
  zip.readEntry();
  for await (const [entry] of on(zip, 'entry', { close: ['end'] }) as AsyncIterable<[Entry]>) {
    const bytes = await buffer(await promisify<Entry, Readable>(zip.openReadStream.bind(zip))(entry));
    expect(crc32(bytes), entry.fileName).toBe(entry.crc32);
    contents.set(entry.fileName, bytes);
    zip.readEntry();
  }
  return { contents, response };
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

describe('a zip', () => {
  it('holds the originals of an album as they were uploaded, and turned pictures as they are shown', async () => {
    const album = await anAlbum(ana, { name: 'Été / 2026' });
    const bytes = await files.aPng();
    const { key } = await uploadFile(test, ana, { name: 'chart.png', bytes });
    await ana.call('POST', '/medias', { albumId: album._id, mediaFile: [{ key }] });
    const turned = await aPhoto(test, ana, album._id, { name: 'turned.jpg' });
    await ana.call('POST', `/uploads/media/rotate/${turned._id}`, { rotateAngle: 90 });
    const ticket = await ticketOf(album);
    expect(ticket).toMatchObject({ name: 'Été _ 2026.zip', count: 2, size: bytes.length + turned.mediaFile.size });
    const { contents, response } = await unpack(ticket.key);
    expect(response.headers.get('content-type')).toBe('application/zip');
    expect(response.headers.get('content-disposition')).toContain('attachment');
    expect([...contents.keys()]).toEqual(['chart.png', 'turned.jpg']);
    expect(contents.get('chart.png')?.equals(bytes)).toBe(true);
    expect(await sharp(contents.get('turned.jpg')).metadata()).toMatchObject({ width: 200, height: 320 });
  });

  it('holds only what was chosen, under names that differ', async () => {
    const album = await anAlbum(ana);
    const [a, b] = [await aPhoto(test, ana, album._id, { name: 'Beach.jpg' }), await aPhoto(test, ana, album._id, { name: 'beach.jpg' })];
    await aPhoto(test, ana, album._id);
    const { contents } = await unpack((await ticketOf(album, [b._id, a._id])).key);
    expect([...contents.keys()]).toEqual(['Beach.jpg', 'beach (2).jpg']);
  });

  it('is only for who asked for it, and only while they may see the album', async () => {
    const album = await anAlbum(ana);
    const photo = await aPhoto(test, ana, album._id);
    expect((await ask(album, undefined, bob)).statusCode).toBe(404);
    expect((await ask(album, [photo._id, newId()])).statusCode).toBe(404);
    expect((await fetchZip((await ticketOf(album)).key, bob)).status).toBe(404);
    await share(album, bob);
    const bobs = (await ask(album, undefined, bob)).json<{ result: ZipTicket }>().result;
    expect((await fetchZip(bobs.key, bob)).status).toBe(200);
    await test.db.deleteFrom('album_shares').where('album_id', '=', album._id).execute();
    expect((await fetchZip(bobs.key, bob)).status).toBe(404);
    const { key } = await ticketOf(album);
    await test.db
      .updateTable('zip_tickets')
      .set({ expires_at: new Date(0) })
      .where('id', '=', key)
      .execute();
    expect((await fetchZip(key)).status).toBe(404);
    await test.modules.housekeeping.find((task) => task.name === 'media.zips')?.run();
    expect(await test.db.selectFrom('zip_tickets').select('id').where('id', '=', key).execute()).toEqual([]);
  });

  it('is asked for twenty times at most before one is fetched', async () => {
    const album = await anAlbum(bob);
    const first = await ask(album, undefined, bob);
    for (let count = 0; count < 20; count++) await ask(album, undefined, bob);
    expect(await test.db.selectFrom('zip_tickets').select('id').where('user_id', '=', bob.user._id).execute()).toHaveLength(20);
    expect((await fetchZip(first.json<{ result: ZipTicket }>().result.key, bob)).status).toBe(404);
  });

  it('beyond 4 GB needs no more memory than one of a few bytes', { timeout: 120_000 }, async () => {
    const album = await anAlbum(ana);
    const photo = await aPhoto(test, ana, album._id);
    const { file_id } = await test.db.selectFrom('media').select('file_id').where('id', '=', photo._id).executeTakeFirstOrThrow();
    const { storage_key } = await test.db.selectFrom('files').select('storage_key').where('id', '=', file_id).executeTakeFirstOrThrow();
    // A hole in a file costs no disk and reads as zeros.
    const handle = await open(path.join(test.dataDir, 'media', storage_key), 'r+');
    await handle.truncate(1.1e9);
    await handle.close();
    await test.db.updateTable('files').set({ size_bytes: 1.1e9 }).where('id', '=', file_id).execute();
    for (let copy = 0; copy < 3; copy++)
      await ana.call('PUT', `/medias/${album._id}/copy`, { albumId: album._id, mediaIdArr: [photo._id] });
    const { port } = test.app.server.address() as AddressInfo;
    const request = http.get(`http://127.0.0.1:${port}/api/uploads/zip/${(await ticketOf(album)).key}`, {
      headers: { authorization: ana.token },
    });
    const [response] = (await once(request, 'response')) as [http.IncomingMessage];
    const before = process.memoryUsage.rss();
    let received = 0;
    let highest = before;
    let tail = Buffer.alloc(0);
    for await (const chunk of response as AsyncIterable<Buffer>) {
      received += chunk.length;
      highest = Math.max(highest, process.memoryUsage.rss());
      tail = Buffer.concat([tail.subarray(-200), chunk.subarray(-200)]);
    }
    expect(received).toBeGreaterThan(4.4e9);
    expect(highest - before).toBeLessThan(150e6);
    // Beyond 4 GB only a ZIP64 directory can say where things are.
    expect(tail.includes(Buffer.from('PK\x06\x06', 'latin1'))).toBe(true);
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
    expect(safeName(title, 'jpg')).toBe(`${safe}.jpg`);
  });

  it('are given once, also a thousand times the same', () => {
    const unique = createUniqueNames();
    const names = Array.from({ length: 1000 }, () => unique('a.jpg'));
    expect(names.slice(0, 3)).toEqual(['a.jpg', 'a (2).jpg', 'a (3).jpg']);
    expect(new Set(names).size).toBe(1000);
    expect(unique('A (2).JPG')).not.toBe('A (2).JPG');
  });
});
