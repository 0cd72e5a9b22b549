import type { BulkSettingsPreview, OperatingHours, SettingOrigins } from '@vitrine/contract';
import { isOperatingAt } from '@vitrine/playback';
import type { OperationRow } from '../device-operation.read-model.ts';
import { listOperatingHours } from '../device-operation.rules.ts';

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
}

const noOrigins = (): SettingOrigins => ({ own: 0, tags: 0, none: 0 });
const getOrigin = (isOwn: boolean, isOfTags: boolean): keyof SettingOrigins => (isOwn ? 'own' : isOfTags ? 'tags' : 'none');

/** Counts the devices by where their settings come from before and after the change. Nothing is counted as turned on or off yet. */
export function createSettingsPreview(groups: readonly ChangeGroup[], sets: { hours: boolean; brightness: boolean }): BulkSettingsPreview {
  const preview: BulkSettingsPreview = {
    devices: 0,
    changing: 0,
    timeZones: new Set(groups.map(({ time_zone }) => time_zone)).size,
    hours: { before: noOrigins(), after: noOrigins() },
    brightness: { before: noOrigins(), after: noOrigins() },
    turningOff: 0,
    turningOn: 0,
  };
  for (const group of groups) {
    const { devices } = group;
    preview.devices += devices;
    if (group.changes_hours || group.changes_brightness) preview.changing += devices;
    preview.hours.before[getOrigin(group.has_hours, group.has_tag_hours)] += devices;
    preview.hours.after[getOrigin(group.changes_hours ? sets.hours : group.has_hours, group.has_tag_hours)] += devices;
    preview.brightness.before[getOrigin(group.has_brightness, group.has_tag_brightness)] += devices;
    preview.brightness.after[getOrigin(group.changes_brightness ? sets.brightness : group.has_brightness, group.has_tag_brightness)] +=
      devices;
  }
  return preview;
}

/** Adds the devices of a group whose operating hours change to those that turn on or off. */
export function countTurned(
  preview: BulkSettingsPreview,
  { devices, time_zone: timeZone }: ChangeGroup,
  before: OperationRow,
  operatingHours: OperatingHours | null,
  now: Date,
): void {
  const isOn = (row: OperationRow) => isOperatingAt(listOperatingHours(row), timeZone, now.getTime());
  const [wasOn, willBeOn] = [isOn(before), isOn({ ...before, operating_hours: operatingHours })];
  if (wasOn && !willBeOn) preview.turningOff += devices;
  if (!wasOn && willBeOn) preview.turningOn += devices;
}
