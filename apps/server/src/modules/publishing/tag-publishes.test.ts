import type { DeviceTag, Manifest, Publish, TagPublish } from '@vitrine/contract';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aDevice, anAlbum, aPerson, aPlaylist, aScreen, aStoredPhoto, type TestPerson, type TestScreen } from '../../testing/builders.ts';
import { aFamily } from '../../testing/families.ts';
import { openTestApp } from '../../testing/shared-test-app.ts';
import type { TestApp } from '../../testing/test-app.ts';

let test: TestApp;
let ana: TestPerson;
beforeAll(async () => {
  test = await openTestApp();
  ana = await aPerson(test, { devices: 200 });
});
afterAll(() => test.close());

interface TestDevice {
  id: string;
  screen: TestScreen;
}

async function createDevice(person = ana): Promise<TestDevice> {
  const screen = await aScreen(test);
  return { id: (await aDevice(person, screen, { timeZone: 'UTC' }))._id, screen };
}

async function createPlaylist(person = ana): Promise<string> {
  const album = await anAlbum(person);
  await aStoredPhoto(test, person, album._id);
  return (await aPlaylist(person, { albumIds: [album._id] }))._id;
}

const changeTags = (deviceIds: string[], change: { add?: string[]; remove?: string[] }, person = ana) =>
  person.call('POST', '/devices/many/tags', { deviceId: deviceIds, add: [], remove: [], ...change });

const listTags = async (person = ana) =>
  (await person.call('GET', `/devices/users/${person.user._id}/tags`)).json<{ result: DeviceTag[] }>().result;

/** Creates a tag with these devices and returns its id. */
async function createTag(name: string, deviceIds: string[], person = ana): Promise<string> {
  await changeTags(deviceIds, { add: [name] }, person);
  return (await listTags(person)).find((tag) => tag.name === name)?._id ?? '';
}

const publishToTags = (playlistId: string, tagId: string[], more: object = {}, person = ana) =>
  person.call('POST', '/publishes/tags', { playlistId, tagId, ...more });
const readTagPublishes = async (playlistId: string) =>
  (await ana.call('GET', `/publishes/tags?playlistId=${playlistId}`)).json<{ result: TagPublish[] }>().result;
const publishesOf = async (deviceId: string, person = ana) =>
  (await person.call('GET', `/publishes?deviceId=${deviceId}`)).json<{ result: Publish[] }>().result;
const listPlaylists = async ({ id }: TestDevice, person = ana) =>
  (await publishesOf(id, person)).map(({ playlistId }) => playlistId._id).sort();
const listManifestPlaylists = async ({ screen }: TestDevice) => {
  await test.runJobs();
  return (await screen.get('/screens/manifest'))
    .json<{ result: Manifest }>()
    .result.publishes.map(({ playlistId }) => playlistId)
    .sort();
};
const code = (response: { json: <T>() => T }) => response.json<{ code?: string }>().code;

