/** Live messages about data sources: who is notified when data arrives, changes, stays the same or fails. */
import type { SyncMessage } from '@vitrine/contract';
import type { Source } from '@vitrine/contract/sources';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { getPersonRoom, getScreenRoom, type Nudge } from '../../platform/live/live.ts';
import { aDevice, anAlbum, aPerson, aPlan, aPlaylist, aScreen, type TestPerson } from '../../testing/builders.ts';
import { type CapturedMessages, captureLiveMessages } from '../../testing/live-messages.ts';
import { joinAlbum } from '../../testing/sharing.ts';
import { aFeed, allowLocal, createFeed, type DataServer, fetchDueSources, startDataServer } from '../../testing/sources.ts';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';

let server: DataServer;
let test: TestApp;
let live: CapturedMessages;
let ana: TestPerson;
let source: Source;
/** Rooms of the owner and of the only screen that shows the source. */
let rooms: { owner: string; screen: string };

beforeAll(async () => {
  server = await startDataServer();
  test = await createTestApp(allowLocal(server));
  live = await captureLiveMessages(test);
});
afterAll(async () => {
  await live.stop();
  await test.close();
  await server.close();
});

const addWidget = async (person: TestPerson, albumId: string, sourceId: string): Promise<void> => {
  const settings = { type: 'headlines', theme: 'light', sourceId };
  expect((await person.call('POST', '/widgets', { albumId, name: 'News', settings })).statusCode).toBe(201);
  await test.runJobs();
};

/** Publishes a widget with the source, and returns the room of the screen. */
const publishWidget = async (person: TestPerson, albumId: string, sourceId: string): Promise<string> => {
  await addWidget(person, albumId, sourceId);
  const playlist = await aPlaylist(person, { albumIds: [albumId] });
  const screen = await aScreen(test);
  const device = await aDevice(person, screen);
  expect((await person.call('POST', '/publishes', { playlistId: playlist._id, deviceId: [device._id] })).statusCode).toBe(201);
  await test.runJobs();
  const { screenId = '' } = (await test.modules.resolveScreen(screen.deviceId, screen.secret)) ?? {};
  return getScreenRoom(screenId);
};

/** Fetches the source again and returns the messages that this causes. */
const captureRefetch = (content: string | number): Promise<Nudge[]> =>
  live.captureDuring(async () => {
    server.respondWith(content);
    await test.db.updateTable('sources').set({ next_fetch_at: test.clock.now() }).where('id', '=', source._id).execute();
    await fetchDueSources(test);
  });
const getRooms = (messages: Nudge[]) => [...new Set(messages.flatMap((message) => message.rooms))].toSorted();
const getSources = (sync: Nudge | undefined) => (sync?.payload as SyncMessage | undefined)?.change?.sources;
const ofRoom = (messages: Nudge[], room: string) => messages.filter((message) => message.rooms.includes(room));

beforeEach(async () => {
  ana = await aPerson(test, { devices: 10 });
  await aPlan(test, ana, { devices: 10 });
  server.respondWith(createFeed('First'));
  source = await aFeed(test, ana, server.url('secret-path'));
  const albumId = (await anAlbum(ana))._id;
  rooms = { owner: getPersonRoom(ana.user._id), screen: await publishWidget(ana, albumId, source._id) };
  // Others who must not be notified: a reader of the widget, an account with another source, and its screen.
  const ben = await aPerson(test, { devices: 10 });
  await aPlan(test, ben, { devices: 10 });
  await joinAlbum(ana, albumId, ben, 'read');
  await publishWidget(ben, (await anAlbum(ben))._id, (await aFeed(test, ben, server.url('other.xml')))._id);
});

describe('changed data', () => {
  it('reaches the owner’s pages and the screens that show it, but no other account', async () => {
    const messages = await captureRefetch(createFeed('Second'));
    expect(getRooms(messages)).toEqual([rooms.owner, rooms.screen].toSorted());
    expect(ofRoom(messages, rooms.owner).map(({ event, payload }) => [event, payload])).toEqual([['notification', { topic: 'sources' }]]);
    const [sync, ...more] = ofRoom(messages, rooms.screen);
    expect(more).toEqual([]);
    expect(sync?.event).toBe('sync');
    const { document_sha256: sha256 } = await test.db
      .selectFrom('sources')
      .select('document_sha256')
      .where('id', '=', source._id)
      .executeTakeFirstOrThrow();
    // The process that delivers the message inserts the document in the place of null.
    expect(getSources(sync)).toMatchObject([{ id: source._id, sha256, document: null }]);
  });

  it('is sent without the address of the source', async () => {
    const messages = await captureRefetch(createFeed('Second'));
    expect(messages.length).toBeGreaterThan(0);
    expect(JSON.stringify(messages)).not.toContain('secret-path');
  });
});

describe('data that stays the same', () => {
  it('causes no message', async () => {
    expect(await captureRefetch(createFeed('First'))).toEqual([]);
  });
});

describe('a source that begins to fail', () => {
  it('notifies the owner and its screens once, which keep the data', async () => {
    const messages = await captureRefetch(500);
    expect(getRooms(messages)).toEqual([rooms.owner, rooms.screen].toSorted());
    const [sync] = ofRoom(messages, rooms.screen);
    expect(getSources(sync)).toMatchObject([{ id: source._id, failingSince: expect.any(String) }]);
    expect(await captureRefetch(500)).toEqual([]);
  });
});

describe('a source without widgets on screens', () => {
  it('notifies its owner only', async () => {
    source = await aFeed(test, ana, server.url('unused.xml'));
    expect(getRooms(await captureRefetch(createFeed('Second')))).toEqual([rooms.owner]);
  });
});
