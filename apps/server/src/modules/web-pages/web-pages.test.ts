import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Media, Playlist } from '@vitrine/contract';
import type { WidgetDetails } from '@vitrine/contract/widgets';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { newId } from '../../platform/ids.ts';
import { anAlbum, aPerson, aPlan, aPlaylist, type TestPerson } from '../../testing/builders.ts';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';
import { MODULES } from '../../wiring.ts';
import { listPlayableItems } from '../playlists/index.ts';
import { webPagesModule } from './index.ts';
import { claimDuePages, claimPage } from './web-pages.store.ts';

let site: Server;
let port: number;
let test: TestApp;
let otherProcess: TestApp;
let ana: TestPerson;
let albumId: string;
let respond: (request: IncomingMessage, response: ServerResponse) => void;

beforeAll(async () => {
  site = createServer((request, response) => respond(request, response));
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
  ({ port } = site.address() as AddressInfo);
  const settings = { SOURCES_ALLOW: '127.0.0.1/32', SOURCES_PORTS: String(port), PUBLIC_URL: 'http://walls.example' };
  test = await createTestApp(settings);
  otherProcess = await createTestApp(settings, MODULES, test);
  ana = await aPerson(test);
  await aPlan(test, ana);
  albumId = (await anAlbum(ana))._id;
});
beforeEach(() => {
  respond = (_request, response) => response.end('<h1>News</h1>');
});
afterAll(async () => {
  await otherProcess.close();
  await test.close();
  site.closeAllConnections();
  site.close();
});

const url = (path = 'news') => `http://127.0.0.1:${port}/${path}`;
const settingsOf = (address: string) => ({ type: 'web', theme: 'light', address });
const create = (person: TestPerson, address: string, album = albumId) =>
  person.call('POST', '/widgets', { albumId: album, name: 'News', settings: settingsOf(address) });
const add = async (address: string): Promise<Media> => {
  const response = await create(ana, address);
  expect(response.statusCode, response.body).toBe(201);
  return response.json<{ result: Media }>().result;
};
const read = async ({ _id }: Media): Promise<Media> => (await ana.call('GET', `/medias/media/${_id}`)).json<{ result: Media }>().result;
const send = (headers: Record<string, string>, status = 200) => {
  respond = (_request, response) => response.writeHead(status, headers).end('<h1>News</h1>');
};
const api = () => test.modules.getApi(webPagesModule);
const makeDue = (album: string) =>
  test.db
    .updateTable('web_pages')
    .set({ next_check_at: new Date(0) })
    .where('file_id', 'in', (query) => query.selectFrom('media').select('file_id').where('album_id', '=', album))
    .execute();
const checkDue = async () => {
  await test.runWorkerTasks('web-pages.check');
  await api().idle();
};

describe('a web page', () => {
  it('is an item of its album, and the site’s permission is known at once', async () => {
    const added = await add(url());
    expect(added).toMatchObject({ kind: 'web', framing: 'allowed', albumId });
    await test.runJobs();
    expect(await read(added)).toMatchObject({ kind: 'web', status: 6, framing: 'allowed' });
    const { settings } = (await ana.call('GET', `/widgets/${added._id}`)).json<{ result: WidgetDetails }>().result;
    expect(settings).toEqual({ type: 'web', theme: 'light', address: url(), refreshMinutes: 0, fallbackText: '' });
  });

  it.each([
    ['forbidden', () => send({ 'x-frame-options': 'DENY' })],
    ['forbidden', () => send({ 'content-security-policy': "frame-ancestors 'self'" }, 403)],
    ['allowed', () => send({ 'content-security-policy': 'frame-ancestors http://walls.example' })],
    ['unreachable', () => send({}, 500)],
    ['unreachable', () => (respond = (_request, response) => response.destroy())],
    ['own', () => send({ location: 'http://walls.example/' }, 302)],
    ['private', () => send({ location: 'http://10.0.0.1/' }, 302)],
  ] as const)('is saved as %s by the response of its site', async (framing, prepare) => {
    prepare();
    expect(await add(url())).toMatchObject({ framing });
  });

  it('is private when its address is, without a request', async () => {
    expect(await add('http://192.168.3.4/board')).toMatchObject({ framing: 'private' });
  });

  it.each([
    ['http://walls.example/main', 'Pages of this installation can’t be shown as web pages.'],
    ['http://ana:secret@news.example/', 'Remove the user name and password from the address.'],
    ['ftp://news.example/', 'Enter an address that starts with https:// or http://.'],
  ])('is refused with the address %s', async (address, message) => {
    const response = await create(ana, address);
    expect(response.statusCode).toBe(422);
    expect(response.body).toContain(message);
  });

  it('is checked again with its new address', async () => {
    const added = await add(url());
    send({ 'x-frame-options': 'DENY' });
    const edited = await ana.call('PUT', `/widgets/${added._id}`, { settings: settingsOf(url('other')) });
    expect(edited.json<{ result: Media }>().result).toMatchObject({ kind: 'web', framing: 'forbidden' });
  });

  it('cannot become a slide', async () => {
    const added = await add(url());
    const slide = { type: 'slide', theme: 'light', template: 'quote', title: 'Hello' };
    expect((await ana.call('PUT', `/widgets/${added._id}`, { settings: slide })).statusCode).toBe(422);
  });
});

