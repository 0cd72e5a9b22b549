/** Changes to many devices in one call. Each device is changed whole or not at all, and has its own outcome. */
import { z } from 'zod';
import { DEVICE_LIMITS } from './device-limits.ts';
import { tagName } from './device-tags.ts';
import { displaySettings, timeZone } from './devices.ts';
import { id } from './envelope.ts';
import { LIMITS } from './limits.ts';
import { operatingSettings } from './operating-hours.ts';

const deviceId = z.array(id).min(1).max(DEVICE_LIMITS.devicesPerCall);
const tags = z.array(tagName).max(DEVICE_LIMITS.tagsPerDevice).default([]);

export const bulkDevicesBody = z.strictObject({ deviceId });
export const tagDevicesBody = z
  .strictObject({ deviceId, add: tags, remove: tags })
  .refine(({ add, remove }) => add.length + remove.length > 0, 'Specify which tags to add or remove');
/** To the family of this id, or without one to the account itself. */
export const transferDevicesBody = z.strictObject({ deviceId, orgId: id.nullable(), userId: id.optional() });

const bulkSettings = { ...operatingSettings, ...displaySettings, timeZone: timeZone.optional() };
/** Settings of many devices, as `deviceSettingsBody` and `editDeviceBody` have them. Null removes the device's own setting; what is left out stays as it is. */
export const bulkSettingsBody = z
  .strictObject({ deviceId: z.array(id).min(1).max(LIMITS.publishDevices), ...bulkSettings })
  .refine((body) => Object.entries(body).some(([field, value]) => field !== 'deviceId' && value !== undefined), {
    path: ['operatingHours'],
    message: 'Send at least one setting',
  });
export type BulkSettings = Omit<z.infer<typeof bulkSettingsBody>, 'deviceId'>;
export const restoreSettingsBody = z.strictObject({ changeId: id });

/** Number of devices by outcome. */
export const bulkSettingsOutcome = z
  .object({
    done: z.number(),
    /** Devices that have these settings already. */
    unchanged: z.number(),
    /** Devices that do not exist or belong to another account. */
    gone: z.number(),
    /** Restores the previous settings for a day; null when none has changed. */
    changeId: z.string().nullable(),
  })
  .meta({ id: 'BulkSettingsOutcome' });
export type BulkSettingsOutcome = z.infer<typeof bulkSettingsOutcome>;
export const settingsRestoration = z.object({ restored: z.number() });

/** Number of devices by the origin of a setting: the device itself, its tags, or neither. */
const settingOrigins = z.object({ own: z.number(), tags: z.number(), none: z.number() }).meta({ id: 'SettingOrigins' });
export type SettingOrigins = z.infer<typeof settingOrigins>;
const settingChange = z.object({ before: settingOrigins, after: settingOrigins }).meta({ id: 'SettingChange' });
export type SettingChange = z.infer<typeof settingChange>;

/** Effect of a change of settings on many devices, without executing it. */
export const bulkSettingsPreview = z
  .object({
    /** Number of devices that exist. */
    devices: z.number(),
    /** Number of devices of which at least one setting changes. */
    changing: z.number(),
    /** Number of devices whose setting changes. 0 for settings that the request leaves out. */
    changingBySetting: z.object({
      operatingHours: z.number(),
      brightness: z.number(),
      fit: z.number(),
      rotation: z.number(),
      volume: z.number(),
      timeZone: z.number(),
    }),
    /** Number of different time zones of the devices after the change, in which the hours apply. */
    timeZones: z.number(),
    hours: settingChange,
    brightness: settingChange,
    /** Number of devices that are on and would be off by the operating hours or the time zone, and the reverse. */
    turningOff: z.number(),
    turningOn: z.number(),
  })
  .meta({ id: 'BulkSettingsPreview' });
export type BulkSettingsPreview = z.infer<typeof bulkSettingsPreview>;

export const deviceOutcome = z.object({
  deviceId: z.string(),
  /**
   * done; gone: the device does not exist or belongs to another account; offline, busy: its screen cannot receive the command now; tagLimit: the device or
   * the account has the maximum number of tags; deviceLimit, planEnded: the plan of the destination has no capacity; there: it is already at the destination.
   */
  outcome: z.enum(['done', 'gone', 'offline', 'busy', 'tagLimit', 'deviceLimit', 'planEnded', 'there']),
});
export type DeviceOutcome = z.infer<typeof deviceOutcome>;
export const deviceOutcomes = z.array(deviceOutcome).meta({ id: 'DeviceOutcomes' });

/** Effect of a move, without executing it. */
export const transferForecast = z
  .object({
    /** Number of devices that would move; the others are already there or gone. */
    moving: z.number(),
    /** How many more the plan there allows; null where they count to the same plan as before. */
    room: z.number().nullable(),
    hasEnded: z.boolean(),
    /** Playlists that would end, and on how many of the devices; those on most of them first. */
    ends: z.array(z.object({ name: z.string(), devices: z.number() })),
    /** How many more would end. */
    more: z.number(),
  })
  .meta({ id: 'MoveForecast' });
export type TransferForecast = z.infer<typeof transferForecast>;
