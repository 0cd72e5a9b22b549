import type { MediaValidity } from '@vitrine/contract/media-validity';
import type { Manifest, ManifestItem, ManifestPublish } from '@vitrine/contract/screens';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ScreenPlayer } from './screen-player.ts';

const stage = vi.hoisted(() => ({ setItems: vi.fn<(items: ManifestItem[], options: { restart: boolean }) => void>() }));
const zones = vi.hoisted(() => ({ update: vi.fn(), retryFile: vi.fn(), created: vi.fn() }));
vi.mock('@vitrine/stage', () => ({
  createPlayer: () => ({ ...stage, setFit: () => undefined, setVolume: () => undefined, setMuted: () => undefined }),
}));
const switching = vi.hoisted(() => ({
  setItems: vi.fn<(items: ManifestItem[], options: { restart: boolean }) => void>(),
  setMuted: vi.fn(),
  setVolume: vi.fn(),
}));
vi.mock('./switching-player.ts', () => ({ createSwitchingPlayer: () => ({ ...switching, setFit: () => undefined }) }));
vi.mock('./zones.ts', () => ({
  createZones: () => {
    zones.created();
    return zones;
  },
}));
vi.mock('../view/rotation.ts', () => ({ applyRotation: () => undefined }));

const item = (id: string, valid?: MediaValidity): ManifestItem => ({
  id,
  mediaId: id,
  kind: 'image',
  sha256: id,
  durationMs: 5000,
  ...(valid && { valid }),
});
const publish = (publishId: string, items: ManifestItem[], change: Partial<ManifestPublish> = {}): ManifestPublish => ({
  publishId,
  playlistId: publishId,
  name: publishId,
  main: false,
  activatedAt: '2026-01-01T00:00:00.000Z',
  updatedAt: '2026-01-01T00:00:00.000Z',
  schedule: null,
  items,
  ...change,
});
const manifest = (...publishes: ManifestPublish[]): Manifest => ({
  revision: 1,
  device: { id: 'd', name: 'Hall', timeZone: 'Europe/Berlin', showInfo: false },
  publishes,
  files: [],
});

/** Starts a player at 08:59:53 in Berlin, so that the interval of ten seconds does not end with the minute. `shown` lists the changes of items. */
function startPlayer(adopted: Manifest, clock: { isTrusted: boolean } = { isTrusted: true }) {
  const onPublishChange = vi.fn();
  const onOffChange = vi.fn();
  const player = new ScreenPlayer({
    stage: {} as HTMLElement,
    clock: Object.assign(clock, { now: Date.now, hasJumped: () => false }) as never,
    onClockJump: () => undefined,
    open: async () => ({ url: '' }),
    onItemShown: () => undefined,
    onItemFailed: () => undefined,
    onPublishChange,
    onOffChange,
  });
  player.setManifest(adopted);
  const shown = () => stage.setItems.mock.calls.map(([items, { restart }]) => [items.map(({ id }) => id).join(), restart]);
  return { player, shown, onPublishChange, onOffChange };
}