describe('screens', () => {
  it('skip a page as soon as its site forbids it, and show it again when the site allows it', async () => {
    const album = (await anAlbum(ana))._id;
    const added = (await create(ana, url(), album)).json<{ result: Media }>().result;
    await test.runJobs();
    const playlist: Playlist = await aPlaylist(ana, { albumIds: [album] });
    const listKinds = async () => (await listPlayableItems(test.db, playlist._id)).map(({ kind }) => kind);
    expect(await listKinds()).toEqual(['web']);
    send({ 'x-frame-options': 'DENY' });
    await makeDue(album);
    await checkDue();
    expect(await read(added)).toMatchObject({ framing: 'forbidden' });
    expect(await listKinds()).toEqual([]);
    send({});
    await makeDue(album);
    await checkDue();
    expect(await listKinds()).toEqual(['web']);
  });

  it('of a copy in another album show the same state', async () => {
    send({ 'x-frame-options': 'DENY' });
    const added = await add(url());
    const { file_id: fileId } = await test.db.selectFrom('media').select('file_id').where('id', '=', added._id).executeTakeFirstOrThrow();
    const before = await test.db.selectFrom('web_pages').selectAll().where('file_id', '=', fileId).executeTakeFirstOrThrow();
    const target = (await anAlbum(ana))._id;
    await ana.call('PUT', `/medias/${albumId}/copy`, { albumId: target, mediaIdArr: [added._id] });
    await test.runJobs();
    const [copy] = (await ana.call('GET', `/medias/${target}`)).json<{ result: Media[] }>().result;
    expect(copy).toMatchObject({ kind: 'web', framing: before.framing });
  });
});

describe('checks', () => {
  it('request at most two pages of an account at the same time, also from two processes', async () => {
    let [running, peak] = [0, 0];
    const waiting: ServerResponse[] = [];
    respond = (_request, response) => {
      peak = Math.max(peak, ++running);
      response.on('close', () => running--);
      waiting.push(response);
    };
    const ben = await aPerson(test);
    await aPlan(test, ben);
    const album = (await anAlbum(ben))._id;
    const created = Array.from({ length: 6 }, (_, index) => create(ben, url(`slow-${index}`), album));
    const countSaved = async () => (await test.db.selectFrom('media').select('id').where('album_id', '=', album).execute()).length;
    // All others are saved without a check while two are waiting.
    await expect.poll(countSaved, { timeout: 30_000 }).toBeGreaterThanOrEqual(4);
    await Promise.all([test.runWorkerTasks('web-pages.check'), otherProcess.runWorkerTasks('web-pages.check')]);
    expect(peak).toBe(2);
    respond = (_request, response) => response.end();
    for (const response of waiting) response.end();
    for (const response of await Promise.all(created)) expect(response.statusCode).toBe(201);
    await api().idle();
    await otherProcess.modules.getApi(webPagesModule).idle();
    for (let turn = 0; turn < 6; turn++) await checkDue();
    const rows = await test.db
      .selectFrom('web_pages')
      .innerJoin('media', 'media.file_id', 'web_pages.file_id')
      .select('framing')
      .where('album_id', '=', album)
      .execute();
    expect(rows.map(({ framing }) => framing)).toEqual(Array.from({ length: 6 }, () => 'allowed'));
  });

  it('are claimed by one of many parallel processes, and again after the process was killed', async () => {
    const { _id } = await add(url());
    const { file_id: fileId } = await test.db.selectFrom('media').select('file_id').where('id', '=', _id).executeTakeFirstOrThrow();
    const claim = (now: Date) => test.db.transaction().execute((tx) => claimPage(tx, fileId, now));
    const claims = await Promise.all(Array.from({ length: 20 }, () => claim(new Date())));
    expect(claims.filter(Boolean)).toHaveLength(1);
    expect(await claim(new Date(Date.now() + 61_000))).toBeDefined();
    expect(await test.db.transaction().execute((tx) => claimPage(tx, newId(), new Date()))).toBeUndefined();
  });

  it('take turns between accounts', async () => {
    const ben = await aPerson(test);
    await aPlan(test, ben);
    await create(ben, url('ben'), (await anAlbum(ben))._id);
    for (let count = 0; count < 6; count++) await add(url(`page-${count}`));
    await test.db
      .updateTable('web_pages')
      .set({ next_check_at: new Date(0), claimed_until: null })
      .execute();
    const claimed = await test.db.transaction().execute((tx) => claimDuePages(tx, new Date(), 4));
    expect(claimed.map(({ address }) => address)).toContain(url('ben'));
    await test.db.updateTable('web_pages').set({ claimed_until: null }).execute();
  });
});
