import { type Device, type DeviceProgress, type DeviceSettings, LIMITS, type StartingDownload } from '@vitrine/contract';
import type { Clock } from '../../platform/clock.ts';
import type { Database, Db, Tx } from '../../platform/database/database.ts';
import { AppError } from '../../platform/errors.ts';
import type { Emit } from '../../platform/events.ts';
import { newId } from '../../platform/ids.ts';
import type { Live } from '../../platform/live/live.ts';
import type { Ports } from '../../platform/ports.ts';
import { authorize, getAccountInView, type Person } from '../access/index.ts';
import type { EntitlementsService } from '../entitlements/index.ts';
import { authorizeCreate, authorizeList, type OwnerScope } from '../organisations/index.ts';
import { lockWrongIdCount } from './device-id-attempts.service.ts';
import { countDevices, type DeviceFilter, type DeviceQuery, listDeviceIds } from './device-list.read-model.ts';
import { listOutdatedDevices, listSyncRows } from './device-sync.read-model.ts';
import { getSyncStatus } from './device-sync.rules.ts';
import { deployments, deviceAdded, deviceChanged, deviceRemoved } from './devices.events.ts';
import { deviceStatusNudge } from './devices.live.ts';
import { getNewestReport, NO_DEPLOYMENT, NO_SHOWN_ITEM, presentDevice } from './devices.presenter.ts';
import { type DeviceRow, findDevice, findDeviceAudience, listDevices, listDevicesUnordered, listShownItems } from './devices.read-model.ts';
import { deleteDevice, deleteDevicesByUser, findDeviceByScreen, insertDevice, updateDevice } from './devices.store.ts';
import type { ScreenReportCache } from './screens/screen-report-cache.ts';
import { clearRegisteredFrom, lockScreenByCode } from './screens/screens.store.ts';

export interface DevicesDeps {
  db: Database;
  live: Live;
  clock: Clock;
  reports: ScreenReportCache;
  entitlements: EntitlementsService;
  emit: Emit;
  port: Ports['port'];
}

interface NewDevice {
  name: string;
  deviceId: string;
  timeZone: string;
  userId?: string;
  orgId?: string;
}

interface DeviceChange extends DeviceSettings {
  name?: string;
  timeZone?: string;
  showInfo?: boolean;
}

