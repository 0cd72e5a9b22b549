import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { countPlaywright, createEmptyCount, findSlowFiles, reportTotal } from './test-count.ts';

/** The machine of these tests is twice as busy in the second minute. */
const limit = { limitMs: 45_000, measure: (startedAt: number, endedAt: number) => (endedAt - startedAt) / (startedAt < 60_000 ? 1 : 2) };
const createTests = (file: string, ...seconds: number[]) =>
  seconds.map((s) => ({ file, name: `${s} seconds`, startedAt: 0, durationMs: s * 1000 }));

describe('findSlowFiles', () => {
  it('reports a file whose tests together take more than 45 s', () => {
    expect(findSlowFiles([...createTests('e2e/a.spec.ts', 30, 16), ...createTests('e2e/b.spec.ts', 44)], limit)).toEqual([
      'e2e/a.spec.ts took 46.0 s without waits for a processor; the limit for files without .slow. in their name is 45.0 s',
    ]);
  });

  it('leaves out the time in which processes waited for a processor', () => {
    const tests = createTests('e2e/a.spec.ts', 80).map((test) => ({ ...test, startedAt: 60_000 }));
    expect(findSlowFiles(tests, limit)).toEqual([]);
  });

  it('ignores files with .slow. in their name', () => {
    expect(findSlowFiles([...createTests('e2e/a.slow.spec.ts', 60), ...createTests('apps/server/src/b.slow.test.ts', 60)], limit)).toEqual(
      [],
    );
  });
});

describe('reportTotal', () => {
  const lines: string[] = [];
  beforeEach(() => {
    lines.length = 0;
    vi.spyOn(console, 'log').mockImplementation((line: string) => void lines.push(line));
  });
  afterEach(() => {
    vi.restoreAllMocks();
  });

  it('prints the 20 slowest tests first and the totals last', () => {
    const tests = Array.from({ length: 30 }, (_, index) => createTests('a.test.ts', index)).flat();
    expect(reportTotal([{ ...createEmptyCount(), passed: 30, tests }])).toBe(0);
    expect(lines.filter((line) => line.startsWith('slowest:'))).toHaveLength(20);
    expect(lines[0]).toBe('slowest: 29.0 s a.test.ts: 29 seconds');
    expect(lines.at(-1)).toBe('30 passed, 0 failed');
  });

  it('prints skipped tests with their reason', () => {
    reportTotal([{ ...createEmptyCount(), passed: 1, skipped: ['a.test.ts: works (no network)'] }]);
    expect(lines).toContain('skipped: a.test.ts: works (no network)');
  });

  it('counts a slow file as a failure when files are limited', () => {
    const count = { ...createEmptyCount(), passed: 1, tests: createTests('a.test.ts', 50) };
    expect(reportTotal([count])).toBe(0);
    expect(reportTotal([count], limit)).toBe(1);
    expect(lines.at(-1)).toBe('1 passed, 1 failed');
  });
});

it('countPlaywright returns names, failures and durations', () => {
  const startTime = '1970-01-01T00:00:01.000Z';
  const test = (status: string, duration: number) => ({
    status,
    results: [
      { startTime, duration: 9, error: { message: 'no' } },
      { startTime, duration },
    ],
  });
  const specs = [
    { title: 'works', tests: [{ status: 'expected', results: [{ startTime, duration: 5 }] }] },
    { title: 'fails', tests: [test('unexpected', 6)] },
    { title: 'recovers', tests: [test('flaky', 7)] },
    { title: 'waits', tests: [{ status: 'skipped', results: [], annotations: [{ type: 'skip', description: 'no network' }] }] },
  ];
  const suites = [{ title: 'a.spec.ts', file: 'a.spec.ts', specs }];
  expect(countPlaywright({ stats: { expected: 1, unexpected: 1, flaky: 1 }, suites })).toEqual({
    passed: 2,
    failed: 1,
    failures: ['a.spec.ts: fails (no)'],
    flaky: ['a.spec.ts: recovers (no)'],
    skipped: ['a.spec.ts: waits (no network)'],
    tests: [
      { file: 'e2e/a.spec.ts', name: 'works', startedAt: 1000, durationMs: 5 },
      { file: 'e2e/a.spec.ts', name: 'fails', startedAt: 1000, durationMs: 6 },
      { file: 'e2e/a.spec.ts', name: 'recovers', startedAt: 1000, durationMs: 7 },
    ],
  });
});
