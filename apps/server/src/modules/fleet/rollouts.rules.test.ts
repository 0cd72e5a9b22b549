import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canTransition, exceedsFailureThreshold, getRolloutOutcome, isInRolloutShare, RESULT_TIMEOUT_MS } from './rollouts.rules.ts';

const PERCENTS = [1, 10, 50, 100];

describe('the share of a rollout', () => {
  it('is always the same, and each share contains the smaller ones', () => {
    fc.assert(
      fc.property(fc.uuid(), fc.uuid(), (rollout, screen) => {
        const shares = PERCENTS.map((percent) => isInRolloutShare(rollout, screen, percent));
        expect(PERCENTS.map((percent) => isInRolloutShare(rollout, screen, percent))).toEqual(shares);
        expect(shares).toEqual([...shares].sort((one, other) => Number(one) - Number(other)));
        expect(shares.at(-1)).toBe(true);
      }),
    );
  });

  it('is about as large as requested, and differs between rollouts', () => {
    const screens = Array.from({ length: 20_000 }, (_, place) => `screen ${place}`);
    for (const percent of PERCENTS) {
      const share = screens.filter((screen) => isInRolloutShare('one', screen, percent)).length / screens.length;
      expect(Math.abs(share * 100 - percent)).toBeLessThan(1.2);
    }
    const both =
      screens.filter((screen) => isInRolloutShare('one', screen, 10) && isInRolloutShare('two', screen, 10)).length / screens.length;
    expect(both).toBeLessThan(0.015);
  });
});

it.each([
  [0, 0, false],
  [2, 2, false],
  [3, 3, true],
  [60, 3, false],
  [59, 3, true],
  [1000, 50, false],
  [1000, 51, true],
])('with %i results and %i failures stops the rollout: %s', (settled, failed, stops) => {
  expect(exceedsFailureThreshold({ settled, failed })).toBe(stops);
});

describe('the result of a screen', () => {
  const now = new Date('2026-11-23T10:00:00Z');
  const wanted = 'a'.repeat(16);
  const sent = { sentAt: now, shell: null, command: 'sent' };
  const shell = (changes: Partial<{ good: string | null; trial: string | null; bad: string[] }>) => ({
    good: null,
    trial: null,
    bad: [],
    ...changes,
  });
  const late = new Date(now.getTime() + RESULT_TIMEOUT_MS + 1);

  it.each([
    ['open before the screen reports', sent, now, undefined],
    ['open while the version is on trial', { ...sent, shell: shell({ trial: wanted }) }, now, undefined],
    ['running once the screen plays the version', { ...sent, shell: shell({ good: wanted }) }, late, 'running'],
    ['fallenBack when the screen returned to the previous version', { ...sent, shell: shell({ bad: [wanted] }) }, now, 'fallenBack'],
    ['refused when the screen couldn’t load the version', { ...sent, command: 'failed' }, now, 'refused'],
    ['silent when the screen does not report in time', sent, late, 'silent'],
  ] as const)('is %s', (_name, report, at, outcome) => {
    expect(getRolloutOutcome({ ...report, shell: report.shell && { ...report.shell, bad: [...report.shell.bad] } }, wanted, at)).toBe(
      outcome,
    );
  });
});

it('continues only manually after it stopped, and never after it ended', () => {
  expect(canTransition('stopped', 'running')).toBe(true);
  expect(canTransition('running', 'stopped')).toBe(false);
  expect(canTransition('ended', 'running')).toBe(false);
});
