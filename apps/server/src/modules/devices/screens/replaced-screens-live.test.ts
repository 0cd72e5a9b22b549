/** Live links of two processes while a screen is replaced: the old screen is connected to one, the new one to the other. */
import type { AddressInfo } from 'node:net';
import type { SyncMessage } from '@vitrine/contract';
import pino from 'pino';
import { io, type Socket } from 'socket.io-client';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createClientAddress } from '../../../platform/client-address.ts';
import { startLiveListener } from '../../../platform/live/live-listener.ts';
import { createLiveServer } from '../../../platform/live/live-server.ts';
import { aDevice, aPerson, aScreen, type TestScreen } from '../../../testing/builders.ts';
import { createTestApp, type TestApp } from '../../../testing/test-app.ts';

const log = pino({ level: 'silent' });
const sockets: Socket[] = [];
const closers: (() => Promise<unknown>)[] = [];
let test: TestApp;
let first: string;
let second: string;

/** Serves live links of a process, and returns its origin. */
async function serveLive(process: TestApp): Promise<string> {
  const live = createLiveServer(process.app.server, {
    people: { authenticate: process.modules.resolvePerson },
    screens: process.modules.screenSockets,
    completeSync: process.modules.completeSync,
    clientAddress: createClientAddress(false),
    screensPerAddress: 1000,
    log,
  });
  const listener = await startLiveListener({ url: process.databaseUrl, onMessage: live.dispatch, onResumed: live.resync, log });
  closers.push(
    () => live.close(),
    () => listener.stop(),
    () => process.close(),
  );
  await process.app.listen({ port: 0, host: '127.0.0.1' });
  return `http://127.0.0.1:${(process.app.server.address() as AddressInfo).port}`;
}

beforeAll(async () => {
  test = await createTestApp();
  const otherProcess = await createTestApp({}, undefined, test);
  second = await serveLive(otherProcess);
  first = await serveLive(test);
});
afterAll(async () => {
  for (const socket of sockets) socket.disconnect();
  // The process that owns the database was opened last.
  for (const close of closers) await close();
});

function openSocket(origin: string, { deviceId, secret }: TestScreen): Socket {
  const socket = io(`${origin}/screen`, { auth: { deviceId, secret }, transports: ['websocket'], reconnection: false, forceNew: true });
  sockets.push(socket);
  return socket;
}
const next = <T>(socket: Socket, event: string): Promise<T> => new Promise((resolve) => socket.once(event, resolve));

it('disconnects and refuses the old screen, and sends the new one its manifest’s revision', async () => {
  const ana = await aPerson(test, { devices: 5 });
  const [before, after] = [await aScreen(test), await aScreen(test)];
  const { _id } = await aDevice(ana, before);
  const [oldLink, newLink] = [openSocket(first, before), openSocket(second, after)];
  await Promise.all([next(oldLink, 'sync'), next(newLink, 'sync')]);
  const [isDisconnected, sync] = [next<string>(oldLink, 'disconnect'), next<SyncMessage>(newLink, 'sync')];
  expect(
    (await ana.call('PUT', `/devices/${_id}/screen`, { deviceId: after.deviceId, replacedDeviceId: before.deviceId })).statusCode,
  ).toBe(200);
  expect(await isDisconnected).toBe('io server disconnect');
  expect(await sync).toEqual({ revision: 1 });
  expect((await after.get('/screens/manifest')).json()).toMatchObject({ result: { revision: 1, device: { id: _id } } });
  expect((await next<Error>(openSocket(first, before), 'connect_error')).message).toBe('SCREEN_UNKNOWN');
  expect((await ana.call('GET', `/devices/${_id}`)).json()).toMatchObject({ result: { status: 1, deviceId: after.deviceId } });
});
