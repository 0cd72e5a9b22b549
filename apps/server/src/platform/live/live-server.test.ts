import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Device, type DeviceStatus, type Manifest, SCREEN_CLIENT, type SyncMessage } from '@vitrine/contract';
import { packContents } from '@vitrine/playback';
import { sql } from 'kysely';
import pino from 'pino';
import { io, type Socket } from 'socket.io-client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aDevice, anAlbum, aPerson, aPlaylist, aScreen, aStoredPhoto, signIn, type TestPerson } from '../../testing/builders.ts';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';
import { createClientAddress } from '../client-address.ts';
import { toUuidArray } from '../database/database.ts';
import { newId } from '../ids.ts';
import { LIVE_CONNECTION_NAME, type LiveListener, startLiveListener } from './live-listener.ts';
import { createLiveServer, type LiveServer } from './live-server.ts';
import type { PeopleSockets } from './people-sockets.ts';

let test: TestApp;
let live: LiveServer;
let listener: LiveListener;
let origin: string;
let ana: TestPerson;
const sockets: Socket[] = [];
/** Parameters of the links of screens. */
let screenQuery: Record<string, string> = SCREEN_CLIENT;
const LIMITS = { clientAddress: createClientAddress(false), screensPerAddress: 1000, log: pino({ level: 'silent' }) };
/** All events that each socket received, because events can arrive together with the connection. */
const receivedEvents = new Map<Socket, [name: string, payload: unknown][]>();

beforeAll(async () => {
  test = await createTestApp();
  live = createLiveServer(test.app.server, {
    people: { authenticate: test.modules.resolvePerson },
    screens: test.modules.screenSockets,
    completeSync: test.modules.completeSync,
    ...LIMITS,
  });
  listener = await startLiveListener({
    url: test.databaseUrl,
    onMessage: live.dispatch,
    onResumed: live.resync,
    log: pino({ level: 'silent' }),
  });
  await test.app.listen({ port: 0, host: '127.0.0.1' });
  origin = `http://127.0.0.1:${(test.app.server.address() as AddressInfo).port}`;
  ana = await aPerson(test, { devices: 100 });
});
afterAll(async () => {
  for (const socket of sockets) socket.disconnect();
  await live.close();
  await listener.stop();
  await test.close();
});

/** Connects and returns the socket, or the reason of the refusal. */
async function connect(namespace: string, auth: object): Promise<Socket | string> {
  const query = namespace === '/screen' ? screenQuery : {};
  const socket = io(`${origin}${namespace}`, { auth, query, transports: ['websocket'], reconnection: false, forceNew: true });
  sockets.push(socket);
  receivedEvents.set(socket, []);
  socket.onAny((name: string, payload: unknown) => receivedEvents.get(socket)?.push([name, payload]));
  return new Promise((resolve) => {
    socket.on('connect', () => resolve(socket));
    socket.on('connect_error', (error) => resolve(error.message));
  });
}

async function connected(namespace: string, auth: object): Promise<Socket> {
  const socket = await connect(namespace, auth);
  if (typeof socket === 'string') throw new Error(socket);
  return socket;
}

/** Starts another live server with its own authentication of users, and returns the function that opens a socket to it. */
async function startOtherServer(authenticate: PeopleSockets['authenticate']) {
  const http = createServer();
  const other = createLiveServer(http, {
    people: { authenticate },
    screens: test.modules.screenSockets,
    completeSync: test.modules.completeSync,
    ...LIMITS,
  });
  await new Promise<void>((done) => http.listen(0, '127.0.0.1', done));
  const url = `http://127.0.0.1:${(http.address() as AddressInfo).port}/device`;
  const open = (options: { reconnection?: boolean } = {}) =>
    io(url, { auth: { token: ana.token }, transports: ['websocket'], reconnectionDelay: 10, forceNew: true, ...options });
  return { open, close: () => other.close() };
}

/** Returns the payload of the next event with this name. */
const nextEvent = (socket: Socket, event: string): Promise<unknown> => new Promise((resolve) => socket.once(event, resolve));

