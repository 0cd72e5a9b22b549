import { describe, expect, it } from 'vitest';
import { tabulateOffsets } from './clock-changes.ts';
import { decide } from './decide.ts';
import { readVectors } from './testing/vectors.ts';
import { isZoneKnown } from './wall-clock.ts';

const DAY_MS = 86_400_000;
const vectors = readVectors();

/** The zone as a browser sees it that does not know its name: by the server's table alone. */
function tabulated(timeZone: string, now: number) {
  const utcOffsets = tabulateOffsets(timeZone, now - 30 * DAY_MS, now + 60 * DAY_MS);
  if (!utcOffsets) throw new Error(`no such zone: ${timeZone}`);
  return { timeZone: 'Mars/Olympus_Mons', utcOffsets };
}

describe('the shared vectors', () => {
  it('have the same decisions by the offsets of the server', () => {
    for (const { publishes, timeZone, now: iso, name } of vectors.filter((vector) => isZoneKnown(vector.timeZone))) {
      const now = Date.parse(iso);
      expect(decide({ publishes, timeZone: tabulated(timeZone, now), now }), name).toEqual(decide({ publishes, timeZone, now }));
    }
  });

  it.each(vectors.map((vector) => [vector.name, vector] as const))('%s', (_name, vector) => {
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
