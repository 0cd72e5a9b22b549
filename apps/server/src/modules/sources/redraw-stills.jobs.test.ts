import type { Media } from '@vitrine/contract';
import type { Source } from '@vitrine/contract/sources';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { getPersonRoom } from '../../platform/live/live.ts';
import { anAlbum, aPerson, aPlan, type TestPerson } from '../../testing/builders.ts';
import { type CapturedMessages, captureLiveMessages } from '../../testing/live-messages.ts';
import { allowLocal, createFeed, type DataServer, fetchDueSources, startDataServer } from '../../testing/sources.ts';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';

let server: DataServer;
let test: TestApp;
let ana: TestPerson;
let albumId: string;
let messages: CapturedMessages;
beforeAll(async () => {
  server = await startDataServer();
  test = await createTestApp(allowLocal(server));
  ana = await aPerson(test);
  await aPlan(test, ana);
  messages = await captureLiveMessages(test);
});
beforeEach(async () => {
  albumId = (await anAlbum(ana))._id;
});
afterAll(async () => {
  await messages.stop();
  await test.close();
  await server.close();
});

const MINUTE_MS = 60_000;

/** Adds a widget with a feed that has not been fetched yet, and draws its still image. */
async function addWidget(): Promise<{ sourceId: string; widget: Media }> {
  const feed = { name: 'News', settings: { kind: 'feed' }, address: server.url(), intervalMinutes: 5 };
  const sourceId = (await ana.call('POST', '/sources', feed)).json<{ result: Source }>().result._id;
  const settings = { type: 'headlines', theme: 'light', sourceId, title: '', showSummaries: true };
  const created = await ana.call('POST', '/widgets', { albumId, name: 'News', settings });
  expect(created.statusCode, created.body).toBe(201);
  await test.runJobs();
  return { sourceId, widget: created.json<{ result: Media }>().result };
}

/** Fetches the source this long after now, and runs the jobs that are due now. Jobs are due by the clock of the database. */
async function fetchAfter(sourceId: string, ms: number): Promise<void> {
  await test.db
    .updateTable('sources')
    .set({ next_fetch_at: new Date(Date.now() + ms) })
    .where('id', '=', sourceId)
    .execute();
  test.clock.offsetMs = ms;
  await fetchDueSources(test);
  await test.runJobs();
  test.clock.offsetMs = 0;
}

const findStill = ({ mediaFile }: Media) =>
  test.db
    .selectFrom('files')
    .select(['id', 'sha256', 'created_at'])
    .where('root_id', '=', mediaFile.key)
    .where('role', '=', 'display')
    .executeTakeFirstOrThrow();
const findRedraws = async ({ mediaFile }: Media) =>
  (await sql<{ run_at: Date }>`select run_at from graphile_worker.jobs where key = ${`widget-again:${mediaFile.key}`}`.execute(test.db))
    .rows;

describe('the still image of a widget', () => {
  it('is drawn again when the data arrives for the first time, and notifies pages', async () => {
    server.respondWith(createFeed('Bridge opened'));
    const { sourceId, widget } = await addWidget();
    const empty = await findStill(widget);
    const sent = await messages.captureDuring(() => fetchAfter(sourceId, 0));
    const drawn = await findStill(widget);
    expect(drawn.sha256).not.toBe(empty.sha256);
    const answer = await ana.call('GET', `/uploads?key=${widget.mediaFile.key}&width=320`);
    // Browsers request the picture again, because its key stays.
    expect(answer.headers).toMatchObject({ 'cache-control': 'private, no-cache', etag: expect.stringContaining(drawn.id) });
    const updates = sent.filter(({ event }) => event === 'videoTranscode');
    expect(updates).toMatchObject([{ rooms: [getPersonRoom(ana.user._id)], payload: { result: { _id: widget._id, status: 6 } } }]);
  });

  it('is drawn again at most once per hour after further changes', async () => {
    server.respondWith(createFeed('One'));
    const { sourceId, widget } = await addWidget();
    await fetchAfter(sourceId, 0);
    const first = await findStill(widget);
    for (const [title, minutes] of [
      ['Two', 10],
      ['Three', 20],
    ] as const) {
      server.respondWith(createFeed(title));
      await fetchAfter(sourceId, minutes * MINUTE_MS);
    }
    expect((await findStill(widget)).id).toBe(first.id);
    expect(await findRedraws(widget)).toEqual([{ run_at: new Date(first.created_at.getTime() + 60 * MINUTE_MS) }]);
    await sql`update graphile_worker._private_jobs set run_at = now()`.execute(test.db);
    await test.runJobs();
    expect((await findStill(widget)).sha256).not.toBe(first.sha256);
  });

  it('stays while the data stays the same', async () => {
    server.respondWith(createFeed('One'));
    const { sourceId, widget } = await addWidget();
    await fetchAfter(sourceId, 0);
    const drawn = await findStill(widget);
    await fetchAfter(sourceId, 2 * 60 * MINUTE_MS);
    expect(await findRedraws(widget)).toEqual([]);
    expect((await findStill(widget)).id).toBe(drawn.id);
  });

  it('is not drawn after the widget was deleted', async () => {
    server.respondWith(createFeed('One'));
    const { sourceId, widget } = await addWidget();
    await ana.call('DELETE', `/medias/${albumId}`, { mediaIdArr: [widget._id] });
    const before = await findStill(widget);
    await fetchAfter(sourceId, 0);
    expect((await findStill(widget)).id).toBe(before.id);
  });
});
