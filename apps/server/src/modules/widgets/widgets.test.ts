import type { Media, Playlist } from '@vitrine/contract';
import { type ScreenWidget, WIDGET_MIMETYPE, type WidgetDetails } from '@vitrine/contract/widgets';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { anAlbum, aPerson, aPhoto, aPlan, aPlaylist, type TestPerson } from '../../testing/builders.ts';
import { openTestApp } from '../../testing/shared-test-app.ts';
import type { TestApp } from '../../testing/test-app.ts';
import { listPlayableItems } from '../playlists/index.ts';

let test: TestApp;
let ana: TestPerson;
let albumId: string;
beforeAll(async () => {
  test = await openTestApp();
  ana = await aPerson(test);
  await aPlan(test, ana);
  albumId = (await anAlbum(ana))._id;
});
afterAll(() => test.close());

const SLIDE = { type: 'slide', theme: 'light', template: 'pictureBeside', title: 'Fresh bread' };
const add = async (settings: object, name = 'Bakery') => {
  const answer = await ana.call('POST', '/widgets', { albumId, name, settings });
  expect(answer.statusCode, answer.body).toBe(201);
  await test.runJobs();
  return answer.json<{ result: Media }>().result;
};
const read = async (id: string) => (await ana.call('GET', `/widgets/${id}`)).json<{ result: WidgetDetails }>().result;

describe('a widget', () => {
  it('is a media item of the album with a still image', async () => {
    const added = await add({ type: 'clock', theme: 'dark', face: 'analogue' }, 'Clock');
    expect(added).toMatchObject({ kind: 'widget', name: 'Clock', albumId, mediaFile: { mimetype: WIDGET_MIMETYPE } });
    const list = (await ana.call('GET', `/medias/${albumId}`)).json<{ result: Media[] }>().result;
    expect(list.find(({ _id }) => _id === added._id)).toMatchObject({ status: 6, width: 1280, height: 720, thumbhash: expect.any(String) });
    const tile = await ana.call('GET', `/uploads?key=${added.mediaFile.key}&width=320`);
    expect(await sharp(tile.rawPayload).metadata()).toMatchObject({ width: 320, height: 180 });
  });

  it('returns its settings with defaults', async () => {
    const { _id } = await add({ type: 'clock', theme: 'dark', face: 'digital' });
    expect(await read(_id)).toEqual({
      settings: {
        type: 'clock',
        theme: 'dark',
        face: 'digital',
        showSeconds: false,
        showDate: true,
        hours: '24',
        timeZone: null,
        label: '',
      },
      pictureKey: null,
      source: null,
    });
  });

  it('plays on screens as a file that contains its picture', async () => {
    const photo = await aPhoto(test, ana, albumId);
    await test.runJobs();
    const { _id } = await add({ ...SLIDE, pictureId: photo._id });
    const playlist = await aPlaylist(ana, { albumIds: [albumId] });
    const item = (await listPlayableItems(test.db, playlist._id)).find(({ mediaId }) => mediaId === _id);
    expect(item).toMatchObject({ kind: 'widget', durationMs: 5000, mimetype: WIDGET_MIMETYPE });
    const { settings, pictures } = (await ana.call('GET', `/streams/${item?.fileId}`)).json<ScreenWidget>();
    expect(settings).toMatchObject(SLIDE);
    expect(pictures[photo._id]).toMatch(/^data:image\/(jpeg|webp);base64,/);
  });

  it('stays on screens while it is edited, and counts in the duration of a playlist', async () => {
    const own = (await anAlbum(ana))._id;
    const created = await ana.call('POST', '/widgets', { albumId: own, name: 'Bakery', settings: SLIDE });
    await test.runJobs();
    const playlist = await aPlaylist(ana, { albumIds: [own] });
    const { _id } = created.json<{ result: Media }>().result;
    const [before] = await listPlayableItems(test.db, playlist._id);
    await ana.call('PUT', `/widgets/${_id}`, { settings: { ...SLIDE, title: 'Warm bread' } });
    const [after] = await listPlayableItems(test.db, playlist._id);
    expect(after).toMatchObject({ mediaId: _id, kind: 'widget' });
    expect(after?.sha256).not.toBe(before?.sha256);
    const shown = (await ana.call('GET', `/playlists/details/${playlist._id}`)).json<{ result: Playlist }>().result;
    expect(shown.albumArr).toMatchObject([{ itemCount: 1, durationMs: 5000 }]);
  });

  it('keeps its picture after the photo was deleted, also when it is edited', async () => {
    const photo = await aPhoto(test, ana, albumId);
    await test.runJobs();
    const { _id } = await add({ ...SLIDE, pictureId: photo._id });
    await ana.call('DELETE', `/medias/${albumId}`, { mediaIdArr: [photo._id] });
    const before = await read(_id);
    expect((await ana.call('GET', `/uploads?key=${before.pictureKey}&width=320`)).statusCode).toBe(200);
    const edited = await ana.call('PUT', `/widgets/${_id}`, {
      name: 'Bread',
      settings: { ...SLIDE, title: 'Warm bread', pictureId: photo._id },
    });
    expect(edited.json<{ result: Media }>().result).toMatchObject({ _id, name: 'Bread', kind: 'widget' });
    const after = await read(_id);
    expect(after.settings).toMatchObject({ title: 'Warm bread', pictureId: photo._id });
    expect((await ana.call('GET', `/uploads?key=${after.pictureKey}&width=320`)).statusCode).toBe(200);
  });

  it('refuses invalid settings and another type', async () => {
    const invalid = await ana.call('POST', '/widgets', { albumId, name: 'x', settings: { ...SLIDE, title: '' } });
    expect(invalid.json()).toMatchObject({ code: 'INVALID' });
    const { _id } = await add(SLIDE);
    const other = await ana.call('PUT', `/widgets/${_id}`, { settings: { type: 'clock', theme: 'dark', face: 'digital' } });
    expect(other.json()).toMatchObject({ code: 'INVALID', message: 'The type of a widget cannot be changed.' });
  });

  it('refuses settings that are too large', async () => {
    const rows = Array.from({ length: 200 }, () => Array.from({ length: 6 }, () => 'ä'.repeat(100)));
    const answer = await ana.call('POST', '/widgets', {
      albumId,
      name: 'Large',
      settings: { type: 'table', theme: 'light', columns: Array(6).fill(''), rows },
    });
    expect(answer.json()).toMatchObject({ code: 'INVALID', message: 'The widget contains too much text. Use at most 64 kB.' });
  });
});