describe('the live server', () => {
  it.each(['/notification', '/device', '/media'])('refuses a client without credentials in %s', async (namespace) => {
    expect(await connect(namespace, { token: 'made-up' })).toBe('UNAUTHENTICATED');
    expect(await connect(namespace, {})).toBe('UNAUTHENTICATED');
    expect(await connect(namespace, { token: { a: 1 } })).toBe('UNAUTHENTICATED');
  });

  it('refuses a page of another site, and accepts one of this site', async () => {
    const from = (page: string) =>
      new Promise<string>((resolve) => {
        const extraHeaders = { origin: page };
        const socket = io(`${origin}/device`, {
          auth: { token: ana.token },
          transports: ['websocket'],
          reconnection: false,
          forceNew: true,
          extraHeaders,
        });
        sockets.push(socket);
        socket.on('connect', () => resolve('connected')).on('connect_error', () => resolve('refused'));
      });
    expect(await from(origin)).toBe('connected');
    for (const page of ['https://elsewhere.example', `${origin}.elsewhere.example`, 'null']) expect(await from(page)).toBe('refused');
  });

  it('notifies a user about their own devices only', async () => {
    const ben = await aPerson(test);
    const [mine, theirs] = [await connected('/device', { token: ana.token }), await connected('/device', { token: ben.token })];
    let overheard = 0;
    theirs.onAny(() => overheard++);
    const message = nextEvent(mine, 'devicestatus');
    const device = await aDevice(ana, await aScreen(test));
    expect(((await message) as DeviceStatus).deviceId).toBe(device._id);
    expect(overheard).toBe(0);
  });

  it('sends the change of a manifest with the contents of its playlists, and only the revision when that is too long', async () => {
    const screen = await aScreen(test);
    const socket = await connected('/screen', screen);
    await expect.poll(() => receivedEvents.get(socket)).toContainEqual(['sync', { revision: 0 }]);
    const device = await aDevice(ana, screen);
    const album = await anAlbum(ana);
    const { mediaId } = await aStoredPhoto(test, ana, album._id);
    const playlist = await aPlaylist(ana, { albumIds: [album._id] });
    await ana.call('POST', '/publishes', { playlistId: playlist._id, deviceId: device._id });
    const lastMessage = () => receivedEvents.get(socket)?.at(-1)?.[1] as SyncMessage;
    await expect.poll(() => lastMessage().revision).toBe(2);
    const manifest = (await screen.get('/screens/manifest')).json<{ result: Manifest }>().result;
    const [digest] = manifest.publishes.map(({ contents }) => contents);
    expect(lastMessage()).toMatchObject({
      change: {
        from: 1,
        playlists: [{ playlistId: playlist._id, contents: digest }],
        publishes: [{ playlistId: playlist._id }],
        removed: [],
      },
      contents: [packContents({ digest: digest ?? '', items: manifest.publishes[0]?.items ?? [], files: manifest.files })],
    });
    // Twelve hundred items exceed the size of one message.
    await test.db.transaction().execute(async (tx) => {
      const copies = Array.from({ length: 1200 }, () => newId());
      await sql`insert into media (id, album_id, file_id, kind, name, sequence, status, uploaded_by, size_bytes)
        select copy, album_id, file_id, kind, name, sequence, status, uploaded_by, size_bytes from media, unnest(${toUuidArray(copies)}) as copy
        where media.id = ${mediaId}`.execute(tx);
    });
    await ana.call('POST', '/publishes', { playlistId: playlist._id, deviceId: device._id });
    await expect.poll(() => lastMessage().revision).toBe(3);
    const message = lastMessage();
    expect(message).not.toHaveProperty('contents');
    const long = message.change?.playlists[0]?.contents ?? '';
    const contents = await screen.get(`/screens/contents/${long}`);
    expect(contents.headers['cache-control']).toBe('public, max-age=31536000, immutable');
    expect(contents.json()).toMatchObject({ result: { digest: long, items: expect.objectContaining({ length: 1201 }) } });
    // Current contents of a playlist on the user's own device.
    const stranger = await aScreen(test);
    expect((await stranger.get(`/screens/contents/${long}`)).statusCode).toBe(404);
    expect((await screen.get(`/screens/contents/${digest}`)).statusCode).toBe(404);
  });

  it('reports whether local messages would have recipients', async () => {
    for (const socket of sockets.splice(0)) socket.disconnect();
    await expect.poll(() => live.hasPeople()).toBe(false);
    await connected('/screen', await aScreen(test));
    expect(live.hasPeople()).toBe(false);
    await connected('/media', { token: ana.token });
    expect(live.hasPeople()).toBe(true);
  });

  it('makes all clients reload after its database connection was lost', async () => {
    const [owner, screen] = [await connected('/device', { token: ana.token }), await connected('/screen', await aScreen(test))];
    await expect.poll(() => receivedEvents.get(screen)).toContainEqual(['sync', { revision: 0 }]);
    receivedEvents.set(screen, []);
    const ended = nextEvent(owner, 'disconnect');
    await sql`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and application_name = ${LIVE_CONNECTION_NAME}`.execute(test.db);
    expect(await ended).toBe('transport close');
    await expect.poll(() => receivedEvents.get(screen)).toContainEqual(['sync', { revision: 0 }]);
  });

  it('limits the sockets of a user', async () => {
    const eva = await aPerson(test);
    const answers = await Promise.all(Array.from({ length: 55 }, () => connect('/media', { token: eva.token })));
    expect(answers.filter((answer) => answer === 'TOO_MANY_SOCKETS')).toHaveLength(5);
  });

  it('refuses no client permanently while the database is unavailable', async () => {
    let isAway = true;
    const resolve = async (token: string) => {
      if (isAway) throw new Error('Connection terminated unexpectedly');
      return test.modules.resolvePerson(token);
    };
    const other = await startOtherServer(resolve);
    const socket = other.open();
    await new Promise<void>((done) => socket.io.once('reconnect_attempt', () => done()));
    isAway = false;
    await expect.poll(() => socket.connected).toBe(true);
    socket.disconnect();
    await other.close();
  });

  it('does not count sockets against the limit of a user that failed to join while the database was unavailable', async () => {
    let isAway = true;
    let reads = 0;
    // A socket reads its session twice: before it joins its rooms, and afterwards.
    const resolve = async (token: string) => {
      if (isAway && ++reads % 2 === 0) throw new Error('Connection terminated unexpectedly');
      return test.modules.resolvePerson(token);
    };
    const other = await startOtherServer(resolve);
    for (let attempt = 0; attempt < 50; attempt++) {
      const failed = other.open({ reconnection: false });
      await new Promise<void>((done) => failed.io.once('close', () => done()));
    }
    isAway = false;
    const socket = other.open({ reconnection: false });
    await expect.poll(() => socket.connected).toBe(true);
    socket.disconnect();
    await other.close();
  });

  it('ends the sockets of a session when it expires or ends because of a new password', async () => {
    const [dora, eve] = [await aPerson(test), await aPerson(test)];
    const soon = new Date(Date.now() + 1000);
    await test.db.updateTable('sessions').set({ expires_at: soon }).where('user_id', '=', dora.user._id).execute();
    const [expiring, replaced] = [await connected('/media', { token: dora.token }), await connected('/media', { token: eve.token })];
    const ended = [nextEvent(expiring, 'disconnect'), nextEvent(replaced, 'disconnect')];
    const other = await signIn(test, eve);
    await other.call('PUT', '/users/password', { oldPassword: eve.password, newPassword: 'a better password' });
    await Promise.all(ended);
  });

  it('closes the sockets of a user who is deactivated, demoted, deleted or withdraws consent', async () => {
    const [boss, fay, gus, hal, ida] = [
      await aPerson(test),
      await aPerson(test),
      await aPerson(test),
      await aPerson(test),
      await aPerson(test),
    ];
    for (const { user } of [boss, ida]) await test.db.updateTable('users').set({ role: 'admin' }).where('id', '=', user._id).execute();
    const ended: Promise<unknown>[] = [];
    for (const { token } of [fay, gus, hal, ida]) ended.push(nextEvent(await connected('/media', { token }), 'disconnect'));
    await boss.call('PUT', `/users/status/${fay.user._id}`, { status: false });
    await boss.call('PUT', `/users/roles/${ida.user._id}`, { roleName: 'user' });
    await gus.call('DELETE', `/users/${gus.user._id}`, { password: gus.password });
    await hal.call('PUT', `/users/privecy/${hal.user._id}`, { privacy: false });
    await Promise.all(ended);
  });

  it('refuses users who have not accepted the privacy agreement', async () => {
    const newcomer = await aPerson(test, { hasAcceptedPrivacy: false });
    expect(await connect('/media', { token: newcomer.token })).toBe('UNAUTHENTICATED');
  });

  it('ends the sockets of a session that was signed out', async () => {
    const cleo = await aPerson(test);
    const socket = await connected('/notification', { token: cleo.token });
    const ended = nextEvent(socket, 'disconnect');
    await cleo.call('POST', '/users/logout');
    await ended;
  });
});

