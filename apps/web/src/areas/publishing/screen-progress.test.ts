import { describe, expect, it } from 'vitest';
import { getDeviceStateLabel, getProgressLabel, getScreenProgress } from './screen-progress.ts';

const screen = {
  revision: 4,
  downloaded: 3,
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

  it('promises nothing while the screen shows something else, or is away', () => {
    expect(said({ forecast: { now: menu, reason: 'schedule', until, next: summer } })).toBe('Showing Summer');
    expect(said({ status: 0 })).toBe('Last showed Summer');
    expect(said({ status: 0, screen: null })).toBe('Offline');
    expect(said({ screen: { ...screen, paused: true } })).toBe('Paused: Summer');
  });
});
