import type { Manifest } from '@vitrine/contract/screens';
import { describe, expect, it } from 'vitest';
import { getBadge, getDownloadLabel, getStatusView, type ScreenSituation } from './status-view.ts';

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
  isOff: false,
  storageProblem: null,
  ...overrides,
});

describe('getStatusView', () => {
  it('shows that the screen connects before it has an id', () => {
    expect(getStatusView(situation({ deviceId: null, manifest: null, reachable: false }))).toEqual({
      kind: 'connecting',
      reachable: false,
    });
  });

  it('is black outside of the operating hours, also while files are missing and an item fades out', () => {
    const off = situation({ isOff: true, isShowingItem: true, nextManifest: owned(true), progress: { downloaded: 0, total: 3 } });
    expect([getStatusView(off), getBadge({ ...off, manifest: owned(true) }, 'Menu')]).toEqual([{ kind: 'off' }, null]);
  });

  it('shows its id until it is added to an account', () => {
    expect(getStatusView(situation({ manifest: unowned }))).toMatchObject({ kind: 'waiting', deviceId: 'K12345' });
    expect(getStatusView(situation({ manifest: null }))).toMatchObject({ kind: 'waiting' });
  });

  it('shows the download progress of the first playlist', () => {
    const status = getStatusView(situation({ manifest: unowned, nextManifest: owned(), progress: { downloaded: 2, total: 7 } }));
    expect(status).toMatchObject({ kind: 'downloading', name: 'Kitchen', progress: { downloaded: 2, total: 7 } });
  });

  it('explains why the first playlist cannot be downloaded', () => {
    const waiting = { nextManifest: owned(), progress: { downloaded: 0, total: 7 }, storageProblem: 'Not enough storage' };
    expect(getStatusView(situation(waiting))).toMatchObject({ kind: 'downloading', problem: 'Not enough storage' });
  });

  it('shows the device name when nothing is scheduled', () => {
    expect(getStatusView(situation())).toMatchObject({ kind: 'idle', name: 'Kitchen', nothingPlayable: false });
    expect(getStatusView(situation({ hasActivePublish: true }))).toMatchObject({ kind: 'idle', nothingPlayable: true });
  });

  it('shows no status while an item plays', () => {
    expect(getStatusView(situation({ isShowingItem: true, reachable: false }))).toEqual({ kind: 'playing' });
  });
});

it('getDownloadLabel counts the stored files, as the console does', () => {
  expect(getDownloadLabel({ downloaded: 3, total: 7 })).toBe('Downloading 3 of 7');
});

describe('getBadge', () => {
  it('returns text only when the badge is on and an item is shown', () => {
    expect(getBadge(situation({ isShowingItem: true }), 'Summer')).toBeNull();
    expect(getBadge(situation({ manifest: owned(true) }), 'Summer')).toBeNull();
    expect(getBadge(situation({ manifest: owned(true), isShowingItem: true }), 'Summer')).toBe('Kitchen · K12345 · Summer');
  });

  it('includes downloads and a lost connection', () => {
    const badge = getBadge(
      situation({ manifest: owned(true), isShowingItem: true, reachable: false, progress: { downloaded: 3, total: 7 } }),
      null,
    );
    expect(badge).toBe('Kitchen · K12345 · Downloading 3 of 7 · Offline');
  });
});
