import type { Device } from '@vitrine/contract/devices';
import type { ScreenHealth } from '@vitrine/contract/screens';
import type { DeviceVersion } from '@vitrine/contract/versions';
import { formatCount } from '../../lib/format.ts';

/** Degrees Celsius; below, a screen is as warm as it should be (specification 2 §9). */
const HOT_THRESHOLD = 50;
/** Clock differences below this are not noticeable on a screen, in milliseconds. */
const SKEW_THRESHOLD_MS = 2000;

export const isHot = (temperature: number): boolean => temperature >= HOT_THRESHOLD;
export const formatTemperature = (temperature: number): string => `${temperature.toFixed(2)} °C`;

/** Returns the warnings of a device as texts; empty for most screens. */
export function getDeviceWarnings({
  status,
  temperature,
  underVoltage,
  screen,
}: Pick<Device, 'status' | 'temperature' | 'underVoltage' | 'screen'>): string[] {
  if (status === 0) return [];
  const failed = screen?.failed.length ?? 0;
  return [
    ...(temperature !== null && isHot(temperature) ? [`High temperature: ${formatTemperature(temperature)}`] : []),
    ...(underVoltage ? ['Low voltage'] : []),
    ...(failed > 0 ? [`${formatCount(failed, 'item')} can’t be shown`] : []),
  ];
}

/** How its clock is against ours. */
export function getClockSkewLabel({ clockSkewMs }: Pick<ScreenHealth, 'clockSkewMs'>): string {
  const ms = Math.abs(clockSkewMs);
  if (ms < SKEW_THRESHOLD_MS) return 'In sync';
  const seconds = Math.round(ms / 1000);
  const amount = seconds < 120 ? `${seconds} sec` : seconds < 7200 ? `${Math.round(seconds / 60)} min` : `${Math.round(seconds / 3600)} hr`;
  // The correction is positive for a slow clock.
  return `${amount} ${clockSkewMs > 0 ? 'slow' : 'fast'} (corrected automatically)`;
}

/** The newest version that owners may see, when the device has another. */
export const findVersionUpdate = (device: Pick<Device, 'versionCode'>, versions: readonly DeviceVersion[]): DeviceVersion | undefined => {
  const newest = versions.find(({ isVisible }) => isVisible);
  return newest && newest.versionCode !== device.versionCode ? newest : undefined;
};
