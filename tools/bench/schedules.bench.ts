/** Measures the evaluator of schedules with 200 windows: one decision, the plan of a day, and the search for a change that is months away. */
import { performance } from 'node:perf_hooks';
import type { ScheduleWindow } from '@vitrine/contract';
import { buildTimeline, choosePublish, decide, getWallClock, type PublishCandidate, toPublishSchedule } from '@vitrine/playback';
import { createLimitResult, median } from './figures.ts';

const WINDOWS = 200;
const ROUNDS = 300;
const INSTANT_LIMIT_MICROSECONDS = 50;
const DAY_LIMIT_MS = 5;
const TIME_ZONE = 'Europe/Berlin';
const DATE = '2026-05-04';
const NOW = Date.parse(`${DATE}T10:02:00Z`);

const formatTime = (minutes: number) => `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;

/** Windows of all repetitions at different times of day. */
function createWindow(index: number): ScheduleWindow {
  const start = (index * 7) % 1380;
  const times = { startTime: formatTime(start), endTime: formatTime(start + 55), except: ['2026-12-24', '2026-12-25'] };
  const repetitions: Omit<ScheduleWindow, 'startTime' | 'endTime'>[] = [
    { repeat: 'Daily', from: '2026-01-01' },
    { repeat: 'Weekly', weekdays: [1, 3, 5] },
    { repeat: 'Monthly', on: { nth: 1, weekday: 1 } },
    { repeat: 'Yearly', month: 5, on: { day: 4 } },
    { repeat: 'Dates', dates: ['2026-05-03', DATE, '2026-05-05'] },
  ];
  return { ...times, ...(repetitions[index % repetitions.length] ?? { repeat: 'Daily' }) };
}

const createPublish = (index: number, windows: ScheduleWindow[]): PublishCandidate => ({
  publishId: String(index),
  main: false,
  activatedAt: null,
  updatedAt: new Date(NOW - index * 1000).toISOString(),
  items: [{}],
  ...(toPublishSchedule({ windows, priority: index % 10 }) ?? { schedule: null }),
});

/** Returns the median duration in milliseconds. */
function measure(run: () => unknown): number {
  const durations: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const startedAt = performance.now();
    run();
    durations.push(performance.now() - startedAt);
  }
  return median(durations.slice(ROUNDS / 3));
}

export async function run() {
  const all = Array.from({ length: WINDOWS }, (_, index) => createWindow(index));
  const cases = {
    'one publish': [createPublish(0, all)],
    '200 publishes': all.map((window, index) => createPublish(index, [window])),
  };
  const results = Object.entries(cases).flatMap(([name, publishes]) => {
    const reading = getWallClock(NOW, TIME_ZONE);
    // Each evaluation gets another minute, as on a screen.
    let minute = 0;
    const instant = measure(() => choosePublish(publishes, reading + (minute++ % 600) * 60_000)) * 1000;
    const day = measure(() => buildTimeline({ publishes, timeZone: TIME_ZONE, date: DATE }));
    return [
      createLimitResult(`one instant, ${WINDOWS} windows of ${name}, median`, instant, INSTANT_LIMIT_MICROSECONDS, 'µs'),
      createLimitResult(`plan of a day, ${WINDOWS} windows of ${name}, median`, day, DAY_LIMIT_MS, 'ms'),
    ];
  });
  const never = all.map((window) => ({
    ...window,
    repeat: 'Yearly' as const,
    month: 2,
    on: { day: 29 },
    dates: undefined,
    weekdays: undefined,
  }));
  const search = measure(() => decide({ publishes: [createPublish(0, never)], timeZone: TIME_ZONE, now: NOW }));
  return [...results, createLimitResult(`search of 400 days, ${WINDOWS} windows that do not open, median`, search, 20, 'ms')];
}
