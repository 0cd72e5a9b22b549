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
  const told = { sentAt: now, shell: null, command: 'sent' };
  const shell = (said: Partial<{ good: string | null; trial: string | null; bad: string[] }>) => ({
    good: null,
    trial: null,
    bad: [],
    ...said,
  });
  const late = new Date(now.getTime() + RESULT_TIMEOUT_MS + 1);

  it.each([
    ['open while it says nothing', told, now, undefined],
    ['open while it tries it', { ...told, shell: shell({ trial: wanted }) }, now, undefined],
    ['well once it plays it', { ...told, shell: shell({ good: wanted }) }, late, 'running'],
    ['not well when it went back', { ...told, shell: shell({ bad: [wanted] }) }, now, 'fallenBack'],
    ['not well when it couldn’t load the version', { ...told, command: 'failed' }, now, 'refused'],
    ['not well when it does not come back', told, late, 'silent'],
  ] as const)('is %s', (_name, said, at, outcome) => {
    expect(getRolloutOutcome({ ...said, shell: said.shell && { ...said.shell, bad: [...said.shell.bad] } }, wanted, at)).toBe(outcome);
  });
});

it('continues only manually after it stopped, and never after it ended', () => {
  expect(canTransition('stopped', 'running')).toBe(true);
  expect(canTransition('running', 'stopped')).toBe(false);
  expect(canTransition('ended', 'running')).toBe(false);
});