describe('a playlist that is published to a tag', () => {
  it('is shown by devices with the tag, by one that gets it later, and no longer by one that loses it', async () => {
    const [first, second, playlist] = [await createDevice(), await createDevice(), await createPlaylist()];
    const tagId = await createTag('North', [first.id]);
    const answer = await publishToTags(playlist, [tagId], { schedule: { startTime: '10:00', endTime: '11:00' } });
    expect(answer.statusCode).toBe(201);
    expect(answer.json()).toMatchObject({ result: [{ playlistId: playlist, tag: { _id: tagId, name: 'North', devices: 1 } }] });
    expect(await publishesOf(first.id)).toMatchObject([{ fromTags: ['North'], schedule: { startTime: '10:00' } }]);
    expect(await listManifestPlaylists(first)).toEqual([playlist]);
    expect(await listManifestPlaylists(second)).toEqual([]);

    await changeTags([second.id], { add: ['North'] });
    expect(await listManifestPlaylists(second)).toEqual([playlist]);
    const [one, two] = [await publishesOf(first.id), await publishesOf(second.id)];
    expect(two).toMatchObject([{ fromTags: ['North'], schedule: { startTime: '10:00' }, activatedAt: one[0]?.activatedAt }]);

    await changeTags([first.id], { remove: ['North'] });
    expect(await listManifestPlaylists(first)).toEqual([]);
    expect(await listManifestPlaylists(second)).toEqual([playlist]);
  });

  it('stays on a device to which it was published directly', async () => {
    const [device, playlist] = [await createDevice(), await createPlaylist()];
    await ana.call('POST', '/publishes', { playlistId: playlist, deviceId: device.id });
    const tagId = await createTag('Direct', [device.id]);
    await publishToTags(playlist, [tagId]);
    await changeTags([device.id], { remove: ['Direct'] });
    expect(await publishesOf(device.id)).toMatchObject([{ fromTags: [] }]);
  });

  it('stays on a device that has another tag with it', async () => {
    const [device, playlist] = [await createDevice(), await createPlaylist()];
    const [one, two] = [await createTag('One of two', [device.id]), await createTag('Two of two', [device.id])];
    await publishToTags(playlist, [one, two]);
    await changeTags([device.id], { remove: ['One of two'] });
    expect(await publishesOf(device.id)).toMatchObject([{ fromTags: ['Two of two'] }]);
    await changeTags([device.id], { remove: ['Two of two'] });
    expect(await listManifestPlaylists(device)).toEqual([]);
  });

  it('is removed from the tag and not from a single device', async () => {
    const [device, playlist] = [await createDevice(), await createPlaylist()];
    const tagId = await createTag('Whole', [device.id]);
    await publishToTags(playlist, [tagId]);
    const removed = await ana.call('DELETE', `/publishes/playlist/delete?deviceId=${device.id}&playlistId=${playlist}`);
    expect(code(removed)).toBe('PUBLISHED_BY_TAG');
    const [entry] = await readTagPublishes(playlist);
    expect((await ana.call('DELETE', `/publishes/tags/${entry?._id}`)).statusCode).toBe(200);
    expect(await readTagPublishes(playlist)).toEqual([]);
    expect(await listManifestPlaylists(device)).toEqual([]);
    expect((await ana.call('DELETE', `/publishes/tags/${entry?._id}`)).statusCode).toBe(404);
  });

  it('is refused when it is empty, or when the tag has a hundred', async () => {
    const device = await createDevice();
    const tagId = await createTag('Full', [device.id]);
    const empty = await aPlaylist(ana);
    expect(code(await publishToTags(empty._id, [tagId]))).toBe('PLAYLIST_EMPTY');
    expect(await readTagPublishes(empty._id)).toEqual([]);
    const playlist = await createPlaylist();
    const others = Array.from({ length: 100 }, () => ({ id: crypto.randomUUID(), name: 'Other', user_id: ana.user._id }));
    await test.db.insertInto('playlists').values(others).execute();
    await test.db
      .insertInto('tag_publishes')
      .values(others.map(({ id }) => ({ id: crypto.randomUUID(), tag_id: tagId, playlist_id: id, activated_at: new Date() })))
      .execute();
    expect(code(await publishToTags(playlist, [tagId]))).toBe('TAG_PLAYLIST_LIMIT');
    expect(await listPlaylists(device)).toEqual([]);
  });

  it('needs the own tag and a playlist that the account can use', async () => {
    const ben = await aPerson(test, { devices: 5 });
    const device = await createDevice();
    const tagId = await createTag('Private', [device.id]);
    expect(code(await publishToTags(await createPlaylist(ben), [tagId], {}, ben))).toBe('NOT_FOUND');
    expect(code(await publishToTags(await createPlaylist(ben), [tagId]))).toBe('NOT_FOUND');
    expect(await listPlaylists(device)).toEqual([]);
  });
});

