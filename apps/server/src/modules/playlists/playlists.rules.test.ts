import { describe, expect, it } from 'vitest';
import { mergeOrder } from './playlists.rules.ts';

describe('the order of albums in a playlist', () => {
  it.each([
    ['as named', ['a', 'b', 'c'], ['c', 'a', 'b'], ['c', 'a', 'b']],
    ['one that is gone is passed over', ['a', 'b'], ['b', 'x', 'a'], ['b', 'a']],
    ['one not named follows what it followed', ['a', 'b', 'c'], ['c', 'a'], ['c', 'a', 'b']],
    ['one not named at the start stays there', ['x', 'a', 'b'], ['b', 'a'], ['x', 'b', 'a']],
    ['one named twice stands once, where it was named first', ['a', 'b'], ['b', 'a', 'b'], ['b', 'a']],
    ['nothing named changes nothing', ['a', 'b'], [], ['a', 'b']],
  ])('is %s', (_case, present, wanted, expected) => {
    expect(mergeOrder(present, wanted)).toEqual(expected);
  });
});
