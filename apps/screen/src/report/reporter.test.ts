import type { ReportChanges, ScreenReport } from '@vitrine/contract/screens';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Reporter } from './reporter.ts';

/** A link that notes what is sent, and a server that answers as told. */
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
    shell: null,
  };
  const sent: ({ whole: string | null } | ReportChanges)[] = [];
  const link = { isUp: true, answer: async () => true };
  const reporter = new Reporter({
    read: () => ({ ...state }),
    link: () =>
      link.isUp
        ? {
            send: ({ itemId }) => {
              sent.push({ whole: itemId });
              return link.answer();
            },
            sendChanges: (changes) => void sent.push(changes),
          }
        : null,
  });
  const show = (itemId: string) => {
    state.itemId = itemId;
    reporter.scheduleReport();
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

beforeEach(() => {
  vi.useFakeTimers();
  // Health alone is sent at a random moment of each minute. It is late in the minute here, unless a test says otherwise.
  vi.spyOn(Math, 'random').mockReturnValue(0.99);
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

it('tells the first change at once and whole, and then what differs each second', async () => {
  const { sent, show } = aReporter();
  show('a');
  await vi.advanceTimersByTimeAsync(0);
  expect(sent).toEqual([{ whole: 'a' }]);
  show('b');
  show('c');
  await vi.advanceTimersByTimeAsync(999);
  expect(sent).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(sent).toEqual([{ whole: 'a' }, { itemId: 'c' }]);
});

it('tells a list that became empty, and what became nothing', async () => {
  const { sent, state, reporter } = aReporter();
  state.failed = [{ mediaId: 'a', reason: 'It is torn.' }];
  reporter.scheduleReport();
  await vi.advanceTimersByTimeAsync(1000);
  Object.assign(state, { failed: [], itemId: null });
  reporter.scheduleReport();
  await vi.advanceTimersByTimeAsync(1000);
  expect(sent.at(-1)).toEqual({ failed: [], itemId: null });
});

it('does not say the same twice, except to a new link', async () => {
  const { reporter, sent, show } = aReporter();
  show('a');
  await vi.advanceTimersByTimeAsync(2000);
  show('a');
  await vi.advanceTimersByTimeAsync(2000);
  expect(sent).toEqual([{ whole: 'a' }]);
  reporter.resetBaseline();
  await vi.advanceTimersByTimeAsync(2000);
  expect(sent).toEqual([{ whole: 'a' }, { whole: 'a' }]);
});

it('tells after the link is back what it could not tell before', async () => {
  const { reporter, sent, link, show } = aReporter();
  link.isUp = false;
  show('b');
  await vi.advanceTimersByTimeAsync(2000);
  link.isUp = true;
  reporter.resetBaseline();
  await vi.advanceTimersByTimeAsync(2000);
  expect(sent).toEqual([{ whole: 'b' }]);
});

it.each([
  ['takes no changes', async () => false],
  ['has not answered', () => new Promise<boolean>(() => undefined)],
  ['cannot be reached', () => Promise.reject(new Error('no answer'))],
])('tells all of it to a server that %s', async (_what, answer) => {
  const { sent, link, show } = aReporter();
  link.answer = answer;
  for (const itemId of ['a', 'b', 'c']) {
    show(itemId);
    await vi.advanceTimersByTimeAsync(1000);
  }
  expect(sent).toEqual([{ whole: 'a' }, { whole: 'b' }, { whole: 'c' }]);
});

it('sends a lost report again, even without further changes', async () => {
  const { sent, link, show } = aReporter();
  link.answer = () => Promise.reject(new Error('no answer'));
  show('b');
  await vi.advanceTimersByTimeAsync(0);
  link.answer = async () => true;
  await vi.advanceTimersByTimeAsync(60_000);
  expect(sent).toEqual([{ whole: 'b' }, { whole: 'b' }]);
});

it('sends changes of health alone once a minute', async () => {
  vi.spyOn(Math, 'random').mockReturnValue(0.5);
  const { sent, show, state, reporter } = aReporter();
  show('a');
  await vi.advanceTimersByTimeAsync(0);
  const live = async (seconds: number) => {
    for (let second = 0; second < seconds; second++) {
      state.health = health(performance.now());
      reporter.scheduleReport();
      await vi.advanceTimersByTimeAsync(1000);
    }
    return sent.map((told) => Object.keys(told).join());
  };
  expect(await live(29)).toEqual(['whole']);
  expect(await live(2)).toEqual(['whole', 'health']);
  expect(await live(58)).toEqual(['whole', 'health']);
  expect(await live(2)).toEqual(['whole', 'health', 'health']);
});

it('sends its health at a different moment than screens that connected at the same time', async () => {
  vi.mocked(Math.random).mockRestore();
  const fleet = Array.from({ length: 20 }, () => aReporter());
  for (const { show } of fleet) show('a');
  await vi.advanceTimersByTimeAsync(0);
  for (const { state } of fleet) state.health = health(1);
  const told = () => fleet.filter(({ sent }) => sent.length === 2).length;
  const perSecond: number[] = [];
  for (let second = 1; second <= 60; second++) {
    const before = told();
    await vi.advanceTimersByTimeAsync(1000);
    perSecond.push(told() - before);
  }
  expect(told()).toBe(20);
  expect(perSecond.filter((count) => count > 0).length).toBeGreaterThan(5);
});

it('is silent for hours when nothing changes at all', async () => {
  const { sent, show, state } = aReporter();
  state.health = health(1);
  show('a');
  await vi.advanceTimersByTimeAsync(4 * 3_600_000);
  expect(sent).toHaveLength(1);
});

it('delays its report randomly after a message to thousands of screens, together with pending changes', async () => {
  const { reporter, sent, show } = aReporter();
  show('a');
  await vi.advanceTimersByTimeAsync(2000);
  show('b');
  vi.spyOn(Math, 'random').mockReturnValue(0.5);
  reporter.delayWithin(5000);
  show('c');
  await vi.advanceTimersByTimeAsync(2499);
  expect(sent).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(sent).toEqual([{ whole: 'a' }, { itemId: 'c' }]);
  show('d');
  await vi.advanceTimersByTimeAsync(1000);
  expect(sent.at(-1)).toEqual({ itemId: 'd' });
});
