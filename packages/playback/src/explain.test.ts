import { describe, expect, it } from 'vitest';
import { explain } from './explain.ts';
import { aPublish, readVectors } from './testing/vectors.ts';

const daily = (publishId: string, startTime: string, endTime: string, items = 1) =>
  aPublish({ publishId, schedule: { startTime, endTime, repeat: 'Daily' }, items });

describe('the explanation', () => {
  it.each(readVectors().map((vector) => [vector.name, vector] as const))(
    'agrees with the decision: %s',
    (_name, { publishes, timeZone, now, expect: expected }) => {
      const { publish, reason, openCount } = explain({ publishes, timeZone, now: Date.parse(now) });
      expect({ publishId: publish?.publishId ?? null, reason }).toEqual({ publishId: expected.publishId, reason: expected.reason });
      expect(openCount > 0).toBe(reason === 'schedule');
    },
  );

  it('counts the schedules that hold, and none that has nothing to show', () => {
    const publishes = [
      daily('a', '10:00', '14:00'),
      daily('b', '12:00', '13:00'),
      daily('c', '20:00', '21:00'),
      daily('d', '10:00', '14:00', 0),
    ];
    const at = (now: string) => explain({ publishes, timeZone: 'UTC', now: Date.parse(now) }).openCount;
    expect([at('2026-03-01T11:00Z'), at('2026-03-01T12:30Z'), at('2026-03-01T14:00Z')]).toEqual([1, 2, 0]);
  });
});
