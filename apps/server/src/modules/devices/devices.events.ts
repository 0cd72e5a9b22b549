import type { Forecast } from '@vitrine/contract';
import type { Db } from '../../platform/database/database.ts';
import { defineEvent } from '../../platform/events.ts';
import { definePort } from '../../platform/ports.ts';

/** Publishes of a device, in summary. */
export interface DeviceDeployment {
  forecast: Forecast;
  /** When something was last made active on it. */
  deployedAt: Date | null;
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
  /** Returns those of these devices that show an activated publish. */
  listActiveDevices(db: Db, deviceIds: string[]): Promise<Set<string>>;
  /** Returns the names of playlists published on these devices, in the given order; null for others. */
  listPlaylistNames(db: Db, asked: { deviceId: string; publishId: string | null }[]): Promise<(string | null)[]>;
  /** Playlists that would end on these devices if they belonged to these people, and on how many of them; those on most of them first. */
  listEndingPlaylists(db: Db, deviceIds: string[], people: string[]): Promise<{ name: string; devices: number }[]>;
  /** The newest first. */
  listDevicePlaylists(db: Db, deviceId: string): Promise<DevicePlaylistRow[]>;
}
export const deployments = definePort<DeploymentQueries>('deployments');

/** A device was created, renamed, or its settings changed; its manifest contains them. */
export const deviceChanged = defineEvent<{ deviceId: string }>('devices.changed');

/** The screen is no longer a device. */
export const deviceRemoved = defineEvent<{ screenId: string }>('devices.removed');

/** Devices have new owners: these people, who may now do what the previous ones could. */
export const devicesTransferred = defineEvent<{ deviceIds: string[]; userIds: string[] }>('devices.moved');

/** A screen did what a device command asked for. */
export const deviceCommandCompleted = defineEvent<{ commandId: string; deviceId: string }>('devices.commandCompleted');
