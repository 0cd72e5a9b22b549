import { describe, expect, it } from 'vitest';
import { describeItems } from './visit-labels.ts';

describe('describeItems', () => {
  it('counts each kind in singular and plural', () => {
    const items = [
      { kind: 'files' as const, count: 1200 },
      { kind: 'addresses' as const, count: 1 },
    ];
    expect(describeItems({ items, endedAt: null })).toBe('1,200 files, 1 address');
  });

  it('returns a sentence when no item was opened', () => {
    expect(describeItems({ items: [], endedAt: null })).toBe('Nothing was opened yet.');
    expect(describeItems({ items: [], endedAt: '2026-03-04T09:05:00.000Z' })).toBe('Nothing was opened.');
  });
});
