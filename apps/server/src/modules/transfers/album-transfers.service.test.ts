import type { Album, Media } from '@vitrine/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { newId } from '../../platform/ids.ts';
import { anAlbum, aPerson, aPhoto, aPlan, type TestPerson, uploadFile } from '../../testing/builders.ts';
import { aJpeg, aVideo } from '../../testing/media-files.ts';
import { openTestApp } from '../../testing/shared-test-app.ts';
import type { TestApp } from '../../testing/test-app.ts';
import { findStorageUsage } from '../entitlements/index.ts';

let test: TestApp;
let ana: TestPerson;
let bob: TestPerson;
let album: Album;
let other: Album;

beforeAll(async () => {
  test = await openTestApp();
  ana = await aPerson(test);
  await aPlan(test, ana);
  bob = await aPerson(test, { name: 'Bob' });
});
afterAll(() => test.close());
beforeEach(async () => {
  album = await anAlbum(ana);
  other = await anAlbum(ana, { name: 'Other' });
});

const list = async (target: Album, person = ana): Promise<Media[]> =>
  (await person.call('GET', `/medias/${target._id}`)).json<{ result: Media[] }>().result;
const ids = async (target: Album, person = ana) => (await list(target, person)).map((media) => media._id);
const size = async (target: Album) =>
  (await test.db.selectFrom('albums').select('size_bytes').where('id', '=', target._id).executeTakeFirstOrThrow()).size_bytes;
const used = (person: TestPerson) => findStorageUsage(test.db, person.user._id);
const transfer = (operation: 'move' | 'copy', from: Album, to: { _id: string }, media: string[], person = ana) =>
  person.call('PUT', `/medias/${from._id}/${operation}`, { albumId: to._id, mediaIdArr: media });
const photo = (target: Album, person = ana) => aPhoto(test, person, target._id);
const share = (target: Album, person: TestPerson, permission: 'read' | 'write') =>
  test.db
    .insertInto('album_shares')
    .values({ id: newId(), album_id: target._id, user_id: person.user._id, permission, accepted_at: new Date(), invited_by: ana.user._id })
    .execute();

describe('a transfer', () => {
  it.each([
    ['move', "Move can't be completed"],
    ['copy', "Copy can't be completed"],
  ] as const)('to %s without a target album is refused with the specified message', async (operation, message) => {
    const media = await photo(album);
    const mediaIdArr = [media._id];
    for (const body of [{ mediaIdArr }, { albumId: '', mediaIdArr }, { albumId: null, mediaIdArr }, {}, undefined]) {
      const refused = await ana.call('PUT', `/medias/${album._id}/${operation}`, body);
      expect([refused.statusCode, refused.json()]).toMatchObject([422, { code: 'INVALID', message }]);
    }
    expect(await ids(album)).toEqual([media._id]);
  });
});

