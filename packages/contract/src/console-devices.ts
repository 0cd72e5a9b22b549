/** The console's lists of all devices, and of the register of all screens. */
import { z } from 'zod';
import { id } from './envelope.ts';

/** Epoch milliseconds, as a day of the console's date picker begins or ends. */
const moment = z.coerce.number<number>().int().min(0).max(8_640_000_000_000_000);

const listed = {
  /** The page that follows this one's last row, instead of `page`: as fast at the end as at the start. */
  after: id.optional(),
  page: z.coerce.number<number>().int().min(1).max(100_000).default(1),
  dataPerPage: z.coerce.number<number>().int().min(1).max(100).default(10),
  string: z.string().trim().max(100).optional(),
  startDate: moment.optional(),
  endDate: moment.optional(),
};

/** Order of the devices: by name, or by the time they were added, oldest or newest first. */
export const deviceSort = z.enum(['az', 'za', 'ascending', 'descending']);
export type DeviceSort = z.infer<typeof deviceSort>;

/**
 * GET /devices/data/search with `role=admin`: the devices of all accounts. `filter` 1 is online, 0 offline. `string` matches a part of the name, the device
 * id or the owner.
 */
export const consoleDevicesQuery = z.object({
  ...listed,
  sort: deviceSort.default('descending'),
  filter: z.enum(['1', '0']).optional(),
});
export type ConsoleDevicesQuery = z.infer<typeof consoleDevicesQuery>;

export const platformTag = z.enum(['PP', 'WV']);
export type PlatformTag = z.infer<typeof platformTag>;

export const environment = z.enum(['test', 'dev', 'live']);
export type Environment = z.infer<typeof environment>;

const owner = z.object({ _id: z.string(), name: z.string(), email: z.string() });

/** A device as the console lists it. */
export const consoleDevice = z
  .object({
    _id: z.string(),
    name: z.string(),
    deviceId: z.string(),
    createdAt: z.string(),
    /** 1 online, 0 offline. */
    status: z.union([z.literal(0), z.literal(1)]),
    createdUser: z.array(owner),
    platform: platformTag,
    versionCode: z.string().nullable(),
    timeZone: z.string(),
    showInfo: z.union([z.literal(0), z.literal(1)]),
  })
  .meta({ id: 'DeviceLine' });
export type ConsoleDevice = z.infer<typeof consoleDevice>;

/** Order of the registered screens: by device id, or by the time of registration. */
export const registrySort = z.enum(['IDascending', 'IDdescending', 'ascending', 'descending']);
export type RegistrySort = z.infer<typeof registrySort>;

/** GET /register/devices/search. `filter` is an environment; `string` the beginning of an id, of the id before or of a serial number, or a part of whose it is. */
export const registryQuery = z.object({ ...listed, sort: registrySort.default('descending'), filter: environment.optional() });
export type RegistryQuery = z.infer<typeof registryQuery>;

/** A screen that ever introduced itself. */
export const registryEntry = z
  .object({
    _id: z.string(),
    deviceId: z.string(),
    lastId: z.string().nullable(),
    createdAt: z.string(),
    serialNumber: z.string().nullable(),
    /** Null until the screen is added as a device. */
    ownerName: z.string().nullable(),
    environment,
    versionCode: z.string().nullable(),
    status: z.union([z.literal(0), z.literal(1)]),
  })
  .meta({ id: 'RegisterEntry' });
export type RegistryEntry = z.infer<typeof registryEntry>;

/** PUT /register/{id}: `from` is the value that was read. A newer change is not overwritten. */
export const environmentBody = z.strictObject({ environment, from: environment.optional() });
