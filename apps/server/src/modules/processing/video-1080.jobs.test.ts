import type { Album, Manifest, Media } from '@vitrine/contract';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { AppError } from '../../platform/errors.ts';
import { newId } from '../../platform/ids.ts';
import { ToolError } from '../../platform/media-tools/tool-child.ts';
import type { VideoSession } from '../../platform/media-tools/video-session.ts';
import { aDevice, anAlbum, aPerson, aPlaylist, aScreen, type TestPerson, type TestScreen, uploadFile } from '../../testing/builders.ts';
import { aVideo } from '../../testing/media-files.ts';
import { openTestApp } from '../../testing/shared-test-app.ts';
import type { TestApp } from '../../testing/test-app.ts';
import { findStorageUsage } from '../entitlements/index.ts';

let test: TestApp;
let ana: TestPerson;
let album: Album;
let film: Buffer;
beforeAll(async () => {
  test = await openTestApp();
  ana = await aPerson(test, { devices: 100 });
  film = await aVideo({ width: 1920, height: 1080, seconds: 0.2 });
});
afterAll(() => test.close());
afterEach(() => vi.restoreAllMocks());
beforeEach(async () => {
  album = await anAlbum(ana);
});

async function attachVideo(bytes = film): Promise<Media> {
  const { key } = await uploadFile(test, ana, { name: 'film.mp4', bytes });
  const [media] = (await ana.call('POST', '/medias', { albumId: album._id, mediaFile: [{ key }] })).json<{ result: [Media] }>().result;
  return media;
}
async function addVideo(bytes = film): Promise<Media> {
  const media = await attachVideo(bytes);
  await test.runJobs();
  return readMedia(media);
}
const readMedia = async ({ _id }: Media) => (await ana.call('GET', `/medias/media/${_id}`)).json<{ result: Media }>().result;
const listFiles = (media: Media) =>
  test.db
    .selectFrom('files')
    .select(['id', 'role', 'width', 'height', 'sha256', 'size_bytes', 'recipe', 'storage_key'])
    .where('root_id', '=', media.mediaFile.key)
    .orderBy('role')
    .execute();
const findRole = async (media: Media, role: string) => (await listFiles(media)).find((file) => file.role === role);
const manifestOf = async (screen: TestScreen) => (await screen.get('/screens/manifest')).json<{ result: Manifest }>().result;
const runTask = async () => {
  await test.runWorkerTasks('media.video-1080');
  await test.runJobs();
};

/** Changes the video to the state of the version before 1080p copies. */
async function removeCopy(media: Media): Promise<void> {
  const copy = await findRole(media, 'mp4_hd');
  await test.files.remove(copy?.storage_key ?? '');
  await sql`delete from files where id = ${copy?.id}`.execute(test.db);
  await sql`update files set recipe = 1 where root_id = ${media.mediaFile.key} and role = 'mp4'`.execute(test.db);
}

async function show(): Promise<TestScreen> {
  const playlist = await aPlaylist(ana, { albumIds: [album._id] });
  const screen = await aScreen(test);
  const device = await aDevice(ana, screen);
  await ana.call('POST', '/publishes', { playlistId: playlist._id, deviceId: [device._id] });
  await test.runJobs();
  return screen;
}

/** Replaces the encoder of the 1080p copy; all other steps run as usual. */
function replaceEncoder(mp4: VideoSession['mp4']) {
  const open = test.tools.videos.open.bind(test.tools.videos);
  return vi.spyOn(test.tools.videos, 'open').mockImplementation(async (work) => {
    const session = await open(work);
    return work.isIdle ? { ...session, mp4 } : session;
  });
}

