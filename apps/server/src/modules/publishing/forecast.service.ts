import type { DeviceDay, PublishForecast } from '@vitrine/contract';
import type { Clock } from '../../platform/clock.ts';
import type { Database, Db } from '../../platform/database/database.ts';
import { AppError } from '../../platform/errors.ts';
import { authorize, type Person } from '../access/index.ts';
import type { Deployment } from '../devices/index.ts';
import { listPlayableItems } from '../playlists/index.ts';
import { daysOf } from './days.rules.ts';
import { forecastOf, withPublished } from './forecast.rules.ts';
import { findPlaylistName, listPublishesOfDevices, listStoragesOf, listZonesOf } from './publishing.read-model.ts';
import type { WhatToPublish } from './publishing.service.ts';

type Sizes = ReadonlyMap<string, number>;

/** What devices will show, and whether they can hold it; nothing is changed. */
export function createForecastService({ db, clock }: { db: Database; clock: Clock }) {
  return {
    async ofDevices(db: Db, deviceIds: string[]): Promise<Map<string, Deployment>> {
      if (deviceIds.length === 0) return new Map();
      const groups = Map.groupBy(await listPublishesOfDevices(db, deviceIds), (row) => row.device_id);
      return new Map(
        [...groups].map(([id, rows]) => [
          id,
          { forecast: forecastOf(rows, rows[0]?.time_zone ?? 'UTC', clock.now()), deployedAt: newest(rows.map((row) => row.activated_at)) },
        ]),
      );
    },

    /** One day of each of these devices as it will show; those that are gone are left out. */
    async days(actor: Person, deviceIds: string[], date?: string): Promise<DeviceDay[]> {
      const there = await listZonesOf(db, [...new Set(deviceIds)]);
      const ids = there.map(({ id }) => id);
      await authorize(db, actor, 'device.read', ids);
      const groups = Map.groupBy(await listPublishesOfDevices(db, ids), (row) => row.device_id);
      return daysOf(
        there.map(({ id, time_zone }) => ({ deviceId: id, timeZone: time_zone, rows: groups.get(id) ?? [] })),
        clock.now(),
        date,
      );
    },

    /** What publishing this playlist would do to each of these devices. */
    async ofPublish(actor: Person, { playlistId, schedule }: WhatToPublish, deviceIds: string[]): Promise<PublishForecast[]> {
      const targets = [...new Set(deviceIds)].sort();
      await authorize(db, actor, 'playlist.read', [playlistId]);
      await authorize(db, actor, 'device.read', targets);
      const name = await findPlaylistName(db, playlistId);
      if (name === undefined) throw new AppError('NOT_FOUND');
      const groups = Map.groupBy(await listPublishesOfDevices(db, targets), (row) => row.device_id);
      const sizesOf = rememberSizes(db);
      const now = clock.now();
      const forecasts: PublishForecast[] = [];
      for (const { id, time_zone, quota_bytes } of await listStoragesOf(db, targets)) {
        const rows = groups.get(id) ?? [];
        const after = withPublished(rows, { id: playlistId, name, schedule }, now);
        const neededBytes = sum(await Promise.all(after.map((row) => sizesOf(row.playlist_id))));
        forecasts.push({
          deviceId: id,
          before: forecastOf(rows, time_zone, now),
          after: forecastOf(after, time_zone, now),
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

const newest = (dates: (Date | null)[]): Date | null =>
  dates.reduce((latest, date) => (date !== null && (latest === null || date > latest) ? date : latest), null);

/** Five hundred devices often hold the same few playlists: each is read once. */
function rememberSizes(db: Db): (playlistId: string) => Promise<Sizes> {
  const known = new Map<string, Promise<Sizes>>();
  const read = async (playlistId: string): Promise<Sizes> =>
    new Map((await listPlayableItems(db, playlistId)).map(({ sha256, sizeBytes }) => [sha256, sizeBytes]));
  return (playlistId) => {
    const sizes = known.get(playlistId) ?? read(playlistId);
    known.set(playlistId, sizes);
    return sizes;
  };
}

/** A file that several playlists have is held once. */
const sum = (playlists: Sizes[]): number =>
  [...new Map(playlists.flatMap((sizes) => [...sizes])).values()].reduce((total, bytes) => total + bytes, 0);
