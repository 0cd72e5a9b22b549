import { LIMITS, type Media } from '@vitrine/contract';
import type { WidgetDetails } from '@vitrine/contract/widgets';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { AppError } from '../../platform/errors.ts';
import { newId } from '../../platform/ids.ts';
import { anAlbum, aPerson, aPhoto, aPlan, type TestPerson } from '../../testing/builders.ts';
import { openTestApp } from '../../testing/shared-test-app.ts';
import type { TestApp } from '../../testing/test-app.ts';
import { findStorageUsage } from '../entitlements/index.ts';

let test: TestApp;
let ana: TestPerson;
let albumId: string;
beforeAll(async () => {
  test = await openTestApp();
});
afterAll(() => test.close());
afterEach(() => vi.restoreAllMocks());
beforeEach(async () => {
  ana = await aPerson(test);
  await aPlan(test, ana);
  albumId = (await anAlbum(ana))._id;
});

const SLIDE = { type: 'slide', theme: 'light', template: 'pictureBeside', title: 'Fresh bread' };
const create = (settings: object = SLIDE) => ana.call('POST', '/widgets', { albumId, name: 'Bakery', settings });
const createWithPhoto = async (): Promise<Media> => {
  const photo = await aPhoto(test, ana, albumId);
  await test.runJobs();
  const answer = await create({ ...SLIDE, pictureId: photo._id });
  await test.runJobs();
  return answer.json<{ result: Media }>().result;
};
const readState = async () => ({
  rows: (await test.db.selectFrom('files').select('id').orderBy('id').execute()).map(({ id }) => id),
  keys: await test.files.keys(),
  temp: await test.files.temp(),
  reservations: await test.db.selectFrom('upload_reservations').select('id').execute(),
  usedBytes: await findStorageUsage(test.db, ana.user._id),
});

const fillAlbum = () => test.db.updateTable('albums').set({ size_bytes: LIMITS.albumBytes }).where('id', '=', albumId).execute();
const REFUSALS = [
  { code: 'ALBUM_FULL', prepare: fillAlbum },
  { code: 'QUOTA_EXCEEDED', prepare: () => aPlan(test, ana, { storageBytes: 1 }) },
  { code: 'PLAN_ENDED', prepare: () => aPlan(test, ana, { endsAt: new Date(Date.now() - 40 * 86_400_000) }) },
];

describe('an edit that is refused', () => {
  it.each(REFUSALS)('with $code leaves the widget as it was and no file behind', async ({ code, prepare }) => {
    const { _id } = await createWithPhoto();
    const before = await readState();
    await prepare();
    const settings = { ...SLIDE, title: 'Warm bread '.repeat(10) };
    expect((await ana.call('PUT', `/widgets/${_id}`, { name: 'Bread', settings })).json()).toMatchObject({ code });
    await test.runJobs();
    expect(await readState()).toEqual(before);
    const { result } = (await ana.call('GET', `/widgets/${_id}`)).json<{ result: WidgetDetails }>();
    expect(result.settings).toMatchObject({ title: 'Fresh bread' });
    const [, shown] = (await ana.call('GET', `/medias/${albumId}`)).json<{ result: Media[] }>().result;
    expect(shown).toMatchObject({ _id, name: 'Bakery', status: 6 });
  });

  it('because the account may only look at the album stores nothing', async () => {
    const { _id } = (await create()).json<{ result: Media }>().result;
    await test.runJobs();
    const viewer = await aPerson(test);
    const invitation = { id: newId(), album_id: albumId, invited_by: ana.user._id };
    const share = { ...invitation, user_id: viewer.user._id, permission: 'read', accepted_at: new Date() };
    await test.db.insertInto('album_shares').values(share).execute();
    expect((await viewer.call('GET', `/widgets/${_id}`)).statusCode).toBe(200);
    const putFile = vi.spyOn(test.storage, 'putFile');
    expect((await viewer.call('PUT', `/widgets/${_id}`, { settings: SLIDE })).statusCode).toBe(404);
    expect(putFile).not.toHaveBeenCalled();
  });
});

describe('a new widget that is refused', () => {
  it.each(REFUSALS)('with $code leaves no file behind', async ({ code, prepare }) => {
    const before = await readState();
    await prepare();
    expect((await create()).json()).toMatchObject({ code });
    expect(await readState()).toEqual(before);
  });

  it('leaves no file behind when the disk is full', async () => {
    const before = await readState();
    const { putFile } = test.storage;
    // The first of its files still fits.
    vi.spyOn(test.storage, 'putFile').mockImplementationOnce(putFile).mockRejectedValueOnce(new AppError('DISK_FULL'));
    expect((await create()).json()).toMatchObject({ code: 'DISK_FULL' });
    expect(await readState()).toEqual(before);
  });
});

it('announces a widget before its bytes are stored, so that a crash leaves none behind', async () => {
  const { putFile } = test.storage;
  const announced: (string | undefined)[] = [];
  vi.spyOn(test.storage, 'putFile').mockImplementation(async (key, file) => {
    const reservations = await test.db.selectFrom('upload_reservations').select('id').execute();
    announced.push(reservations.map(({ id }) => id).find((id) => key.includes(id)));
    await putFile(key, file);
  });
  const { mediaFile } = (await create()).json<{ result: Media }>().result;
  expect(announced).toEqual([mediaFile.key, mediaFile.key]);
});

it('fits several widgets that are saved at once into the storage of a plan', async () => {
  const { mediaFile } = (await create()).json<{ result: Media }>().result;
  await aPlan(test, ana, { storageBytes: mediaFile.size * 4 });
  const statuses = (await Promise.all(Array.from({ length: 8 }, () => create()))).map(({ statusCode }) => statusCode);
  expect(statuses.filter((status) => status === 201)).toHaveLength(3);
  expect(await findStorageUsage(test.db, ana.user._id)).toBe(mediaFile.size * 4);
});
