import type { Album } from '@vitrine/contract/albums';
import type { PlaylistAlbum } from '@vitrine/contract/playlists';
import { describe, expect, it } from 'vitest';
import { isHiddenFromPlaylistOwner, mergeSavedOrder, moveEntry, sortEntries } from './playlist-entries.ts';

const entry = (name: string): PlaylistAlbum => ({
  albumId: { _id: name, name, thumbnail: null },
  duration: 0,
  sequence: 1,
  itemCount: 0,
  sizeBytes: 0,
  durationMs: 0,
});
const names = (entries: readonly PlaylistAlbum[]) => entries.map(({ albumId }) => albumId.name);

describe('album order', () => {
  it('sorts a view by name without changing the playback order', () => {
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
  ])('moves %s to position %i', (id, place, expected) => {
    expect(moveEntry(['a', 'b', 'c'], id, place)).toEqual(expected);
  });

  it('merges albums that were added and removed during a reorder', () => {
    expect(mergeSavedOrder(['c', 'a', 'b'], ['a', 'c', 'd'])).toEqual(['c', 'a', 'd']);
  });
});

const own = { createdBy: 'milo', orgId: null, sharedWith: [], sharedBy: [] } as unknown as Album;
const familyPlaylist = { userId: 'olga', orgId: 'family' };
const sharedWith = (accepted: boolean) => ({ ...own, sharedWith: [{ userId: 'olga', accepted }] }) as unknown as Album;

it('marks a member’s own album in a family playlist when the playlist’s owner cannot see it', () => {
  expect(isHiddenFromPlaylistOwner(familyPlaylist, own)).toBe(true);
  expect(isHiddenFromPlaylistOwner(familyPlaylist, sharedWith(false))).toBe(true);
  expect(isHiddenFromPlaylistOwner(familyPlaylist, sharedWith(true))).toBe(false);
  expect(isHiddenFromPlaylistOwner(familyPlaylist, { ...own, createdBy: 'olga', orgId: 'family' })).toBe(false);
  expect(isHiddenFromPlaylistOwner({ userId: 'milo', orgId: null }, own)).toBe(false);
  expect(
    isHiddenFromPlaylistOwner({ userId: 'milo', orgId: null }, {
      ...own,
      createdBy: 'tina',
      sharedBy: [{ userId: 'tina' }],
    } as unknown as Album),
  ).toBe(false);
});
