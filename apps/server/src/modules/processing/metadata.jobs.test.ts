import type { Album, Media } from '@vitrine/contract';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { parseMetadata } from '../../platform/media-tools/image-metadata.ts';
import { anAlbum, aPerson, aPlan, type TestPerson, uploadFile } from '../../testing/builders.ts';
import { aPhotoWithMetadata, aVideoWithMetadata, type CaptureDetails, LISBON, MUNICH } from '../../testing/captured-files.ts';
import { aFamily } from '../../testing/families.ts';
import { openTestApp } from '../../testing/shared-test-app.ts';
import { joinAlbum } from '../../testing/sharing.ts';
import type { TestApp } from '../../testing/test-app.ts';

let test: TestApp;
let ana: TestPerson;
let ben: TestPerson;
let album: Album;
beforeAll(async () => {
  test = await openTestApp();
  [ana, ben] = [await aPerson(test), await aPerson(test, { name: 'Ben' })];
  for (const person of [ana, ben]) await aPlan(test, person);
});
afterAll(() => test.close());
beforeEach(async () => {
  album = await anAlbum(ana);
});

const SUMMER: CaptureDetails = {
  at: '2024:07:21 14:03:59',
  offset: '+02:00',
  make: 'Canon',
  model: 'EOS R5',
  lens: 'RF50mm',
  position: MUNICH,
};

async function add(person: TestPerson, albumId: string, name: string, bytes: Buffer): Promise<Media> {
  const { key } = await uploadFile(test, person, { name, bytes });
  const { result } = (await person.call('POST', '/medias', { albumId, mediaFile: [{ key }] })).json<{ result: [Media] }>();
  await test.runJobs();
  return result[0];
}
const readMedia = async (person: TestPerson, { _id }: Media) =>
  (await person.call('GET', `/medias/media/${_id}`)).json<{ result: Media }>().result;
const download = async (person: TestPerson, key: string) => (await person.call('GET', `/uploads/media/download?key=${key}`)).rawPayload;
const readMetadata = async (bytes: Buffer) => {
  const { exif, xmp } = await sharp(bytes).metadata();
  return parseMetadata({ exif: exif?.subarray(6), xmp });
};

describe('capture date and place', () => {
  it('are returned with the photo, in local time', async () => {
    const photo = await add(ana, album._id, 'one.jpg', await aPhotoWithMetadata(SUMMER));
    const expected = { takenAt: '2024-07-21T14:03:59+02:00', camera: 'Canon EOS R5', lens: 'RF50mm', place: 'Munich, Bavaria, Germany' };
    expect(photo).toMatchObject(expected);
    expect(await readMedia(ana, photo)).toMatchObject(expected);
    const plain = await add(ana, album._id, 'two.jpg', await aPhotoWithMetadata({ at: '2020:02:29 10:00:00' }));
    expect(plain).toMatchObject({ takenAt: '2020-02-29T10:00:00', camera: null, lens: null, place: null });
  });

  it('are returned with a video after processing', async () => {
    const film = await add(
      ana,
      album._id,
      'film.mov',
      await aVideoWithMetadata({ at: new Date('2023-03-04T05:06:07Z'), location: '+38.7119-009.1333/' }),
    );
    expect(await readMedia(ana, film)).toMatchObject({ takenAt: '2023-03-04T05:06:07+00:00', place: 'Lisbon, Portugal' });
  });

  it('sort an album by capture date, with undated media at the time they were added', async () => {
    const names = ['june', 'none', 'may', 'night'];
    const times: CaptureDetails[] = [
      { at: '2024:06:01 10:00:00' },
      {},
      { at: '2024:05:01 10:00:00' },
      // In UTC this is before the June photo, but its local time is later.
      { at: '2024:06:01 11:00:00', offset: '+14:00' },
    ];
    for (const [index, taken] of times.entries()) await add(ana, album._id, `${names[index]}.jpg`, await aPhotoWithMetadata(taken));
    const list = async (query: string) => (await ana.call('GET', `/medias/${album._id}?${query}`)).json<{ result: Media[] }>().result;
    const order = ['may', 'june', 'night', 'none'];
    expect((await list('sort=takenasc')).map(({ name }) => name)).toEqual(order);
    expect((await list('sort=takendesc&filter=image')).map(({ name }) => name)).toEqual(order.toReversed());
    const [may, june] = await list('sort=takenasc');
    await ana.call('DELETE', `/medias/${album._id}`, { mediaIdArr: [june?._id] });
    expect((await list(`sort=takenasc&after=${june?._id}`)).map(({ name }) => name)).toEqual(['night', 'none']);
    expect((await list(`sort=takendesc&after=${june?._id}`)).map(({ _id }) => _id)).toEqual([may?._id]);
    const ids = (await ana.call('GET', `/medias/${album._id}/ids?sort=takenasc`)).json<{ result: string[] }>().result;
    expect(ids).toHaveLength(3);
  });
});