export function createDevicesService(deps: DevicesDeps) {
  const { db, live, clock, reports, entitlements, emit, port } = deps;
  const nudge = (tx: Tx, userIds: string[], deviceId: string) => live.send(tx, [deviceStatusNudge({ id: deviceId, audience: userIds })]);

  const present = async (db: Db, actor: Person, rows: DeviceRow[]): Promise<Device[]> => {
    if (rows.length === 0) return [];
    const reported = rows.map((row) => getNewestReport(row, reports.find(row.screen_id)));
    const [shown, deployed] = await Promise.all([
      listShownItems(
        db,
        port,
        getAccountInView(actor),
        reported.map((known, index) => ({ publishId: null, mediaId: null, ...known?.report, deviceId: rows[index]?.id ?? '' })),
      ),
      port(deployments).listByDevice(
        db,
        rows.map(({ id }) => id),
      ),
    ]);
    return rows.map((row, index) =>
      presentDevice(
        row,
        { reported: reported[index], shown: shown[index] ?? NO_SHOWN_ITEM, deployment: deployed.get(row.id) ?? NO_DEPLOYMENT },
        clock.now(),
      ),
    );
  };

  const read = async (db: Db, actor: Person, id: string): Promise<Device> => {
    const row = await findDevice(db, id);
    const [device] = row ? await present(db, actor, [row]) : [];
    if (!device) throw new AppError('NOT_FOUND');
    return device;
  };

  const find = async (actor: Person, whose: OwnerScope, query: DeviceQuery): Promise<{ devices: Device[]; devicesCount: number }> => {
    const [ids, devicesCount] = await Promise.all([listDeviceIds(db, whose, query), countDevices(db, whose, query)]);
    return { devices: await present(db, actor, await listDevices(db, ids)), devicesCount };
  };

  return {
    async list(actor: Person, scope: OwnerScope, query: DeviceQuery) {
      const whose = await authorizeList(db, actor, scope);
      const [found, limit] = await Promise.all([find(actor, whose, query), entitlements.getDeviceLimit(db, whose)]);
      return { ...found, limit };
    },

    async search(actor: Person, { userId = actor.userId, orgId }: Partial<OwnerScope>, query: DeviceQuery) {
      return find(actor, await authorizeList(db, actor, { userId, orgId }), query);
    },

    /** Returns the ids of a list of devices, in its order, up to the maximum of one publish. */
    async ids(actor: Person, scope: OwnerScope, query: DeviceFilter & Pick<DeviceQuery, 'sort'>): Promise<string[]> {
      const whose = await authorizeList(db, actor, scope);
      return listDeviceIds(db, whose, { ...query, page: 1, dataPerPage: LIMITS.publishDevices });
    },

    /** Returns the name of one of the listed devices whose screen has just begun a download; null without such a device. */
    async findStartingDownload(actor: Person, scope: OwnerScope): Promise<StartingDownload> {
      const whose = await authorizeList(db, actor, scope);
      const outdated = await listOutdatedDevices(db, whose);
      const started = outdated.find((row) => getSyncStatus(row, reports.find(row.screen_id), clock.now()).isDownloadStarting);
      return { name: started?.name ?? null };
    },

    /** Returns the progress of devices. NOT_FOUND when one belongs to another account; missing ones are skipped and listed. */
    async listSyncStatus(actor: Person, deviceIds: string[]): Promise<DeviceProgress> {
      const rows = await listSyncRows(db, deviceIds);
      const ids = rows.map(({ id }) => id);
      await authorize(db, actor, 'device.read', ids);
      const active = await port(deployments).listActiveDevices(db, ids);
      const statuses = rows.map((row) => getSyncStatus(row, reports.find(row.screen_id), clock.now()));
      const waiting = statuses.filter(({ isReady, isFaulty }) => !isReady || isFaulty).map(({ id }) => id);
      const followed = ids.length <= LIMITS.followedDevices ? ids : waiting.slice(0, LIMITS.followedDevices);
      const existing = new Set(ids);
      return {
        count: ids.length,
        ready: statuses.filter(({ isReady }) => isReady).length,
        faulty: statuses.filter(({ isFaulty }) => isFaulty).length,
        active: ids.filter((id) => active.has(id)).length,
        gone: deviceIds.filter((id) => !existing.has(id)),
        devices: await present(db, actor, followed.length > 0 ? await listDevicesUnordered(db, followed) : []),
      };
    },

    async get(actor: Person, id: string): Promise<Device> {
      await authorize(db, actor, 'device.read', [id]);
      return read(db, actor, id);
    },

    async add(actor: Person, { userId = actor.userId, orgId, ...input }: NewDevice): Promise<Device> {
      const added = await db.transaction().execute(async (tx): Promise<Device | 'DEVICE_UNKNOWN' | 'DEVICE_TAKEN'> => {
        await authorizeCreate(tx, actor, { userId, orgId });
        const countWrong = await lockWrongIdCount(tx, clock, actor);
        const { ownerId } = await entitlements.lockOwner(tx, { userId, orgId });
        await entitlements.assertQuota(tx, ownerId, 'devices');
        const screen = await lockScreenByCode(tx, input.deviceId);
        if (!screen || (await findDeviceByScreen(tx, screen.id))) {
          // Returned instead of thrown, because an error would roll back the count.
          await countWrong();
          return screen ? 'DEVICE_TAKEN' : 'DEVICE_UNKNOWN';
        }
        const id = newId();
        await insertDevice(tx, { id, screen_id: screen.id, name: input.name, time_zone: input.timeZone, user_id: ownerId, org_id: orgId });
        await clearRegisteredFrom(tx, screen.id);
        await emit(tx, deviceAdded, { deviceId: id });
        await emit(tx, deviceChanged, { deviceId: id });
        await nudge(tx, await findDeviceAudience(tx, id), id);
        return read(tx, actor, id);
      });
      if (typeof added === 'string') throw new AppError(added);
      return added;
    },

    update: (actor: Person, id: string, { name, timeZone, showInfo, ...settings }: DeviceChange): Promise<Device> =>
      db.transaction().execute(async (tx) => {
        await authorize(tx, actor, 'device.update', [id]);
        await updateDevice(tx, id, { name, time_zone: timeZone, show_info: showInfo, ...settings });
        await emit(tx, deviceChanged, { deviceId: id });
        await nudge(tx, await findDeviceAudience(tx, id), id);
        return read(tx, actor, id);
      }),

    /** Releases the screens of a deleted account. */
    async deleteAccountDevices(tx: Tx, userId: string): Promise<void> {
      for (const { screen_id } of await deleteDevicesByUser(tx, userId)) await emit(tx, deviceRemoved, { screenId: screen_id });
    },

    remove: (actor: Person, id: string): Promise<void> =>
      db.transaction().execute(async (tx) => {
        await authorize(tx, actor, 'device.control', [id]);
        const audience = await findDeviceAudience(tx, id);
        const deleted = await deleteDevice(tx, id);
        if (!deleted) throw new AppError('NOT_FOUND');
        await emit(tx, deviceRemoved, { screenId: deleted.screen_id });
        await nudge(tx, audience, id);
      }),
  };
}

export type DevicesService = ReturnType<typeof createDevicesService>;
