import type { Media } from '@vitrine/contract';
import type { SharedWidgetDetails } from '@vitrine/contract/widgets';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { aLink, type Visitor } from '../../testing/album-links.ts';
import { anAlbum, aPerson, aPhoto, aPlan, type TestPerson } from '../../testing/builders.ts';
import { aFeed, allowLocal, createFeed, type DataServer, startDataServer } from '../../testing/sources.ts';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';

let server: DataServer;
let test: TestApp;
let ana: TestPerson;
let albumId: string;
let visitor: Visitor;
beforeAll(async () => {
  server = await startDataServer();
  test = await createTestApp(allowLocal(server));
  ana = await aPerson(test);
  await aPlan(test, ana);
});
afterAll(async () => {
  await test.close();
  await server.close();
});
beforeEach(async () => {
  albumId = (await anAlbum(ana))._id;
  visitor = await aLink(test, ana, albumId);
});

const addWidget = async (settings: object, album = albumId): Promise<string> => {
  const answer = await ana.call('POST', '/widgets', { albumId: album, name: 'Widget', settings });
  expect(answer.statusCode, answer.body).toBe(201);
  await test.runJobs();
  return answer.json<{ result: Media }>().result._id;
};
const CLOCK = { type: 'clock', theme: 'dark', face: 'digital' };
const read = (id: string, from = visitor) => from.get(`/widgets/${id}`);

describe('a visitor with a link', () => {
  it('gets the data of a widget without the address and the name of its source', async () => {
    server.respondWith(createFeed('Bridge opened'));
    const source = await aFeed(test, ana, server.url('secret-path'), 'Internal name');
    const settings = { type: 'headlines', theme: 'light', sourceId: source._id, title: '', showSummaries: true };
    const answer = await read(await addWidget(settings));
    expect(answer.statusCode, answer.body).toBe(200);
    const { result } = answer.json<{ result: SharedWidgetDetails }>();
    expect(result.source).toEqual({
      document: { kind: 'feed', title: 'News', items: [expect.objectContaining({ title: 'Bridge opened' })] },
      currentUntil: null,
    });
    for (const secret of ['secret-path', 'Internal name', ana.user._id, ana.email]) expect(answer.body).not.toContain(secret);
  });

  it('gets the copy of a slide’s photo through the link', async () => {
    const photo = await aPhoto(test, ana, (await anAlbum(ana))._id);
    await test.runJobs();
    const slide = { type: 'slide', theme: 'light', template: 'pictureBeside', title: 'Fresh bread', pictureId: photo._id };
    const { result } = (await read(await addWidget(slide))).json<{ result: SharedWidgetDetails }>();
    expect(result).toMatchObject({ settings: { title: 'Fresh bread' }, source: null });
    expect((await visitor.get(`/uploads?key=${result.pictureKey}&width=320`)).statusCode).toBe(200);
  });

  it('gets neither widgets of other albums nor media of other kinds', async () => {
    const other = await addWidget(CLOCK, (await anAlbum(ana))._id);
    const photo = await aPhoto(test, ana, albumId);
    expect([(await read(other)).statusCode, (await read(photo._id)).statusCode, (await read('1')).statusCode]).toEqual([404, 404, 404]);
  });

  it('gets no widget before the password was entered or after the link was revoked', async () => {
    const id = await addWidget(CLOCK);
    expect((await read(id)).statusCode).toBe(200);
    const locked = await aLink(test, ana, albumId, { password: 'open sesame' });
    expect((await read(id, locked)).json()).toMatchObject({ code: 'LINK_LOCKED' });
    await ana.call('DELETE', `/albums/links/link/${visitor.link._id}`);
    expect((await read(id)).statusCode).toBe(404);
  });

  it('gets no widget in the bin', async () => {
    const id = await addWidget(CLOCK);
    await ana.call('DELETE', `/medias/${albumId}`, { mediaIdArr: [id] });
    expect((await read(id)).statusCode).toBe(404);
  });
});
