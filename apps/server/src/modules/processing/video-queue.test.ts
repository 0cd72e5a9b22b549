import type { QueueItem } from '@vitrine/contract';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { AppError } from '../../platform/errors.ts';
import { newId } from '../../platform/ids.ts';
import type { VideoSession } from '../../platform/media-tools/video-session.ts';
import { listAuditEntries } from '../../testing/audit-trail.ts';
import { anAlbum, aPerson, type TestPerson, uploadFile } from '../../testing/builders.ts';
import { aVideo } from '../../testing/media-files.ts';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';
import { aVideoRow } from './access-cases.ts';
import { fileIdOf } from './video-queue.read-model.ts';

let test: TestApp;
let admin: TestPerson;
let film: Buffer;
beforeAll(async () => {
  test = await createTestApp();
  admin = await aPerson(test);
  await test.db.updateTable('users').set({ role: 'support' }).where('id', '=', admin.user._id).execute();
  film = await aVideo({ width: 64, height: 36, seconds: 0.2 });
});
afterAll(() => test.close());
afterEach(() => vi.restoreAllMocks());

async function upload(person: TestPerson): Promise<{ fileId: string; mediaId: string; albumId: string }> {
  const { _id: albumId } = await anAlbum(person);
  const { key } = await uploadFile(test, person, { name: 'film.mp4', bytes: film });
  const answer = await person.call('POST', '/medias', { albumId, mediaFile: [{ key }] });
  return { fileId: key, mediaId: answer.json<{ result: { _id: string }[] }>().result[0]?._id ?? '', albumId };
}

const pending = async (query = '') => (await admin.call('GET', `/queues/pending?${query}`)).json<{ result: QueueItem[] }>().result;
const listVideos = async (query = '') => (await admin.call('GET', `/queues/stacks?${query}`)).json<{ result: QueueItem[] }>().result;
const findVideo = async (id: string) => (await listVideos('dataPerPage=100')).find(({ _id }) => _id === id);
const skip = (id: string) => admin.call('PUT', `/queues/${id}/skip`);
const reprocess = (id: string) => admin.call('PUT', `/queues/${id}/reprocess`);
const listDerivatives = (fileId: string) =>
  test.db.selectFrom('files').select(['id', 'role', 'storage_key']).where('root_id', '=', fileId).orderBy('role').execute();

/** Replaces the video tools. `probe` determines the outcome of each video. */
function mockProbe(probe: (signal: AbortSignal | undefined) => Promise<never>) {
  const never = () => Promise.reject(new AppError('FILE_BROKEN'));
  vi.spyOn(test.tools.videos, 'open').mockImplementation(
    async ({ signal }): Promise<VideoSession> => ({
      probe: () => probe(signal),
      still: never,
      mp4: never,
      hls: never,
      close: () => undefined,
    }),
  );
}

describe('the video queue', () => {
  it('lists waiting videos in processing order, with their owner and the end of the owner’s plan', async () => {
    const [ana, ben] = [await aPerson(test, { name: 'Ana Lima' }), await aPerson(test, { name: 'Ben Roth' })];
    const ids = [(await upload(ana)).mediaId, (await upload(ana)).mediaId, (await upload(ben)).mediaId];
    const rows = await pending();
    expect(rows.map(({ _id }) => _id)).toEqual([ids[0], ids[2], ids[1]]);
    expect(rows[0]).toMatchObject({ filename: 'film', status: 'inprogress', progress: null, reason: null, size: film.length });
    expect(rows[0]).toMatchObject({ owner: { name: 'Ana Lima' }, abilities: { skip: true, reprocess: false } });
    const signedUp = new Date(rows[0]?.createdAt ?? 0).getTime();
    expect(new Date(rows[0]?.planExpiry ?? 0).getTime() - signedUp).toBeGreaterThan(29 * 86_400_000);
    expect((await pending('dataPerPage=2&page=2')).map(({ _id }) => _id)).toEqual([ids[1]]);
    await test.runJobs();
    expect(await pending()).toEqual([]);
    expect(await findVideo(ids[0] ?? '')).toMatchObject({ status: 'success', abilities: { skip: false, reprocess: true } });
  });

  it('reads file ids from the keys of its jobs and ignores other keys', async () => {
    const fileId = newId();
    const { rows } = await sql<{ id: string | null }>`
      select ${fileIdOf(sql.ref('key'))} as id
      from unnest(${['refresh:x', 'media:', 'media:all', `other:${fileId}`, `media:${fileId}`]}::text[]) with ordinality as job (key, place)
      order by place`.execute(test.db);
    expect(rows.map(({ id }) => id)).toEqual([null, null, null, null, fileId]);
  });

  it('contains the progress of the video being processed', async () => {
    const { mediaId, fileId } = await upload(await aPerson(test));
    const seen: (QueueItem | undefined)[] = [];
    mockProbe(async () => {
      seen.push((await pending())[0]);
      await sql`insert into video_progress values (${fileId}, 42)`.execute(test.db);
      seen.push((await pending())[0], await findVideo(mediaId));
      throw new AppError('FILE_BROKEN');
    });
    await test.runJobs();
    expect(seen.map((row) => row?.progress)).toEqual([0, 42, 42]);
    expect(await findVideo(mediaId)).toMatchObject({
      status: 'failed',
      progress: null,
      reason: 'The file is damaged and can’t be opened.',
    });
  });
});

