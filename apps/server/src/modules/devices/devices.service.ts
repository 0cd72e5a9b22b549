import { type Device, type DeviceLimit, type DeviceProgress, type Forecast, LIMITS, type Starting } from '@vitrine/contract';
import type { Clock } from '../../platform/clock.ts';
import { type Database, isDatabaseError, type Tx } from '../../platform/database/database.ts';
import { AppError } from '../../platform/errors.ts';
import { newId } from '../../platform/ids.ts';
import type { Live } from '../../platform/live/live.ts';
import { authorize, authorizeList, authorizeNew, type Person, type Whose } from '../access/index.ts';
import { listStandings, listStandingsBehind } from './device-progress.read-model.ts';
import { standingOf } from './device-progress.rules.ts';
import { NOTHING_PUBLISHED, NOTHING_SHOWN, newestReport, presentDevice } from './devices.presenter.ts';
import {
  countDevices,
  type DeviceFilter,
  type DeviceQuery,
  type DeviceRow,
  findAudience,
  findDevice,
  findDevices,
  findShown,
  listDeviceIds,
  listDevices,
} from './devices.read-model.ts';
import { deleteDevice, deleteDevicesOf, insertDevice, updateDevice } from './devices.store.ts';
import { statusNudge } from './screen-nudges.ts';
import type { ScreenReports } from './screen-reports.ts';
import { lockScreenByCode } from './screens.store.ts';

export interface DevicesDeps {
  db: Database;
  live: Live;
  clock: Clock;
  reports: ScreenReports;
  /** What each of them shows by what is published on it; none for one on which nothing is. */
  forecastsOf: (tx: Tx, deviceIds: string[]) => Promise<Map<string, Forecast>>;
  deviceLimitOf: (tx: Tx, whose: Whose) => Promise<DeviceLimit>;
  /** Refuses one device more than the plan allows, and holds the count until the transaction ends. */
  assertRoomForDevice: (tx: Tx, whose: Whose) => Promise<void>;
  /** Its manifest has to be made anew; same transaction. */
  onDeviceChanged: (tx: Tx, deviceId: string) => Promise<void>;
  /** The screen belongs to nobody any more. */
  onDeviceRemoved: (tx: Tx, screenId: string) => Promise<void>;
}

interface NewDevice {
  name: string;
  deviceId: string;
  timeZone: string;
  userId?: string;
  orgId?: string;
}

interface DeviceChange {
  name?: string;
  timeZone?: string;
  showInfo?: boolean;
}

