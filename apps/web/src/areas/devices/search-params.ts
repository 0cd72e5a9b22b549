import type { SearchSchemaInput } from '@tanstack/react-router';
import { readOneOf, readText, readTexts } from '../../lib/search-params.ts';

/** Both ticked is no filter either, and stays ticked. */
export const DEVICE_STATUSES = ['online', 'offline', 'online,offline'] as const;

export type DeviceStatusFilter = (typeof DEVICE_STATUSES)[number];

/** `add` is the id that a screen's QR code carries; it opens the Add device dialog filled in. `view=day` is the day of each. */
export interface DevicesSearch {
  status?: DeviceStatusFilter;
  add?: string;
  /** Comma-separated tags. */
  tags?: string;
  sort?: string;
  view?: string;
}

export const devicesSearch = (raw: DevicesSearch & SearchSchemaInput): DevicesSearch => ({
  status: readOneOf(raw.status, DEVICE_STATUSES),
  ...readTexts(raw, 'add', 'tags', 'sort', 'view'),
});

export const deviceSearch = (raw: { deviceId: string } & SearchSchemaInput): { deviceId: string } => ({
  deviceId: readText(raw.deviceId) ?? '',
});