describe('skipping a video', () => {
  it('marks a waiting video as failed, also for its owner, and allows reprocessing', async () => {
    const ana = await aPerson(test);
    const { mediaId, albumId } = await upload(ana);
    expect((await skip(mediaId)).json()).toMatchObject({ message: 'Video removed from the queue.' });
    expect(await pending()).toEqual([]);
    const [seen] = (await ana.call('GET', `/medias/${albumId}`)).json<{ result: object[] }>().result;
    expect(seen).toMatchObject({ status: 9, failureReason: 'Skipped by an administrator' });
    expect(await findVideo(mediaId)).toMatchObject({ status: 'failed', reason: 'Skipped by an administrator' });
    expect((await skip(mediaId)).json()).toMatchObject({ code: 'VIDEO_NOT_WAITING' });
    expect((await reprocess(mediaId)).statusCode).toBe(200);
    expect((await reprocess(mediaId)).json()).toMatchObject({ code: 'VIDEO_BUSY' });
    await test.runJobs();
    expect(await findVideo(mediaId)).toMatchObject({ status: 'success' });
    const trail = await listAuditEntries(test, mediaId);
    expect(trail.map(({ action, before, after }) => [action, before?.['status'], after?.['status']])).toEqual([
      ['video.skip', 1, 9],
      ['video.reprocess', 9, 1],
    ]);
  });

  it('aborts processing immediately without a retry', async () => {
    const { mediaId } = await upload(await aPerson(test));
    let ended = 0;
    mockProbe(async (signal) => {
      await skip(mediaId);
      await new Promise<void>((resolve) => signal?.addEventListener('abort', () => resolve(), { once: true }));
      ended++;
      throw new Error('cancelled');
    });
    await test.runJobs();
    expect([ended, (await findVideo(mediaId))?.reason]).toEqual([1, 'Skipped by an administrator']);
    expect((await sql`select 1 from graphile_worker.jobs where task_identifier = 'media.video'`.execute(test.db)).rows).toEqual([]);
  });
});

