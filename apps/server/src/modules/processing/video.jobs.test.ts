import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { AppError } from '../../platform/errors.ts';
import { NO_METADATA } from '../../platform/media-tools/media-metadata.ts';
import type { VideoSession } from '../../platform/media-tools/video-session.ts';
import type { VideoProbe } from '../../platform/media-tools/video-tool-types.ts';
import { anAlbum, aPerson, type TestPerson, uploadFile } from '../../testing/builders.ts';
import { aJpeg, aVideo } from '../../testing/media-files.ts';
import { openTestApp } from '../../testing/shared-test-app.ts';
import type { TestApp } from '../../testing/test-app.ts';

let test: TestApp;
let film: Buffer;
beforeAll(async () => {
  test = await openTestApp();
  film = await aVideo({ width: 64, height: 36, seconds: 0.2 });
});
afterAll(() => test.close());
afterEach(() => vi.restoreAllMocks());

async function upload(person: TestPerson, albumId: string): Promise<{ fileId: string; mediaId: string }> {
  const { key } = await uploadFile(test, person, { name: 'film.mp4', bytes: film });
  const answer = await person.call('POST', '/medias', { albumId, mediaFile: [{ key }] });
  return { fileId: key, mediaId: answer.json<{ result: { _id: string }[] }>().result[0]?._id ?? '' };
}

/** Files fetched from an object store have local names that end with the file's id. */
const fileIdOf = (file: string) => path.basename(file).split('~').at(-1) ?? '';

/** Replaces the video tools. `probe` determines the result of each video by throwing or returning. */
function lookBy(probe: (fileId: string, signal: AbortSignal | undefined) => Promise<never>) {
  const never = () => Promise.reject(new AppError('FILE_BROKEN'));
  vi.spyOn(test.tools.videos, 'open').mockImplementation(async ({ signal }): Promise<VideoSession> => {
    return { probe: ({ source }) => probe(fileIdOf(source), signal), still: never, mp4: never, hls: never, close: () => undefined };
  });
}

/** A video that has to be encoded. */
const aProbe = (durationMs: number): VideoProbe => ({
  format: 'mov',
  codedWidth: 64,
  codedHeight: 36,
  width: 64,
  height: 36,
  durationMs,
  pictureMs: durationMs,
  soundEndMs: 0,
  startMs: 0,
  pictureStartMs: 0,
  isDurationStated: true,
  videoCodec: 'hevc',
  profile: 'Main',
  level: 93,
  kilobitsPerSecond: 0,
  audioCodec: null,
  pixelFormat: 'yuv420p',
  framesPerSecond: 30,
  fieldOrder: 'progressive',
  colours: { matrix: undefined, primaries: undefined, transfer: undefined },
  isHdr: false,
  uprightFilters: [],
  facts: NO_METADATA,
});

const statusOf = async (mediaId: string) =>
  (await test.db.selectFrom('media').select('status').where('id', '=', mediaId).executeTakeFirst())?.status;

describe('waiting videos', () => {
  it('are processed in turns between accounts, so that the only video of one account precedes the second of another', async () => {
    const [ana, bob] = [await aPerson(test), await aPerson(test)];
    const [anasAlbum, bobsAlbum] = [await anAlbum(ana), await anAlbum(bob)];
    const many: string[] = [];
    for (let at = 0; at < 4; at++) many.push((await upload(ana, anasAlbum._id)).fileId);
    const one = (await upload(bob, bobsAlbum._id)).fileId;
    const served: string[] = [];
    lookBy(async (fileId) => {
      served.push(fileId);
      throw new AppError('FILE_BROKEN');
    });
    await test.runJobs();
    expect(served).toEqual([many[0], one, ...many.slice(1)]);
  });

  it('of one account are processed one at a time, and of another account after at most one of them', async () => {
    const [ana, bob] = [await aPerson(test), await aPerson(test)];
    const [anasAlbum, bobsAlbum] = [await anAlbum(ana), await anAlbum(bob)];
    for (let at = 0; at < 3; at++) await upload(ana, anasAlbum._id);
    lookBy(async () => {
      throw new AppError('FILE_BROKEN');
    });
    // Simulates that Ana's first video was complete before Bob uploaded his.
    await sql`delete from graphile_worker._private_jobs where priority = 0 and job_queue_id is not null`.execute(test.db);
    await upload(bob, bobsAlbum._id);
    const { rows } = await sql<{ turn: number; line: string }>`select priority as turn, queue_name as line from graphile_worker.jobs
      where task_identifier = 'media.video' order by priority, id`.execute(test.db);
    expect(rows).toEqual([
      { turn: 1, line: `video:${ana.user._id}` },
      { turn: 1, line: `video:${bob.user._id}` },
      { turn: 2, line: `video:${ana.user._id}` },
    ]);
    await test.runJobs();
  });
});

it('encodes a long video after the poster frames and the short videos that the account uploaded later', async () => {
  const ana = await aPerson(test);
  const album = await anAlbum(ana);
  const [long, short] = [await upload(ana, album._id), await upload(ana, album._id)];
  const still = await aJpeg();
  const steps: string[] = [];
  const nameOf = (source: string) => (fileIdOf(source) === long.fileId ? 'long' : 'short');
  vi.spyOn(test.tools.videos, 'open').mockImplementation(
    async (): Promise<VideoSession> => ({
      probe: async ({ source }) => aProbe(nameOf(source) === 'long' ? 61_000 : 60_000),
      still: async ({ source, target }) => {
        steps.push(`still of ${nameOf(source)}`);
        await writeFile(target, still);
        return { width: 64, height: 36, thumbhash: '', fieldOrder: 'progressive' };
      },
      mp4: async ({ source }) => {
        steps.push(`mp4 of ${nameOf(source)}`);
        throw new AppError('FILE_BROKEN');
      },
      hls: () => Promise.reject(new Error('there is no MP4')),
      close: () => undefined,
    }),
  );
  await test.runJobs();
  expect(steps).toEqual(['still of long', 'still of short', 'mp4 of short', 'mp4 of long']);
  expect(await Promise.all([statusOf(long.mediaId), statusOf(short.mediaId)])).toEqual([9, 9]);
});

describe('a video deleted during processing', () => {
  it('stops in the bin, and continues after it is restored', async () => {
    const ana = await aPerson(test);
    const album = await anAlbum(ana);
    const { mediaId } = await upload(ana, album._id);
    let ended = 0;
    lookBy(async (_fileId, signal) => {
      await ana.call('DELETE', `/medias/${album._id}`, { mediaIdArr: [mediaId] });
      await new Promise<void>((resolve) => signal?.addEventListener('abort', () => resolve(), { once: true }));
      ended++;
      throw new Error('cancelled');
    });
    await test.runJobs();
    expect(ended).toBe(1);
    const left = await sql`select id from graphile_worker.jobs where task_identifier = 'media.video'`.execute(test.db);
    expect(left.rows).toEqual([]);
    vi.restoreAllMocks();
    await ana.call('PUT', `/bin/${ana.user._id}/restore`, { mediaIdArr: [mediaId], albumIdArr: [] });
    await test.runJobs();
    expect(await statusOf(mediaId)).toBe(6);
  });

  it('is not started when it is in the bin by then', async () => {
    const ana = await aPerson(test);
    const album = await anAlbum(ana);
    const { mediaId } = await upload(ana, album._id);
    await ana.call('DELETE', `/medias/${album._id}`, { mediaIdArr: [mediaId] });
    const open = vi.spyOn(test.tools.videos, 'open');
    await test.runJobs();
    expect(open).not.toHaveBeenCalled();
  });
});
