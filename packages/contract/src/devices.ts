import { z } from 'zod';
import { consoleDevicesQuery } from './console-devices.ts';
import { tagFilter } from './device-tags.ts';
import { id, pageQuery } from './envelope.ts';
import { forecast } from './forecast.ts';
import { LIMITS } from './limits.ts';
import { MESSAGES } from './messages.ts';
import { brightnessPlan, deviceOperation, operatingHours, operatingSettings } from './operating-hours.ts';
import { pictureFit, rotation, screenHealth } from './screens.ts';
import { text } from './text.ts';
import { utcOffsets } from './utc-offsets.ts';

export const deviceName = text({
  min: LIMITS.nameMin,
  max: LIMITS.nameMax,
  required: MESSAGES.nameRequired,
  short: MESSAGES.tooShort,
  long: MESSAGES.deviceNameLong,
});

/** One capital letter and five digits, as the screen shows it; typed in any case. */
export const deviceCode = z
  .string({ error: MESSAGES.deviceIdRequired })
  .trim()
  .toUpperCase()
  .min(1, MESSAGES.deviceIdRequired)
  .regex(/^[A-Z]\d{5}$/, MESSAGES.deviceIdPattern);

export const timeZone = z
  .string({ error: MESSAGES.timeZoneRequired })
  .min(1, MESSAGES.timeZoneRequired)
  .max(64)
  .refine(isTimeZone, MESSAGES.timeZoneRequired);

function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

export const deviceForm = z.object({ name: deviceName, deviceId: deviceCode, timeZone });
export const createDeviceBody = z.strictObject({
  name: deviceName,
  deviceId: deviceCode,
  timeZone,
  userId: id.optional(),
  orgId: id.optional(),
});
export const editDeviceBody = z.strictObject({
  name: deviceName.optional(),
  timeZone: timeZone.optional(),
  deviceId: deviceCode.optional(),
  userId: id.optional(),
  orgId: id.optional(),
});
/** The screen of a device is replaced with a waiting one. */
export const replaceScreenForm = z.object({ deviceId: deviceCode });
export const replaceScreenBody = z.strictObject({
  /** Id that the new screen shows. */
  deviceId: deviceCode,
  /** Id of the screen that the caller wants to replace. The request is refused with CHANGED_MEANWHILE if the device has another screen by now. */
  replacedDeviceId: deviceCode,
});
export const deviceInfoBody = z.strictObject({ showInfo: z.union([z.literal(0), z.literal(1)]) });
/** Fields of requests that change how a device shows pictures and plays sound; what is left out stays as it is. */
export const displaySettings = {
  fit: pictureFit.optional(),
  /** Null when only the screen's own setting applies (`?rotate=`). */
  rotation: rotation.nullable().optional(),
  /** Percent. */
  volume: z.number().int().min(0).max(100).optional(),
};
/** PUT /devices/settings/{deviceId}: how the device shows pictures and when it is on; what is left out stays as it is. */
export const deviceSettingsBody = z.strictObject({
  ...displaySettings,
  /** Null: those of its tags apply. */
  ...operatingSettings,
});
export type DeviceSettings = z.infer<typeof deviceSettingsBody>;
const searched = z.string().max(100);
/**
 * Order of the devices: by name; by when they were last seen, online devices first; online or offline devices first; by when they were added. Equal devices
 * are sorted by when they were added.
 */
export const deviceOrder = z.enum(['az', 'za', 'seen', 'seenasc', 'online', 'offline', 'newest', 'oldest']);
export type DeviceOrder = z.infer<typeof deviceOrder>;
/** GET /devices/users/{userId}/ids: the whole list in its order, which is what 'select all' means; at most as many as one publish goes to. */
export const deviceIdsQuery = z.object({
  status: z.enum(['online', 'offline']).optional(),
  orgId: id.optional(),
  /** Part of a name, or the beginning of a device id. */
  string: searched.optional(),
  /** Comma-separated tags, all of which a device must have. */
  tags: tagFilter.optional(),
  sort: deviceOrder.default('newest'),
});
export const deviceIds = z.array(z.string());
export const deviceListQuery = pageQuery.extend({
  ...deviceIdsQuery.shape,
  /** The page that follows this device, instead of `page`: as fast at the end as at the start. */
  after: id.optional(),
});
export const deviceSearchParams = z.object({ text: searched });
export const deviceSearchQuery = pageQuery.extend({ userId: id.optional(), orgId: id.optional() });
/**
 * GET /devices/data/search: the console's list of all devices (console-devices.ts) for administrators and support, and for `role=admin`. Otherwise, and for
 * staff with `userId`, `orgId` or another `role`, the devices of that account.
 */
export const deviceDataSearchQuery = consoleDevicesQuery.extend({
  role: z.string().max(20).optional(),
  userId: id.optional(),
  orgId: id.optional(),
  /** Default: 10 of all devices, 50 of an account's. */
  dataPerPage: deviceSearchQuery.shape.dataPerPage.unwrap().optional(),
});

/** Commands that a screen can receive. */
export const deviceCommandName = z.enum([
  'play',
  'pause',
  'mute',
  'unmute',
  'previous',
  'next',
  'reload',
  'reboot',
  'poweroff',
  'factory_reset',
]);
export type DeviceCommandName = z.infer<typeof deviceCommandName>;
export const deviceCommandBody = z.strictObject({ action: deviceCommandName, userId: id.optional() });

