import { createHash } from 'node:crypto';
import type { Album, DuplicateFiles, Media } from '@vitrine/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { anAlbum, aPerson, aPhoto, type TestPerson, uploadFile } from '../../testing/builders.ts';
import { aJpeg } from '../../testing/media-files.ts';
import { openTestApp } from '../../testing/shared-test-app.ts';
import { joinAlbum } from '../../testing/sharing.ts';
import type { TestApp } from '../../testing/test-app.ts';

let test: TestApp;
let ana: TestPerson;
let bob: TestPerson;
let album: Album;
let bytes: Buffer;
let mediaId: string;

beforeAll(async () => {
  test = await openTestApp();
  [ana, bob] = [await aPerson(test), await aPerson(test, { name: 'Bob' })];
  album = await anAlbum(ana);
  bytes = await aJpeg();
  const { key } = await uploadFile(test, ana, { name: 'beach.jpg', bytes });
  const made = await ana.call('POST', '/medias', { albumId: album._id, mediaFile: [{ key }] });
  mediaId = made.json<{ result: Media[] }>().result[0]?._id ?? '';
  await aPhoto(test, ana, (await anAlbum(ana, { name: 'Another' }))._id);
});
afterAll(() => test.close());

const sha256 = (content: Buffer) => createHash('sha256').update(content).digest('hex');
const sendRequest = (person: TestPerson, files: object[], albumId = album._id) =>
  person.call('POST', `/medias/${albumId}/known`, { files });
const known = async (person: TestPerson, files: object[]) => (await sendRequest(person, files)).json<{ result: DuplicateFiles }>().result;

describe('files that an album already contains', () => {
  it('are found by checksum; without one, the response states whether computing it is useful', async () => {
    const files = [
      { size: 12 },
      { size: bytes.length },
      { size: bytes.length, sha256: sha256(bytes) },
      { size: bytes.length, sha256: '0'.repeat(64) },
    ];
    expect(await known(ana, files)).toEqual({ known: [{ index: 2, mediaId }], possible: [1] });
  });

  it('do not include files of other accounts', async () => {
    expect((await sendRequest(bob, [{ size: bytes.length, sha256: sha256(bytes) }])).statusCode).toBe(404);
    await joinAlbum(ana, album._id, bob, 'write');
    expect((await known(bob, [{ size: bytes.length, sha256: sha256(bytes) }])).known).toEqual([]);
  });

  it('accepts as many files as may wait for upload, and no more', async () => {
    const files = Array.from({ length: 3000 }, (_, at) => ({ size: bytes.length, sha256: at.toString(16).padStart(64, '0') }));
    expect(await known(ana, files)).toEqual({ known: [], possible: [] });
    for (const bad of [[], [...files, { size: 1 }], [{ size: 0 }], [{ size: 1, sha256: 'no checksum' }], [{ size: 1, name: 'a.jpg' }]])
      expect((await sendRequest(ana, bad)).statusCode).toBe(422);
  });
});