describe('devices with tags', () => {
  it('never miss a publish when they get the tag at the same moment', async () => {
    const devices = await Promise.all(Array.from({ length: 8 }, () => createDevice()));
    const [first, ...later] = devices;
    const tagId = await createTag('Race', [first?.id ?? '']);
    const playlists = [await createPlaylist(), await createPlaylist(), await createPlaylist()];
    const answers = await Promise.all([
      ...later.map(({ id }) => changeTags([id], { add: ['Race'] })),
      ...playlists.map((playlist) => publishToTags(playlist, [tagId])),
    ]);
    expect(answers.map(({ statusCode }) => statusCode).filter((status) => status >= 400)).toEqual([]);
    for (const device of devices) expect(await listPlaylists(device)).toEqual(playlists.toSorted());
  });

  it('lose its playlists when a former member’s family ends the sharing', async () => {
    const [olga, max] = [await aPerson(test, { devices: 10 }), await aPerson(test, { devices: 10 })];
    const { orgId } = await aFamily(test, olga, [max]);
    const screen = await aScreen(test);
    const { result: device } = (
      await olga.call('POST', '/devices', { name: 'Hall', deviceId: screen.deviceId, timeZone: 'UTC', orgId })
    ).json<{ result: { _id: string } }>();
    await changeTags([device._id], { add: ['Home'] }, olga);
    const { result: tags } = (await olga.call('GET', `/devices/users/${olga.user._id}/tags?orgId=${orgId}`)).json<{
      result: DeviceTag[];
    }>();
    const tagId = tags[0]?._id ?? '';
    const playlist = await createPlaylist(max);
    expect((await publishToTags(playlist, [tagId], {}, max)).statusCode).toBe(201);
    expect(await listPlaylists({ id: device._id, screen }, olga)).toEqual([playlist]);
    await olga.call('DELETE', `/organizations/${orgId}/members/${max.user._id}`);
    expect(await listPlaylists({ id: device._id, screen }, olga)).toEqual([]);
    await changeTags([device._id], { remove: ['Home'] }, olga);
    await changeTags([device._id], { add: ['Home'] }, olga);
    expect(await listPlaylists({ id: device._id, screen }, olga)).toEqual([]);
  });
});

const TAGS = ['a', 'b'];
type TagStep = { do: 'publishToTag' | 'removeFromTag'; playlist: number; tag: number } | { do: 'deleteTag' | 'mergeTag'; tag: number };
type TaggingStep = { do: 'tag' | 'untag'; device: number; tag: number };
type DeviceStep = { do: 'publish' | 'remove'; device: number; playlist: number };
type Step = TagStep | TaggingStep | DeviceStep;
const index = fc.integer({ min: 0, max: 1 });
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ do: fc.constantFrom('tag' as const, 'untag' as const), device: index, tag: index }),
  fc.record({ do: fc.constantFrom('publishToTag' as const, 'removeFromTag' as const), playlist: index, tag: index }),
  fc.record({ do: fc.constantFrom('publish' as const, 'remove' as const), device: index, playlist: index }),
  fc.record({ do: fc.constantFrom('deleteTag' as const, 'mergeTag' as const), tag: index }),
);

/** Expected tags of devices, playlists of tags, and direct publishes after the steps. */
class Model {
  readonly tagsOfDevice = [new Set<number>(), new Set<number>()];
  readonly playlistsOfTag = [new Set<number>(), new Set<number>()];
  readonly direct = [new Set<number>(), new Set<number>()];

  /** Playlists that a device shows. */
  shown(device: number): number[] {
    const byTag = [...(this.tagsOfDevice[device] ?? [])].flatMap((tag) => [...(this.playlistsOfTag[tag] ?? [])]);
    return [...new Set([...byTag, ...(this.direct[device] ?? [])])];
  }
}