beforeEach(() => {
  vi.useFakeTimers({ now: Date.parse('2026-06-01T06:59:53.000Z') });
  vi.stubGlobal('document', { addEventListener: () => undefined });
  stage.setItems.mockClear();
  switching.setItems.mockClear();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it('adds an item at the minute at which its period starts, without a restart', () => {
  const { player, shown, onPublishChange } = startPlayer(
    manifest(publish('p', [item('a'), item('b', { from: '2026-06-01T09:00' }), item('c')])),
  );
  vi.advanceTimersByTime(6999);
  expect(shown()).toEqual([['a,c', true]]);
  vi.advanceTimersByTime(1);
  expect(shown()).toEqual([
    ['a,c', true],
    ['a,b,c', false],
  ]);
  expect([player.count, onPublishChange.mock.calls.length]).toEqual([3, 1]);
});

it('shows a publish in each of its windows, ahead of a newer one with a lower priority', () => {
  const never = { startTime: '00:00', endTime: '00:01', repeat: 'Once' as const, date: '1970-01-01' };
  const windows = [
    { startTime: '09:00', endTime: '09:01', repeat: 'Monthly' as const, on: { nth: 1 as const, weekday: 1 } },
    { startTime: '09:02', endTime: '09:03', repeat: 'Daily' as const, except: ['2026-06-02'] },
  ];
  const { onPublishChange } = startPlayer(
    manifest(
      publish('high', [item('a')], { schedule: never, windows, priority: 6 }),
      publish('low', [item('b')], {
        schedule: { startTime: '00:00', endTime: '23:59', repeat: 'Daily' },
        updatedAt: '2026-05-01T00:00:00.000Z',
      }),
    ),
  );
  vi.advanceTimersByTime(300_000);
  expect(onPublishChange.mock.calls.map(([shown]) => (shown as ManifestPublish | null)?.publishId)).toEqual([
    'low',
    'high',
    'low',
    'high',
    'low',
  ]);
});

it('removes an item at the end of its period, and sets nothing while nothing changes', () => {
  const { shown } = startPlayer(manifest(publish('p', [item('a'), item('b', { until: '2026-06-01T09:00' })])));
  vi.advanceTimersByTime(3_600_000);
  expect(shown()).toEqual([
    ['a,b', true],
    ['a', false],
  ]);
});

it('starts at the instant of the period when nothing was playing, and stops at its end', () => {
  const { player, shown } = startPlayer(manifest(publish('p', [item('a', { startTime: '09:00', endTime: '09:30' })])));
  expect([shown(), player.publish]).toEqual([[], null]);
  vi.advanceTimersByTime(7000);
  expect(shown()).toEqual([['a', true]]);
  vi.advanceTimersByTime(30 * 60_000);
  expect(shown()).toEqual([
    ['a', true],
    ['', true],
  ]);
});

it('shows the main playlist while no item of the activated one is valid', () => {
  const main = publish('main', [item('m')], { main: true, activatedAt: null });
  const { shown } = startPlayer(manifest(publish('p', [item('a', { until: '2026-06-01T09:00' })]), main));
  vi.advanceTimersByTime(7000);
  expect(shown()).toEqual([
    ['a', true],
    ['m', true],
  ]);
});

it('loads the zones with the first layout, updates them, and passes repaired files on', async () => {
  const { player } = startPlayer(manifest(publish('p', [item('a')])));
  await vi.advanceTimersByTimeAsync(60_000);
  expect(zones.created).not.toHaveBeenCalled();
  const layout = { preset: 'side' as const, divider: 70, zones: [{ zone: 'side' as const, items: [item('s')] }] };
  player.setManifest(manifest(publish('p', [item('a')], { layout })));
  await vi.waitFor(() => expect(zones.created).toHaveBeenCalledOnce());
  player.retryFile('s');
  expect(zones.retryFile).toHaveBeenCalledWith('s');
  const updates = zones.update.mock.calls.length;
  player.setManifest(manifest(publish('p', [item('a')])));
  expect(zones.update.mock.calls.length).toBeGreaterThan(updates);
  expect(zones.created).toHaveBeenCalledOnce();
});

it('plays a synchronized publish with a player that can align it, which keeps the settings', async () => {
  const { player, shown } = startPlayer(manifest(publish('p', [item('a')])));
  player.setMuted(false);
  const synchronized = publish('p', [item('a'), item('b')], { synchronized: true });
  player.setManifest(manifest(synchronized));
  await vi.waitFor(() => expect(switching.setItems).toHaveBeenCalledWith(synchronized.items, { restart: true }));
  expect(shown()).toEqual([['a', true]]);
  expect([switching.setMuted.mock.lastCall, switching.setVolume.mock.lastCall]).toEqual([[false], [1]]);
  const more = publish('p', [...synchronized.items, item('c')], { synchronized: true });
  player.setManifest(manifest(more));
  expect(switching.setItems).toHaveBeenLastCalledWith(more.items, { restart: false });
});

it('plays an ordinary publish at once that replaces a synchronized one while its code loads', async () => {
  const { player, shown } = startPlayer(manifest(publish('p', [item('a')], { synchronized: true })));
  player.setManifest(manifest(publish('q', [item('b')])));
  await vi.advanceTimersByTimeAsync(1000);
  expect([shown(), switching.setItems.mock.calls]).toEqual([[['b', true]], []]);
});

/** Berlin is on from nine to half past nine on Mondays, which the tests start with. */
const withHours = ({ device, ...rest }: Manifest, hours: unknown): Manifest =>
  ({ ...rest, device: device && { ...device, hours } }) as Manifest;
const MORNING = [{ week: [{ weekdays: [1], startTime: '09:00', endTime: '09:30' }], exceptions: [] }];

it('plays nothing outside of the operating hours, and turns on and off at the minute', () => {
  const { player, shown, onOffChange } = startPlayer(withHours(manifest(publish('p', [item('a')])), MORNING));
  expect([player.isOff, player.publish, shown()]).toEqual([true, null, []]);
  vi.advanceTimersByTime(6999);
  expect([player.isOff, onOffChange.mock.calls.length]).toEqual([true, 1]);
  vi.advanceTimersByTime(1);
  expect([player.isOff, shown()]).toEqual([false, [['a', true]]]);
  vi.advanceTimersByTime(30 * 60_000);
  expect([player.isOff, player.publish, shown().at(-1), onOffChange.mock.calls.length]).toEqual([true, null, ['', true], 3]);
  player.setManifest(manifest(publish('p', [item('a')])));
  expect([player.isOff, shown().at(-1)]).toEqual([false, ['a', true]]);
});

it('stays on while the clock is not trusted, and with damaged operating hours', () => {
  const clock = { isTrusted: false };
  const { player } = startPlayer(withHours(manifest(publish('p', [item('a')])), MORNING), clock);
  expect([player.isOff, player.publish?.publishId]).toEqual([false, 'p']);
  clock.isTrusted = true;
  vi.advanceTimersByTime(6999);
  expect(player.isOff).toBe(false);
  const damaged = startPlayer(withHours(manifest(publish('p', [item('a')])), { week: 'always' }));
  expect(damaged.player.isOff).toBe(false);
});

it('follows the operating hours of the newest manifest while its files are missing', () => {
  const adopted = withHours(manifest(publish('p', [item('a')])), MORNING);
  const { player, onOffChange } = startPlayer(adopted);
  expect(player.isOff).toBe(true);
  player.setDevice(manifest().device);
  expect([player.isOff, player.publish?.publishId]).toEqual([false, 'p']);
  player.setDevice(adopted.device);
  player.setDevice(adopted.device);
  expect([player.isOff, player.publish, onOffChange.mock.calls.length]).toEqual([true, null, 3]);
});
