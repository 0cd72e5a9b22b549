import type { BulkSettingsPreview } from '@vitrine/contract/bulk-devices';
import type { OperatingHours } from '@vitrine/contract/operating-hours';
import { describe, expect, it } from 'vitest';
import { describeSettingsChange, describeTurning, getSettingsResult } from './bulk-settings-messages.ts';

const HOURS: OperatingHours = { week: [{ weekdays: [1], startTime: '08:00', endTime: '18:00' }], exceptions: [] };
const none = { own: 0, tags: 0, none: 12 };
const preview = (values: Partial<BulkSettingsPreview>): BulkSettingsPreview => ({
  devices: 12,
  changing: 12,
  changingBySetting: { operatingHours: 0, brightness: 0, fit: 0, rotation: 0, volume: 0, timeZone: 0 },
  timeZones: 1,
  hours: { before: none, after: none },
  brightness: { before: none, after: none },
  turningOff: 0,
  turningOn: 0,
  ...values,
});

describe('the description of a change of settings', () => {
  it('states what new hours replace', () => {
    const hours = { before: { own: 4, tags: 1, none: 7 }, after: { own: 12, tags: 0, none: 0 } };
    expect(describeSettingsChange(preview({ changing: 10, timeZones: 3, hours }), { operatingHours: HOURS })).toEqual([
      '10 of 12 devices will change. 2 already have these settings.',
      'The times apply in 3 time zones.',
      '4 devices have operating hours of their own now.',
      '1 device will no longer follow the hours of its tags.',
    ]);
  });

  it('states what applies after the hours are removed', () => {
    const hours = { before: { own: 4, tags: 2, none: 6 }, after: { own: 0, tags: 5, none: 7 } };
    expect(describeSettingsChange(preview({ changing: 4, hours }), { operatingHours: null })).toEqual([
      '4 of 12 devices will change. 8 already have these settings.',
      '4 devices will lose operating hours of their own.',
      '5 devices will follow the hours of their tags.',
      '7 devices will always be on.',
    ]);
    expect(describeSettingsChange(preview({ changing: 0 }), { operatingHours: null })).toEqual([
      'All selected devices have these settings already.',
    ]);
  });

  it('describes the brightness, and screens that turn off now', () => {
    const brightness = { before: { own: 0, tags: 3, none: 9 }, after: { own: 12, tags: 0, none: 0 } };
    expect(describeSettingsChange(preview({ brightness }), { brightness: [{ time: '20:00', percent: 40 }] })).toEqual([
      '12 devices will change.',
      '3 devices will no longer follow the brightness of their tags.',
    ]);
    expect(describeTurning(preview({ turningOff: 1, turningOn: 2 }))).toEqual(['1 screen will be off now.', '2 screens will be on now.']);
  });

  it('states the number of devices of each setting when there are several', () => {
    const changingBySetting = { operatingHours: 0, brightness: 0, fit: 1, rotation: 0, volume: 8, timeZone: 0 };
    const counted = preview({ changing: 9, changingBySetting });
    expect(describeSettingsChange(counted, { volume: 20, fit: 'fill', rotation: null })).toEqual([
      '9 of 12 devices will change. 3 already have these settings.',
      'Photo fit: 1 device.',
      'Rotation: 0 devices.',
      'Volume: 8 devices.',
    ]);
    expect(describeSettingsChange(counted, { volume: 20 })).toHaveLength(1);
  });

  it('states the result', () => {
    expect(getSettingsResult({ done: 3, unchanged: 1, gone: 1, changeId: 'x' })).toEqual({
      text: 'Settings saved for 3 devices. 1 no longer exists.',
      isWhole: false,
    });
    expect(getSettingsResult({ done: 0, unchanged: 1, gone: 0, changeId: null }).text).toBe('No devices were changed.');
  });
});
