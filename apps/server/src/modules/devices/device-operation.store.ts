import type { OperatingSettings } from '@vitrine/contract';
import { sql } from 'kysely';
import type { Json } from '../../platform/database/schema.gen.ts';

/** Returns null for a setting that is removed, and undefined for one that stays. */
const toJson = (setting: object | null | undefined) => (setting ? sql<Json>`${JSON.stringify(setting)}::jsonb` : setting);

/** Returns the values of the columns of devices and tags that change. */
export const toOperationColumns = ({ operatingHours, brightness }: OperatingSettings) => ({
  operating_hours: toJson(operatingHours),
  brightness: toJson(brightness),
});