/** Creates two devices, two playlists and no tags, and applies steps to them and to the model. */
async function createHistory() {
  const person = await aPerson(test, { devices: 5 });
  const devices = [await createDevice(person), await createDevice(person)];
  const playlists = [await createPlaylist(person), await createPlaylist(person)];
  const model = new Model();
  const findTag = async (tag: number) => (await listTags(person)).find(({ name }) => name === TAGS[tag])?._id;

  const applyToDevice = async (change: TaggingStep | DeviceStep): Promise<void> => {
    const deviceId = devices[change.device]?.id ?? '';
    if ('tag' in change) {
      const name = [TAGS[change.tag] ?? ''];
      await changeTags([deviceId], change.do === 'tag' ? { add: name } : { remove: name }, person);
      model.tagsOfDevice[change.device]?.[change.do === 'tag' ? 'add' : 'delete'](change.tag);
      return;
    }
    const playlistId = playlists[change.playlist] ?? '';
    if (change.do === 'publish') {
      await person.call('POST', '/publishes', { playlistId, deviceId });
      model.direct[change.device]?.add(change.playlist);
    } else {
      const { statusCode } = await person.call('DELETE', `/publishes/playlist/delete?deviceId=${deviceId}&playlistId=${playlistId}`);
      if (statusCode === 200) model.direct[change.device]?.delete(change.playlist);
    }
  };

  const endTag = async (change: { do: 'deleteTag' | 'mergeTag'; tag: number }, tagId: string): Promise<void> => {
    const other = 1 - change.tag;
    const isMerged = change.do === 'mergeTag';
    if (isMerged && (await findTag(other)) === undefined) return;
    if (isMerged) await person.call('PUT', `/devices/tags/${tagId}`, { name: TAGS[other] });
    else await person.call('DELETE', `/devices/tags/${tagId}`);
    for (const tags of model.tagsOfDevice) if (tags.delete(change.tag) && isMerged) tags.add(other);
    if (isMerged) for (const playlist of model.playlistsOfTag[change.tag] ?? []) model.playlistsOfTag[other]?.add(playlist);
    model.playlistsOfTag[change.tag]?.clear();
  };

  const applyToTag = async (change: TagStep, tagId: string): Promise<void> => {
    if (!('playlist' in change)) return endTag(change, tagId);
    const playlistId = playlists[change.playlist] ?? '';
    if (change.do === 'publishToTag') {
      await publishToTags(playlistId, [tagId], {}, person);
      model.playlistsOfTag[change.tag]?.add(change.playlist);
    } else {
      const { result } = (await person.call('GET', `/publishes/tags?playlistId=${playlistId}`)).json<{ result: TagPublish[] }>();
      const entry = result.find(({ tag }) => tag._id === tagId);
      if (entry) await person.call('DELETE', `/publishes/tags/${entry._id}`);
      model.playlistsOfTag[change.tag]?.delete(change.playlist);
    }
  };

  const apply = async (change: Step): Promise<void> => {
    if ('device' in change) return applyToDevice(change);
    const tagId = await findTag(change.tag);
    if (tagId) await applyToTag(change, tagId);
  };

  return { person, devices, playlists, model, apply };
}

describe('any history of tags and publishes', () => {
  const HISTORIES = Number(process.env['HISTORIES'] ?? (process.env['SLOW_TESTS'] === undefined ? 15 : 150));
  it('leaves each screen with the playlists of its tags and those published to it', { timeout: 300_000 }, async () => {
    const holds = async (steps: Step[]) => {
      const { person, devices, playlists, model, apply } = await createHistory();
      for (const change of steps) {
        await apply(change);
        for (const [device, tested] of devices.entries()) {
          const expected = model
            .shown(device)
            .map((playlist) => playlists[playlist] ?? '')
            .sort();
          expect(await listPlaylists(tested, person), JSON.stringify(change)).toEqual(expected);
          expect(await listManifestPlaylists(tested)).toEqual(expected);
        }
      }
    };
    await fc.assert(fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 14 }), holds), { numRuns: HISTORIES, seed: 46 });
  });
});
