import type { BrightnessPlan, DeviceOperation, Manifest, OperatingHours } from '@vitrine/contract';
import { getOperation } from '@vitrine/playback';
import type { OperationRow } from './device-operation.read-model.ts';

/** Removes equal settings. Several tags often have the same hours. */
const getDistinct = <T>(settings: readonly T[]): T[] => [...new Map(settings.map((one) => [JSON.stringify(one), one])).values()];

const getOwn = (row: OperationRow) => ({
  operatingHours: row.operating_hours as OperatingHours | null,
  brightness: row.brightness as BrightnessPlan | null,
});

/** Returns the hours that apply to a device: its own or, if it has none, those of its tags. It is on while at least one of them is in effect. */
export const listOperatingHours = (row: OperationRow): OperatingHours[] => {
  const { operatingHours } = getOwn(row);
  return operatingHours ? [operatingHours] : getDistinct((row.tag_settings ?? []).flatMap((tag) => tag.operatingHours ?? []));
};

const listBrightness = (row: OperationRow): BrightnessPlan[] => {
  const { brightness } = getOwn(row);
  return brightness ? [brightness] : getDistinct((row.tag_settings ?? []).flatMap((tag) => (tag.brightness ? [tag.brightness] : [])));
};

/** Returns the settings for a manifest. Nothing for devices without them, so that their manifests stay as they are. */
export function presentManifestOperation(row: OperationRow): Pick<NonNullable<Manifest['device']>, 'hours' | 'brightness'> {
  const [hours, brightness] = [listOperatingHours(row), listBrightness(row)];
  return { ...(hours.length > 0 && { hours }), ...(brightness.length > 0 && { brightness }) };
}

/** Returns a device's own settings, and whether it is on. Nothing for a device that is always on. */
export function presentOperation(row: OperationRow, timeZone: string, now: Date) {
  const { operatingHours, brightness } = getOwn(row);
  const operation = evaluateOperation(row, timeZone, now);
  return { ...(operatingHours && { operatingHours }), ...(brightness && { brightness }), ...(operation && { operation }) };
}

/** Returns undefined for a device without operating hours. */
export function evaluateOperation(row: OperationRow, timeZone: string, now: Date): DeviceOperation | undefined {
  const hours = listOperatingHours(row);
  if (hours.length === 0) return undefined;
  const { isOn, until } = getOperation({ hours, timeZone, now: now.getTime() });
  const tags = row.operating_hours === null ? (row.tag_settings ?? []).flatMap((tag) => (tag.operatingHours ? [tag.name] : [])) : [];
  return { isOn, until: until === null ? null : new Date(until).toISOString(), tags, hours };
}
