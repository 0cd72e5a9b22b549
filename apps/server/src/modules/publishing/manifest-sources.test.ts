import type { Manifest, Media } from '@vitrine/contract';
import type { Source } from '@vitrine/contract/sources';
import type { WidgetDetails } from '@vitrine/contract/widgets';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aDevice, anAlbum, aPerson, aPlan, aPlaylist, aScreen, type TestPerson, type TestScreen } from '../../testing/builders.ts';
import { aFamily } from '../../testing/families.ts';
import { joinAlbum } from '../../testing/sharing.ts';
import { aFeed, allowLocal, createFeed, type DataServer, fetchDueSources, startDataServer } from '../../testing/sources.ts';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';

let server: DataServer;
let test: TestApp;
let ana: TestPerson;
beforeAll(async () => {
  server = await startDataServer();
  test = await createTestApp(allowLocal(server));
  ana = await aPerson(test, { devices: 100 });
  await aPlan(test, ana, { devices: 100 });
});
afterAll(async () => {
  await test.close();
  await server.close();
});

const headlines = (sourceId: string) => ({ type: 'headlines', theme: 'light', sourceId });
const addWidget = async (person: TestPerson, albumId: string, settings: object): Promise<Media> => {
  const response = await person.call('POST', '/widgets', { albumId, name: 'News', settings });
  expect(response.statusCode, response.body).toBe(201);
  await test.runJobs();
  return response.json<{ result: Media }>().result;
};
const readWidget = async (person: TestPerson, id: string) =>
  (await person.call('GET', `/widgets/${id}`)).json<{ result: WidgetDetails }>().result;
const manifestOf = async (screen: TestScreen) => (await screen.get('/screens/manifest')).json<{ result: Manifest }>().result;
const publish = async (person: TestPerson, albumIds: string[]): Promise<TestScreen> => {
  const playlist = await aPlaylist(person, { albumIds });
  const screen = await aScreen(test);
  const device = await aDevice(person, screen);
  expect((await person.call('POST', '/publishes', { playlistId: playlist._id, deviceId: [device._id] })).statusCode).toBe(201);
  await test.runJobs();
  return screen;
};
/** Fetches a source again, at a time at which that is allowed. */
const refetch = async (source: Source, content: string | number) => {
  server.respondWith(content);
  await test.db.updateTable('sources').set({ next_fetch_at: test.clock.now() }).where('id', '=', source._id).execute();
  await fetchDueSources(test);
};
const albumOf = async (person: TestPerson) => (await anAlbum(person))._id;

/** A feed in a widget on a screen. */
async function aNewsWall() {
  server.respondWith(createFeed('First'));
  const source = await aFeed(test, ana, server.url());
  const albumId = await albumOf(ana);
  const widget = await addWidget(ana, albumId, headlines(source._id));
  return { source, albumId, widget, screen: await publish(ana, [albumId]) };
}

describe('a manifest', () => {
  it('names the sources of its widgets, whose documents the screen may request', async () => {
    const { source, screen } = await aNewsWall();
    const { sources = [] } = await manifestOf(screen);
    expect(sources).toEqual([{ id: source._id, sha256: expect.any(String), changedAt: expect.any(String), failingSince: null }]);
    const document = await screen.get(`/screens/sources/${sources[0]?.sha256}`);
    expect(document.json()).toMatchObject({ result: { kind: 'feed', items: [{ title: 'First' }] } });
    const other = await aScreen(test);
    expect((await other.get(`/screens/sources/${sources[0]?.sha256}`)).statusCode).toBe(404);
  });

  it('has the same text as before for screens without sources', async () => {
    const screen = await publish(ana, [await aWidgetAlbum()]);
    expect((await screen.get('/screens/manifest')).body).not.toContain('sources');
  });

  it('gets a new revision when the data changes or fails, and keeps it when nothing changed', async () => {
    const { source, screen } = await aNewsWall();
    const first = await manifestOf(screen);
    await refetch(source, createFeed('First'));
    expect(await manifestOf(screen)).toEqual(first);
    await refetch(source, createFeed('Second'));
    const second = await manifestOf(screen);
    expect(second.revision).toBe(first.revision + 1);
    expect(second.sources?.[0]?.sha256).not.toBe(first.sources?.[0]?.sha256);
    expect(second.publishes).toEqual(first.publishes);
    await refetch(source, 500);
    const failing = await manifestOf(screen);
    expect(failing).toMatchObject({ revision: second.revision + 1, sources: [{ failingSince: expect.any(String) }] });
    await refetch(source, 500);
    expect((await manifestOf(screen)).revision).toBe(failing.revision);
    await refetch(source, createFeed('Second'));
    expect(await manifestOf(screen)).toMatchObject({ revision: failing.revision + 1, sources: [{ failingSince: null }] });
  });

  it('loses a source with its last widget, and gets it back with the widget from the bin', async () => {
    const { source, albumId, widget, screen } = await aNewsWall();
    await addWidget(ana, albumId, { type: 'clock', theme: 'dark', face: 'digital' });
    await ana.call('DELETE', `/medias/${albumId}`, { mediaIdArr: [widget._id] });
    await test.runJobs();
    expect(await manifestOf(screen)).not.toHaveProperty('sources');
    const refused = await ana.call('DELETE', `/sources/${source._id}`);
    expect(refused.json()).toMatchObject({ code: 'VALUE_IN_USE', message: expect.stringContaining('A widget uses this data source.') });
    await ana.call('PUT', `/bin/${ana.user._id}/restore`, { mediaIdArr: [widget._id], albumIdArr: [] });
    await test.runJobs();
    expect(await manifestOf(screen)).toMatchObject({ sources: [{ id: source._id }] });
  });

  it('follows a widget that draws another source, and a widget that moves', async () => {
    const { widget, albumId, screen } = await aNewsWall();
    server.respondWith(createFeed('Other'));
    const other = await aFeed(test, ana, server.url('other.xml'));
    expect((await ana.call('PUT', `/widgets/${widget._id}`, { settings: headlines(other._id) })).statusCode).toBe(200);
    await test.runJobs();
    expect(await manifestOf(screen)).toMatchObject({ sources: [{ id: other._id }] });
    const target = await albumOf(ana);
    const second = await publish(ana, [target, await aWidgetAlbum()]);
    await ana.call('PUT', `/medias/${albumId}/move`, { albumId: target, mediaIdArr: [widget._id] });
    await test.runJobs();
    expect(await manifestOf(screen)).not.toHaveProperty('sources');
    expect(await manifestOf(second)).toMatchObject({ sources: [{ id: other._id }] });
  });
});

