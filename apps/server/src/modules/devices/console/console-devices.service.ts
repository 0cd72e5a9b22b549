import type { ConsoleDevice, ConsoleDevicesQuery, DeviceDetails } from '@vitrine/contract';
import { can } from '@vitrine/contract/capabilities';
import type { Clock } from '../../../platform/clock.ts';
import type { Database } from '../../../platform/database/database.ts';
import { iterateIdPages } from '../../../platform/database/list-iterator.ts';
import { AppError } from '../../../platform/errors.ts';
import type { Ports } from '../../../platform/ports.ts';
import { getVisiblePlatform, type Person } from '../../access/index.ts';
import { findLastCommand } from '../commands/device-commands.store.ts';
import { evaluateOperation } from '../device-operation.rules.ts';
import { deployments } from '../devices.events.ts';
import { presentCommand } from '../devices.presenter.ts';
import { presentConsoleDevice, presentDeviceDetails } from './console-devices.presenter.ts';
import {
  type ConsoleDevicePage,
  type DeviceCursor,
  findDeviceCursor,
  listConsoleDeviceRows,
  listConsoleDevices,
} from './console-devices.read-model.ts';

/** All devices, for the console. */
export function createConsoleDevicesService({ db, port, clock }: { db: Database; port: Ports['port']; clock: Clock }) {
  const loadPage = async (actor: Person, page: ConsoleDevicePage): Promise<ConsoleDevice[]> => {
    const ids = await listConsoleDevices(db, getVisiblePlatform(actor), page);
    return ids.length === 0 ? [] : (await listConsoleDeviceRows(db, ids)).map(presentConsoleDevice);
  };

  return {
    /** Lists devices. NOT_FOUND for callers without the console, because the address is also the search for own devices. */
    async list(actor: Person, query: ConsoleDevicesQuery): Promise<ConsoleDevice[]> {
      if (!can(actor, 'devices.see')) throw new AppError('NOT_FOUND');
      return loadPage(actor, query);
    },

    /** Iterates over all matching devices in the order of the list, `atOnce` at a time. */
    async *listAll(actor: Person, query: ConsoleDevicesQuery, atOnce: number): AsyncGenerator<ConsoleDevice[]> {
      const platform = getVisiblePlatform(actor);
      const next = (behind: DeviceCursor | undefined) =>
        listConsoleDevices(db, platform, { ...query, after: undefined, behind, page: 1, dataPerPage: atOnce });
      for await (const ids of iterateIdPages({ next, getCursor: (id) => findDeviceCursor(db, id), atOnce }))
        yield (await listConsoleDeviceRows(db, ids)).map(presentConsoleDevice);
    },

    /** NOT_FOUND. */
    async details(actor: Person, id: string): Promise<DeviceDetails> {
      const [row] = await listConsoleDeviceRows(db, [id]);
      const platform = getVisiblePlatform(actor);
      if (!row || (platform && row.platform !== platform)) throw new AppError('NOT_FOUND');
      const queries = port(deployments);
      const [playlists, deployed] = [await queries.listDevicePlaylists(db, id), await queries.listByDevice(db, [id])];
      const isOwn = row.user_id === actor.userId;
      // Covers are private pictures: staff see them while they view the account. A super-admin's playlists are shown to no one else.
      const seesCovers = isOwn || actor.viewing?.userId === row.user_id;
      const shown =
        row.is_super_admin && !isOwn ? [] : playlists.map((playlist) => (seesCovers ? playlist : { ...playlist, coverKey: null }));
      const command = await findLastCommand(db, id);
      const action = command ? presentCommand(command, clock.now()) : null;
      const operation = evaluateOperation(row, row.time_zone, clock.now());
      return presentDeviceDetails(row, { playlists: shown, deployedAt: deployed.get(id)?.deployedAt ?? null, action, operation });
    },
  };
}

export type ConsoleDevicesService = ReturnType<typeof createConsoleDevicesService>;
