import { describe, expect, it } from 'vitest';
import { findResumeAnchor, getNextItem } from './sequence.ts';

const ring = (ids: string) => [...ids].map((id) => ({ id }));

describe('getNextItem', () => {
  it('starts with the first item and returns to it after the last one', () => {
    expect(getNextItem(ring('abc'), null)?.id).toBe('a');
    expect(getNextItem(ring('abc'), 'b')?.id).toBe('c');
    expect(getNextItem(ring('abc'), 'c')?.id).toBe('a');
  });

  it('returns the previous item with step -1', () => {
    expect(getNextItem(ring('abc'), 'b', -1)?.id).toBe('a');
    expect(getNextItem(ring('abc'), 'a', -1)?.id).toBe('c');
    expect(getNextItem(ring('abc'), null, -1)?.id).toBe('c');
  });

  it('returns the only item repeatedly', () => {
    expect(getNextItem(ring('a'), 'a')?.id).toBe('a');
    expect(getNextItem(ring('a'), 'a', -1)?.id).toBe('a');
  });

  it('skips items that may not be shown, and returns null when none may', () => {
    expect(getNextItem(ring('abc'), 'a', 1, ({ id }) => id !== 'b')?.id).toBe('c');
    expect(getNextItem(ring('abc'), 'a', 1, () => false)).toBeNull();
    expect(getNextItem([], null)).toBeNull();
  });
});

describe('findResumeAnchor', () => {
  it('returns the current item when it remains in the list', () => {
    expect(findResumeAnchor(ring('abc'), ring('xbc'), 'b')).toBe('b');
  });

  it('returns the nearest remaining item before a removed one', () => {
    expect(findResumeAnchor(ring('abcd'), ring('acd'), 'b')).toBe('a');
    expect(findResumeAnchor(ring('abcd'), ring('ad'), 'c')).toBe('a');
  });

  it('returns null when no item before the current one remains', () => {
    expect(findResumeAnchor(ring('abc'), ring('xyz'), 'b')).toBeNull();
    expect(findResumeAnchor(ring('abc'), ring('abc'), null)).toBeNull();
  });
});
