import type { Album } from '@vitrine/contract/albums';
import { expect, it } from 'vitest';
import { isHiddenFromPlaylistOwner } from './hidden-albums.ts';

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
