import { describe, expect, it } from 'vitest';
import { findVersionUpdate, formatTemperature, getClockSkewLabel, getDeviceWarnings } from './device-labels.ts';

const screen = {
  revision: 1,
  downloaded: 0,
  total: 0,
  playlistName: null,
  mediaId: null,
  thumbnailKey: null,
  failed: [],
  paused: false,
  canReboot: false,
  canPowerOff: false,
  health: null,
  at: '2026-01-01T00:00:00Z',
};

describe('warnings of a device', () => {
  const calm = { status: 1 as const, temperature: 49.99, underVoltage: false, screen };
  it('are empty for most screens', () => {
    expect(getDeviceWarnings(calm)).toEqual([]);
    expect(getDeviceWarnings({ ...calm, temperature: null, underVoltage: null, screen: null })).toEqual([]);
  });

  it('is heat from 50 degrees on, a weak supply, and what cannot be shown', () => {
    const failed = [{ mediaId: 'm', reason: 'broken' }];
    expect(getDeviceWarnings({ ...calm, temperature: 50, underVoltage: true, screen: { ...screen, failed } })).toEqual([
      'High temperature: 50.00 °C',
      'Low voltage',
      '1 item can’t be shown',
    ]);
    expect(getDeviceWarnings({ ...calm, status: 0, temperature: 90 })).toEqual([]);
    expect(formatTemperature(41.256)).toBe('41.26 °C');
  });
});

it('says how a clock goes', () => {
  expect([0, -1999, 5000, -300_000, 36_000_000].map((clockSkewMs) => getClockSkewLabel({ clockSkewMs }))).toEqual([
    'In sync',
    'In sync',
    '5 sec slow (corrected automatically)',
    '5 min fast (corrected automatically)',
    '10 hr slow (corrected automatically)',
  ]);
});

const VERSION = {
  name: 'Screen',
  url: '/screen',
  platform: 'PP',
  releaseNote: '',
  isVisible: true,
  type: 0,
  hasFiles: false,
  createdAt: '',
  updatedAt: '',
} as const;

it('offers the newest version to those that have another', () => {
  const versions = ['20', '10'].map((versionCode) => ({ ...VERSION, _id: versionCode, version: versionCode, versionCode }));
  expect(findVersionUpdate({ versionCode: '10' }, versions)?.versionCode).toBe('20');
  expect(findVersionUpdate({ versionCode: null }, versions)?.versionCode).toBe('20');
  expect(findVersionUpdate({ versionCode: '20' }, versions)).toBeUndefined();
  expect(findVersionUpdate({ versionCode: '10' }, [])).toBeUndefined();
});
