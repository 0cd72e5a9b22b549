import { describe, expect, it } from 'vitest';
import { getNextPercent, getRolloutProgress, getRolloutProgressLabel, getRolloutScopeLabel } from './rollout-labels.ts';

const counts = { reachable: 40, told: 30, running: 20, fallenBack: 2, silent: 1, refused: 1 };

describe('a staged update', () => {
  it('adds up to its share', () => {
    expect(getRolloutProgress(counts)).toEqual({ answered: 24, failed: 4, loading: 6, waiting: 10 });
    expect(getRolloutProgressLabel(counts)).toBe('20 screens playing the version, 4 failed, 6 loading, 10 waiting');
  });

  it('shows no waiting screens before all were scanned', () => {
    expect(getRolloutProgress({ ...counts, reachable: null }).waiting).toBe(0);
    // Devices that were deleted since are counted among those told.
    expect(getRolloutProgress({ ...counts, reachable: 12 }).waiting).toBe(0);
  });

  it('grows stage by stage', () => {
    expect([1, 10, 50, 100].map((percent) => getNextPercent(percent as 1))).toEqual([10, 50, 100, undefined]);
  });

  it('describes the affected screens', () => {
    expect(getRolloutScopeLabel({ percent: 10, environment: 'live', platform: 'PP' })).toBe('10% of live screens on PP');
    expect(getRolloutScopeLabel({ percent: 100, environment: 'test', platform: 'WV' })).toBe('All test screens on WV');
  });
});