export function createDevicesService(deps: DevicesDeps) {
  const { db, live, clock, reports, onDeviceChanged, onDeviceRemoved } = deps;
  const nudge = (tx: Tx, userIds: string[], deviceId: string) => live.send(tx, [statusNudge({ id: deviceId, audience: userIds })]);

  const present = async (tx: Tx, rows: DeviceRow[]): Promise<Device[]> => {
    if (rows.length === 0) return [];
    const reported = rows.map((row) => newestReport(row, reports.find(row.screen_id)));
    const asked = reported.map((known) => known?.report ?? { publishId: null, mediaId: null });
    const [shown, forecasts] = await Promise.all([
      findShown(tx, asked),
      deps.forecastsOf(
        tx,
        rows.map(({ id }) => id),
      ),
    ]);
    return rows.map((row, index) =>
      presentDevice(
        row,
        {
          reported: reported[index],
          shown: shown[index] ?? NOTHING_SHOWN,
          forecast: forecasts.get(row.id) ?? NOTHING_PUBLISHED,
        },
        clock.now(),
      ),
    );
  };

  const read = async (tx: Tx, id: string): Promise<Device> => {
    const row = await findDevice(tx, id);
    const [device] = row ? await present(tx, [row]) : [];
    if (!device) throw new AppError('NOT_FOUND');
    return device;
  };

  const find = async (whose: Whose, query: DeviceQuery): Promise<{ devices: Device[]; devicesCount: number }> => {
    const [rows, devicesCount] = await Promise.all([listDevices(db, whose, query), countDevices(db, whose, query)]);
    return { devices: await present(db, rows), devicesCount };
  };

  return {
    async list(actor: Person, whose: Whose, query: DeviceQuery) {
      await authorizeList(db, actor, whose);
      const [found, limit] = await Promise.all([find(whose, query), deps.deviceLimitOf(db, whose)]);
      return { ...found, limit };
    },

    async search(actor: Person, { userId = actor.userId, orgId }: Partial<Whose>, query: DeviceQuery) {
      await authorizeList(db, actor, { userId, orgId });
      return find({ userId, orgId }, query);
    },

    /** Those that a list of them has, no more than one publish goes to. */
    async ids(actor: Person, whose: Whose, filter: DeviceFilter): Promise<string[]> {
      await authorizeList(db, actor, whose);
      return listDeviceIds(db, whose, filter, LIMITS.publishDevices);
    },

    /** One of all that are listed there whose screen has just begun a download. */
    async starting(actor: Person, whose: Whose): Promise<Starting> {
      await authorizeList(db, actor, whose);
      const behind = await listStandingsBehind(db, whose);
      const started = behind.find((row) => standingOf(row, reports.find(row.screen_id), clock.now()).isStarting);
      return { name: started?.name ?? null };
    },

    /** NOT_FOUND when one of them is another's; those that are gone are passed over, and named. */
    async progress(actor: Person, asked: string[]): Promise<DeviceProgress> {
      const rows = await listStandings(db, asked);
      const ids = rows.map(({ id }) => id);
      await authorize(db, actor, 'device.read', ids);
      const standings = rows.map((row) => standingOf(row, reports.find(row.screen_id), clock.now()));
      const waiting = standings.filter(({ isReady, isFaulty }) => !isReady || isFaulty).map(({ id }) => id);
      const told = ids.length <= LIMITS.followedDevices ? ids : waiting.slice(0, LIMITS.followedDevices);
      const there = new Set(ids);
      return {
        count: ids.length,
        ready: standings.filter(({ isReady }) => isReady).length,
        faulty: standings.filter(({ isFaulty }) => isFaulty).length,
        active: standings.filter(({ hasActive }) => hasActive).length,
        gone: asked.filter((id) => !there.has(id)),
        devices: await present(db, told.length > 0 ? await findDevices(db, told) : []),
      };
    },

    async get(actor: Person, id: string): Promise<Device> {
      await authorize(db, actor, 'device.read', [id]);
      return read(db, id);
    },

    async add(actor: Person, { userId = actor.userId, orgId, ...input }: NewDevice): Promise<Device> {
      try {
        return await db.transaction().execute(async (tx) => {
          await authorizeNew(tx, actor, { userId, orgId });
          await deps.assertRoomForDevice(tx, { userId, orgId });
          const screen = await lockScreenByCode(tx, input.deviceId);
          if (!screen) throw new AppError('DEVICE_UNKNOWN');
          const id = newId();
          await insertDevice(tx, {
            id,
            screen_id: screen.id,
            name: input.name,
            time_zone: input.timeZone,
            user_id: userId,
            org_id: orgId,
          });
          await onDeviceChanged(tx, id);
          await nudge(tx, await findAudience(tx, id), id);
          return read(tx, id);
        });
      } catch (error) {
        if (isDatabaseError(error, '23505')) throw new AppError('DEVICE_TAKEN');
        throw error;
      }
    },

    update: (actor: Person, id: string, change: DeviceChange): Promise<Device> =>
      db.transaction().execute(async (tx) => {
        await authorize(tx, actor, 'device.update', [id]);
        await updateDevice(tx, id, { name: change.name, time_zone: change.timeZone, show_info: change.showInfo });
        await onDeviceChanged(tx, id);
        await nudge(tx, await findAudience(tx, id), id);
        return read(tx, id);
      }),

    /** The account goes: its screens belong to nobody again. */
    async removeOfAccount(tx: Tx, userId: string): Promise<void> {
      for (const { screen_id } of await deleteDevicesOf(tx, userId)) await onDeviceRemoved(tx, screen_id);
    },

    remove: (actor: Person, id: string): Promise<void> =>
      db.transaction().execute(async (tx) => {
        await authorize(tx, actor, 'device.update', [id]);
        const audience = await findAudience(tx, id);
        const deleted = await deleteDevice(tx, id);
        if (!deleted) throw new AppError('NOT_FOUND');
        await onDeviceRemoved(tx, deleted.screen_id);
        await nudge(tx, audience, id);
      }),
  };
}

export type DevicesService = ReturnType<typeof createDevicesService>;
