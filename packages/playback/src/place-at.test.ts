import fc from 'fast-check';
import { expect, it } from 'vitest';
import { placeAt } from './place-at.ts';
import { listValidItems } from './validity.ts';

const NOW = Date.UTC(2026, 10, 28, 12);
const item = fc.record({ durationMs: fc.integer({ min: 500, max: 3_600_000 }) });
const ring = fc.array(item, { minLength: 1, maxLength: 40 });
const instant = fc.integer({ min: Date.UTC(2020, 0), max: Date.UTC(2060, 0) });

it('returns null without items', () => {
  expect(placeAt([], NOW)).toBeNull();
});

it('repeats a single item from boundary to boundary', () => {
  const place = placeAt([{ durationMs: 7000 }], NOW);
  expect(place).toEqual({ index: 0, startedAt: Math.floor(NOW / 7000) * 7000, until: Math.floor(NOW / 7000) * 7000 + 7000 });
});

it('starts an item at the exact end of the previous one', () => {
  const items = [{ durationMs: 1000 }, { durationMs: 3000 }, { durationMs: 2000 }];
  const start = Math.floor(NOW / 6000) * 6000;
  const indexes = [0, 999, 1000, 3999, 4000, 5999, 6000].map((offset) => placeAt(items, start + offset)?.index);
  expect(indexes).toEqual([0, 0, 1, 1, 2, 2, 0]);
});

it('returns an item that contains the instant and lasts for its duration', () => {
  fc.assert(
    fc.property(ring, instant, (items, now) => {
      const place = placeAt(items, now);
      if (!place) throw new Error('no place');
      expect(place.startedAt).toBeLessThanOrEqual(now);
      expect(place.until).toBeGreaterThan(now);
      expect(place.until - place.startedAt).toBe(items[place.index]?.durationMs);
    }),
  );
});

it('visits all items in order, without gaps, and returns to the first one', () => {
  fc.assert(
    fc.property(ring, instant, (items, now) => {
      let place = placeAt(items, now);
      for (let step = 0; step < items.length * 2; step++) {
        const next = placeAt(items, place?.until ?? NaN);
        expect(next).toMatchObject({ index: ((place?.index ?? NaN) + 1) % items.length, startedAt: place?.until });
        place = next;
      }
    }),
  );
});

it('agrees on two screens that looked at the clock at different times', () => {
  fc.assert(
    fc.property(ring, instant, fc.double({ min: 0, max: 1, noNaN: true }), (items, now, share) => {
      const place = placeAt(items, now);
      if (!place) throw new Error('no place');
      const other = Math.min(place.until - 1, Math.round(place.startedAt + share * (place.until - place.startedAt)));
      expect(placeAt(items, other)).toEqual(place);
    }),
  );
});

it('agrees on screens with the same valid items at each hour of a year', () => {
  const items = [
    { id: 'always', durationMs: 5000 },
    { id: 'mornings', durationMs: 12_000, valid: { startTime: '06:00', endTime: '11:00' } },
    { id: 'december', durationMs: 8000, valid: { from: '2026-12-01T00:00', until: '2027-01-01T00:00' } },
    { id: 'weekends', durationMs: 700, valid: { weekdays: [0, 6] } },
  ];
  const seen = new Set<string>();
  for (let hour = 0; hour < 365 * 24; hour++) {
    const now = Date.UTC(2026, 0) + hour * 3_600_000;
    const valid = listValidItems(items, now);
    const cycle = valid.reduce((sum, { durationMs }) => sum + durationMs, 0);
    const place = placeAt(valid, now);
    // Another computation: step through the cycle in which the instant is.
    let left = now % cycle;
    const expected = valid.findIndex(({ durationMs }) => (left -= durationMs) < 0);
    expect(place?.index).toBe(expected);
    seen.add(valid[place?.index ?? -1]?.id ?? '');
  }
  expect([...seen].sort()).toEqual(['always', 'december', 'mornings', 'weekends']);
});
