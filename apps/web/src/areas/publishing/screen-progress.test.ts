import { describe, expect, it } from 'vitest';
import { getDeploymentLabel, getDeviceStateLabel, getProgressLabel, getScreenProgress, getSyncProgress } from './screen-progress.ts';

const screen = {
  revision: 4,
  downloaded: 3,
  total: 7,
  playlistName: 'Summer',
  mediaId: null,
  thumbnailKey: null,
  failed: [],
  failedVersions: [],
  paused: false,
  canReboot: false,
  canPowerOff: false,
  health: null,
  at: '2026-01-01T00:00:00Z',
};
const words = (device: Parameters<typeof getScreenProgress>[0]) => getProgressLabel(getScreenProgress(device));

describe('the label of a screen’s progress', () => {
  it('follows a publish from sent to showing', () => {
    expect(words({ status: 1, revision: 5, screen: { ...screen, downloaded: 7 } })).toBe('Sent, waiting for the screen');
    expect(words({ status: 1, revision: 5, screen })).toBe('Downloading 3 of 7');
    expect(words({ status: 1, revision: 5, screen: { ...screen, revision: 5, downloaded: 7 } })).toBe('Showing Summer');
  });

  it('describes a screen without publishes and an offline screen', () => {
    expect(words({ status: 1, revision: 4, screen: { ...screen, playlistName: null } })).toBe('Nothing published yet');
    expect(words({ status: 0, revision: 5, screen })).toBe('Offline');
    expect(words({ status: 1, revision: 1, screen: null })).toBe('Sent, waiting for the screen');
  });
});

describe('the label of a device’s state', () => {
  const summer = { playlistId: '1', name: 'Summer' };
  const menu = { playlistId: '2', name: 'Menu' };
  const until = '2026-06-01T18:00:00Z';
  const now = Date.parse('2026-06-01T12:00:00Z');
  const device = { status: 1 as const, revision: 4, screen, timeZone: 'UTC' };
  const said = (change: object) =>
    getDeviceStateLabel({ ...device, forecast: { now: summer, reason: 'schedule', until: null, next: null }, ...change }, now);

  it('tells until when, and what comes then', () => {
    expect(said({})).toBe('Showing Summer');
    expect(said({ forecast: { now: summer, reason: 'schedule', until, next: menu } })).toBe('Showing Summer until 6:00 PM, then Menu');
    expect(said({ forecast: { now: summer, reason: 'schedule', until, next: null } })).toBe(
      'Showing Summer until 6:00 PM, then the standby image',
    );
    expect(said({ forecast: { now: summer, reason: 'schedule', until, next: summer } })).toBe('Showing Summer');
    const idle = { ...screen, playlistName: null };
    expect(said({ screen: idle, forecast: { now: null, reason: 'idle', until, next: menu } })).toBe(
      'Showing the standby image until 6:00 PM, then Menu',
    );
  });

  it('states until when a screen is off, also when it is unplugged, and what a screen shows that does not follow its hours', () => {
    const operation = { isOn: false, until: '2026-06-02T08:00:00Z', tags: [], hours: [] };
    const off = { ...screen, playlistName: null, off: true as const };
    expect(said({ operation, screen: off, revision: 9 })).toBe('Off until Tuesday 8:00 AM (operating hours)');
    expect(said({ operation, status: 0 })).toBe('Off until Tuesday 8:00 AM (operating hours)');
    expect(said({ operation: { ...operation, until: null }, screen: off })).toBe('Off (operating hours)');
    expect(said({ operation: { ...operation, isOn: true }, screen: off })).toBe('Off (operating hours)');
    expect(said({ operation })).toBe('Showing Summer');
    expect(said({ operation: { ...operation, isOn: true }, status: 0 })).toBe('Last showed Summer');
  });

  it('promises nothing while the screen shows something else, or is away', () => {
    expect(said({ forecast: { now: menu, reason: 'schedule', until, next: summer } })).toBe('Showing Summer');
    expect(said({ status: 0 })).toBe('Last showed Summer');
    expect(said({ status: 0, screen: null })).toBe('Offline');
    expect(said({ screen: { ...screen, paused: true } })).toBe('Paused: Summer');
  });
});

const deployedNow = Date.parse('2026-06-01T12:04:00Z');
const deployedAt = '2026-06-01T12:00:00Z';
const screenAt = (revision: number) => ({ revision }) as Parameters<typeof getDeploymentLabel>[0]['screen'];

it('says deployed of what the screen has', () => {
  expect(getDeploymentLabel({ deployedAt, screen: screenAt(4), revision: 4 }, deployedNow)).toBe('deployed 4 minutes ago');
  expect(getDeploymentLabel({ deployedAt, screen: screenAt(3), revision: 4 }, deployedNow)).toBe(
    'published 4 minutes ago, sending to the screen',
  );
});

it('promises nothing of a screen that was never connected, or where nothing is published', () => {
  expect(getDeploymentLabel({ deployedAt, screen: null, revision: 4 }, deployedNow)).toBe(
    'published 4 minutes ago, waiting for the screen to connect',
  );
  expect(getDeploymentLabel({ deployedAt: null, screen: null, revision: 1 }, deployedNow)).toBe('');
});

const readyScreen = {
  revision: 5,
  downloaded: 7,
  total: 7,
  playlistName: 'Summer',
  mediaId: null,
  thumbnailKey: null,
  failed: [],
  failedVersions: [],
  paused: false,
  canReboot: false,
  canPowerOff: false,
  health: null,
  at: '2026-01-01T00:00:00Z',
};

it('is ready only with the newest manifest, and contains failures', () => {
  expect(getSyncProgress({ status: 1, revision: 5, screen: readyScreen })).toEqual({ isReady: true, fault: null });
  expect(getSyncProgress({ status: 1, revision: 6, screen: readyScreen })).toEqual({ isReady: false, fault: null });
  expect(getSyncProgress({ status: 1, revision: 6, screen: null })).toEqual({ isReady: false, fault: null });
  expect(getSyncProgress({ status: 0, revision: 5, screen: readyScreen })).toMatchObject({ isReady: false });
  const failed = ['no room for it', 'broken', 'broken'].map((reason, index) => ({ mediaId: String(index), reason }));
  expect(getSyncProgress({ status: 1, revision: 6, screen: { ...readyScreen, failed } })).toEqual({
    isReady: false,
    fault: 'Can’t show everything: no room for it. 2 more items failed',
  });
  const update = [{ mediaId: 'version', reason: 'The update failed.' }];
  expect(getSyncProgress({ status: 1, revision: 5, screen: { ...readyScreen, failed: update } })).toEqual({ isReady: true, fault: null });
});