describe('reprocessing a video', () => {
  it('keeps the old derivatives playable until the new ones exist, and deletes them later', async () => {
    const ana = await aPerson(test);
    const { mediaId, fileId, albumId } = await upload(ana);
    await test.runJobs();
    const before = await listDerivatives(fileId);
    expect((await reprocess(mediaId)).statusCode).toBe(200);
    expect(await findVideo(mediaId)).toMatchObject({ status: 'inprogress' });
    const [playing] = (await ana.call('GET', `/medias/${albumId}`)).json<{ result: { status: number }[] }>().result;
    expect(playing).toMatchObject({ status: 6 });
    await test.runJobs();
    const after = await listDerivatives(fileId);
    expect(after.map(({ role }) => role)).toEqual(before.map(({ role }) => role));
    for (const [index, made] of after.entries()) expect(made.storage_key).not.toBe(before[index]?.storage_key);
    const hls = after.find(({ role }) => role === 'hls')?.id ?? '';
    expect((await ana.call('GET', `/streams/${hls}/main.m3u8`)).statusCode).toBe(200);
    const { rows } = await sql<{ payload: { key: string } }>`select payload from graphile_worker._private_jobs
      where task_id = (select id from graphile_worker._private_tasks where identifier = 'files.removeKey')`.execute(test.db);
    expect(rows.map(({ payload }) => payload.key).toSorted()).toEqual(before.map((made) => made.storage_key).toSorted());
  });

  it('leaves no files when the account is deleted', async () => {
    const ana = await aPerson(test);
    const { mediaId, fileId } = await upload(ana);
    await test.runJobs();
    await reprocess(mediaId);
    await test.runJobs();
    const keys = (await listDerivatives(fileId)).map((made) => made.storage_key);
    const areThere = () => Promise.all(keys.map((key) => test.files.has(key)));
    expect(await areThere()).toEqual(keys.map(() => true));
    expect((await ana.call('DELETE', `/users/${ana.user._id}`, { password: ana.password })).statusCode).toBe(200);
    await test.runJobs();
    expect(await areThere()).toEqual(keys.map(() => false));
  });
});

describe('the list of all videos', () => {
  it('lists videos newest first, page by page, filtered by outcome', async () => {
    const { user } = await aPerson(test);
    const ids: string[] = [];
    for (const status of [6, 9, 5, 9, 1]) ids.unshift((await aVideoRow(test.db, user._id, { status })).mediaId);
    const listIds = async (query: string) => (await listVideos(`dataPerPage=3&${query}`)).map(({ _id }) => _id);
    expect(await listIds('')).toEqual(ids.slice(0, 3));
    expect((await listIds(`after=${ids[2]}`)).slice(0, 2)).toEqual(ids.slice(3));
    expect((await listIds('status=failed')).slice(0, 2)).toEqual([ids[1], ids[3]]);
    expect((await listIds('status=success')).slice(0, 2)).toEqual([ids[2], ids[4]]);
    expect(await listIds('status=inprogress')).toEqual([ids[0]]);
    expect((await admin.call('GET', '/queues/stacks?status=odd')).statusCode).toBe(422);
  });

  it.each([[''], ['status=failed']])('reads the newest videos from an index: %j', async (query) => {
    const plans: string[] = [];
    await sql`analyze media`.execute(test.db);
    await test.db.transaction().execute(async (tx) => {
      await sql`set local enable_seqscan = off`.execute(tx);
      const where = query === '' ? sql`kind = 'video'` : sql`kind = 'video' and video_outcome(status) = 'failed'`;
      const { rows } = await sql<{ 'QUERY PLAN': string }>`explain select * from media where ${where} order by id desc limit 10`.execute(
        tx,
      );
      plans.push(...rows.map((row) => row['QUERY PLAN']));
    });
    expect(plans.join('\n')).toMatch(query === '' ? /Index Scan using media_videos / : /Index Scan using media_videos_outcome/);
    expect(plans.join('\n')).not.toMatch(/Sort/);
  });

  it('is exported as CSV, filtered by outcome', async () => {
    const ana = await aPerson(test, { name: 'Ana Lima' });
    await anAlbum(ana);
    await aVideoRow(test.db, ana.user._id, { status: 9, name: 'Torn, and wet', reason: 'The file is damaged.' });
    await aVideoRow(test.db, ana.user._id, { status: 2, name: 'Slow film' });
    const csv = async (query: string) => (await admin.call('GET', `/queues/export/csv${query}`)).body.trim().split('\r\n');
    const [head, failed] = await csv('?status=failed');
    expect(head).toContain('Media name,Status,Progress,Reason');
    expect(failed).toContain('"Torn, and wet",Failed,,The file is damaged.,');
    expect(failed).toContain(',Ana Lima,');
    expect(await csv('')).toHaveLength((await listVideos('dataPerPage=100')).length + 1);
    await test.db.deleteFrom('media').where('owner_id', '=', ana.user._id).execute();
  });
});
