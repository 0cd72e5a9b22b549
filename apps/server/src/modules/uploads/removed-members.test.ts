/** A member who is removed from a family during an upload to it: unfinished uploads are refused and leave nothing behind. */
import http from 'node:http';
import path from 'node:path';
import { type Album, type Media, TUS_PATH, type UploadedFile } from '@vitrine/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { anAlbum, aPerson, type TestPerson, uploadFile } from '../../testing/builders.ts';
import { aFamily } from '../../testing/families.ts';
import { aJpeg } from '../../testing/media-files.ts';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';
import { findStorageUsage } from '../entitlements/index.ts';

let test: TestApp;
let origin: string;
let olga: TestPerson;
let mia: TestPerson;
let orgId: string;
let album: Album;

beforeAll(async () => {
  test = await createTestApp();
  origin = await test.app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(() => test.close());
beforeEach(async () => {
  [olga, mia] = [await aPerson(test, { name: 'Olga' }), await aPerson(test, { name: 'Mia' })];
  orgId = (await aFamily(test, olga, [mia])).orgId;
  album = (await olga.call('POST', '/albums', { name: 'Together', orgId })).json<{ result: Album }>().result;
});

const remove = async () => expect((await olga.call('DELETE', `/organizations/${orgId}/members/${mia.user._id}`)).statusCode).toBe(200);
const call = (method: string, url: string, headers: Record<string, string> = {}, body?: Buffer): Promise<Response> =>
  fetch(new URL(url, origin), {
    method,
    headers: { authorization: mia.token, 'tus-resumable': '1.0.0', ...headers },
    body: body && new Uint8Array(body),
  });
const metadata = () => `filename ${btoa('wall.jpg')},albumId ${btoa(album._id)}`;
const create = (sizeBytes: number) => call('POST', TUS_PATH, { 'upload-length': String(sizeBytes), 'upload-metadata': metadata() });
const begin = async (sizeBytes: number) => (await create(sizeBytes)).headers.get('location') ?? '';
const pieceAt = (offset: number) => ({ 'upload-offset': String(offset), 'content-type': 'application/offset+octet-stream' });
const patch = (url: string, offset: number, bytes: Buffer) => call('PATCH', url, pieceAt(offset), bytes);

/** Returns everything that an upload may leave behind for either account. */
async function left() {
  const owners = [olga.user._id, mia.user._id];
  const used = await Promise.all(owners.map((id) => findStorageUsage(test.db, id)));
  return {
    files: (await test.db.selectFrom('files').select('id').where('owner_id', 'in', owners).execute()).length,
    media: (await test.db.selectFrom('media').select('id').where('album_id', '=', album._id).execute()).length,
    reservations: (await test.db.selectFrom('upload_reservations').select('id').where('user_id', 'in', owners).execute()).length,
    usedBytes: used.reduce((sum, bytes) => sum + bytes, 0),
    temp: (await test.files.temp()).length,
  };
}
const nothing = { files: 0, media: 0, reservations: 0, usedBytes: 0, temp: 0 };

describe('a resumable upload of a removed member', () => {
  it('is refused for its next part, its creation and a status request', async () => {
    const bytes = await aJpeg();
    const url = await begin(bytes.length);
    expect((await patch(url, 0, bytes.subarray(0, 1000))).status).toBe(204);
    await remove();
    expect((await patch(url, 1000, bytes.subarray(1000))).status).toBe(404);
    expect((await call('HEAD', url)).status).toBe(404);
    expect((await create(bytes.length)).status).toBe(404);
    expect(await left()).toEqual(nothing);
  });

  it('is refused at its end when its last part was being sent', async () => {
    const bytes = await aJpeg({ width: 1600, height: 1200 });
    const url = await begin(bytes.length);
    const headers = { authorization: mia.token, 'tus-resumable': '1.0.0', ...pieceAt(0), 'content-length': bytes.length };
    const request = http.request(new URL(url, origin), { method: 'PATCH', headers });
    const answered = new Promise<number>((resolve, reject) => {
      request.on('response', (response) => {
        response.resume();
        resolve(response.statusCode ?? 0);
      });
      request.on('error', reject);
    });
    request.write(bytes.subarray(0, 2000));
    // The reservation lasts a day once the first bytes were received.
    const promise = test.db.selectFrom('upload_reservations').select('expires_at').where('id', '=', path.basename(url));
    const inAnHour = new Date(Date.now() + 3600_000);
    await expect.poll(async () => ((await promise.executeTakeFirst())?.expires_at ?? new Date(0)) > inAnHour).toBe(true);
    await remove();
    request.end(bytes.subarray(2000));
    expect(await answered).toBe(404);
    expect(await test.files.resumable()).not.toContain(path.basename(url));
    expect(await left()).toEqual(nothing);
  });

  it('concurrent with the owner’s belongs to exactly one of them', async () => {
    const bytes = await aJpeg();
    for (let round = 0; round < 5; round++) {
      const url = await begin(bytes.length);
      await patch(url, 0, bytes.subarray(0, bytes.length - 10));
      const [last, removed] = await Promise.all([
        patch(url, bytes.length - 10, bytes.subarray(bytes.length - 10)),
        olga.call('DELETE', `/organizations/${orgId}/members/${mia.user._id}`),
      ]);
      expect(removed.statusCode).toBe(200);
      expect([204, 404]).toContain(last.status);
      const kept = last.status === 204 ? 1 : 0;
      expect(await left()).toEqual({ files: kept, media: kept, reservations: 0, usedBytes: kept * bytes.length, temp: 0 });
      const owners = await test.db.selectFrom('files').select('owner_id').where('owner_id', 'in', [olga.user._id, mia.user._id]).execute();
      for (const { owner_id } of owners) expect(owner_id).toBe(olga.user._id);
      await olga.call('DELETE', `/albums/${album._id}`);
      await olga.call('DELETE', `/bin/${olga.user._id}`, { all: true, orgId });
      expect((await olga.call('POST', '/users/org/user', { orgId, emails: [mia.email] })).statusCode).toBe(200);
      album = (await olga.call('POST', '/albums', { name: 'Together', orgId })).json<{ result: Album }>().result;
      await test.runJobs();
    }
  });

  it('that was complete before the removal belongs to the family, and the former member cannot see it', async () => {
    const bytes = await aJpeg();
    const url = await begin(bytes.length);
    const mediaId = (await patch(url, 0, bytes)).headers.get('x-media-id');
    expect((await call('HEAD', url)).headers.get('upload-offset')).toBe(String(bytes.length));
    await remove();
    expect((await mia.call('GET', `/medias/media/${mediaId}`)).statusCode).toBe(404);
    const { result } = (await olga.call('GET', `/medias/media/${mediaId}`)).json<{ result: Media }>();
    expect(result).toMatchObject({ uploadedBy: mia.user._id, mediaFile: { size: bytes.length } });
    for (const address of [`/uploads?key=${result.mediaFile.key}&width=64`, `/uploads/media/download?key=${result.mediaFile.key}`])
      expect((await mia.call('GET', address)).statusCode).toBe(404);
  });
});

describe('uploaded files of a member who is removed before adding them to an album', () => {
  const attach = (file: UploadedFile) => mia.call('POST', '/medias', { albumId: album._id, mediaFile: [{ key: file.key }] });

  it('remain the former member’s, and are refused', async () => {
    const file = await uploadFile(test, mia, { name: 'own.jpg', bytes: await aJpeg() });
    await remove();
    expect((await attach(file)).statusCode).toBe(404);
    expect(await left()).toMatchObject({ files: 1, media: 0, reservations: 0 });
    const own = await anAlbum(mia);
    expect((await mia.call('POST', '/medias', { albumId: own._id, mediaFile: [{ key: file.key }] })).statusCode).toBe(201);
  });

  it('belong either to the family or to the former member when both happen at once, and count once', async () => {
    const bytes = await aJpeg();
    const file = await uploadFile(test, mia, { name: 'own.jpg', bytes });
    const [attached] = await Promise.all([attach(file), remove()]);
    expect([201, 404]).toContain(attached.statusCode);
    const [{ owner_id } = { owner_id: '' }, ...more] = await test.db
      .selectFrom('files')
      .select('owner_id')
      .where('owner_id', 'in', [olga.user._id, mia.user._id])
      .where('root_id', 'is', null)
      .execute();
    expect(more).toEqual([]);
    expect(owner_id).toBe(attached.statusCode === 201 ? olga.user._id : mia.user._id);
    expect((await left()).usedBytes).toBe(bytes.length);
  });
});