describe('moving', () => {
  it('appends media to another album in their order, keeping their ids', async () => {
    const [a, b, c] = [await photo(album), await photo(album), await photo(album)];
    const d = await photo(other);
    const stored = await used(ana);
    expect((await transfer('move', album, other, [c._id, a._id])).json()).toMatchObject({ message: '2 items moved.' });
    expect([await ids(album), await ids(other)]).toEqual([[b._id], [d._id, a._id, c._id]]);
    expect([await size(album), await size(other)]).toEqual([b.mediaFile.size, a.mediaFile.size * 3]);
    expect(await used(ana)).toBe(stored);
    await transfer('move', other, album, [a._id, c._id]);
    expect(await ids(album)).toEqual([b._id, a._id, c._id]);
  });

  it('places each media before the given one, or at the end when that one was deleted', async () => {
    const [a, b, c, d] = [await photo(album), await photo(album), await photo(album), await photo(album)];
    const [x, y] = [await photo(other), await photo(other)];
    const moveBefore = (media: Media[], before: (Media | null)[]) =>
      ana.call('PUT', `/medias/${album._id}/move`, {
        albumId: other._id,
        mediaIdArr: media.map(({ _id }) => _id),
        beforeIdArr: before.map((one) => one?._id ?? null),
      });
    expect((await moveBefore([d, b, a], [y, x, y])).json()).toMatchObject({ message: '3 items moved.' });
    expect(await ids(other)).toEqual([b._id, x._id, d._id, a._id, y._id]);
    await ana.call('DELETE', `/medias/${other._id}`, { mediaIdArr: [x._id] });
    const [e, f] = [await photo(album), await photo(album)];
    // A position in the source album counts as deleted.
    expect((await moveBefore([c, e], [x, f])).statusCode).toBe(200);
    expect(await ids(other)).toEqual([b._id, d._id, a._id, y._id, c._id, e._id]);
    expect((await moveBefore([f], [y, y])).json()).toMatchObject({ code: 'INVALID', message: 'Specify one position for each item.' });
    expect(await ids(album)).toEqual([f._id]);
  });

  it('moves nothing when one of the media does not exist', async () => {
    const [a, x] = [await photo(album), await photo(other)];
    const body = { albumId: other._id, mediaIdArr: [a._id, newId()], beforeIdArr: [x._id, null] };
    expect((await ana.call('PUT', `/medias/${album._id}/move`, body)).statusCode).toBe(404);
    expect([await ids(album), await ids(other)]).toEqual([[a._id], [x._id]]);
  });

  it('is refused when the target is missing, full, inaccessible or the same album', async () => {
    const a = await photo(album);
    const bobAlbum = await anAlbum(bob);
    const missing = await transfer('move', album, { _id: newId() }, [a._id]);
    expect([missing.statusCode, missing.json().message]).toEqual([404, "Move can't be completed"]);
    const same = await transfer('move', album, album, [a._id]);
    expect([same.statusCode, same.json().message]).toEqual([422, "Move can't be completed"]);
    expect((await transfer('move', album, bobAlbum, [a._id])).statusCode).toBe(404);
    expect((await transfer('move', album, other, [a._id, newId()])).statusCode).toBe(404);
    await test.db
      .updateTable('albums')
      .set({ size_bytes: 5e9 - 10 })
      .where('id', '=', other._id)
      .execute();
    expect((await transfer('move', album, other, [a._id])).json().code).toBe('ALBUM_FULL');
    expect(await ids(album)).toEqual([a._id]);
  });

  it('requires permission to arrange the source; a write member may only add', async () => {
    const a = await photo(album);
    await share(album, bob, 'write');
    const bobAlbum = await anAlbum(bob);
    expect((await transfer('move', album, bobAlbum, [a._id], bob)).statusCode).toBe(404);
    const own = await photo(bobAlbum, bob);
    expect((await transfer('move', bobAlbum, album, [own._id], bob)).statusCode).toBe(200);
    expect(await ids(album)).toEqual([a._id, own._id]);
    // Specifying a position requires permission to arrange.
    const another = await photo(bobAlbum, bob);
    const body = { albumId: album._id, mediaIdArr: [another._id], beforeIdArr: [a._id] };
    const refused = await bob.call('PUT', `/medias/${bobAlbum._id}/move`, body);
    expect([refused.statusCode, refused.json().message]).toEqual([404, "Move can't be completed"]);
    expect(await ids(album)).toEqual([a._id, own._id]);
  });

  it('succeeds once for concurrent moves of the same media', async () => {
    const a = await photo(album);
    const third = await anAlbum(ana, { name: 'Third' });
    const answers = await Promise.all([transfer('move', album, other, [a._id]), transfer('move', album, third, [a._id])]);
    expect(answers.map((answer) => answer.statusCode).toSorted((a, b) => a - b)).toEqual([200, 404]);
    expect([...(await ids(other)), ...(await ids(third))]).toEqual([a._id]);
  });
});

