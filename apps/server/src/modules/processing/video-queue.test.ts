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
const stack = async (query = '') => (await admin.call('GET', `/queues/stacks?${query}`)).json<{ result: QueueItem[] }>().result;
const inStack = async (id: string) => (await stack('dataPerPage=100')).find(({ _id }) => _id === id);
const skip = (id: string) => admin.call('PUT', `/queues/${id}/skip`);
const reprocess = (id: string) => admin.call('PUT', `/queues/${id}/reprocess`);
const madeOf = (fileId: string) =>
  test.db.selectFrom('files').select(['id', 'role', 'storage_key']).where('root_id', '=', fileId).orderBy('role').execute();

/** Tools that make nothing: `probe` is what becomes of each film. */
function lookBy(probe: (signal: AbortSignal | undefined) => Promise<never>) {
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
  it('has what waits in the order in which it is begun, with whose it is and until when their plan runs', async () => {
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
    expect(await inStack(ids[0] ?? '')).toMatchObject({ status: 'success', abilities: { skip: false, reprocess: true } });
  });

  it('reads file ids from the keys of its jobs and ignores other keys', async () => {
    const fileId = newId();
    const { rows } = await sql<{ id: string | null }>`
      select ${fileIdOf(sql.ref('key'))} as id
      from unnest(${['refresh:x', 'media:', 'media:all', `other:${fileId}`, `media:${fileId}`]}::text[]) with ordinality as job (key, place)
      order by place`.execute(test.db);
    expect(rows.map(({ id }) => id)).toEqual([null, null, null, null, fileId]);
  });

  it('says how far the one is that is processed', async () => {
    const { mediaId, fileId } = await upload(await aPerson(test));
    const seen: (QueueItem | undefined)[] = [];
    lookBy(async () => {
      seen.push((await pending())[0]);
      await sql`insert into video_progress values (${fileId}, 42)`.execute(test.db);
      seen.push((await pending())[0], await inStack(mediaId));
      throw new AppError('FILE_BROKEN');
    });
    await test.runJobs();
    expect(seen.map((row) => row?.progress)).toEqual([0, 42, 42]);
    expect(await inStack(mediaId)).toMatchObject({ status: 'failed', progress: null, reason: 'The file is damaged and can’t be opened.' });
  });
});

describe('a video that is skipped', () => {
  it('while it waits has failed, as its owner sees, and can be processed again', async () => {
    const ana = await aPerson(test);
    const { mediaId, albumId } = await upload(ana);
    expect((await skip(mediaId)).json()).toMatchObject({ message: 'Video removed from the queue.' });
    expect(await pending()).toEqual([]);
    const [seen] = (await ana.call('GET', `/medias/${albumId}`)).json<{ result: object[] }>().result;
    expect(seen).toMatchObject({ status: 9, failureReason: 'Skipped by an administrator' });
    expect(await inStack(mediaId)).toMatchObject({ status: 'failed', reason: 'Skipped by an administrator' });
    expect((await skip(mediaId)).json()).toMatchObject({ code: 'VIDEO_NOT_WAITING' });
    expect((await reprocess(mediaId)).statusCode).toBe(200);
    expect((await reprocess(mediaId)).json()).toMatchObject({ code: 'VIDEO_BUSY' });
    await test.runJobs();
    expect(await inStack(mediaId)).toMatchObject({ status: 'success' });
    const trail = await listAuditEntries(test, mediaId);
    expect(trail.map(({ action, before, after }) => [action, before?.['status'], after?.['status']])).toEqual([
      ['video.skip', 1, 9],
      ['video.reprocess', 9, 1],
    ]);
  });

  it('is aborted immediately during processing, and not retried', async () => {
    const { mediaId } = await upload(await aPerson(test));
    let ended = 0;
    lookBy(async (signal) => {
      await skip(mediaId);
      await new Promise<void>((resolve) => signal?.addEventListener('abort', () => resolve(), { once: true }));
      ended++;
      throw new Error('cancelled');
    });
    await test.runJobs();
    expect([ended, (await inStack(mediaId))?.reason]).toEqual([1, 'Skipped by an administrator']);
    expect((await sql`select 1 from graphile_worker.jobs where task_identifier = 'media.video'`.execute(test.db)).rows).toEqual([]);
  });
});

