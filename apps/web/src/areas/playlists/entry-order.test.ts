import type { PlaylistAlbum } from '@vitrine/contract/playlists';
import { describe, expect, it } from 'vitest';
import { mergeSavedOrder, moveEntry, sortEntries } from './entry-order.ts';

const entry = (name: string): PlaylistAlbum => ({
  albumId: { _id: name, name, thumbnail: null },
  duration: 0,
  sequence: 1,
  itemCount: 0,
  sizeBytes: 0,
  durationMs: 0,
});
const names = (entries: readonly PlaylistAlbum[]) => entries.map(({ albumId }) => albumId.name);

describe('the order of albums', () => {
  it('is looked at by name without changing what plays', () => {
    const entries = [entry('beach'), entry('Alps'), entry('city')];
    expect(names(sortEntries(entries, 'az'))).toEqual(['Alps', 'beach', 'city']);
    expect(names(sortEntries(entries, 'za'))).toEqual(['city', 'beach', 'Alps']);
    expect(names(sortEntries(entries, 'sequence'))).toEqual(['beach', 'Alps', 'city']);
  });

  it.each([
    ['b', 0, ['b', 'a', 'c']],
    ['a', 1, ['b', 'a', 'c']],
    ['a', 9, ['b', 'c', 'a']],
    ['c', -1, ['c', 'a', 'b']],
  ])('%s moves to place %i', (id, place, expected) => {
    expect(moveEntry(['a', 'b', 'c'], id, place)).toEqual(expected);
  });

  it('follows what others added and removed while it is being changed', () => {
    expect(mergeSavedOrder(['c', 'a', 'b'], ['a', 'c', 'd'])).toEqual(['c', 'a', 'd']);
  });
});
