import { HISTORY_LIMITS, type PublishHistory } from '@vitrine/contract';
import { explain, listLosers } from '@vitrine/playback';
import type { Clock } from '../../platform/clock.ts';
import { autocommit, type Database, type Tx } from '../../platform/database/database.ts';
import { AppError } from '../../platform/errors.ts';
import { authorize, type Person } from '../access/index.ts';
import { toPlannedPublish } from './forecast.rules.ts';
import { replayChanges, toHistoricRows } from './publish-history.rules.ts';
import {
  deletePublishHistoryBefore,
  findHistoryStart,
  findSnapshot,
  insertPublishSnapshots,
  listHistoricPlaylists,
  listLastChanges,
  listRecentChanges,
  lockDevicesWithoutSnapshot,
} from './publish-history.store.ts';
import { listDeviceTimeZones } from './publishing.read-model.ts';
import { parseSchedule } from './publishing.rules.ts';
import { deleteShownReportsBefore, findLastShownReport, insertShownReports } from './shown-reports.store.ts';

const DAY_MS = 86_400_000;
/** A snapshot is needed before the oldest instant that can be requested, so everything is kept for one more interval. */
const SNAPSHOT_DAYS = 90;
const KEPT_DAYS = HISTORY_LIMITS.days + SNAPSHOT_DAYS + 5;
const SNAPSHOT_BATCH = 500;

/** Answers what a device should have shown at an earlier time, from the recorded changes of its publishes. */
export function createPublishHistoryService({ db, clock }: { db: Database; clock: Clock }) {
  return {
    /** NOT_FOUND, INVALID. */
    async read(actor: Person, { deviceId, at: text }: { deviceId: string; at: string }): Promise<PublishHistory> {
      await authorize(db, actor, 'device.read', [deviceId]);
      const [device] = await listDeviceTimeZones(db, [deviceId]);
      if (!device) throw new AppError('NOT_FOUND');
      const [at, now] = [new Date(text), clock.now()];
      if (at > now || at.getTime() < now.getTime() - HISTORY_LIMITS.days * DAY_MS)
        throw new AppError('INVALID', `Choose a time within the last ${HISTORY_LIMITS.days} days.`);
      const snapshot = await findSnapshot(db, deviceId, at);
      const changes = await listLastChanges(db, deviceId, { afterId: snapshot?.after_id ?? '0', at });
      const recent = await listRecentChanges(db, deviceId, { at, limit: HISTORY_LIMITS.changes });
      const reported = await findLastShownReport(db, deviceId, at);
      const publishes = replayChanges(snapshot?.publishes ?? [], changes);
      const playlistIds = [
        ...publishes.map(({ playlistId }) => playlistId),
        ...[...recent, ...(reported ? [reported] : [])].map((row) => row.playlist_id),
      ];
      const playlists = await listHistoricPlaylists(db, [...new Set(playlistIds)], at);
      const rows = toHistoricRows(publishes, playlists);
      const request = { publishes: rows.map(toPlannedPublish), timeZone: device.time_zone };
      const { publish, reason } = explain({ ...request, now: at.getTime() });
      const start = await findHistoryStart(db, deviceId);
      const nameOf = (id: string) => playlists.find((playlist) => playlist.id === id)?.name ?? null;
      return {
        deviceId,
        timeZone: device.time_zone,
        at: at.toISOString(),
        since: start?.toISOString() ?? null,
        isKnown: snapshot !== undefined,
        shows: publish && { playlistId: publish.publishId, name: publish.name },
        why: reason,
        losses: listLosers(request, at.getTime()).map(({ publish: { publishId: playlistId, name }, why }) => ({ playlistId, name, why })),
        publishes: rows.map((row) => ({
          playlistId: row.playlist_id,
          name: row.playlist_name,
          mainPlaylist: row.is_main,
          activatedAt: row.activated_at?.toISOString() ?? null,
          updatedAt: row.updated_at.toISOString(),
          ...parseSchedule(row),
          isPlayable: row.is_playable,
          periods: row.periods,
        })),
        reported: reported ? { at: reported.at.toISOString(), playlistId: reported.playlist_id, name: nameOf(reported.playlist_id) } : null,
        changes: recent.map((change) => ({
          at: change.at.toISOString(),
          playlistId: change.playlist_id,
          name: nameOf(change.playlist_id),
          isRemoval: change.is_removal,
        })),
      };
    },

    recordShown: (tx: Tx, shown: readonly { screenId: string; publishId: string }[]) => insertShownReports(tx, clock.now(), shown),

    /** Records devices that have no recent snapshot, and deletes what is too old. */
    async maintain(): Promise<void> {
      const now = clock.now().getTime();
      const since = new Date(now - SNAPSHOT_DAYS * DAY_MS);
      const record = () =>
        db.transaction().execute(async (tx) => {
          const deviceIds = await lockDevicesWithoutSnapshot(tx, since, SNAPSHOT_BATCH);
          await insertPublishSnapshots(tx, clock.now(), deviceIds);
          return deviceIds.length;
        });
      let recorded = SNAPSHOT_BATCH;
      while (recorded === SNAPSHOT_BATCH) recorded = await record();
      await deletePublishHistoryBefore(autocommit(db), new Date(now - KEPT_DAYS * DAY_MS));
      await deleteShownReportsBefore(autocommit(db), new Date(now - HISTORY_LIMITS.reportDays * DAY_MS));
    },
  };
}

export type PublishHistoryService = ReturnType<typeof createPublishHistoryService>;
