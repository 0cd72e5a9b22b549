import type { DeviceCommand, DeviceVersion } from '@vitrine/contract';
import { can } from '@vitrine/contract/capabilities';
import type { Database, Tx } from '../../platform/database/database.ts';
import { AppError } from '../../platform/errors.ts';
import { getPersonRoom, type Live } from '../../platform/live/live.ts';
import { getVisiblePlatform, type Person } from '../access/index.ts';
import { type DevicesApi, findDeviceAudience } from '../devices/index.ts';
import { presentVersion, toVersionToLoad } from './versions.presenter.ts';
import { completeVersionUpdate, findListedVersion, listVersions, upsertVersionUpdate, type VersionFilter } from './versions.store.ts';

export interface VersionsDeps {
  db: Database;
  live: Live;
  devices: DevicesApi;
}

/** The console lists all versions of its platforms; other users see the visible ones of their platform. */
const getVersionFilter = (actor: Person): VersionFilter =>
  can(actor, 'versions.see') ? { platform: getVisiblePlatform(actor) } : { platform: actor.platform, isVisible: true };

/** Versions for owners of devices. */
export function createVersionsService({ db, live, devices }: VersionsDeps) {
  return {
    list: async (actor: Person, page: { page: number; dataPerPage: number }): Promise<DeviceVersion[]> =>
      (await listVersions(db, getVersionFilter(actor), page)).map(presentVersion),

    /** A part at a time. */
    async *listAll(actor: Person, atOnce: number): AsyncGenerator<DeviceVersion[]> {
      for (let page = 1; ; page++) {
        const rows = await listVersions(db, getVersionFilter(actor), { page, dataPerPage: atOnce });
        if (rows.length > 0) yield rows.map(presentVersion);
        if (rows.length < atOnce) return;
      }
    },

    /** Only versions that are listed: the owner of a device may not choose what code its screen loads. */
    async update(actor: Person, deviceId: string, wanted: { url: string; version: string; versionCode: string }): Promise<DeviceCommand> {
      const version = await findListedVersion(db, getVersionFilter(actor), wanted);
      if (!version) throw new AppError('VERSION_UNKNOWN');
      return devices.sendCommand(actor, deviceId, 'reload', async (tx, commandId) => {
        await upsertVersionUpdate(tx, { device_id: deviceId, version_id: version.id, command_id: commandId });
        return toVersionToLoad(version);
      });
    },

    async commandCompleted(tx: Tx, { commandId, deviceId }: { commandId: string; deviceId: string }): Promise<void> {
      if (!(await completeVersionUpdate(tx, commandId))) return;
      const audience = await findDeviceAudience(tx, deviceId);
      const payload = { type: 'VERSION_UPDATE_COMPLETE', deviceId };
      await live.send(tx, [{ namespace: 'device', rooms: audience.map(getPersonRoom), event: 'devicestatus', payload }]);
    },
  };
}

export type VersionsService = ReturnType<typeof createVersionsService>;