describe('a new video', () => {
  it('gets a 1080p copy after it became ready in 720p, with the lowest priority, which does not count as storage', async () => {
    const statuses: number[] = [];
    const storageBefore = await findStorageUsage(test.db, ana.user._id);
    const media = await attachVideo();
    const open = test.tools.videos.open.bind(test.tools.videos);
    vi.spyOn(test.tools.videos, 'open').mockImplementation(async (work) => {
      if (work.isIdle) statuses.push((await readMedia(media)).status);
      return open(work);
    });
    await test.runJobs();
    expect(statuses).toEqual([6]);
    const [small, large] = [await findRole(media, 'mp4'), await findRole(media, 'mp4_hd')];
    expect([small, large].map((file) => [file?.width, file?.height])).toEqual([
      [1280, 720],
      [1920, 1080],
    ]);
    expect((await readMedia(media)).keys).toEqual({ '720': small?.id, '1080': large?.id });
    expect(await findStorageUsage(test.db, ana.user._id)).toBe(storageBefore + media.mediaFile.size);
    const sent = await ana.call('GET', `/streams/${large?.id}`);
    expect([sent.statusCode, sent.headers['content-type'], sent.rawPayload.length]).toEqual([200, 'video/mp4', large?.size_bytes]);
    const bob = await aPerson(test, { name: 'Bob' });
    expect((await bob.call('GET', `/streams/${large?.id}`)).statusCode).toBe(404);
  });

  it('gets none when it has fewer pixels, and is not examined again', async () => {
    const media = await addVideo(await aVideo({ width: 1440, height: 900, seconds: 0.2 }));
    expect(media.keys).toEqual({ '720': (await findRole(media, 'mp4'))?.id });
    expect(await findRole(media, 'mp4')).toMatchObject({ height: 720, recipe: 2 });
    const open = vi.spyOn(test.tools.videos, 'open');
    await runTask();
    expect(open).not.toHaveBeenCalled();
  });

  it.each([
    ['a fault of the file', new AppError('FILE_BROKEN'), 1],
    ['a fault of the machine', new ToolError('the tool crashed'), 3],
  ])('plays in 720p after %s', async (_name, error, attempts) => {
    const encode = vi.fn<VideoSession['mp4']>().mockRejectedValue(error);
    replaceEncoder(encode);
    const media = await addVideo();
    for (let retry = 0; retry < 4; retry++) {
      await sql`update graphile_worker._private_jobs set run_at = now() where key like 'video-1080:%'`.execute(test.db);
      await runTask();
    }
    expect(encode).toHaveBeenCalledTimes(attempts);
    expect(await readMedia(media)).toMatchObject({ status: 6, failureReason: null, keys: { '720': expect.any(String) } });
    expect(await findRole(media, 'mp4_hd')).toBeUndefined();
  });

  it('stops being encoded in 1080p when it is deleted, and continues after it was restored', async () => {
    const media = await attachVideo();
    replaceEncoder(async () => {
      await ana.call('DELETE', `/medias/${album._id}`, { mediaIdArr: [media._id] });
      await vi.waitUntil(() => vi.mocked(test.tools.videos.open).mock.lastCall?.[0].signal?.aborted, { timeout: 10_000 });
      throw new ToolError('cancelled');
    });
    await test.runJobs();
    expect(await findRole(media, 'mp4_hd')).toBeUndefined();
    vi.restoreAllMocks();
    await ana.call('PUT', `/bin/${ana.user._id}/restore`, { mediaIdArr: [media._id] });
    await runTask();
    expect(await findRole(media, 'mp4_hd')).toMatchObject({ width: 1920, height: 1080 });
  });
});

