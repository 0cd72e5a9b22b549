import type { BulkSettingsPreview, OperatingSettings, SettingOrigins } from '@vitrine/contract';
import { isOperatingAt } from '@vitrine/playback';
import type { OperationRow } from '../device-operation.read-model.ts';
import { listOperatingHours } from '../device-operation.rules.ts';

/** Devices with the same time zone and the same settings. */
export interface OperationGroup extends OperationRow {
  time_zone: string;
  devices: number;
}

const noOrigins = (): SettingOrigins => ({ own: 0, tags: 0, none: 0 });

/** Returns a preview that counts no devices yet. */
export const createSettingsPreview = (): BulkSettingsPreview => ({
  devices: 0,
  changing: 0,
  timeZones: 0,
  hours: { before: noOrigins(), after: noOrigins() },
  brightness: { before: noOrigins(), after: noOrigins() },
  turningOff: 0,
  turningOn: 0,
});

const getOrigin = (own: unknown, tags: readonly unknown[]): keyof SettingOrigins =>
  own !== null ? 'own' : tags.some((setting) => setting !== null) ? 'tags' : 'none';

/** Serializes a setting regardless of the order of its keys, because PostgreSQL changes it. */
const serialize = (setting: unknown): string =>
  JSON.stringify(setting, (_key, value: unknown) =>
    value && typeof value === 'object' && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1)))
      : value,
  );

/** Adds the effect of the change on a group of devices to the preview, except the number of time zones. */
export function addGroupToPreview(preview: BulkSettingsPreview, before: OperationGroup, change: OperatingSettings, now: Date): void {
  const { devices, time_zone: timeZone } = before;
  const after: OperationRow = {
    ...before,
    ...(change.operatingHours !== undefined && { operating_hours: change.operatingHours }),
    ...(change.brightness !== undefined && { brightness: change.brightness }),
  };
  const tags = before.tag_settings ?? [];
  const [tagHours, tagBrightness] = [tags.map(({ operatingHours }) => operatingHours), tags.map(({ brightness }) => brightness)];
  preview.devices += devices;
  for (const [time, row] of [['before', before] as const, ['after', after] as const]) {
    preview.hours[time][getOrigin(row.operating_hours, tagHours)] += devices;
    preview.brightness[time][getOrigin(row.brightness, tagBrightness)] += devices;
  }
  const isOther = (one: unknown, other: unknown) => serialize(one) !== serialize(other);
  if (isOther(before.operating_hours, after.operating_hours) || isOther(before.brightness, after.brightness)) preview.changing += devices;
  const isOn = (row: OperationRow) => isOperatingAt(listOperatingHours(row), timeZone, now.getTime());
  const [wasOn, willBeOn] = [isOn(before), isOn(after)];
  if (wasOn && !willBeOn) preview.turningOff += devices;
  if (!wasOn && willBeOn) preview.turningOn += devices;
}