describe('metadata of files stored by an earlier version', () => {
  const forget = (key: string) =>
    test.db
      .updateTable('files')
      .set({
        taken_offset_min: null,
        camera: null,
        lens: null,
        latitude: null,
        longitude: null,
        place: null,
        tells_place: true,
        facts_recipe: 0,
      })
      .where('id', '=', key)
      .execute();
  const readAgain = async () => {
    await test.runWorkerTasks('media.facts');
    await test.runJobs();
  };

  it('is read once by a job, which skips damaged and missing files', async () => {
    const photo = await add(ana, album._id, 'one.jpg', await aPhotoWithMetadata(SUMMER));
    const broken = await add(ana, album._id, 'two.jpg', await aPhotoWithMetadata({}));
    const gone = await add(ana, album._id, 'three.jpg', await aPhotoWithMetadata({}));
    const film = await add(
      ana,
      album._id,
      'film.mov',
      await aVideoWithMetadata({ at: new Date('2023-03-04T05:06:07Z'), location: '+38.7119-009.1333/' }),
    );
    for (const { mediaFile } of [photo, broken, gone, film]) await forget(mediaFile.key);
    const stored = async (key: string) =>
      (await test.db.selectFrom('files').select('storage_key').where('id', '=', key).executeTakeFirstOrThrow()).storage_key;
    await test.files.replace(await stored(broken.mediaFile.key), 'nothing');
    await test.db.updateTable('files').set({ storage_key: 'aa/gone' }).where('id', '=', gone.mediaFile.key).execute();
    expect(await readMedia(ana, photo)).toMatchObject({ camera: null, place: null });
    await readAgain();
    expect(await readMedia(ana, photo)).toMatchObject({ takenAt: '2024-07-21T14:03:59+02:00', place: 'Munich, Bavaria, Germany' });
    expect(await readMedia(ana, film)).toMatchObject({ place: 'Lisbon, Portugal' });
    const unread = await test.db.selectFrom('files').select('id').where('facts_recipe', '=', 0).where('root_id', 'is', null).execute();
    expect(unread).toEqual([]);
  });
});

