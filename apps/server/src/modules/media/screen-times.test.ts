/** When and how long screens show media: editing of one item and of many, access, and where the settings stay. */
import type { Album, Media, Playlist, PlaylistItem } from '@vitrine/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { anAlbum, aPerson, aPhoto, aPlan, aPlaylist, aStoredPhoto, type TestPerson, uploadFile } from '../../testing/builders.ts';
import { aVideo } from '../../testing/media-files.ts';
import { openTestApp } from '../../testing/shared-test-app.ts';
import { joinAlbum } from '../../testing/sharing.ts';
import type { TestApp } from '../../testing/test-app.ts';

let test: TestApp;
let ana: TestPerson;
let album: Album;
let photo: { _id: string };
let second: { _id: string };

beforeAll(async () => {
  test = await openTestApp();
  ana = await aPerson(test);
  await aPlan(test, ana, { albums: null });
});
afterAll(() => test.close());
beforeEach(async () => {
  album = await anAlbum(ana);
  const store = async () => ({ _id: (await aStoredPhoto(test, ana, album._id)).mediaId });
  [photo, second] = [await store(), await store()];
});

const VALID = { from: '2026-12-01T08:00', until: '2026-12-24T18:00', weekdays: [1, 5], startTime: '22:00', endTime: '02:00' };
const edit = (id: string, body: object, actor = ana) => actor.call('PUT', `/medias/${id}`, body);
const setMany = (body: object, actor = ana) => actor.call('PUT', '/medias/screentimes', body);
const read = async (id: string) => (await ana.call('GET', `/medias/media/${id}`)).json<{ result: Media }>().result;

describe('the times of one item on screens', () => {
  it('are saved, read and removed', async () => {
    const saved = await edit(photo._id, { duration: 12, valid: { ...VALID, weekdays: [5, 1] } });
    expect(saved.json()).toMatchObject({ error: false, result: { duration: 12, valid: VALID } });
    expect(await read(photo._id)).toMatchObject({ duration: 12, valid: VALID });
    await edit(photo._id, { name: 'Another name' });
    expect(await read(photo._id)).toMatchObject({ duration: 12, valid: VALID });
    await edit(photo._id, { duration: null, valid: null });
    expect(await read(photo._id)).toMatchObject({ duration: null, valid: null });
  });

  it.each([
    ['an end before the start', { valid: { from: '2026-12-02T08:00', until: '2026-12-01T08:00' } }, 'Choose an end after the start.'],
    ['a start time without an end time', { valid: { startTime: '08:00' } }, 'Enter an end time.'],
    ['an end time without a start time', { valid: { endTime: '08:00' } }, 'Enter a start time.'],
    ['equal times', { valid: { startTime: '08:00', endTime: '08:00' } }, 'End time and Start time can not be same'],
    ['no limit', { valid: {} }, 'Enter a date, days or times.'],
    ['no days', { valid: { weekdays: [] } }, 'Select at least one day.'],
    ['a day twice', { valid: { weekdays: [1, 1] } }, 'List each day only once.'],
    ['a date that does not exist', { valid: { from: '2026-02-30T08:00' } }, 'Enter a date and a time.'],
    ['an instant instead of a local time', { valid: { from: '2026-02-20T08:00Z' } }, 'Enter a date and a time.'],
    ['a duration of 0', { duration: 0 }, 'Enter at least 1 second.'],
    ['a duration above an hour', { duration: 3601 }, 'Enter at most 3600 seconds, which is an hour.'],
    ['a part of a second', { duration: 1.5 }, 'Enter whole seconds.'],
  ])('are refused with %s', async (_name, body, message) => {
    expect((await edit(photo._id, body)).json()).toMatchObject({ error: true, message });
    expect((await setMany({ mediaIdArr: [photo._id], ...body })).json()).toMatchObject({ error: true, message });
    expect(await read(photo._id)).toMatchObject({ duration: null, valid: null });
  });

  it('are kept in the bin, in a copy and by a move', async () => {
    await edit(photo._id, { duration: 12, valid: VALID });
    const other = await anAlbum(ana, { name: 'Other' });
    await ana.call('PUT', `/medias/${album._id}/copy`, { albumId: other._id, mediaIdArr: [photo._id] });
    const [copy] = (await ana.call('GET', `/medias/${other._id}`)).json<{ result: Media[] }>().result;
    expect(copy).toMatchObject({ duration: 12, valid: VALID });
    await ana.call('DELETE', `/medias/${album._id}`, { mediaIdArr: [photo._id] });
    await ana.call('PUT', `/bin/${ana.user._id}/restore`, { mediaIdArr: [photo._id] });
    await ana.call('PUT', `/medias/${album._id}/move`, { albumId: other._id, mediaIdArr: [photo._id] });
    expect(await read(photo._id)).toMatchObject({ albumId: other._id, duration: 12, valid: VALID });
  });
});

