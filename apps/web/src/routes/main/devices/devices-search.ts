import type { SearchSchemaInput } from '@tanstack/react-router';
import { oneOf, textOf } from '../../search-values.ts';

/** Both ticked is no filter either, and stays ticked. */
export const DEVICE_STATUSES = ['online', 'offline', 'online,offline'] as const;

export type DeviceStatusFilter = (typeof DEVICE_STATUSES)[number];

/** `add` is the id that a screen's QR code carries; it opens the Add device dialog filled in. */
export const devicesSearch = (
  raw: { status?: DeviceStatusFilter; add?: string } & SearchSchemaInput,
): { status?: DeviceStatusFilter; add?: string } => ({ status: oneOf(raw.status, DEVICE_STATUSES), add: textOf(raw.add) });

export const deviceSearch = (raw: { deviceId: string } & SearchSchemaInput): { deviceId: string } => ({
  deviceId: textOf(raw.deviceId) ?? '',
});
