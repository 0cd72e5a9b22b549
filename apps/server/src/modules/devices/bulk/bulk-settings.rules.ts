import type { BulkSettings, BulkSettingsPreview, SettingOrigins } from '@vitrine/contract';
import { isOperatingAt } from '@vitrine/playback';
import type { OperationRow } from '../device-operation.read-model.ts';
import { listOperatingHours } from '../device-operation.rules.ts';

type SettingName = keyof BulkSettings;

export interface SettingColumns {
  name: SettingName;
  /** Column of `devices` and, for the previous setting, of `replaced_settings`. */
  column: string;
  type: 'jsonb' | 'text' | 'smallint';
  /** Column of `replaced_settings` for the hash of what a call has set. */
  hashColumn: string;
}

/** Settings that one call changes on many devices. */
export const SETTING_COLUMNS: readonly SettingColumns[] = [
  { name: 'operatingHours', column: 'operating_hours', type: 'jsonb', hashColumn: 'hours_set' },
  { name: 'brightness', column: 'brightness', type: 'jsonb', hashColumn: 'brightness_set' },
  { name: 'fit', column: 'fit', type: 'text', hashColumn: 'fit_set' },
  { name: 'rotation', column: 'rotation', type: 'smallint', hashColumn: 'rotation_set' },
  { name: 'volume', column: 'volume', type: 'smallint', hashColumn: 'volume_set' },
  { name: 'timeZone', column: 'time_zone', type: 'text', hashColumn: 'time_zone_set' },
];

/** Devices with the same time zone, the same operating hours and the same tags with settings. */
export interface ChangeGroup {
  /** One of the devices. */
  device_id: string;
  devices: number;
  time_zone: string;
  has_hours: boolean;
  has_brightness: boolean;
  has_tag_hours: boolean;
  has_tag_brightness: boolean;
  /** Whether the change sets other operating hours. */
  changes_hours: boolean;
  changes_brightness: boolean;
  /** Number of devices of which at least one setting changes. */
  changing: number;
  /** Number of devices whose setting changes. */
  changing_fit: number;
  changing_rotation: number;
  changing_volume: number;
}

const changesTimeZone = (group: ChangeGroup, { timeZone }: BulkSettings): boolean => timeZone !== undefined && timeZone !== group.time_zone;

const noOrigins = (): SettingOrigins => ({ own: 0, tags: 0, none: 0 });
const getOrigin = (isOwn: boolean, isOfTags: boolean): keyof SettingOrigins => (isOwn ? 'own' : isOfTags ? 'tags' : 'none');

/** Counts the devices by what changes and by where their settings come from. Nothing is counted as turned on or off yet. */
export function createSettingsPreview(groups: readonly ChangeGroup[], settings: BulkSettings): BulkSettingsPreview {
  const zones = new Set(groups.map(({ time_zone }) => settings.timeZone ?? time_zone));
  const preview: BulkSettingsPreview = {
    devices: 0,
    changing: 0,
    changingBySetting: { operatingHours: 0, brightness: 0, fit: 0, rotation: 0, volume: 0, timeZone: 0 },
    timeZones: zones.size,
    hours: { before: noOrigins(), after: noOrigins() },
    brightness: { before: noOrigins(), after: noOrigins() },
    turningOff: 0,
    turningOn: 0,
  };
  for (const group of groups) {
    preview.devices += group.devices;
    preview.changing += group.changing;
    countSettings(preview.changingBySetting, group, settings);
    countOrigins(preview, group, settings);
  }
  return preview;
}

function countSettings(counts: BulkSettingsPreview['changingBySetting'], group: ChangeGroup, settings: BulkSettings): void {
  if (group.changes_hours) counts.operatingHours += group.devices;
  if (group.changes_brightness) counts.brightness += group.devices;
  if (changesTimeZone(group, settings)) counts.timeZone += group.devices;
  counts.fit += group.changing_fit;
  counts.rotation += group.changing_rotation;
  counts.volume += group.changing_volume;
}

function countOrigins({ hours, brightness }: BulkSettingsPreview, group: ChangeGroup, settings: BulkSettings): void {
  const { devices, has_tag_hours: hasTagHours, has_tag_brightness: hasTagBrightness } = group;
  const hasHours = group.changes_hours ? Boolean(settings.operatingHours) : group.has_hours;
  const hasBrightness = group.changes_brightness ? Boolean(settings.brightness) : group.has_brightness;
  hours.before[getOrigin(group.has_hours, hasTagHours)] += devices;
  hours.after[getOrigin(hasHours, hasTagHours)] += devices;
  brightness.before[getOrigin(group.has_brightness, hasTagBrightness)] += devices;
  brightness.after[getOrigin(hasBrightness, hasTagBrightness)] += devices;
}

/** Returns true for devices that the change may turn on or off: they get other hours, or follow theirs in another time zone. */
export const mayTurn = (group: ChangeGroup, settings: BulkSettings): boolean =>
  group.changes_hours || (changesTimeZone(group, settings) && (group.has_hours || group.has_tag_hours));

/** Adds the devices of a group to those that turn on or off. */
export function countTurned(
  preview: BulkSettingsPreview,
  { devices, time_zone: zoneBefore }: ChangeGroup,
  before: OperationRow,
  { operatingHours = before.operating_hours as BulkSettings['operatingHours'], timeZone = zoneBefore }: BulkSettings,
  now: Date,
): void {
  const isOn = (row: OperationRow, zone: string) => isOperatingAt(listOperatingHours(row), zone, now.getTime());
  const wasOn = isOn(before, zoneBefore);
  const willBeOn = isOn({ ...before, operating_hours: operatingHours }, timeZone);
  if (wasOn && !willBeOn) preview.turningOff += devices;
  if (!wasOn && willBeOn) preview.turningOn += devices;
}