const aWidgetAlbum = async (): Promise<string> => {
  const albumId = await albumOf(ana);
  await addWidget(ana, albumId, { type: 'clock', theme: 'dark', face: 'digital' });
  return albumId;
};

describe('a widget', () => {
  it('returns its data to everyone who may see it, but never the address', async () => {
    const { albumId, widget, source } = await aNewsWall();
    const ben = await aPerson(test);
    await joinAlbum(ana, albumId, ben, 'read');
    const seen = await ben.call('GET', `/widgets/${widget._id}`);
    expect(seen.json()).toMatchObject({
      result: { source: { _id: source._id, kind: 'feed', isOwn: false, document: { items: [{ title: 'First' }] } } },
    });
    expect(seen.body).not.toContain('127.0.0.1');
    expect((await readWidget(ana, widget._id)).source).toMatchObject({ isOwn: true });
  });

  it('refuses a source of another account, of another kind, and one that was deleted', async () => {
    server.respondWith(createFeed('x'));
    const source = await aFeed(test, ana, server.url());
    const ben = await aPerson(test);
    await aPlan(test, ben);
    const create = async (person: TestPerson, settings: object) =>
      (await person.call('POST', '/widgets', { albumId: await albumOf(person), name: 'x', settings })).json();
    const foreign = await create(ben, headlines(source._id));
    expect(foreign).toMatchObject({ code: 'INVALID', issues: [{ path: 'settings.sourceId' }] });
    const weather = await create(ana, { type: 'weather', theme: 'light', sourceId: source._id });
    expect(weather).toMatchObject({ code: 'INVALID', message: 'This data source has another kind of data. Choose another one.' });
    expect((await ana.call('DELETE', `/sources/${source._id}`)).statusCode).toBe(200);
    expect(await create(ana, headlines(source._id))).toEqual({ ...foreign, requestId: expect.any(String) });
  });

  it('that another account copies draws the last data, which is no longer updated', async () => {
    const { source, albumId, widget } = await aNewsWall();
    const ben = await aPerson(test, { devices: 10 });
    await aPlan(test, ben, { devices: 10 });
    await joinAlbum(ana, albumId, ben, 'write');
    const target = await albumOf(ben);
    for (let time = 0; time < 2; time++) await ben.call('PUT', `/medias/${albumId}/copy`, { albumId: target, mediaIdArr: [widget._id] });
    await test.runJobs();
    const [copy] = (await ben.call('GET', `/medias/${target}`)).json<{ result: Media[] }>().result;
    const details = await readWidget(ben, copy?._id ?? '');
    expect(details.source).toMatchObject({ isOwn: true, document: { items: [{ title: 'First' }] } });
    expect(details.settings).toMatchObject({ sourceId: details.source?._id });
    const own = (await ben.call('GET', '/sources')).json<{ result: { sources: Source[] } }>().result.sources;
    expect(own).toMatchObject([{ _id: details.source?._id, hasAddress: false, state: 'failing', usedBy: 2 }]);
    const wall = await publish(ben, [target]);
    await refetch(source, createFeed('Changed'));
    const [shown] = (await manifestOf(wall)).sources ?? [];
    expect(shown).toMatchObject({ id: source._id, failingSince: expect.any(String) });
    expect((await wall.get(`/screens/sources/${shown?.sha256}`)).json()).toMatchObject({ result: { items: [{ title: 'First' }] } });
    expect((await ben.call('PUT', `/widgets/${copy?._id}`, { settings: headlines(details.source?._id ?? '') })).statusCode).toBe(200);
  });

  it('in a family’s album draws a member’s source until the member leaves', async () => {
    const olga = await aPerson(test, { devices: 10 });
    const { orgId } = await aFamily(test, olga, [ana]);
    const albumId = (await olga.call('POST', '/albums', { name: 'Family', orgId })).json<{ result: { _id: string } }>().result._id;
    server.respondWith(createFeed('Before'));
    const source = await aFeed(test, ana, server.url());
    await addWidget(ana, albumId, headlines(source._id));
    const wall = await publish(olga, [albumId]);
    const titleOn = async () => {
      const [shown] = (await manifestOf(wall)).sources ?? [];
      return (await wall.get(`/screens/sources/${shown?.sha256}`)).json<{ result?: { items: { title: string }[] } }>().result?.items[0]
        ?.title;
    };
    await refetch(source, createFeed('During'));
    expect(await titleOn()).toBe('During');
    expect((await ana.call('DELETE', `/organizations/${orgId}/members/${ana.user._id}`)).statusCode).toBe(200);
    await test.runJobs();
    await refetch(source, createFeed('After'));
    expect(await titleOn()).toBe('During');
  });
});
