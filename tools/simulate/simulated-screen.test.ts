import type { Play } from '@vitrine/contract/plays';
import type { Manifest, ScreenReport } from '@vitrine/contract/screens';
import type { io } from 'socket.io-client';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ScreenUnknownError } from '../../apps/screen/src/sync/screen-api.ts';
import { SimulatedScreen } from './simulated-screen.ts';

const identity = { deviceId: 'K12345', secret: 'secret' };
const DEVICE = { id: 'device', name: 'Kitchen', timeZone: 'UTC', showInfo: false };

const manifest = (revision: number, ids: string): Manifest => ({
  revision,
  device: DEVICE,
  publishes: [
    {
      publishId: 'publish',
      playlistId: 'playlist',
      name: 'Summer',
      main: true,
      activatedAt: null,
      updatedAt: '2026-01-01T00:00:00Z',
      schedule: null,
      items: [...ids].map((id) => ({ id, mediaId: id, kind: 'image', sha256: id, durationMs: 10_000 })),
    },
  ],
  files: [...ids].map((sha256) => ({ sha256, sizeBytes: 1000, mimetype: 'image/jpeg' })),
});

/** The server's side of a live link: records what the screen sends and delivers messages to it. */
class FakeLink {
  connected = false;
  active = true;
  connects = 0;
  reports: ScreenReport[] = [];
  receipts: unknown[] = [];
  #listeners = new Map<string, (payload?: unknown) => void>();

  on = (name: string, listener: (payload?: unknown) => void) => this.#listeners.set(name, listener);
  off = () => this.#listeners.clear();
  connect = () => (this.connects += 1);
  disconnect = () => this.drop();
  emit = (name: string, payload: object) => {
    if (name === 'receipt') this.receipts.push(payload);
  };
  timeout = () => ({ emitWithAck: async (_name: string, payload: ScreenReport) => void this.reports.push(payload) });

  receive(name: string, payload?: unknown): void {
    if (name === 'connect') this.connected = true;
    this.#listeners.get(name)?.(payload);
  }

  drop(): void {
    this.connected = false;
    this.receive('disconnect', 'transport close');
  }
}

/** Opens a screen on a server that returns this manifest or throws this error. */
function openScreen(initial: Manifest | Error) {
  const server = { now: initial, etags: [] as (string | null)[], plays: [] as Play[] };
  const link = new FakeLink();
  const adopted: number[] = [];
  const screen = new SimulatedScreen({
    identity,
    calls: {
      fetchEmergency: async () => ({ revision: 0, document: '', isComplete: true, alerts: [], messages: [] }),
      async fetchManifest(_identity, etag) {
        server.etags.push(etag);
        if (server.now instanceof Error) throw server.now;
        const current = `"${server.now.revision}"`;
        return etag === current ? null : { manifest: server.now, etag: current, deviceId: 'K12345' };
      },
      fetchContents: () => Promise.reject(new Error('the server returned 404')),
      async sendPlays(_identity, plays) {
        server.plays.push(...plays);
        return plays.at(-1)?.sequence ?? 0;
      },
    },
    connect: (() => link) as unknown as typeof io,
    onAdopted: () => adopted.push(screen.manifest?.revision ?? 0),
  });
  screen.open();
  link.receive('connect');
  return { screen, link, server, adopted };
}

const advance = (durationMs: number) => vi.advanceTimersByTimeAsync(durationMs);
beforeEach(() => void vi.useFakeTimers({ now: Date.UTC(2026, 4, 4, 10) }));
afterEach(() => vi.useRealTimers());

it('requests a manifest, stores its files, plays it and reports it', async () => {
  const { screen, link, adopted } = openScreen(manifest(3, 'abc'));
  await advance(1500);
  expect(adopted).toEqual([3]);
  expect(screen.playlistId).toBe('playlist');
  expect(link.reports.at(-1)).toMatchObject({ revision: 3, downloaded: 3, total: 3, publishId: 'publish', itemId: 'a', failed: [] });
});

it('requests a newer manifest, but not one that it has', async () => {
  const { link, server, adopted } = openScreen(manifest(3, 'abc'));
  await advance(1500);
  link.receive('sync', { revision: 3 });
  await advance(1500);
  expect(server.etags).toEqual([null]);
  server.now = manifest(4, 'abcd');
  link.receive('sync', { revision: 4 });
  await advance(1500);
  expect(server.etags).toEqual([null, '"3"']);
  expect(adopted).toEqual([3, 4]);
  expect(link.reports.at(-1)).toMatchObject({ revision: 4, downloaded: 4, total: 4 });
});

it('reports each item it shows together with its health', async () => {
  const { link } = openScreen(manifest(3, 'abc'));
  await advance(1500);
  link.reports.length = 0;
  await advance(60_000);
  expect(link.reports.map(({ itemId }) => itemId)).toEqual(['b', 'c', 'a', 'b', 'c', 'a']);
  expect(link.reports[0]?.health).toMatchObject({ frameAgeMs: 0, width: 1920 });
});

it('sends plays but no reports while a single photo is shown', async () => {
  const { link, server } = openScreen(manifest(3, 'a'));
  await advance(1500);
  link.reports.length = 0;
  await advance(600_000);
  expect(link.reports).toEqual([]);
  expect(server.plays.reduce((sum, { count }) => sum + count, 0)).toBe(1);
  expect(server.plays.reduce((sum, { shownMs }) => sum + shownMs, 0)).toBeGreaterThan(450_000);
});

it('delivers each play once', async () => {
  const { server } = openScreen(manifest(3, 'abc'));
  await advance(600_000);
  const sequences = server.plays.map(({ sequence }) => sequence);
  expect(sequences).toEqual(sequences.map((_, index) => index + 1));
  const count = server.plays.reduce((sum, play) => sum + play.count, 0);
  expect(count).toBeGreaterThan(45);
  expect(count).toBeLessThanOrEqual(60);
});

it('sends a full report after it reconnects', async () => {
  const { link } = openScreen(manifest(3, 'a'));
  await advance(1500);
  link.reports.length = 0;
  link.drop();
  await advance(5000);
  expect(link.reports).toEqual([]);
  link.receive('connect');
  await advance(1500);
  expect(link.reports).toMatchObject([{ revision: 3, itemId: 'a' }]);
});

it('polls the server after the link was lost and continues to play', async () => {
  const { screen, link, server } = openScreen(manifest(3, 'abc'));
  await advance(1500);
  server.now = new Error('the server is unreachable');
  link.drop();
  await advance(60_000);
  expect(server.etags.length).toBeGreaterThan(3);
  expect(screen.manifest?.revision).toBe(3);
  server.now = manifest(5, 'z');
  // Longest delay between two attempts of a screen.
  await advance(90_000);
  expect(screen.manifest?.revision).toBe(5);
});

it('executes commands and returns receipts', async () => {
  const { link } = openScreen(manifest(3, 'abc'));
  await advance(1500);
  link.receive('action', { id: '1', action: 'pause' });
  await advance(1500);
  expect(link.receipts).toEqual([
    { id: '1', state: 'delivered' },
    { id: '1', state: 'done' },
  ]);
  expect(link.reports.at(-1)).toMatchObject({ paused: true });
  link.receive('action', { id: '2', action: 'reboot' });
  await advance(1500);
  expect(link.receipts.at(-1)).toMatchObject({ id: '2', state: 'failed' });
});

it('stops requests to a server on which it is not registered', async () => {
  const { screen, server } = openScreen(new ScreenUnknownError('unknown'));
  await advance(600_000);
  expect(screen.isUnknown).toBe(true);
  expect(server.etags).toHaveLength(1);
});
