import type { Album } from '@vitrine/contract/albums';
import { expect, it } from 'vitest';
import { isHiddenFrom } from './hidden-albums.ts';

const own = { createdBy: 'milo', orgId: null, sharedWith: [], sharedBy: [] } as unknown as Album;
const ofTheFamily = { userId: 'olga', orgId: 'family' };
const sharedWith = (accepted: boolean) => ({ ...own, sharedWith: [{ userId: 'olga', accepted }] }) as unknown as Album;

it('hides an album of one’s own from a family whose owner does not see it', () => {
  expect(isHiddenFrom(ofTheFamily, own)).toBe(true);
  expect(isHiddenFrom(ofTheFamily, sharedWith(false))).toBe(true);
  expect(isHiddenFrom(ofTheFamily, sharedWith(true))).toBe(false);
  expect(isHiddenFrom(ofTheFamily, { ...own, createdBy: 'olga', orgId: 'family' })).toBe(false);
  expect(isHiddenFrom({ userId: 'milo', orgId: null }, own)).toBe(false);
  expect(
    isHiddenFrom({ userId: 'milo', orgId: null }, { ...own, createdBy: 'tina', sharedBy: [{ userId: 'tina' }] } as unknown as Album),
  ).toBe(false);
});
