import type { DeviceCommand } from '@vitrine/contract/devices';
import { describe, expect, it } from 'vitest';
import {
  findVersionUpdate,
  formatTemperature,
  formatTimeOnScreen,
  formatTimes,
  getClockSkewLabel,
  getDeviceWarnings,
  getReceiptLabel,
  getVolumeChoices,
  isPendingCommand,
  parseRotation,
  ROTATION_CHOICES,
} from './device-labels.ts';

const screen = {
  revision: 1,
  downloaded: 0,
  total: 0,
  playlistName: null,
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
    const update = { mediaId: 'version', reason: 'A new version of the screen app failed to start.' };
    expect(getDeviceWarnings({ ...calm, screen: { ...screen, failed: [update] } })).toEqual([update.reason]);
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
  shell: null,
  createdAt: '',
  updatedAt: '',
} as const;

describe('findVersionUpdate', () => {
  const versions = ['20', '10'].map((versionCode) => ({ ...VERSION, _id: versionCode, version: versionCode, versionCode }));
  const update = (versionCode: string | null, failures: object = {}, shell: string | null = null) =>
    findVersionUpdate(
      { versionCode, screen: { ...screen, ...failures } },
      versions.map((version) => ({ ...version, shell })),
    );
  const updateCode = (...parameters: Parameters<typeof update>) => update(...parameters)?.version.versionCode;

  it('returns the newest version for devices that have another one', () => {
    expect(updateCode('10')).toBe('20');
    expect(updateCode(null)).toBe('20');
    expect(update('20')).toBeUndefined();
    expect(findVersionUpdate({ versionCode: '10', screen: null }, [])).toBeUndefined();
  });

  it('returns why a version failed on the screen', () => {
    const failureCauses = { aa: 'It did not play within 90 seconds.' };
    expect(update('10', { failedVersions: ['aa'], failureCauses }, 'aa')?.failure).toBe(failureCauses.aa);
    expect(update('10', { failedVersions: ['aa'] }, 'aa')?.failure).toBe('The screen didn’t report the cause.');
    expect(update('10', { failedVersions: ['aa'], failureCauses }, 'bb')?.failure).toBeUndefined();
    const failed = [{ mediaId: 'version', reason: 'failed' }];
    expect(update('10', { failed, failedVersions: ['aa'], failureCauses })?.failure).toBe(failureCauses.aa);
  });
});

it.each([
  [1, 'once'],
  [2, '2 times'],
  [1240, '1,240 times'],
])('says %i as %s', (count, words) => {
  expect(formatTimes(count)).toBe(words);
});

it.each([
  [20_000, 'less than a minute'],
  [42 * 60_000, '42 min'],
  [3 * 3_600_000, '3 hr'],
  [3 * 3_600_000 + 20 * 60_000, '3 hr 20 min'],
  [3_599_999, '1 hr'],
])('says %i ms on the wall as %s', (shownMs, words) => {
  expect(formatTimeOnScreen(shownMs)).toBe(words);
});

it('every rotation that can be chosen is one, and the first leaves it to the screen', () => {
  expect(ROTATION_CHOICES.map(({ value }) => parseRotation(value))).toEqual([null, 0, 90, 180, 270]);
});

it('includes a custom volume in its place among the choices', () => {
  expect(getVolumeChoices(100).map(({ label }) => label)).toEqual(['100%', '80%', '60%', '40%', '20%', 'Muted']);
  expect(getVolumeChoices(55).map(({ value }) => value)).toEqual(['100', '80', '60', '55', '40', '20', '0']);
});

const receipt = (change: Partial<DeviceCommand>): DeviceCommand => ({
  _id: '1',
  action: 'factory_reset',
  state: 'sent',
  reason: null,
  createdAt: '',
  updatedAt: '',
  ...change,
});

describe('the receipt of a command', () => {
  it('is described, with the reason of a failure', () => {
    expect(getReceiptLabel(receipt({}))).toBe('Factory reset: sent to the screen');
    expect(getReceiptLabel(receipt({ action: 'reboot', state: 'failed', reason: 'Not here.' }))).toBe('Reboot: failed. Not here.');
    expect(getReceiptLabel(receipt({ state: 'expired' }))).toBe('Factory reset: the screen didn’t respond in time');
  });

  it('keeps the controls waiting until it has an end', () => {
    expect([
      isPendingCommand(receipt({})),
      isPendingCommand(receipt({ state: 'delivered' })),
      isPendingCommand(receipt({ state: 'done' })),
      isPendingCommand(null),
    ]).toEqual([true, true, false, false]);
  });
});