describe('copying', () => {
  it('shows the same file again, which counts once against the quota', async () => {
    const a = await photo(album);
    const stored = await used(ana);
    expect((await transfer('copy', album, other, [a._id])).json()).toMatchObject({ message: '1 item copied.' });
    await transfer('copy', album, album, [a._id]);
    expect(await list(other)).toMatchObject([{ name: a.name, status: 6, mediaFile: { key: a.mediaFile.key } }]);
    expect(await ids(album)).toHaveLength(2);
    expect([await used(ana), await size(album), await size(other)]).toEqual([stored, 2 * a.mediaFile.size, a.mediaFile.size]);
  });

  it('creates a separate file for another account’s media, which remains when the source is deleted', async () => {
    const a = await aPhoto(test, ana, album._id, { colour: '#aa1122' });
    await ana.call('POST', `/uploads/media/rotate/${a._id}`, { rotateAngle: 90 });
    await test.runJobs();
    await share(album, bob, 'write');
    const bobAlbum = await anAlbum(bob);
    const before = await used(bob);
    expect((await transfer('copy', album, bobAlbum, [a._id], bob)).statusCode).toBe(200);
    const [copy] = await list(bobAlbum, bob);
    expect(copy).toMatchObject({ name: a.name, rotation: 90, status: 6, uploadedBy: bob.user._id });
    expect(copy?.mediaFile.key).not.toContain(a.mediaFile.key);
    expect(await used(bob)).toBe(before + a.mediaFile.size);
    await transfer('copy', album, bobAlbum, [a._id], bob);
    expect(await used(bob)).toBe(before + a.mediaFile.size);
    expect(await test.db.selectFrom('upload_reservations').selectAll().execute()).toEqual([]);

    await ana.call('DELETE', `/users/${ana.user._id}`, { password: ana.password });
    await test.runJobs();
    const picture = await bob.call('GET', `/uploads?key=${copy?.mediaFile.key}&width=64`);
    expect(picture.statusCode).toBe(200);
    ana = await aPerson(test);
  });

  it('copies videos with their derivatives', async () => {
    const { key } = await uploadFile(test, ana, { name: 'film.mp4', bytes: await aVideo({ seconds: 1 }) });
    await ana.call('POST', '/medias', { albumId: album._id, mediaFile: [{ key }] });
    await test.runJobs();
    const [film] = await list(album);
    await share(album, bob, 'write');
    const bobAlbum = await anAlbum(bob);
    await transfer('copy', album, bobAlbum, [film?._id ?? ''], bob);
    await test.runJobs();
    await ana.call('DELETE', `/albums/${album._id}`);
    const [copy] = await list(bobAlbum, bob);
    expect(copy?.status).toBe(6);
    expect((await bob.call('GET', `/streams/${copy?.keys['720']}`)).statusCode).toBe(200);
    expect((await bob.call('GET', `/${copy?.main}`)).body).toContain('seg_0.m4s');
  });

  it('is refused without write access, beyond the quota and to a missing album, without leftover files', async () => {
    const a = await photo(album);
    const carl = await aPerson(test, { name: 'Carl' });
    const carls = await anAlbum(carl);
    expect((await transfer('copy', album, carls, [a._id], carl)).statusCode).toBe(404);
    await share(album, carl, 'read');
    expect((await transfer('copy', album, carls, [a._id], carl)).statusCode).toBe(404);
    await test.db.updateTable('album_shares').set({ permission: 'write' }).where('user_id', '=', carl.user._id).execute();
    await test.db
      .updateTable('storage_usage')
      .set({ used_bytes: 15e9 - 10 })
      .where('user_id', '=', carl.user._id)
      .execute();
    expect((await transfer('copy', album, carls, [a._id], carl)).json().code).toBe('QUOTA_EXCEEDED');
    const nowhere = await transfer('copy', album, { _id: newId() }, [a._id]);
    expect([nowhere.statusCode, nowhere.json().message]).toEqual([404, "Copy can't be completed"]);
    expect(await list(carls, carl)).toEqual([]);
    expect(await test.db.selectFrom('files').select('id').where('owner_id', '=', carl.user._id).execute()).toEqual([]);
    expect(await test.db.selectFrom('upload_reservations').selectAll().execute()).toEqual([]);
  });
});