describe('a processed video', () => {
  /** One video for all tests, each of which leaves it with its 1080p copy. */
  let media: Media;
  let albumOfVideo: Album;
  beforeAll(async () => {
    albumOfVideo = album = await anAlbum(ana);
    media = await addVideo();
  });
  beforeEach(() => {
    album = albumOfVideo;
  });

  it('has its 1080p copy in manifests, and only their screens may read it', async () => {
    const [screen, stranger] = [await show(), await aScreen(test)];
    const [small, large] = [await findRole(media, 'mp4'), await findRole(media, 'mp4_hd')];
    const manifest = await manifestOf(screen);
    expect(manifest.files).toEqual([
      {
        sha256: small?.sha256,
        sizeBytes: small?.size_bytes,
        mimetype: 'video/mp4',
        fullHd: { sha256: large?.sha256, sizeBytes: large?.size_bytes },
      },
    ]);
    expect(manifest.publishes[0]?.items[0]?.sha256).toBe(small?.sha256);
    expect((await screen.get(`/screens/files/${large?.sha256}`)).rawPayload.length).toBe(large?.size_bytes);
    expect((await stranger.get(`/screens/files/${large?.sha256}`)).statusCode).toBe(404);
  });
  it('of an earlier version plays in 720p until its 1080p copy is made, which raises the revision once', async () => {
    await removeCopy(media);
    const screen = await show();
    const before = await manifestOf(screen);
    expect(before.files[0]).not.toHaveProperty('fullHd');
    await runTask();
    const copy = await findRole(media, 'mp4_hd');
    const after = await manifestOf(screen);
    expect(after.revision).toBe(before.revision + 1);
    expect(after.publishes[0]?.items).toEqual(before.publishes[0]?.items);
    expect(after.files).toEqual([{ ...before.files[0], fullHd: { sha256: copy?.sha256, sizeBytes: copy?.size_bytes } }]);
    const open = vi.spyOn(test.tools.videos, 'open');
    await runTask();
    expect(open).not.toHaveBeenCalled();
  });

  it('of an earlier version is added only while fewer than ten wait, so that new videos wait behind few', async () => {
    await removeCopy(media);
    const addJob = (id: string) =>
      sql`select graphile_worker.add_job('media.video-1080', ${JSON.stringify({ fileId: id })}::json, job_key => ${`video-1080:${id}`}, run_at => now() + interval '1 day')`;
    const ids = Array.from({ length: 10 }, () => newId());
    for (const id of ids) await addJob(id).execute(test.db);
    await runTask();
    expect(await findRole(media, 'mp4_hd')).toBeUndefined();
    // A job that used up its attempts, as by stops of the server, does not wait.
    await sql`update graphile_worker._private_jobs set attempts = max_attempts where key = ${`video-1080:${ids[0]}`}`.execute(test.db);
    await runTask();
    expect(await findRole(media, 'mp4_hd')).toBeDefined();
    for (const id of ids) await sql`select graphile_worker.remove_job(${`video-1080:${id}`})`.execute(test.db);
  });

  it('gets a new 1080p copy when an administrator has it processed again, and keeps the previous one until then', async () => {
    const before = await findRole(media, 'mp4_hd');
    const admin = await aPerson(test);
    await test.db.updateTable('users').set({ role: 'support' }).where('id', '=', admin.user._id).execute();
    expect((await admin.call('PUT', `/queues/${media._id}/reprocess`)).statusCode).toBe(200);
    await test.runJobs();
    const after = await findRole(media, 'mp4_hd');
    expect(after).toMatchObject({ width: 1920, height: 1080 });
    expect(after?.storage_key).not.toBe(before?.storage_key);
    expect((await readMedia(media)).keys['1080']).toBe(after?.id);
  });
  it('is copied with its 1080p copy to another account', async () => {
    const bob = await aPerson(test, { name: 'Bob', devices: 1 });
    const share = { album_id: album._id, user_id: bob.user._id, permission: 'write', invited_by: ana.user._id };
    await test.db
      .insertInto('album_shares')
      .values({ ...share, id: newId(), accepted_at: new Date() })
      .execute();
    const theirs = await anAlbum(bob, { name: 'Mine' });
    await bob.call('PUT', `/medias/${album._id}/copy`, { albumId: theirs._id, mediaIdArr: [media._id] });
    const [copy] = (await bob.call('GET', `/medias/${theirs._id}`)).json<{ result: [Media] }>().result;
    const [source, copied] = [await findRole(media, 'mp4_hd'), await findRole(copy, 'mp4_hd')];
    expect(copied?.sha256).toBe(source?.sha256);
    expect(copied?.storage_key).not.toBe(source?.storage_key);
    expect(await test.files.has(copied?.storage_key ?? '')).toBe(true);
  });

  it('loses the bytes of its 1080p copy when it is deleted', async () => {
    const keys = (await listFiles(media)).map(({ storage_key }) => storage_key);
    expect(keys).toContain((await findRole(media, 'mp4_hd'))?.storage_key);
    await ana.call('DELETE', `/medias/${album._id}`, { mediaIdArr: [media._id] });
    await ana.call('DELETE', `/bin/${ana.user._id}`, { all: true });
    await test.runJobs();
    for (const key of keys) expect(await test.files.has(key)).toBe(false);
  });
});
