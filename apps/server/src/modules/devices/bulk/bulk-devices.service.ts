import type { DeviceOutcome } from '@vitrine/contract';
import type { Clock } from '../../../platform/clock.ts';
import type { Database } from '../../../platform/database/database.ts';
import type { Emit } from '../../../platform/events.ts';
import { capPerRoom, getPersonRoom, type Live } from '../../../platform/live/live.ts';
import type { Person } from '../../access/index.ts';
import type { DeviceCommandsService } from '../commands/device-commands.service.ts';
import { deleteOldCommands, listLastCommands } from '../commands/device-commands.store.ts';
import { lockDevices } from '../device-lock.service.ts';
import { deviceRemoved } from '../devices.events.ts';
import { deviceStatusNudge } from '../devices.live.ts';
import { isCommandPending } from '../devices.presenter.ts';
import { deleteDevices } from '../devices.store.ts';
import { listOnlineDevices } from '../screens/screens.store.ts';
import { type BulkOutcome, presentOutcomes } from './bulk-devices.rules.ts';

export interface BulkDevicesDeps {
  db: Database;
  live: Live;
  clock: Clock;
  emit: Emit;
  commands: DeviceCommandsService;
}

/** Actions on many devices at once. Devices that do not exist or belong to others are skipped and listed. */
export function createBulkDevicesService({ db, live, clock, emit, commands }: BulkDevicesDeps) {
  return {
    /** Reloads each online screen that is not busy. */
    reload: (actor: Person, deviceIds: string[]): Promise<DeviceOutcome[]> =>
      db.transaction().execute(async (tx) => {
        const devices = await lockDevices(tx, actor, deviceIds);
        const ids = devices.map(({ id }) => id);
        const online = await listOnlineDevices(tx, ids);
        const now = clock.now();
        const busy = new Set((await listLastCommands(tx, ids)).filter((last) => isCommandPending(last, now)).map((last) => last.device_id));
        const getReloadOutcome = (id: string): BulkOutcome => (online.has(id) ? (busy.has(id) ? 'busy' : 'done') : 'offline');
        const outcomes = new Map(ids.map((id) => [id, getReloadOutcome(id)]));
        const reloaded = devices.filter(({ id }) => outcomes.get(id) === 'done');
        await commands.sendToScreens(
          tx,
          reloaded.map(({ id, screen_id }) => ({ id, screenId: screen_id })),
          { action: 'reload', sentBy: actor.userId },
        );
        await deleteOldCommands(
          tx,
          reloaded.map(({ id }) => id),
        );
        await live.send(
          tx,
          capPerRoom(
            reloaded.map(({ id, audience }) => ({
              namespace: 'device',
              rooms: audience.map(getPersonRoom),
              event: 'devicestatus',
              payload: { type: 'DEVICE_ACTION', deviceId: id },
            })),
          ),
        );
        return presentOutcomes(deviceIds, outcomes);
      }),

    /** Deletes devices and releases their screens. */
    remove: (actor: Person, deviceIds: string[]): Promise<DeviceOutcome[]> =>
      db.transaction().execute(async (tx) => {
        const devices = await lockDevices(tx, actor, deviceIds);
        const removed = await deleteDevices(
          tx,
          devices.map(({ id }) => id),
        );
        // Screens are locked in the order of their ids, to avoid deadlocks.
        const screenIds = removed.map(({ screen_id }) => screen_id).toSorted();
        for (const screenId of screenIds) await emit(tx, deviceRemoved, { screenId });
        await live.send(tx, capPerRoom(devices.map(deviceStatusNudge)));
        return presentOutcomes(deviceIds, new Map(devices.map(({ id }) => [id, 'done'])));
      }),
  };
}

export type BulkDevicesService = ReturnType<typeof createBulkDevicesService>;
