import type { Forecast } from '@vitrine/contract';
import type { Db } from '../../platform/database/database.ts';
import { defineEvent } from '../../platform/events.ts';
import { definePort } from '../../platform/ports.ts';

/** Publishes of a device, in summary. */
export interface DeviceDeployment {
  forecast: Forecast;
  /** Time of the latest activation of a publish on the device. */
  deployedAt: Date | null;
}

/** Playlist that a screen reports. */
export interface ShownPlaylist {
  name: string;
  synchronized: boolean;
}

/** A playlist on a device. */
export interface DevicePlaylistRow {
  publishId: string;
  name: string;
  coverKey: string | null;
  albums: number;
  isActive: boolean;
  addedAt: Date;
}

export interface DeploymentQueries {
  /** Returns the summary of each device; none for a device without publishes. */
  listByDevice(db: Db, deviceIds: string[]): Promise<Map<string, DeviceDeployment>>;
  /** Returns the given devices that show an activated publish. */
  listActiveDevices(db: Db, deviceIds: string[]): Promise<Set<string>>;
  /** Returns the playlists that devices report to show, in the given order; null for those that are not published on the device. */
  listShownPlaylists(db: Db, shown: { deviceId: string; publishId: string | null }[]): Promise<(ShownPlaylist | null)[]>;
  /** Lists the playlists that would end if the devices belonged to these accounts, with the number of devices, highest first. */
  listEndingPlaylists(db: Db, deviceIds: string[], people: string[]): Promise<{ name: string; devices: number }[]>;
  /** Lists the playlists on a device, newest first. */
  listDevicePlaylists(db: Db, deviceId: string): Promise<DevicePlaylistRow[]>;
}
export const deployments = definePort<DeploymentQueries>('deployments');

/** A screen was added as a device. `deviceChanged` follows. */
export const deviceAdded = defineEvent<{ deviceId: string }>('devices.added');

/** A device was created, renamed, or its settings changed; its manifest contains them. */
export const deviceChanged = defineEvent<{ deviceId: string }>('devices.changed');

/** Settings of several devices changed, their own or those of their tags. */
export const deviceSettingsChanged = defineEvent<{ deviceIds: string[] }>('devices.settingsChanged');

/** The screen is no longer a device. */
export const deviceRemoved = defineEvent<{ screenId: string }>('devices.removed');

/** A device has another screen. The previous one is about to be deleted. */
export const screenReplaced = defineEvent<{ deviceId: string; screenId: string }>('devices.screenReplaced');

/**
 * Devices were transferred. The accounts in `userIds` now have access to them, and `fromIds` are the accounts that owned them. `settingsIds` are the devices
 * that may get other settings from their tags.
 */
export const devicesTransferred = defineEvent<{ deviceIds: string[]; userIds: string[]; fromIds: string[]; settingsIds: string[] }>(
  'devices.moved',
);

/** Devices got or lost tags. `settingsIds` are those that may get other settings from their tags. */
export const deviceTagsChanged = defineEvent<{ deviceIds: string[]; settingsIds: string[] }>('devices.tagsChanged');

/** A tag is about to be deleted. */
export const deviceTagDeleting = defineEvent<{ tagId: string }>('devices.tagDeleting');

/** A tag is about to be deleted, after its devices got the other tag. */
export const deviceTagMerging = defineEvent<{ tagId: string; intoTagId: string }>('devices.tagMerging');

/** Screens came online. Some of them may not be devices. */
export const screensConnected = defineEvent<{ screenIds: string[] }>('devices.screensConnected');

/** Screens went offline. */
export const screensDisconnected = defineEvent<{ screenIds: string[] }>('devices.screensDisconnected');

/** Screens began to show other publishes, as they reported. */
export const publishesShown = defineEvent<{ shown: { screenId: string; publishId: string }[] }>('devices.publishesShown');

/** A screen executed a device command. */
export const deviceCommandCompleted = defineEvent<{ commandId: string; deviceId: string }>('devices.commandCompleted');
