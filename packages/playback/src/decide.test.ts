import { describe, expect, it } from 'vitest';
import { decide } from './decide.ts';
import { readVectors } from './testing/vectors.ts';

describe('the shared vectors', () => {
  it.each(readVectors().map((vector) => [vector.name, vector] as const))('%s', (_name, vector) => {
    const { publishes, timeZone, expect: expected } = vector;
    const decision = decide({ publishes, timeZone, now: Date.parse(vector.now) });
    expect({ publishId: decision.publish?.publishId ?? null, reason: decision.reason }).toEqual({
      publishId: expected.publishId,
      reason: expected.reason,
    });
    if (expected.until === undefined) return;
    expect(decision.until === null ? null : new Date(decision.until).toISOString()).toBe(expected.until);
  });
});
