import type { ScreenReport } from '@vitrine/contract/screens';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Reporter } from './reporter.ts';

function aReporter() {
  const state: ScreenReport = {
    revision: 1,
    downloaded: 0,
    total: 0,
    publishId: null,
    itemId: 'a',
    mediaId: 'a',
    failed: [],
    paused: false,
    muted: true,
    temperature: null,
    underVoltage: null,
    canReboot: false,
    canPowerOff: false,
    health: null,
  };
  const sent: (string | null)[] = [];
  const link = { isUp: true };
  const reporter = new Reporter({
    read: () => ({ ...state }),
    send: ({ itemId }) => (link.isUp ? Promise.resolve(void sent.push(itemId)) : null),
  });
  const show = (itemId: string) => {
    state.itemId = itemId;
    reporter.changed();
  };
  return { reporter, sent, link, show, state };
}

const health = (memoryUsedBytes: number) => ({
  storageQuotaBytes: null,
  storageUsedBytes: null,
  memoryUsedBytes,
  clockSkewMs: 0,
  frameAgeMs: 0,
  heals: 0,
  width: 1920,
  height: 1080,
});

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

it('tells the first change at once and then the last one of each second', async () => {
  const { sent, show } = aReporter();
  show('a');
  await vi.advanceTimersByTimeAsync(0);
  expect(sent).toEqual(['a']);
  show('b');
  show('c');
  await vi.advanceTimersByTimeAsync(999);
  expect(sent).toEqual(['a']);
  await vi.advanceTimersByTimeAsync(1);
  expect(sent).toEqual(['a', 'c']);
});

it('does not say the same twice, except to a new link', async () => {
  const { reporter, sent, show } = aReporter();
  show('a');
  await vi.advanceTimersByTimeAsync(2000);
  show('a');
  await vi.advanceTimersByTimeAsync(2000);
  expect(sent).toEqual(['a']);
  reporter.connected();
  await vi.advanceTimersByTimeAsync(2000);
  expect(sent).toEqual(['a', 'a']);
});

it('tells after the link is back what it could not tell before', async () => {
  const { reporter, sent, link, show } = aReporter();
  link.isUp = false;
  show('b');
  await vi.advanceTimersByTimeAsync(2000);
  link.isUp = true;
  reporter.connected();
  await vi.advanceTimersByTimeAsync(2000);
  expect(sent).toEqual(['b']);
});

it('is silent while only its health changes, but for once a minute', async () => {
  const { sent, show, state, reporter } = aReporter();
  show('a');
  await vi.advanceTimersByTimeAsync(0);
  for (let second = 1; second <= 59; second++) {
    state.health = health(second);
    reporter.changed();
    await vi.advanceTimersByTimeAsync(1000);
  }
  expect(sent).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(1010);
  expect(sent).toHaveLength(2);
});

it('is silent for hours when nothing changes at all', async () => {
  const { sent, show, state } = aReporter();
  state.health = health(1);
  show('a');
  await vi.advanceTimersByTimeAsync(4 * 3_600_000);
  expect(sent).toHaveLength(1);
});
