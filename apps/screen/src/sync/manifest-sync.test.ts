import type { Manifest } from '@vitrine/contract/screens';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Adopted } from '../database/database.ts';
import { ManifestSync } from './manifest-sync.ts';
import { ScreenUnknownError } from './screen-api.ts';

const manifest = (revision: number, ...files: string[]): Manifest => ({
  revision,
  device: null,
  publishes: [],
  files: files.map((sha256) => ({ sha256, sizeBytes: 1, mimetype: 'image/jpeg' })),
});
const adopted = (revision: number, ...files: string[]): Adopted => ({
  manifest: manifest(revision, ...files),
  etag: `"${revision}"`,
  deviceId: 'K12345',
});

/** A sync over a server that answers what the test puts in `next`. */
function aSync(start: Adopted | null, heldAtFirst: string[] = []) {
  const held = new Set(heldAtFirst);
  const server: { next: Adopted | null | Error; etags: (string | null)[] } = { next: null, etags: [] };
  const whole: number[] = [];
  const events = { onUnknown: vi.fn(), onReachable: vi.fn(), onTrouble: vi.fn(), onProgress: vi.fn(), onRepaired: vi.fn() };
  const fetched: string[] = [];
  const room = { isThere: true };
  const sync = new ManifestSync(start, {
    ...events,
    ask: async (etag) => {
      server.etags.push(etag);
      if (server.next instanceof Error) throw server.next;
      return server.next;
    },
    held: async () => held,
    makeRoom: async () => {
      if (!room.isThere) throw new Error('no room');
    },
    fetchFile: async ({ sha256 }) => {
      fetched.push(sha256);
      held.add(sha256);
    },
    onWhole: ({ manifest: { revision } }) => whole.push(revision),
  });
  return { sync, server, whole, held, fetched, room, ...events };
}

const settle = () => vi.advanceTimersByTimeAsync(1);
beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

it('hands a manifest over once every file is held', async () => {
  const { sync, server, whole, fetched } = aSync(null, ['a']);
  server.next = adopted(3, 'a', 'b');
  sync.nudge();
  await settle();
  expect(fetched).toEqual(['b']);
  expect(whole).toEqual([3]);
});

it('asks with the etag of the newest manifest it knows', async () => {
  const { sync, server } = aSync(adopted(2, 'a'), ['a']);
  sync.nudge();
  await settle();
  server.next = adopted(3, 'a');
  sync.nudge();
  await settle();
  sync.nudge();
  await settle();
  expect(server.etags).toEqual(['"2"', '"2"', '"3"']);
});

it('makes one question of many nudges, and one more for those that came meanwhile', async () => {
  const { sync, server } = aSync(null);
  sync.nudge();
  sync.nudge();
  sync.nudge();
  await settle();
  expect(server.etags).toHaveLength(2);
});

it('asks for nothing it has, however often it hears of it, and looks after its files instead', async () => {
  const { sync, server, held, fetched } = aSync(adopted(2, 'a'), ['a']);
  sync.setLinked(true);
  sync.heard(2);
  await settle();
  expect(server.etags).toEqual([]);
  held.delete('a');
  sync.heard(2);
  await settle();
  expect(fetched).toEqual(['a']);
  sync.heard(3);
  await settle();
  expect(server.etags).toEqual(['"2"']);
});

it('asks by itself when a new link says nothing, and when the link is gone', async () => {
  const { sync, server } = aSync(adopted(2, 'a'), ['a']);
  sync.setLinked(true);
  await vi.advanceTimersByTimeAsync(20_000);
  expect(server.etags).toHaveLength(1);
  sync.setLinked(false);
  await vi.advanceTimersByTimeAsync(3500);
  expect(server.etags).toHaveLength(2);
});

it('fetches a file again that got lost, without another manifest', async () => {
  const { sync, whole, fetched, held, onRepaired } = aSync(adopted(2, 'a', 'b'), ['a', 'b']);
  held.delete('b');
  sync.collect();
  await settle();
  expect(fetched).toEqual(['b']);
  expect(onRepaired).toHaveBeenCalledWith('b');
  expect(whole).toEqual([]);
});

it('keeps asking a dead server, ever more slowly, and says so', async () => {
  const { sync, server, onReachable } = aSync(null);
  server.next = new TypeError('failed to fetch');
  sync.nudge();
  await vi.advanceTimersByTimeAsync(600_000);
  expect(onReachable).toHaveBeenLastCalledWith(false);
  expect(server.etags.length).toBeGreaterThan(8);
  expect(server.etags.length).toBeLessThan(40);
  server.next = adopted(1);
  await vi.advanceTimersByTimeAsync(90_000);
  expect(onReachable).toHaveBeenLastCalledWith(true);
});

it('tells when the server does not know the screen', async () => {
  const { sync, server, onUnknown } = aSync(null);
  server.next = new ScreenUnknownError('unknown');
  sync.nudge();
  await settle();
  expect(onUnknown).toHaveBeenCalledOnce();
});

it('does nothing any more once stopped', async () => {
  const { sync, server } = aSync(null);
  sync.stop();
  sync.nudge();
  await vi.advanceTimersByTimeAsync(600_000);
  expect(server.etags).toEqual([]);
});

it('downloads nothing that does not fit, says so, and goes on by itself once there is room', async () => {
  const { sync, server, whole, fetched, room, onTrouble } = aSync(adopted(2, 'a'), ['a']);
  room.isThere = false;
  server.next = adopted(3, 'b', 'c');
  sync.nudge();
  await settle();
  expect(fetched).toEqual([]);
  expect(onTrouble).toHaveBeenCalledWith('room', expect.any(Error));
  room.isThere = true;
  await vi.advanceTimersByTimeAsync(15_000);
  expect(fetched).toEqual(['b', 'c']);
  expect(whole).toEqual([3]);
});

it('repairs what is on the wall also while the newest does not fit', async () => {
  const { sync, server, fetched, held, room } = aSync(adopted(2, 'a'), ['a']);
  room.isThere = false;
  server.next = adopted(3, 'b');
  sync.nudge();
  await settle();
  held.delete('a');
  sync.collect();
  await settle();
  expect(fetched).toEqual(['a']);
});
