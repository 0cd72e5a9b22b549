import type { DeviceCommand, DeviceVersion } from '@vitrine/contract';
import type { Database, Tx } from '../../platform/database/database.ts';
import { AppError } from '../../platform/errors.ts';
import { type Live, personRoom } from '../../platform/live/live.ts';
import type { Person } from '../access/index.ts';
import { type DevicesFace, findAudience } from '../devices/index.ts';
import { completeVersionUpdate, findVersion, listVersions, upsertVersionUpdate } from './versions.store.ts';

export interface VersionsDeps {
  db: Database;
  live: Live;
  devices: DevicesFace;
}

export function createVersionsService({ db, live, devices }: VersionsDeps) {
  return {
    async list(): Promise<DeviceVersion[]> {
      const rows = await listVersions(db);
      return rows.map(({ id, url, version, version_code, created_at }) => ({
        _id: id,
        url,
        version,
        versionCode: version_code,
        createdAt: created_at.toISOString(),
      }));
    },

    /** Only versions that are listed: the owner of a device may not choose what code its screen loads. */
    async update(actor: Person, deviceId: string, wanted: { url: string; version: string; versionCode: string }): Promise<DeviceCommand> {
      const version = await findVersion(db, wanted);
      if (!version) throw new AppError('VERSION_UNKNOWN');
      return devices.sendCommand(actor, deviceId, 'reload', async (tx, commandId) => {
        await upsertVersionUpdate(tx, { device_id: deviceId, version_id: version.id, command_id: commandId });
      });
    },

    async commandCompleted(tx: Tx, { commandId, deviceId }: { commandId: string; deviceId: string }): Promise<void> {
      if (!(await completeVersionUpdate(tx, commandId))) return;
      const audience = await findAudience(tx, deviceId);
      const payload = { type: 'VERSION_UPDATE_COMPLETE', deviceId };
      await live.send(tx, [{ namespace: 'device', rooms: audience.map(personRoom), event: 'devicestatus', payload }]);
    },
  };
}

export type VersionsService = ReturnType<typeof createVersionsService>;
