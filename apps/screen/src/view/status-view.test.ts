import type { Manifest } from '@vitrine/contract/screens';
import { describe, expect, it } from 'vitest';
import { getBadge, getStatusView, type ScreenSituation } from './status-view.ts';

const owned = (showInfo = false): Manifest => ({
  revision: 2,
  device: { id: 'd', name: 'Kitchen', timeZone: 'UTC', showInfo },
  publishes: [],
  files: [],
});
const unowned: Manifest = { revision: 1, device: null, publishes: [], files: [] };

const situation = (overrides: Partial<ScreenSituation> = {}): ScreenSituation => ({
  deviceId: 'K12345',
  manifest: owned(),
  nextManifest: null,
  progress: { downloaded: 0, total: 0 },
  reachable: true,
  isShowingItem: false,
  hasActivePublish: false,
  ...overrides,
});

describe('what a screen says when it shows no picture', () => {
  it('shows that it connects before it has an id', () => {
    expect(getStatusView(situation({ deviceId: null, manifest: null, reachable: false }))).toEqual({
      kind: 'connecting',
      reachable: false,
    });
  });

  it('shows its id until it is added to an account', () => {
    expect(getStatusView(situation({ manifest: unowned }))).toMatchObject({ kind: 'waiting', deviceId: 'K12345' });
    expect(getStatusView(situation({ manifest: null }))).toMatchObject({ kind: 'waiting' });
  });

  it('counts what it downloads for its first playlist', () => {
    const face = getStatusView(situation({ manifest: unowned, nextManifest: owned(), progress: { downloaded: 2, total: 7 } }));
    expect(face).toMatchObject({ kind: 'downloading', name: 'Kitchen', progress: { downloaded: 2, total: 7 } });
  });

  it('shows its name when nothing is scheduled', () => {
    expect(getStatusView(situation())).toMatchObject({ kind: 'idle', name: 'Kitchen', nothingPlayable: false });
    expect(getStatusView(situation({ hasActivePublish: true }))).toMatchObject({ kind: 'idle', nothingPlayable: true });
  });

  it('says nothing over a picture', () => {
    expect(getStatusView(situation({ isShowingItem: true, reachable: false }))).toEqual({ kind: 'playing' });
  });
});

describe('the badge', () => {
  it('is shown only when switched on, and only over a photo', () => {
    expect(getBadge(situation({ isShowingItem: true }), 'Summer')).toBeNull();
    expect(getBadge(situation({ manifest: owned(true) }), 'Summer')).toBeNull();
    expect(getBadge(situation({ manifest: owned(true), isShowingItem: true }), 'Summer')).toBe('Kitchen · Summer');
  });

  it('shows downloads and a lost server', () => {
    const words = getBadge(
      situation({ manifest: owned(true), isShowingItem: true, reachable: false, progress: { downloaded: 3, total: 7 } }),
      null,
    );
    expect(words).toBe('Kitchen · Downloading 3 of 7 · Offline');
  });
});
