import type { Play } from '@vitrine/contract/plays';
import { afterEach, expect, it, vi } from 'vitest';
import type { ServerClock } from '../clock/server-clock.ts';
import { fetchManifest, sendPlays } from './screen-api.ts';

const identity = { deviceId: 'A12345', secret: 'secret', versionCode: '1' };
const play = (sequence: number, zone?: Play['zone']): Play => ({
  sequence,
  deviceId: 'd',
  playlistId: 'p',
  mediaId: 'm',
  startedAt: '2026-05-04T10:00:00.000Z',
  count: 1,
  shownMs: 5000,
  ...(zone && { zone }),
});

/** Answers requests with these statuses, one after the other. Returns the plays of each request. */
function stubServer(...statuses: number[]): Play[][] {
  const sent: Play[][] = [];
  vi.stubGlobal('fetch', async (_address: string, { body }: { body: string }) => {
    sent.push((JSON.parse(body) as { plays: Play[] }).plays);
    return Response.json({ error: false, result: { sequence: 2 } }, { status: statuses[sent.length - 1] ?? 200 });
  });
  return sent;
}
afterEach(() => vi.unstubAllGlobals());

it('sends plays again without their zones when a server of the previous version refuses them', async () => {
  const sent = stubServer(422, 200);
  expect(await sendPlays(identity, [play(1), play(2, 'side')], 0)).toBe(2);
  expect(sent).toEqual([
    [play(1), play(2, 'side')],
    [play(1), play(2)],
  ]);
});

it('returns null for plays without zones that the server refuses', async () => {
  const sent = stubServer(422);
  expect(await sendPlays(identity, [play(1)], 0)).toBeNull();
  expect(sent).toHaveLength(1);
});

it.each([
  ['the exact time of the server', { 'server-time': '1777888800123', date: 'Mon, 04 May 2026 10:00:00 GMT' }, [1_777_888_800_123, 0]],
  ['the date of a server before version 0.3', { date: 'Mon, 04 May 2026 10:00:00 GMT' }, [1_777_888_800_000, undefined]],
])('synchronizes the clock by %s', async (_name, headers, expected) => {
  vi.stubGlobal('fetch', async () => new Response(null, { status: 304, headers }));
  const synchronize = vi.fn<ServerClock['synchronize']>();
  expect(await fetchManifest(identity, '"1"', { synchronize } as Partial<ServerClock> as ServerClock)).toBeNull();
  const [serverMs, , , resolutionMs] = synchronize.mock.lastCall ?? [];
  expect([serverMs, resolutionMs]).toEqual(expected);
});
