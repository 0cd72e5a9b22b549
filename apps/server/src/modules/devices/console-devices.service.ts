import type { ConsoleDevicesQuery, DeviceDetails, DeviceLine } from '@vitrine/contract';
import { can } from '@vitrine/contract/capabilities';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database/database.ts';
import { wholeList } from '../../platform/database/whole-list.ts';
import { AppError } from '../../platform/errors.ts';
import type { Ports } from '../../platform/ports.ts';
import { type Person, platformSeenBy } from '../access/index.ts';
import { presentDeviceDetails, presentDeviceLine } from './console-devices.presenter.ts';
import { type ConsolePart, type DevicePlace, findDevicePlace, listConsoleDevices, listDeviceLines } from './console-devices.read-model.ts';
import { findLastCommand } from './device-commands.store.ts';
import { deployments } from './devices.ports.ts';
import { presentCommand } from './devices.presenter.ts';

/** Everybody's devices, for the console. */
export function createConsoleDevices({ db, port, clock }: { db: Database; port: Ports['port']; clock: Clock }) {
  const lines = async (actor: Person, part: ConsolePart): Promise<DeviceLine[]> => {
    const ids = await listConsoleDevices(db, platformSeenBy(actor), part);
    return ids.length === 0 ? [] : (await listDeviceLines(db, ids)).map(presentDeviceLine);
  };

  return {
    /** NOT_FOUND for whoever has no business in the console: the address is also everybody's search of their own. */
    async list(actor: Person, query: ConsoleDevicesQuery): Promise<DeviceLine[]> {
      if (!can(actor, 'devices.see')) throw new AppError('NOT_FOUND');
      return lines(actor, query);
    },

    /** All that match, in order, a part at a time. */
    async *listAll(actor: Person, query: ConsoleDevicesQuery, atOnce: number): AsyncGenerator<DeviceLine[]> {
      const seen = platformSeenBy(actor);
      const next = (behind: DevicePlace | undefined) =>
        listConsoleDevices(db, seen, { ...query, after: undefined, behind, page: 1, dataPerPage: atOnce });
      for await (const ids of wholeList({ next, placeOf: (id) => findDevicePlace(db, id), atOnce }))
        yield (await listDeviceLines(db, ids)).map(presentDeviceLine);
    },

    async details(actor: Person, id: string): Promise<DeviceDetails> {
      const [row] = await listDeviceLines(db, [id]);
      const seen = platformSeenBy(actor);
      if (!row || (seen && row.platform !== seen)) throw new AppError('NOT_FOUND');
      const asked = port(deployments);
      const [playlists, deployed] = [await asked.playlistsOf(db, id), await asked.ofDevices(db, [id])];
      const isOwn = row.user_id === actor.userId;
      // Covers are private pictures: staff see them while they view the account. A super-admin's playlists are shown to no one else.
      const seesCovers = isOwn || actor.viewing?.userId === row.user_id;
      const shown =
        row.is_super_admin && !isOwn ? [] : playlists.map((playlist) => (seesCovers ? playlist : { ...playlist, coverKey: null }));
      const command = await findLastCommand(db, id);
      const action = command ? presentCommand(command, clock.now()) : null;
      return presentDeviceDetails(row, { playlists: shown, deployedAt: deployed.get(id)?.deployedAt ?? null, action });
    },
  };
}

export type ConsoleDevices = ReturnType<typeof createConsoleDevices>;
