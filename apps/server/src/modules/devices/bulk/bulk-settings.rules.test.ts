import type { BrightnessPlan, BulkSettings, BulkSettingsPreview, OperatingHours } from '@vitrine/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type ChangeGroup, countTurned, createSettingsPreview, mayTurn } from './bulk-settings.rules.ts';

const ZONES = ['UTC', 'Asia/Tokyo', 'America/New_York'];
const HOURS: OperatingHours = { week: [{ weekdays: [0, 1, 2, 3, 4, 5, 6], startTime: '08:00', endTime: '18:00' }], exceptions: [] };
/** Noon in UTC, 9 PM in Tokyo. */
const NOON = new Date('2026-06-01T12:00:00Z');

const aGroup = (values: Partial<ChangeGroup> = {}): ChangeGroup => ({
  device_id: 'a',
  devices: 1,
  time_zone: 'UTC',
  has_hours: false,
  has_brightness: false,
  has_tag_hours: false,
  has_tag_brightness: false,
  changes_hours: false,
  changes_brightness: false,
  changing: 0,
  changing_fit: 0,
  changing_rotation: 0,
  changing_volume: 0,
  ...values,
});

const groups = fc.array(
  fc
    .record({
      devices: fc.integer({ min: 1, max: 5000 }),
      time_zone: fc.constantFrom(...ZONES),
      has_hours: fc.boolean(),
      has_brightness: fc.boolean(),
      has_tag_hours: fc.boolean(),
      has_tag_brightness: fc.boolean(),
      changes_hours: fc.boolean(),
      changes_brightness: fc.boolean(),
    })
    .map(aGroup),
  { maxLength: 20 },
);
const settings = fc.record(
  {
    operatingHours: fc.constantFrom(HOURS, null),
    brightness: fc.constantFrom<BrightnessPlan | null>([{ time: '08:00', percent: 50 }], null),
    timeZone: fc.constantFrom(...ZONES),
  },
  { requiredKeys: [] },
);
const sum = (counts: Record<string, number>) => Object.values(counts).reduce((total, count) => total + count, 0);

describe('createSettingsPreview', () => {
  it('counts each device once by the origin of its settings, before and after', () => {
    fc.assert(
      fc.property(groups, settings, (all, change) => {
        const { devices, hours, brightness } = createSettingsPreview(all, change);
        expect(devices).toBe(all.reduce((total, group) => total + group.devices, 0));
        for (const origins of [hours.before, hours.after, brightness.before, brightness.after]) expect(sum(origins)).toBe(devices);
      }),
    );
  });

  it('keeps the origins of settings that do not change', () => {
    fc.assert(
      fc.property(groups, (all) => {
        const unchanged = all.map((group) => ({ ...group, changes_hours: false, changes_brightness: false }));
        const { hours, brightness } = createSettingsPreview(unchanged, { volume: 20 });
        expect([hours.after, brightness.after]).toEqual([hours.before, brightness.before]);
      }),
    );
  });

  it('counts the devices in other time zones, and the time zones after the change', () => {
    fc.assert(
      fc.property(groups, settings, (all, change) => {
        const { changingBySetting, timeZones } = createSettingsPreview(all, change);
        const zones = all.map(({ time_zone }) => time_zone);
        const others = all.filter(({ time_zone }) => change.timeZone !== undefined && change.timeZone !== time_zone);
        expect(changingBySetting.timeZone).toBe(others.reduce((total, { devices }) => total + devices, 0));
        expect(timeZones).toBe(new Set(change.timeZone === undefined ? zones : zones.map(() => change.timeZone)).size);
      }),
    );
  });

  it('adds up the numbers of all groups', () => {
    const counts = { devices: 9, changing: 8, changing_fit: 1, changing_rotation: 2, changing_volume: 3 };
    const { changing, changingBySetting } = createSettingsPreview([aGroup(counts), aGroup({ ...counts, time_zone: 'Asia/Tokyo' })], {});
    expect(changing).toBe(16);
    expect(changingBySetting).toEqual({ operatingHours: 0, brightness: 0, fit: 2, rotation: 4, volume: 6, timeZone: 0 });
  });
});

describe('screens that turn on or off', () => {
  const tokyo = aGroup({ devices: 3, time_zone: 'Asia/Tokyo', has_hours: true });
  const turned = (group: ChangeGroup, change: BulkSettings, own: OperatingHours | null = HOURS): BulkSettingsPreview => {
    const preview = createSettingsPreview([group], change);
    if (mayTurn(group, change)) countTurned(preview, group, { operating_hours: own, brightness: null, tag_settings: null }, change, NOON);
    return preview;
  };

  it('follow their hours in another time zone', () => {
    expect(turned(tokyo, { timeZone: 'UTC' })).toMatchObject({ turningOn: 3, turningOff: 0 });
    expect(turned({ ...tokyo, time_zone: 'UTC' }, { timeZone: 'Asia/Tokyo' })).toMatchObject({ turningOn: 0, turningOff: 3 });
    expect(turned(tokyo, { timeZone: 'Asia/Tokyo' })).toMatchObject({ turningOn: 0, turningOff: 0 });
  });

  it('follow new hours and a new time zone together', () => {
    const group = { ...tokyo, has_hours: false, changes_hours: true };
    expect(turned(group, { operatingHours: HOURS }, null)).toMatchObject({ turningOff: 3 });
    expect(turned(group, { operatingHours: HOURS, timeZone: 'UTC' }, null)).toMatchObject({ turningOff: 0 });
    expect(turned({ ...tokyo, changes_hours: true }, { operatingHours: null, timeZone: 'UTC' })).toMatchObject({ turningOn: 3 });
  });

  it('are not evaluated when neither the hours nor their time zone changes', () => {
    expect(mayTurn(tokyo, { volume: 0, fit: 'fill' })).toBe(false);
    expect(mayTurn({ ...tokyo, has_hours: false }, { timeZone: 'UTC' })).toBe(false);
    expect(mayTurn({ ...tokyo, has_hours: false, has_tag_hours: true }, { timeZone: 'UTC' })).toBe(true);
  });
});
