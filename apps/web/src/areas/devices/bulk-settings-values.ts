import type { BulkSettings } from '@vitrine/contract/bulk-devices';
import type { OperatingSettings } from '@vitrine/contract/operating-hours';
import { FIT_CHOICES, parseRotation } from './device-labels.ts';

/** Value of a field that leaves the setting of each device as it is. */
export const KEEP = 'keep';

/** Values of select fields: `KEEP`, or a setting as text. */
export interface DisplayValues {
  fit: string;
  rotation: string;
  volume: string;
  timeZone: string;
}

export const createDisplayValues = (): DisplayValues => ({ fit: KEEP, rotation: KEEP, volume: KEEP, timeZone: KEEP });

/** Returns the request for these values. A setting that is kept is left out. */
export const toDisplayRequest = ({ fit, rotation, volume, timeZone }: DisplayValues): Omit<BulkSettings, keyof OperatingSettings> => ({
  ...(fit !== KEEP && { fit: FIT_CHOICES.find(({ value }) => value === fit)?.value }),
  ...(rotation !== KEEP && { rotation: parseRotation(rotation) }),
  ...(volume !== KEEP && { volume: Number(volume) }),
  ...(timeZone !== KEEP && { timeZone }),
});
