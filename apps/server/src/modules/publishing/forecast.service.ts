import type { DayPlan, PublishForecast } from '@vitrine/contract';
import type { Clock } from '../../platform/clock.ts';
import type { Database, Db } from '../../platform/database/database.ts';
import { AppError } from '../../platform/errors.ts';
import { runWithPauses } from '../../platform/run-with-pauses.ts';
import { authorize, type Person } from '../access/index.ts';
import { type DeviceDeployment, listOperatingHours } from '../devices/index.ts';
import { type DrawnDays, stepDayPlanOf } from './device-day.rules.ts';
import { applyPublish, computeForecast } from './forecast.rules.ts';
import { createSummaryCache, sumSizes } from './playlist-summaries.read-model.ts';
import { listPublishesInBatches } from './publish-batches.read-model.ts';
import { findPlaylistName, listDeviceStorage, listDeviceTimeZones, listPublishesByDevices } from './publishing.read-model.ts';
import type { PublishRequest } from './publishing.service.ts';

/** Forecasts of what devices show and whether they have enough space, without changes. */
export function createForecastService({ db, clock }: { db: Database; clock: Clock }) {
  return {
    async listByDevice(db: Db, deviceIds: string[]): Promise<Map<string, DeviceDeployment>> {
      if (deviceIds.length === 0) return new Map();
      const groups = Map.groupBy(await listPublishesByDevices(db, deviceIds), (row) => row.device_id);
      return new Map(
        [...groups].map(([id, rows]) => [
          id,
          {
            forecast: computeForecast(rows, rows[0]?.time_zone ?? 'UTC', clock.now()),
            deployedAt: getLatest(rows.map((row) => row.activated_at)),
          },
        ]),
      );
    },

    /** Returns one day of each of these devices; missing ones are left out. */
    async listDayPlans(actor: Person, deviceIds: string[], date?: string): Promise<DayPlan[]> {
      const there = await listDeviceTimeZones(db, [...new Set(deviceIds)]);
      const ids = there.map(({ id }) => id);
      await authorize(db, actor, 'device.read', ids);
      const now = clock.now();
      const drawn: DrawnDays = new Map();
      const plans: DayPlan[] = [];
      const devices = new Map(there.map((row) => [row.id, { timeZone: row.time_zone, hours: listOperatingHours(row) }]));
      for await (const { deviceId, rows } of listPublishesInBatches(db, ids)) {
        const device = devices.get(deviceId) ?? { timeZone: 'UTC', hours: [] };
        plans.push(await runWithPauses(stepDayPlanOf({ deviceId, ...device, rows }, { now, date, drawn })));
      }
      return plans;
    },

    /** Returns the effect of publishing this playlist on each of these devices. */
    async forecastPublish(actor: Person, { playlistId, schedule }: PublishRequest, deviceIds: string[]): Promise<PublishForecast[]> {
      const targets = [...new Set(deviceIds)].sort();
      await authorize(db, actor, 'playlist.read', [playlistId]);
      await authorize(db, actor, 'device.read', targets);
      const name = await findPlaylistName(db, playlistId);
      if (name === undefined) throw new AppError('NOT_FOUND');
      const groups = Map.groupBy(await listPublishesByDevices(db, targets), (row) => row.device_id);
      const summarize = createSummaryCache(db);
      const { periods } = await summarize(playlistId);
      const now = clock.now();
      const forecasts: PublishForecast[] = [];
      for (const { id, time_zone, quota_bytes } of await listDeviceStorage(db, targets)) {
        const rows = groups.get(id) ?? [];
        const after = applyPublish(rows, { id: playlistId, name, schedule, periods }, now);
        const neededBytes = sumSizes(await Promise.all(after.map(async (row) => (await summarize(row.playlist_id)).sizes)));
        forecasts.push({
          deviceId: id,
          before: computeForecast(rows, time_zone, now),
          after: computeForecast(after, time_zone, now),
          neededBytes,
          quotaBytes: quota_bytes,
          fits: quota_bytes === null ? null : neededBytes <= quota_bytes,
        });
      }
      return forecasts;
    },
  };
}

export type ForecastService = ReturnType<typeof createForecastService>;

const getLatest = (dates: (Date | null)[]): Date | null =>
  dates.reduce((latest, date) => (date !== null && (latest === null || date > latest) ? date : latest), null);