describe('a video that is processed again', () => {
  it('is made again while the old derivatives play, which are deleted later', async () => {
    const ana = await aPerson(test);
    const { mediaId, fileId, albumId } = await upload(ana);
    await test.runJobs();
    const before = await madeOf(fileId);
    expect((await reprocess(mediaId)).statusCode).toBe(200);
    expect(await inStack(mediaId)).toMatchObject({ status: 'inprogress' });
    const [playing] = (await ana.call('GET', `/medias/${albumId}`)).json<{ result: { status: number }[] }>().result;
    expect(playing).toMatchObject({ status: 6 });
    await test.runJobs();
    const after = await madeOf(fileId);
    expect(after.map(({ role }) => role)).toEqual(before.map(({ role }) => role));
    for (const [index, made] of after.entries()) expect(made.storage_key).not.toBe(before[index]?.storage_key);
    const hls = after.find(({ role }) => role === 'hls')?.id ?? '';
    expect((await ana.call('GET', `/streams/${hls}/main.m3u8`)).statusCode).toBe(200);
    const { rows } = await sql<{ payload: { key: string } }>`select payload from graphile_worker._private_jobs
      where task_id = (select id from graphile_worker._private_tasks where identifier = 'files.removeKey')`.execute(test.db);
    expect(rows.map(({ payload }) => payload.key).toSorted()).toEqual(before.map((made) => made.storage_key).toSorted());
  });

  it('leaves nothing behind when it is deleted', async () => {
    const ana = await aPerson(test);
    const { mediaId, fileId } = await upload(ana);
    await test.runJobs();
    await reprocess(mediaId);
    await test.runJobs();
    const keys = (await madeOf(fileId)).map((made) => made.storage_key);
    const areThere = () => Promise.all(keys.map((key) => test.files.has(key)));
    expect(await areThere()).toEqual(keys.map(() => true));
    expect((await ana.call('DELETE', `/users/${ana.user._id}`, { password: ana.password })).statusCode).toBe(200);
    await test.runJobs();
    expect(await areThere()).toEqual(keys.map(() => false));
  });
});

describe('the stack', () => {
  it('has all videos, the newest first, and those of one outcome, part by part', async () => {
    const { user } = await aPerson(test);
    const ids: string[] = [];
    for (const status of [6, 9, 5, 9, 1]) ids.unshift((await aVideoRow(test.db, user._id, { status })).mediaId);
    const of = async (query: string) => (await stack(`dataPerPage=3&${query}`)).map(({ _id }) => _id);
    expect(await of('')).toEqual(ids.slice(0, 3));
    expect((await of(`after=${ids[2]}`)).slice(0, 2)).toEqual(ids.slice(3));
    expect((await of('status=failed')).slice(0, 2)).toEqual([ids[1], ids[3]]);
    expect((await of('status=success')).slice(0, 2)).toEqual([ids[2], ids[4]]);
    expect(await of('status=inprogress')).toEqual([ids[0]]);
    expect((await admin.call('GET', '/queues/stacks?status=odd')).statusCode).toBe(422);
  });

  it.each([[''], ['status=failed']])('reads the newest by an index: %j', async (query) => {
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

  it('is kept as a file, by what became of the videos', async () => {
    const ana = await aPerson(test, { name: 'Ana Lima' });
    await anAlbum(ana);
    await aVideoRow(test.db, ana.user._id, { status: 9, name: 'Torn, and wet', reason: 'The file is damaged.' });
    await aVideoRow(test.db, ana.user._id, { status: 2, name: 'Slow film' });
    const csv = async (query: string) => (await admin.call('GET', `/queues/export/csv${query}`)).body.trim().split('\r\n');
    const [head, failed] = await csv('?status=failed');
    expect(head).toContain('Media name,Status,Progress,Reason');
    expect(failed).toContain('"Torn, and wet",Failed,,The file is damaged.,');
    expect(failed).toContain(',Ana Lima,');
    expect(await csv('')).toHaveLength((await stack('dataPerPage=100')).length + 1);
    await test.db.deleteFrom('media').where('owner_id', '=', ana.user._id).execute();
  });
});