/** The receipt of an action. */
export const deviceCommand = z.object({
  _id: z.string(),
  action: deviceCommandName,
  /** sent: on its way; delivered: the screen has it; expired: it did not answer in time. */
  state: z.enum(['sent', 'delivered', 'done', 'failed', 'expired']),
  /** Reason of the failure, as a message. */
  reason: z.string().nullable(),
  createdAt: z.string(),
  updatedAt: z.string(),
});
export type DeviceCommand = z.infer<typeof deviceCommand>;

/** State that a screen last reported. */
export const screenState = z.object({
  /** The manifest it plays; behind `revision` of the device while it downloads. */
  revision: z.number(),
  downloaded: z.number(),
  total: z.number(),
  playlistName: z.string().nullable(),
  /** True while the screen plays a synchronized playlist, in which items can't be skipped. */
  synchronized: z.boolean().optional(),
  mediaId: z.string().nullable(),
  /** Key of what is on the wall right now, for GET /uploads; null when the caller cannot see it. */
  thumbnailKey: z.string().nullable(),
  /** Name of the owner of what is on the wall, when the caller cannot see it because another member of the family keeps it private. */
  ownerName: z.string().optional(),
  /** Items that could not be shown, by media id, and problems of the screen (`SCREEN_PROBLEMS`). */
  failed: z.array(z.object({ mediaId: z.string(), reason: z.string() })),
  /** Versions that failed on this screen, by `shell`. It does not try them again. */
  failedVersions: z.array(z.string()),
  /** Why they failed, as messages by the same names. */
  failureCauses: z.record(z.string(), z.string()).optional(),
  /** True when playback is paused until a play command. */
  paused: z.boolean(),
  /** True while the screen is black because it is outside its operating hours. */
  off: z.literal(true).optional(),
  /** True when the screen's companion program can do it. */
  canReboot: z.boolean(),
  canPowerOff: z.boolean(),
  /** Null for a screen that does not tell. */
  health: screenHealth.nullable(),
  at: z.string(),
});
export type ScreenState = z.infer<typeof screenState>;

export const device = z
  .object({
    _id: z.string(),
    name: z.string(),
    deviceId: z.string(),
    timeZone: z.string(),
    utcOffsets: utcOffsets.optional(),
    /** 1 online, 0 offline. */
    status: z.union([z.literal(0), z.literal(1)]),
    showInfo: z.union([z.literal(0), z.literal(1)]),
    fit: pictureFit,
    /** Null when only the screen's own setting applies (`?rotate=`). */
    rotation: rotation.nullable(),
    /** Percent. */
    volume: z.number(),
    /** Left out when those of its tags apply. */
    operatingHours: operatingHours.optional(),
    brightness: brightnessPlan.optional(),
    /** Left out when the device is always on. */
    operation: deviceOperation.optional(),
    userId: z.string(),
    orgId: z.string().nullable(),
    /** In order. */
    tags: z.array(z.string()),
    /** When its screen last came or went. */
    seenAt: z.string(),
    versionCode: z.string().nullable(),
    ip: z.string().nullable(),
    /** Degrees Celsius, where a companion of the screen measures it. */
    temperature: z.number().nullable(),
    underVoltage: z.boolean().nullable(),
    /** 1 while its videos play without sound. */
    mute: z.union([z.literal(0), z.literal(1)]),
    /** The last command and its result. */
    action: deviceCommand.nullable(),
    /** The newest manifest made for it. */
    revision: z.number(),
    screen: screenState.nullable(),
    forecast,
    hasActivePlaylist: z.boolean(),
    deployedAt: z.string().nullable(),
    createdAt: z.string(),
    updatedAt: z.string(),
  })
  .meta({ id: 'Device' });
export type Device = z.infer<typeof device>;

/** How many devices the plan behind a list allows; beyond that, and once it has ended, no more can be added. */
export const deviceLimit = z.object({ used: z.number(), allowed: z.number(), hasEnded: z.boolean() });
export type DeviceLimit = z.infer<typeof deviceLimit>;
export const isAtDeviceLimit = ({ used, allowed, hasEnded }: DeviceLimit): boolean => hasEnded || used >= allowed;

/** `devicesCount` is the number of all matching devices, on all pages. */
export const deviceList = z.object({ devices: z.array(device), devicesCount: z.number(), limit: deviceLimit });
export const deviceSearchResult = deviceList.omit({ limit: true });

/** Origins at which other machines of the network reach this one, when it was opened as localhost; none where it listens to itself alone. */
export const networkOrigins = z.array(z.string());

/** GET /devices/users/{userId}/starting: a download of type start among all devices of a list, while which nothing is published (specification 2 §5). */
export const startingDownloadQuery = z.object({ orgId: id.optional() });
export const startingDownload = z.object({
  /** Name of the file of a download that has just started; null when none has. */
  name: z.string().nullable(),
});
export type StartingDownload = z.infer<typeof startingDownload>;

/** POST /devices/progress asks, and changes nothing. */
export const deviceProgressBody = z.strictObject({ deviceId: z.array(id).min(1).max(LIMITS.publishDevices) });
/** Progress of many devices with what was published to them. */
export const deviceProgress = z
  .object({
    /** Requested devices that still exist. */
    count: z.number(),
    /** Online and playing the newest manifest. */
    ready: z.number(),
    /** Online, and there is something that they cannot show. */
    faulty: z.number(),
    /** Devices that show an activated publish, which the next publish replaces. */
    active: z.number(),
    /** Requested ids of devices that no longer exist. */
    gone: z.array(z.string()),
    /** All requested devices or, of more than `followedDevices`, only some of those that are not ready or faulty. */
    devices: z.array(device),
  })
  .meta({ id: 'DeviceProgress' });
export type DeviceProgress = z.infer<typeof deviceProgress>;
