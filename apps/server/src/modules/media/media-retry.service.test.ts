import type { Media } from '@vitrine/contract';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { AppError } from '../../platform/errors.ts';
import { anAlbum, aPerson, type TestPerson, uploadFile } from '../../testing/builders.ts';
import { aJpeg } from '../../testing/media-files.ts';
import { openTestApp } from '../../testing/shared-test-app.ts';
import type { TestApp } from '../../testing/test-app.ts';

let test: TestApp;
let ana: TestPerson;
beforeAll(async () => {
  test = await openTestApp();
  ana = await aPerson(test);
});
afterAll(() => test.close());

const read = async (id: string) => (await ana.call('GET', `/medias/media/${id}`)).json<{ result: Media }>().result;
const retry = (person: TestPerson, id: string) => person.call('PUT', `/medias/media/${id}/retry`);

/** Uploads a photo whose processing fails. */
async function aFailedPhoto(): Promise<Media> {
  const album = await anAlbum(ana);
  const { key } = await uploadFile(test, ana, { name: 'photo.jpg', bytes: await aJpeg() });
  const answer = await ana.call('POST', '/medias', { albumId: album._id, mediaFile: [{ key }] });
  vi.spyOn(test.tools.jobImages, 'prepare').mockRejectedValue(new AppError('FILE_BROKEN'));
  await test.runJobs();
  vi.restoreAllMocks();
  return read(answer.json<{ result: Media[] }>().result[0]?._id ?? '');
}

it('processes a failed photo again for its owner, once', async () => {
  const failed = await aFailedPhoto();
  expect(failed).toMatchObject({ status: 9, failureReason: 'The file is damaged and can’t be opened.' });
  expect((await retry(ana, failed._id)).json()).toMatchObject({ result: { status: 1, failureReason: null } });
  expect((await retry(ana, failed._id)).statusCode).toBe(200);
  await test.runJobs();
  expect(await read(failed._id)).toMatchObject({ status: 6, failureReason: null });
});

it('refuses another account', async () => {
  const failed = await aFailedPhoto();
  const answer = await retry(await aPerson(test), failed._id);
  expect(answer.statusCode).toBeGreaterThanOrEqual(403);
  expect(await read(failed._id)).toMatchObject({ status: 9 });
});
