import type { Manifest } from '@vitrine/contract/screens';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { startOperation } from './operation.ts';
import { createPanelControl, type PanelState } from './panel-control.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const device = { id: 'd', name: 'Hall', timeZone: 'UTC', showInfo: false };
const everyDay = (startTime: string, endTime: string) => [
  { week: [{ weekdays: [0, 1, 2, 3, 4, 5, 6], startTime, endTime }], exceptions: [] },
];

/** Starts the operation at 20:00 with a wall whose state the test sets. The second half of the preparation is chosen: 15 to 60 minutes, here 15. */
function start(settings: Partial<NonNullable<Manifest['device']>>, isOff = false) {
  const listeners: (() => void)[] = [];
  const wall = { isOff, device: { ...device, ...settings } };
  const states: PanelState[] = [];
  const updateDownloads = vi.fn();
  const operation = startOperation({
    late: { onChange: (listener) => void listeners.push(listener) },
    updateDownloads,
    clock: { now: Date.now },
    wall,
    panel: { set: (state) => void (JSON.stringify(states.at(-1)) !== JSON.stringify(state) && states.push(state)) },
    random: () => 0,
  });
  const change = () => {
    for (const listener of listeners) listener();
  };
  return { operation, wall, states, updateDownloads, change };
}

beforeEach(() => vi.useFakeTimers({ now: Date.parse('2026-06-01T20:00:00Z') }));
afterEach(() => vi.useRealTimers());

describe('operation of a screen', () => {
  it('changes nothing without settings, and sets no timer', () => {
    const { states } = start({});
    expect([states, vi.getTimerCount()]).toEqual([[{ isOn: true, percent: 100 }], 0]);
  });

  it('sets the brightness at the times of the plan', () => {
    const { states } = start({
      brightness: [
        [
          { time: '08:00', percent: 100 },
          { time: '21:30', percent: 40 },
        ],
      ],
    });
    vi.advanceTimersByTime(1.5 * HOUR_MS - 1);
    expect(states).toEqual([{ isOn: true, percent: 100 }]);
    vi.advanceTimersByTime(1);
    expect(states.at(-1)).toEqual({ isOn: true, percent: 40 });
    vi.advanceTimersByTime(10.5 * HOUR_MS);
    expect(states.at(-1)).toEqual({ isOn: true, percent: 100 });
  });

  it('switches the panel off with the player, and prepares downloads before it turns on', () => {
    const { operation, wall, states, updateDownloads, change } = start({ hours: everyDay('08:00', '20:00') });
    Object.assign(wall, { isOff: true });
    change();
    expect([states.at(-1)?.isOn, operation.isPreparing]).toEqual([false, false]);
    vi.advanceTimersByTime(11.75 * HOUR_MS - 1);
    expect([operation.isPreparing, updateDownloads.mock.calls.length]).toEqual([false, 0]);
    vi.advanceTimersByTime(1);
    expect([operation.isPreparing, updateDownloads.mock.calls.length]).toEqual([true, 1]);
    Object.assign(wall, { isOff: false });
    change();
    expect([states.at(-1)?.isOn, operation.isPreparing, updateDownloads.mock.calls.length]).toEqual([true, false, 2]);
  });

  it('prepares at once when the page starts shortly before opening time', () => {
    vi.setSystemTime('2026-06-02T07:50:00Z');
    const { operation, updateDownloads } = start({ hours: everyDay('08:00', '20:00') }, true);
    expect([operation.isPreparing, updateDownloads.mock.calls.length]).toEqual([true, 1]);
  });

  it('switches the panel on for an overlay, with full brightness', () => {
    const { operation, states } = start({ hours: everyDay('08:00', '20:00'), brightness: [[{ time: '00:00', percent: 30 }]] }, true);
    operation.setOverlayShown(true);
    operation.setOverlayShown(false);
    expect(states).toEqual([
      { isOn: false, percent: 30 },
      { isOn: true, percent: 100 },
      { isOn: false, percent: 30 },
    ]);
  });
});

describe('panel of a screen', () => {
  it('is switched by the companion at the start and on changes, also after a failure', async () => {
    const log: unknown[] = [];
    const setPanelOn = async (isOn: boolean) => {
      log.push(isOn);
      throw new Error('no such bus');
    };
    const panel = createPanelControl({ setPanelOn, setBrightness: (percent) => void log.push(percent) }, () => expect.unreachable());
    for (const state of [
      { isOn: true, percent: 100 },
      { isOn: false, percent: 100 },
      { isOn: false, percent: 40 },
      { isOn: true, percent: 100 },
    ])
      panel.set(state);
    await vi.advanceTimersByTimeAsync(0);
    expect(log).toEqual([true, false, 40, true, 100]);
  });

  it('is darkened by the page without a companion', () => {
    const darken = vi.fn();
    const panel = createPanelControl({}, darken);
    for (const percent of [100, 40, 40, 100]) panel.set({ isOn: true, percent });
    expect(darken.mock.calls).toEqual([[100], [40], [100]]);
  });
});