describe('another account', () => {
  it('can neither read nor edit a widget, nor use photos of others in one', async () => {
    const bob = await aPerson(test);
    await aPlan(test, bob);
    const { _id } = await add(SLIDE);
    const photo = await aPhoto(test, ana, albumId);
    await test.runJobs();
    const bobAlbum = (await anAlbum(bob))._id;
    const answers = await Promise.all([
      bob.call('GET', `/widgets/${_id}`),
      bob.call('PUT', `/widgets/${_id}`, { settings: SLIDE }),
      bob.call('POST', '/widgets', { albumId, name: 'Mine', settings: SLIDE }),
      bob.call('POST', '/widgets', { albumId: bobAlbum, name: 'Mine', settings: { ...SLIDE, pictureId: photo._id } }),
    ]);
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([404, 404, 404, 404]);
  });

  it('gets a copy that is complete without the original', async () => {
    const photo = await aPhoto(test, ana, albumId);
    await test.runJobs();
    const { _id } = await add({ ...SLIDE, pictureId: photo._id }, 'Copied');
    const target = (await anAlbum(ana))._id;
    await ana.call('PUT', `/medias/${albumId}/copy`, { albumId: target, mediaIdArr: [_id] });
    await test.runJobs();
    await ana.call('DELETE', `/medias/${albumId}`, { mediaIdArr: [_id] });
    const [copy] = (await ana.call('GET', `/medias/${target}`)).json<{ result: Media[] }>().result;
    expect(copy).toMatchObject({ kind: 'widget', name: 'Copied', status: 6 });
    expect((await read(copy?._id ?? '')).pictureKey).not.toBeNull();
  });
});
