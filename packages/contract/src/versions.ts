import { z } from 'zod';
import { ERRORS } from './errors.ts';

const missing = ERRORS.VERSION_UNKNOWN.message;
const part = (max: number) => z.string({ error: missing }).trim().min(1, missing).max(max);

/** PUT /devices/version/update/{deviceId}: one of the versions that GET /versions lists. */
export const versionUpdateBody = z.strictObject({ url: part(500), version: part(32), versionCode: part(32) });
export const versionUpdateParams = z.object({ deviceId: z.uuid(missing) });

/** A version of the program on the screens. */
export const deviceVersion = z
  .object({ _id: z.string(), url: z.string(), version: z.string(), versionCode: z.string(), createdAt: z.string() })
  .meta({ id: 'DeviceVersion' });
export type DeviceVersion = z.infer<typeof deviceVersion>;