describe('the times of a video on screens', () => {
  const addVideo = async () => {
    const { key } = await uploadFile(test, ana, { name: 'sea.mp4', bytes: await aVideo({ seconds: 1 }) });
    const added = await ana.call('POST', '/medias', { albumId: album._id, mediaFile: [{ key }] });
    const [video] = added.json<{ result: Media[] }>().result;
    if (!video) throw new Error(added.body);
    return video;
  };

  it('are a period only: it keeps its length, alone and in a selection', async () => {
    const video = await addVideo();
    const answer = await edit(video._id, { duration: 12 });
    expect(answer.json()).toMatchObject({ error: true, message: 'Videos keep their own length.' });
    await setMany({ mediaIdArr: [video._id, photo._id], duration: 12, valid: VALID });
    expect([await read(video._id), await read(photo._id)]).toMatchObject([
      { kind: 'video', duration: null, valid: VALID },
      { kind: 'image', duration: 12, valid: VALID },
    ]);
  });
});

describe('the times of several items on screens', () => {
  it('change only what is named, in any albums', async () => {
    const other = await anAlbum(ana, { name: 'Other' });
    const third = await aPhoto(test, ana, other._id);
    await edit(third._id, { duration: 30 });
    const answer = await setMany({ mediaIdArr: [photo._id, third._id], valid: VALID });
    expect(answer.json()).toMatchObject({ error: false, message: 'Changes saved for 2 items.' });
    expect([await read(photo._id), await read(third._id), await read(second._id)]).toMatchObject([
      { duration: null, valid: VALID },
      { duration: 30, valid: VALID },
      { duration: null, valid: null },
    ]);
    await setMany({ mediaIdArr: [photo._id, third._id], duration: null, valid: null });
    expect(await read(third._id)).toMatchObject({ duration: null, valid: null });
  });

  it('need at least one setting', async () => {
    expect((await setMany({ mediaIdArr: [photo._id] })).json()).toMatchObject({ error: true, message: 'Specify a duration or a period.' });
  });

  it('are changed for all or none: by the owner and the uploader, not by others', async () => {
    const ben = await aPerson(test);
    const change = { mediaIdArr: [photo._id, second._id], duration: 9 };
    expect((await setMany(change, ben)).statusCode).toBe(404);
    await joinAlbum(ana, album._id, ben, 'write');
    const theirs = await aPhoto(test, ben, album._id);
    expect((await setMany({ ...change, mediaIdArr: [theirs._id, photo._id] }, ben)).json()).toMatchObject({ error: true });
    expect([(await read(theirs._id)).duration, (await read(photo._id)).duration]).toEqual([null, null]);
    expect((await setMany({ ...change, mediaIdArr: [theirs._id] }, ben)).statusCode).toBe(200);
    expect((await setMany({ ...change, mediaIdArr: [theirs._id, photo._id], duration: 7 })).statusCode).toBe(200);
    expect([(await read(theirs._id)).duration, (await read(photo._id)).duration]).toEqual([7, 7]);
  });

  it('do not block each other when 40 requests change the same items in different orders', async () => {
    const ids = [photo._id, second._id];
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, index) => setMany({ mediaIdArr: index % 2 ? ids : ids.toReversed(), duration: index + 1 })),
    );
    expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200]));
    expect((await read(photo._id)).duration).toBe((await read(second._id)).duration);
  });
});

describe('a playlist with own durations', () => {
  const durations = async ({ _id }: Playlist) => {
    const { durationMs } = (await ana.call('GET', `/playlists/details/${_id}`)).json<{ result: Playlist }>().result;
    const items = (await ana.call('GET', `/playlists/items/${_id}`)).json<{ result: PlaylistItem[] }>().result;
    return { durationMs, items: items.map((item) => item.durationMs), valid: items.map((item) => item.valid) };
  };

  it('plays these items for their own duration, and its total is right', async () => {
    const playlist = await aPlaylist(ana, { albumIds: [album._id] });
    expect(await durations(playlist)).toMatchObject({ durationMs: 10_000, items: [5000, 5000] });
    await edit(second._id, { duration: 30, valid: VALID });
    expect(await durations(playlist)).toEqual({ durationMs: 35_000, items: [5000, 30_000], valid: [null, VALID] });
    await ana.call('PUT', `/playlists/${playlist._id}`, { albumId: album._id, duration: 8 });
    expect(await durations(playlist)).toMatchObject({ durationMs: 38_000, items: [8000, 30_000] });
  });
});
