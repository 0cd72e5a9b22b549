import { z } from 'zod';
import { consoleDevice, environment } from './console-devices.ts';
import { deviceCommand } from './devices.ts';
import { deviceOperation } from './operating-hours.ts';

/** A playlist on a device, as the console's side panel has it. */
const devicePlaylist = z.object({
  publish_Id: z.string(),
  name: z.string(),
  /** Key of its cover, for GET /uploads. */
  thumbnailKey: z.string().nullable(),
  albums: z.number(),
  status: z.enum(['active', 'onqueue']),
  addedAt: z.string(),
});
export type DevicePlaylist = z.infer<typeof devicePlaylist>;

/** GET /devices/details/{deviceId}: the side panel of the console. */
export const deviceDetails = consoleDevice
  .extend({
    /** Told from how its browser names itself; null when it does not say. */
    operatingSystem: z.string().nullable(),
    modelName: z.string().nullable(),
    lastDeployed: z.string().nullable(),
    playlists: z.number(),
    lastAddedPlaylist: z.string().nullable(),
    /** The newest first, at most five. */
    recent: z.array(devicePlaylist),
    environment,
    serialNumber: z.string().nullable(),
    /** The last command, sent by any user, and its result. */
    action: deviceCommand.nullable(),
    /** Left out when the device is always on. */
    operation: deviceOperation.optional(),
  })
  .meta({ id: 'DeviceDetails' });
export type DeviceDetails = z.infer<typeof deviceDetails>;
