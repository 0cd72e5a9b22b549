import type { Forecast } from '@vitrine/contract';
import type { Db } from '../../platform/database/database.ts';
import { defineEvent } from '../../platform/events.ts';
import { definePort } from '../../platform/ports.ts';

/** What is published on a device. */
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
  /** By device; none for one on which nothing is published. */
  listByDevice(db: Db, deviceIds: string[]): Promise<Map<string, DeviceDeployment>>;
  /** Those of these on which something is active. */
  listActiveDevices(db: Db, deviceIds: string[]): Promise<Set<string>>;
  /** What playlists are called that these devices have, in the order asked; null for any other. */
  listPlaylistNames(db: Db, asked: { deviceId: string; publishId: string | null }[]): Promise<(string | null)[]>;
  /** Playlists that would end on these devices if they belonged to these people, and on how many of them; those on most of them first. */
  listEndingPlaylists(db: Db, deviceIds: string[], people: string[]): Promise<{ name: string; devices: number }[]>;
  /** The newest first. */
  listDevicePlaylists(db: Db, deviceId: string): Promise<DevicePlaylistRow[]>;
}
export const deployments = definePort<DeploymentQueries>('deployments');

/** The device came to be, or is called or set otherwise: its manifest tells of it. */
export const deviceChanged = defineEvent<{ deviceId: string }>('devices.changed');

/** The screen is nobody's device any more. */
export const deviceRemoved = defineEvent<{ screenId: string }>('devices.removed');

/** Devices belong to somebody else from now on: to these people, who may do with them what the people before could. */
export const devicesTransferred = defineEvent<{ deviceIds: string[]; userIds: string[] }>('devices.moved');

/** A screen did what a device command asked for. */
export const deviceCommandCompleted = defineEvent<{ commandId: string; deviceId: string }>('devices.commandCompleted');
