/** Access of a removed family member: the next request is refused, and a running zip download is aborted. */
import type { AddressInfo } from 'node:net';
import type { Album, Media, UploadedFile, ZipDownloadToken } from '@vitrine/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { aPerson, aPhoto, type TestPerson, uploadFile } from '../../testing/builders.ts';
import { aFamily } from '../../testing/families.ts';
import { aVideo } from '../../testing/media-files.ts';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';

let test: TestApp;
let olga: TestPerson;
let mia: TestPerson;
let orgId: string;
let album: Album;

beforeAll(async () => {
  test = await createTestApp();
  await test.app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(() => test.close());
beforeEach(async () => {
  [olga, mia] = [await aPerson(test, { name: 'Olga' }), await aPerson(test, { name: 'Mia' })];
  orgId = (await aFamily(test, olga, [mia])).orgId;
  album = (await olga.call('POST', '/albums', { name: 'Together', orgId })).json<{ result: Album }>().result;
});

const remove = async () => expect((await olga.call('DELETE', `/organizations/${orgId}/members/${mia.user._id}`)).statusCode).toBe(200);
const dissolve = async () => expect((await olga.call('DELETE', `/organizations/${orgId}`)).statusCode).toBe(200);
const statusOf = async (url: string) => (await mia.call('GET', url)).statusCode;
const attach = async (file: UploadedFile) => {
  const answer = await olga.call('POST', '/medias', { albumId: album._id, mediaFile: [{ key: file.key }] });
  return answer.json<{ result: Media[] }>().result[0];
};
const fetchAs = (person: TestPerson, url: string) =>
  fetch(`http://127.0.0.1:${(test.app.server.address() as AddressInfo).port}/api${url}`, { headers: { authorization: person.token } });
const askZip = () => mia.call('POST', '/uploads/zip', { albumId: album._id });
const ticket = async () => (await askZip()).json<{ result: ZipDownloadToken }>().result;

/** A video with an empty box at its end, which players skip, so that it exceeds the buffers of a connection. */
async function aLongFilm(): Promise<Buffer> {
  const padding = Buffer.alloc(12 * 1024 * 1024);
  padding.writeUInt32BE(padding.length, 0);
  padding.write('free', 4, 'latin1');
  return Buffer.concat([await aVideo({ seconds: 1 }), padding]);
}

describe.each([
  ['is removed', remove],
  ['was in a family that is dissolved', dissolve],
])('a member who %s', (_how, end) => {
  it('receives no picture of the family in any size, even if seen before', async () => {
    const photo = await aPhoto(test, olga, album._id);
    const { key } = photo.mediaFile;
    const urls = [
      `/uploads?key=${key}&width=64`,
      `/uploads?key=${key}~90&width=64`,
      `/uploads/media/download?key=${key}`,
      `/medias/media/${photo._id}`,
      `/medias/${album._id}`,
    ];
    for (const url of urls) expect(await statusOf(url), url).toBe(200);
    await end();
    for (const url of urls) expect(await statusOf(url), url).toBe(404);
  });

  it('receives no further part of a video', async () => {
    await attach(await uploadFile(test, olga, { name: 'clip.mp4', bytes: await aVideo({ seconds: 1 }) }));
    await test.runJobs();
    const [film] = (await olga.call('GET', `/medias/${album._id}`)).json<{ result: Media[] }>().result;
    const urls = [
      `/${film?.main}`,
      `/${film?.main?.replace('main.m3u8', 'seg_0.m4s')}`,
      `/streams/${film?.keys['720']}`,
      `/uploads?key=${film?.videoThumbnail}&width=64`,
    ];
    for (const url of urls) expect(await statusOf(url), url).toBe(200);
    await end();
    for (const url of urls) expect(await statusOf(url), url).toBe(404);
  });

  it('cannot use an earlier download token, and gets no new one', async () => {
    await aPhoto(test, olga, album._id);
    const { key } = await ticket();
    expect((await fetchAs(mia, `/uploads/zip/${key}`)).status).toBe(200);
    await end();
    expect((await fetchAs(mia, `/uploads/zip/${key}`)).status).toBe(404);
    expect((await askZip()).statusCode).toBe(404);
  });

  it('receives an incomplete zip that is detected as incomplete', async () => {
    const bytes = await aLongFilm();
    for (let count = 0; count < 3; count++) await attach(await uploadFile(test, olga, { name: `film ${count}.mp4`, bytes }));
    const { key, size } = await ticket();
    const reader = (await fetchAs(mia, `/uploads/zip/${key}`)).body?.getReader();
    let received = (await reader?.read())?.value?.length ?? 0;
    await end();
    const rest = async () => {
      for (let next = await reader?.read(); next && !next.done; next = await reader?.read()) received += next.value.length;
    };
    await expect(rest()).rejects.toThrow();
    expect(received).toBeGreaterThan(0);
    expect(received).toBeLessThan(size);
  });
});

describe('media added by a removed member', () => {
  it('stay where they are: copies with the former member, moved media with the family', async () => {
    const photo = await aPhoto(test, olga, album._id);
    const own = (await mia.call('POST', '/albums', { name: 'Mine' })).json<{ result: Album }>().result;
    const ofMia = await aPhoto(test, mia, own._id, { colour: '#aa3300' });
    const body = { albumId: own._id, mediaIdArr: [photo._id] };
    expect((await mia.call('PUT', `/medias/${album._id}/copy`, body)).statusCode).toBe(200);
    expect((await mia.call('PUT', `/medias/${own._id}/move`, { albumId: album._id, mediaIdArr: [ofMia._id] })).statusCode).toBe(200);
    await remove();
    await test.runJobs();
    const listOf = async (person: TestPerson, albumId: string) =>
      (await person.call('GET', `/medias/${albumId}`)).json<{ result: Media[] }>().result;
    const [copied, ...others] = await listOf(mia, own._id);
    expect(others).toEqual([]);
    expect(await statusOf(`/uploads?key=${copied?.mediaFile.key}&width=64`)).toBe(200);
    const ofFamily = await listOf(olga, album._id);
    expect(ofFamily.map(({ _id }) => _id)).toContain(ofMia._id);
    for (const { mediaFile } of ofFamily) {
      expect(await statusOf(`/uploads?key=${mediaFile.key}&width=64`)).toBe(404);
      expect(await statusOf(`/uploads/media/download?key=${mediaFile.key}`)).toBe(404);
    }
  });
});