describe.each<[string, Record<string, string>]>([
  ['a WebSocket', SCREEN_CLIENT],
  ['Socket.IO', {}],
])('the live server, to screens over %s,', (_transport, query) => {
  beforeAll(() => {
    screenQuery = query;
  });

  it('refuses a screen with a copied id and no secret', async () => {
    const screen = await aScreen(test);
    expect(await connect('/screen', { deviceId: screen.deviceId, secret: 'x' })).toBe('SCREEN_UNKNOWN');
  });

  it('notifies a screen of the newest manifest when it connects and when it changes, and its owner that it is online', async () => {
    const screen = await aScreen(test);
    const socket = await connected('/screen', screen);
    await expect.poll(() => receivedEvents.get(socket)).toContainEqual(['sync', { revision: 0 }]);
    const device = await aDevice(ana, screen);
    await expect.poll(() => receivedEvents.get(socket)).toContainEqual(['sync', expect.objectContaining({ revision: 1 })]);
    const status = async () => (await ana.call('GET', `/devices/${device._id}`)).json<{ result: Device }>().result.status;
    await expect.poll(status).toBe(1);
    const owner = await connected('/device', { token: ana.token });
    let messageCount = 0;
    owner.on('devicestatus', () => messageCount++);
    socket.disconnect();
    await expect.poll(status).toBe(0);
    await expect.poll(() => messageCount).toBeGreaterThan(0);
  });

  it('stores a report, notifies the owner, and ignores invalid messages', async () => {
    const screen = await aScreen(test);
    const device = await aDevice(ana, screen);
    const socket = await connected('/screen', screen);
    await socket.emitWithAck('report', { revision: 'many' });
    const owner = await connected('/media', { token: ana.token });
    const message = nextEvent(owner, 'contentDownload');
    const report = { revision: 1, downloaded: 1, total: 4, publishId: null, itemId: null, mediaId: null, failed: [] };
    await socket.emitWithAck('report', report);
    expect(await message).toEqual({ type: 'progress', deviceId: device._id, revision: 1, downloaded: 1, total: 4 });
    expect((await ana.call('GET', `/devices/${device._id}`)).json()).toMatchObject({ result: { screen: { downloaded: 1, total: 4 } } });
  });

  it('accepts changes to a report, and requests a complete one when the previous report is unknown', async () => {
    const screen = await aScreen(test);
    const device = await aDevice(ana, screen);
    const socket = await connected('/screen', screen);
    const state = async () => (await ana.call('GET', `/devices/${device._id}`)).json<{ result: Device }>().result.screen;
    const request = nextEvent(socket, 'whole');
    socket.emit('changes', { downloaded: 3 });
    await request;
    expect(await state()).toBeNull();
    const report = { revision: 1, downloaded: 1, total: 4, publishId: null, itemId: null, mediaId: null, failed: [], paused: true };
    expect(await socket.emitWithAck('report', { ...report, revision: 'many' })).toBe(false);
    expect(await socket.emitWithAck('report', report)).toBe(true);
    socket.emit('changes', { downloaded: 3 });
    await expect.poll(state).toMatchObject({ revision: 1, downloaded: 3, total: 4, paused: true });
    // The previous report belongs to the other link.
    const next = await connected('/screen', screen);
    const requestedAgain = nextEvent(next, 'whole');
    next.emit('changes', { downloaded: 4 });
    await requestedAgain;
  });

  it('keeps the newest links of a screen', async () => {
    const screen = await aScreen(test);
    const first = await connected('/screen', screen);
    const ended = nextEvent(first, 'disconnect');
    for (let more = 0; more < 4; more++) await connected('/screen', screen);
    expect(await ended).toBe('io server disconnect');
  });

  it('disconnects a screen whose link ends for everyone, and one that moves to another process so that it connects again', async () => {
    const [ended, moved] = [await aScreen(test), await aScreen(test)];
    for (const socket of sockets.splice(0)) socket.disconnect();
    await expect.poll(() => live.countScreens()).toBe(0);
    const [first, second] = [await connected('/screen', ended), await connected('/screen', moved)];
    await expect.poll(() => live.countSockets()).toMatchObject({ screen: 2 });
    const { screenId } = (await test.modules.screenSockets.authenticate(ended.deviceId, ended.secret)) ?? {};
    const disconnected = nextEvent(first, 'disconnect');
    live.dispatch({ disconnect: `screen:${screenId}` });
    expect(await disconnected).toBe('io server disconnect');
    const dropped = nextEvent(second, 'disconnect');
    live.moveScreens(1);
    expect(await dropped).toBe('transport close');
    await expect.poll(() => live.countScreens()).toBe(0);
  });
});
