import type { ReportChanges, ScreenReport } from '@vitrine/contract/screens';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Reporter } from './reporter.ts';

/** Creates a reporter with a link that records what is sent. `link.answer` sets the server's response. */
function createReporter() {
  const state: ScreenReport = {
    revision: 1,
    downloaded: 0,
    total: 0,
    publishId: null,
    itemId: 'a',
    mediaId: 'a',
    failed: [],
    paused: false,
    off: false,
    muted: true,
    temperature: null,
    underVoltage: null,
    canReboot: false,
    canPowerOff: false,
    health: null,
    shell: null,
  };
  const sent: ({ full: string | null } | ReportChanges)[] = [];
  const link = { isUp: true, answer: async () => true };
  const reporter = new Reporter({
    read: () => ({ ...state }),
    link: () =>
      link.isUp
        ? {
            send: ({ itemId }) => {
              sent.push({ full: itemId });
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
  // Health alone is sent at a random moment of each minute. By default, it is late in the minute here.
  vi.spyOn(Math, 'random').mockReturnValue(0.99);
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

it('sends the first report in full immediately, then the differences at most once a second', async () => {
  const { sent, show } = createReporter();
  show('a');
  await vi.advanceTimersByTimeAsync(0);
  expect(sent).toEqual([{ full: 'a' }]);
  show('b');
  show('c');
  await vi.advanceTimersByTimeAsync(999);
  expect(sent).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(sent).toEqual([{ full: 'a' }, { itemId: 'c' }]);
});

it('sends lists that became empty and values that became null', async () => {
  const { sent, state, reporter } = createReporter();
  state.failed = [{ mediaId: 'a', reason: 'The file is damaged.' }];
  reporter.scheduleReport();
  await vi.advanceTimersByTimeAsync(1000);
  Object.assign(state, { failed: [], itemId: null });
  reporter.scheduleReport();
  await vi.advanceTimersByTimeAsync(1000);
  expect(sent.at(-1)).toEqual({ failed: [], itemId: null });
});

it('does not send the same state twice, except on a new link', async () => {
  const { reporter, sent, show } = createReporter();
  show('a');
  await vi.advanceTimersByTimeAsync(2000);
  show('a');
  await vi.advanceTimersByTimeAsync(2000);
  expect(sent).toEqual([{ full: 'a' }]);
  reporter.resetBaseline();
  await vi.advanceTimersByTimeAsync(2000);
  expect(sent).toEqual([{ full: 'a' }, { full: 'a' }]);
});

it('sends missed changes after the link is back', async () => {
  const { reporter, sent, link, show } = createReporter();
  link.isUp = false;
  show('b');
  await vi.advanceTimersByTimeAsync(2000);
  link.isUp = true;
  reporter.resetBaseline();
  await vi.advanceTimersByTimeAsync(2000);
  expect(sent).toEqual([{ full: 'b' }]);
});

it.each([
  ['does not accept changes', async () => false],
  ['has not responded', () => new Promise<boolean>(() => undefined)],
  ['cannot be reached', () => Promise.reject(new Error('no answer'))],
])('sends full reports to a server that %s', async (_case, answer) => {
  const { sent, link, show } = createReporter();
  link.answer = answer;
  for (const itemId of ['a', 'b', 'c']) {
    show(itemId);
    await vi.advanceTimersByTimeAsync(1000);
  }
  expect(sent).toEqual([{ full: 'a' }, { full: 'b' }, { full: 'c' }]);
});

it('resends a lost report even without further changes', async () => {
  const { sent, link, show } = createReporter();
  link.answer = () => Promise.reject(new Error('no answer'));
  show('b');
  await vi.advanceTimersByTimeAsync(0);
  link.answer = async () => true;
  await vi.advanceTimersByTimeAsync(60_000);
  expect(sent).toEqual([{ full: 'b' }, { full: 'b' }]);
});

it('sends changes of health alone once a minute', async () => {
  vi.spyOn(Math, 'random').mockReturnValue(0.5);
  const { sent, show, state, reporter } = createReporter();
  show('a');
  await vi.advanceTimersByTimeAsync(0);
  const live = async (seconds: number) => {
    for (let second = 0; second < seconds; second++) {
      state.health = health(performance.now());
      reporter.scheduleReport();
      await vi.advanceTimersByTimeAsync(1000);
    }
    return sent.map((report) => Object.keys(report).join());
  };
  expect(await live(29)).toEqual(['full']);
  expect(await live(2)).toEqual(['full', 'health']);
  expect(await live(58)).toEqual(['full', 'health']);
  expect(await live(2)).toEqual(['full', 'health', 'health']);
});

it('sends its health at a different moment than screens that connected at the same time', async () => {
  vi.mocked(Math.random).mockRestore();
  const fleet = Array.from({ length: 20 }, () => createReporter());
  for (const { show } of fleet) show('a');
  await vi.advanceTimersByTimeAsync(0);
  for (const { state } of fleet) state.health = health(1);
  const countReported = () => fleet.filter(({ sent }) => sent.length === 2).length;
  const perSecond: number[] = [];
  for (let second = 1; second <= 60; second++) {
    const before = countReported();
    await vi.advanceTimersByTimeAsync(1000);
    perSecond.push(countReported() - before);
  }
  expect(countReported()).toBe(20);
  expect(perSecond.filter((count) => count > 0).length).toBeGreaterThan(5);
});

it('sends nothing while nothing changes', async () => {
  const { sent, show, state } = createReporter();
  state.health = health(1);
  show('a');
  await vi.advanceTimersByTimeAsync(4 * 3_600_000);
  expect(sent).toHaveLength(1);
});

it('delays its report randomly after a message to thousands of screens, together with pending changes', async () => {
  const { reporter, sent, show } = createReporter();
  show('a');
  await vi.advanceTimersByTimeAsync(2000);
  show('b');
  vi.spyOn(Math, 'random').mockReturnValue(0.5);
  reporter.delayWithin(5000);
  show('c');
  await vi.advanceTimersByTimeAsync(2499);
  expect(sent).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(sent).toEqual([{ full: 'a' }, { itemId: 'c' }]);
  show('d');
  await vi.advanceTimersByTimeAsync(1000);
  expect(sent.at(-1)).toEqual({ itemId: 'd' });
});
