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

const own = { createdBy: 'milo', orgId: null, sharedWith: [], sharedBy: [] } as unknown as Album;
const ofTheFamily = { userId: 'olga', orgId: 'family' };
const sharedWith = (accepted: boolean) => ({ ...own, sharedWith: [{ userId: 'olga', accepted }] }) as unknown as Album;

it('marks a member’s own album in a family’s playlist, whose owner does not see it', () => {
  expect(isHiddenFromPlaylistOwner(ofTheFamily, own)).toBe(true);
  expect(isHiddenFromPlaylistOwner(ofTheFamily, sharedWith(false))).toBe(true);
  expect(isHiddenFromPlaylistOwner(ofTheFamily, sharedWith(true))).toBe(false);
  expect(isHiddenFromPlaylistOwner(ofTheFamily, { ...own, createdBy: 'olga', orgId: 'family' })).toBe(false);
  expect(isHiddenFromPlaylistOwner({ userId: 'milo', orgId: null }, own)).toBe(false);
  expect(
    isHiddenFromPlaylistOwner({ userId: 'milo', orgId: null }, {
      ...own,
      createdBy: 'tina',
      sharedBy: [{ userId: 'tina' }],
    } as unknown as Album),
  ).toBe(false);
});