describe('replacing the file of a media item', () => {
  it('keeps the id and deletes the old file', async () => {
    const a = await photo(album);
    const { key, size: bytes } = await uploadFile(test, ana, { name: 'new.jpg', bytes: await aJpeg() });
    const answer = await ana.call('PUT', `/medias/${a._id}`, { mediaFile: { key }, caption: 'Better' });
    expect(answer.json().result).toMatchObject({ _id: a._id, mediaFile: { key }, caption: 'Better', name: a.name });
    await test.runJobs();
    expect(await list(album)).toMatchObject([{ _id: a._id, status: 6, width: 640 }]);
    expect(await size(album)).toBe(bytes);
    expect(await test.db.selectFrom('files').select('id').where('id', '=', a.mediaFile.key).execute()).toEqual([]);
  });

  it('requires the caller’s file of the same kind', async () => {
    const a = await photo(album);
    const film = await uploadFile(test, ana, { name: 'film.mp4', bytes: await aVideo({ seconds: 1 }) });
    const bobAlbum = await uploadFile(test, bob, { name: 'b.jpg', bytes: await aJpeg() });
    expect((await ana.call('PUT', `/medias/${a._id}`, { mediaFile: { key: film.key } })).statusCode).toBe(422);
    expect((await ana.call('PUT', `/medias/${a._id}`, { mediaFile: { key: bobAlbum.key } })).statusCode).toBe(404);
    await share(album, bob, 'write');
    expect((await bob.call('PUT', `/medias/${a._id}`, { caption: 'Mine' })).statusCode).toBe(404);
    const own = await photo(album, bob);
    expect((await bob.call('PUT', `/medias/${own._id}`, { caption: 'Mine', mediaFile: { key: bobAlbum.key } })).statusCode).toBe(200);
    expect((await bob.call('PUT', `/medias/${own._id}`, { sequence: 1 })).statusCode).toBe(404);
  });
});

describe('copying media of several albums', () => {
  const copy = (to: Album, mediaIdArr: string[], person = ana) => person.call('PUT', '/medias/copy', { albumId: to._id, mediaIdArr });

  it('adds them in the order of capture and skips those that the album contains', async () => {
    const target = await anAlbum(ana, { name: 'Best' });
    const [late, early, present] = [await photo(album), await photo(other), await photo(target)];
    await ana.call('PUT', `/medias/${late._id}`, { takenAt: '2020-01-01T00:00', name: 'late' });
    await ana.call('PUT', `/medias/${early._id}`, { takenAt: '2010-01-01T00:00', name: 'early' });
    const copied = await copy(target, [late._id, early._id, present._id]);
    expect(copied.json()).toMatchObject({ message: '2 items copied.' });
    expect((await list(target)).map(({ name }) => name)).toEqual([present.name, 'early', 'late']);
    expect((await copy(target, [present._id])).json()).toMatchObject({ message: 'Already in this album.' });
    expect([await ids(album), await ids(other)]).toEqual([[late._id], [early._id]]);
  });

  it('copies none when one of them cannot be copied', async () => {
    const [own, foreign] = [await photo(album), await photo(await anAlbum(bob), bob)];
    expect((await copy(other, [own._id, foreign._id])).statusCode).toBe(404);
    expect((await copy(other, [own._id, newId()])).statusCode).toBe(404);
    expect(await ids(other)).toEqual([]);
    await share(album, bob, 'read');
    expect((await copy(await anAlbum(bob), [own._id], bob)).statusCode).toBe(404);
  });

  it('refuses an album of another account with the specified message', async () => {
    const own = await photo(album);
    const refused = await copy(await anAlbum(bob), [own._id]);
    expect([refused.statusCode, refused.json()]).toMatchObject([404, { message: "Copy can't be completed" }]);
  });
});