describe('the place of a photo in a shared album', () => {
  const share = async () => {
    const photo = await add(ana, album._id, 'one.jpg', await aPhotoWithMetadata(SUMMER));
    await joinAlbum(ana, album._id, ben, 'write');
    return photo;
  };
  const show = (showPlaces: boolean) => ana.call('PUT', `/albums/${album._id}`, { showPlaces });

  it('is visible to the owner only, until the album shows places', async () => {
    const photo = await share();
    const list = async () => (await ben.call('GET', `/medias/${album._id}`)).json<{ result: Media[] }>().result[0];
    for (const seen of [await readMedia(ben, photo), await list()])
      expect(seen).toMatchObject({ takenAt: '2024-07-21T14:03:59+02:00', camera: 'Canon EOS R5', place: null });
    expect((await show(true)).json<{ result: Album }>().result.showPlaces).toBe(true);
    for (const seen of [await readMedia(ben, photo), await list()]) expect(seen).toMatchObject({ place: 'Munich, Bavaria, Germany' });
    expect((await ben.call('PUT', `/albums/${album._id}`, { showPlaces: false })).statusCode).toBe(403);
    await show(false);
    expect(await readMedia(ben, photo)).toMatchObject({ place: null });
  });

  it('is included in a member’s download only then, and always in the owner’s original', async () => {
    const photo = await share();
    const bytes = await aPhotoWithMetadata(SUMMER);
    expect(await download(ana, photo.mediaFile.key)).toEqual(bytes);
    expect(await readMetadata(await download(ben, photo.mediaFile.key))).toMatchObject({
      takenAt: '2024-07-21T12:03:59.000Z',
      camera: 'Canon EOS R5',
      position: null,
      hasLocation: false,
    });
    await show(true);
    expect(await download(ben, photo.mediaFile.key)).toEqual(bytes);
  });

  it('is removed from a member’s rotated download, which keeps other metadata', async () => {
    const photo = await share();
    await ana.call('POST', `/uploads/media/rotate/${photo._id}`, { rotateAngle: 90 });
    const key = `${photo.mediaFile.key}~90`;
    for (const [person, place] of [
      [ana, 'Munich, Bavaria, Germany'],
      [ben, null],
    ] as const) {
      const made = await download(person, key);
      const { width, height, orientation = 1 } = await sharp(made).metadata();
      expect([width, height, orientation]).toEqual([200, 320, 1]);
      expect(await readMetadata(made)).toMatchObject({ takenAt: '2024-07-21T12:03:59.000Z', lens: 'RF50mm', place });
    }
  });

  it('is not part of a copy', async () => {
    const photo = await share();
    const own = await anAlbum(ben);
    expect((await ben.call('PUT', `/medias/${album._id}/copy`, { albumId: own._id, mediaIdArr: [photo._id] })).statusCode).toBe(200);
    await test.runJobs();
    const [copy] = (await ben.call('GET', `/medias/${own._id}`)).json<{ result: Media[] }>().result;
    expect(copy).toMatchObject({ takenAt: '2024-07-21T14:03:59+02:00', place: null });
    expect(await readMetadata(await download(ben, copy?.mediaFile.key ?? ''))).toMatchObject({
      camera: 'Canon EOS R5',
      hasLocation: false,
    });
    await test.db.updateTable('files').set({ facts_recipe: 0 }).execute();
    await test.runWorkerTasks('media.facts');
    await test.runJobs();
    expect(copy && (await readMedia(ben, copy))).toMatchObject({ place: null });
    expect(await readMedia(ana, photo)).toMatchObject({ place: 'Munich, Bavaria, Germany' });
  });

  it('is removed from a video that a member downloads', async () => {
    const film = await aVideoWithMetadata({ at: new Date('2023-03-04T05:06:07Z'), location: '+38.7119-009.1333/' });
    const { mediaFile } = await add(ana, album._id, 'film.mov', film);
    await joinAlbum(ana, album._id, ben, 'read');
    expect((await download(ana, mediaFile.key)).equals(film)).toBe(true);
    const downloaded = await download(ben, mediaFile.key);
    expect(downloaded.includes('ftyp')).toBe(true);
    for (const trace of ['xyz', '38.7119']) expect(downloaded.includes(trace)).toBe(false);
  });

  it('is visible to the uploader and to the family that shares it', async () => {
    await joinAlbum(ana, album._id, ben, 'write');
    const guestPhoto = await add(ben, album._id, 'ben.jpg', await aPhotoWithMetadata({ position: LISBON }));
    expect(await readMedia(ben, guestPhoto)).toMatchObject({ place: 'Lisbon, Portugal' });
    const [eva, finn] = [await aPerson(test), await aPerson(test)];
    const { orgId } = await aFamily(test, eva, [finn]);
    const ours = (await eva.call('POST', '/albums', { name: 'Ours', orgId })).json<{ result: Album }>().result;
    const photo = await add(eva, ours._id, 'ours.jpg', await aPhotoWithMetadata(SUMMER));
    expect(await readMedia(finn, photo)).toMatchObject({ place: 'Munich, Bavaria, Germany' });
  });

  it('remains in the stored original', async () => {
    const photo = await share();
    await download(ben, photo.mediaFile.key);
    const { storage_key } = await test.db
      .selectFrom('files')
      .select('storage_key')
      .where('id', '=', photo.mediaFile.key)
      .executeTakeFirstOrThrow();
    expect(await test.files.read(storage_key)).toEqual(await aPhotoWithMetadata(SUMMER));
  });
});
