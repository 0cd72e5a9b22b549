import { describe, expect, it } from 'vitest';
import { findResumeAnchor, getNextItem } from './sequence.ts';

const ring = (ids: string) => [...ids].map((id) => ({ id }));

describe('the ring of items', () => {
  it('starts with the first and wraps after the last', () => {
    expect(getNextItem(ring('abc'), null)?.id).toBe('a');
    expect(getNextItem(ring('abc'), 'b')?.id).toBe('c');
    expect(getNextItem(ring('abc'), 'c')?.id).toBe('a');
  });

  it('goes backwards as well', () => {
    expect(getNextItem(ring('abc'), 'b', -1)?.id).toBe('a');
    expect(getNextItem(ring('abc'), 'a', -1)?.id).toBe('c');
    expect(getNextItem(ring('abc'), null, -1)?.id).toBe('c');
  });

  it('answers the only item again and again', () => {
    expect(getNextItem(ring('a'), 'a')?.id).toBe('a');
    expect(getNextItem(ring('a'), 'a', -1)?.id).toBe('a');
  });

  it('passes over what may not be shown, and answers null when nothing may', () => {
    expect(getNextItem(ring('abc'), 'a', 1, ({ id }) => id !== 'b')?.id).toBe('c');
    expect(getNextItem(ring('abc'), 'a', 1, () => false)).toBeNull();
    expect(getNextItem([], null)).toBeNull();
  });
});

describe('keeping the place in a changed list', () => {
  it('stays with the current item when it is still there', () => {
    expect(findResumeAnchor(ring('abc'), ring('xbc'), 'b')).toBe('b');
  });

  it('falls back to the nearest predecessor that stayed', () => {
    expect(findResumeAnchor(ring('abcd'), ring('acd'), 'b')).toBe('a');
    expect(findResumeAnchor(ring('abcd'), ring('ad'), 'c')).toBe('a');
  });

  it('starts over when no item before the current one remains', () => {
    expect(findResumeAnchor(ring('abc'), ring('xyz'), 'b')).toBeNull();
    expect(findResumeAnchor(ring('abc'), ring('abc'), null)).toBeNull();
  });
});
