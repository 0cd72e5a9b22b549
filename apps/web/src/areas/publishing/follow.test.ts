import { expect, it } from 'vitest';
import { getSyncProgress } from './follow.ts';

const screen = {
  revision: 5,
  downloaded: 7,
  total: 7,
  playlistName: 'Summer',
  mediaId: null,
  thumbnailKey: null,
  failed: [],
  paused: false,
  canReboot: false,
  canPowerOff: false,
  health: null,
  at: '2026-01-01T00:00:00Z',
};

it('is ready only with the newest manifest, and contains failures', () => {
  expect(getSyncProgress({ status: 1, revision: 5, screen })).toEqual({ isReady: true, fault: null });
  expect(getSyncProgress({ status: 1, revision: 6, screen })).toEqual({ isReady: false, fault: null });
  expect(getSyncProgress({ status: 1, revision: 6, screen: null })).toEqual({ isReady: false, fault: null });
  expect(getSyncProgress({ status: 0, revision: 5, screen })).toMatchObject({ isReady: false });
  const failed = ['no room for it', 'broken', 'broken'].map((reason, index) => ({ mediaId: String(index), reason }));
  expect(getSyncProgress({ status: 1, revision: 6, screen: { ...screen, failed } })).toEqual({
    isReady: false,
    fault: 'Can’t show everything: no room for it. 2 more items failed',
  });
});
