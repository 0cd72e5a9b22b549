import { describe, expect, it } from 'vitest';
import { mergeOrder } from './playlists.rules.ts';

describe('the order of albums in a playlist', () => {
  it.each([
    ['equals the requested order', ['a', 'b', 'c'], ['c', 'a', 'b'], ['c', 'a', 'b']],
    ['ignores requested albums that were deleted', ['a', 'b'], ['b', 'x', 'a'], ['b', 'a']],
    ['keeps an omitted album behind its predecessor', ['a', 'b', 'c'], ['c', 'a'], ['c', 'a', 'b']],
    ['keeps an omitted first album first', ['x', 'a', 'b'], ['b', 'a'], ['x', 'b', 'a']],
    ['uses the first position of an album that is requested twice', ['a', 'b'], ['b', 'a', 'b'], ['b', 'a']],
    ['stays unchanged for an empty request', ['a', 'b'], [], ['a', 'b']],
  ])('%s', (_case, present, wanted, expected) => {
    expect(mergeOrder(present, wanted)).toEqual(expected);
  });
});
