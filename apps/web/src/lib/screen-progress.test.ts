import { describe, expect, it } from 'vitest';
import { progressWords, screenProgress } from './screen-progress.ts';

const screen = {
  revision: 4,
  downloaded: 3,
  total: 7,
  playlistName: 'Summer',
  mediaId: null,
  thumbnailKey: null,
  failed: [],
  paused: false,
  health: null,
  at: '2026-01-01T00:00:00Z',
};
const words = (device: Parameters<typeof screenProgress>[0]) => progressWords(screenProgress(device));

describe('what a screen is doing, in words', () => {
  it('follows a publish from sent to showing', () => {
    expect(words({ status: 1, revision: 5, screen: { ...screen, downloaded: 7 } })).toBe('Sent, waiting for the screen');
    expect(words({ status: 1, revision: 5, screen })).toBe('Downloading 3 of 7');
    expect(words({ status: 1, revision: 5, screen: { ...screen, revision: 5, downloaded: 7 } })).toBe('Showing Summer');
  });

  it('says that nothing is published, and that a screen is away', () => {
    expect(words({ status: 1, revision: 4, screen: { ...screen, playlistName: null } })).toBe('Nothing published yet');
    expect(words({ status: 0, revision: 5, screen })).toBe('Offline');
    expect(words({ status: 1, revision: 1, screen: null })).toBe('Sent, waiting for the screen');
  });
});
