import { describe, expect, it } from 'vitest';
import { describeItems } from './visit-labels.ts';

describe('describeItems', () => {
  it('counts each kind in singular and plural', () => {
    const items = [
      { kind: 'files' as const, count: 1200 },
      { kind: 'addresses' as const, count: 1 },
    ];
    expect(describeItems({ items })).toBe('1,200 files, 1 address');
  });

  it('returns a sentence when no item was opened', () => {
    expect(describeItems({ items: [] })).toBe('Nothing was opened.');
  });
});
