import { HARMLESS_SCREEN_PROBLEMS } from '@vitrine/contract';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../platform/database/database.ts';
import { isOwnedBy, type OwnerScope } from '../organisations/index.ts';

/** Sync progress of a screen, without the rest of its report. */
export interface DeviceSyncRow {
  id: string;
  screen_id: string;
  name: string;
  is_online: boolean;
  revision: number;
  /** Revision of the last stored report; null for a screen that has not reported yet. */
  reported_revision: number | null;
  downloaded: number | null;
  total: number | null;
  failed: number | null;
  is_off: boolean | null;
  reported_at: Date | null;
}

/** Lists those of these devices that exist, by name. */
export const listSyncRows = (db: Db, ids: string[]): Promise<DeviceSyncRow[]> => syncRows(db, sql`devices.id = any(${ids}::uuid[])`);

/** Lists online devices that have not reported their newest manifest. Reports in this process's memory may be newer. */
export const listOutdatedDevices = (db: Db, whose: OwnerScope): Promise<DeviceSyncRow[]> =>
  syncRows(
    db,
    sql`${isOwnedBy('devices', whose)} and screens.live_process_id is not null
      and coalesce((screens.report->>'revision')::integer, 0) < screens.revision`,
  );

async function syncRows(db: Db, which: RawBuilder<unknown>): Promise<DeviceSyncRow[]> {
  const result = await sql<DeviceSyncRow>`
    select devices.id, devices.screen_id, devices.name, screens.live_process_id is not null as is_online, screens.revision,
      reported.revision as reported_revision, reported.downloaded, reported.total, failures.count as failed, reported.off as is_off,
      screens.reported_at
    from devices join screens on screens.id = devices.screen_id
    left join lateral jsonb_to_record(screens.report) as reported (revision integer, downloaded integer, total integer, failed jsonb, off boolean) on true
    left join lateral (select count(*) from jsonb_array_elements(reported.failed) as failure
      where failure->>'mediaId' <> all(${[...HARMLESS_SCREEN_PROBLEMS]}::text[])) failures on true
    where ${which} order by devices.name, devices.id`.execute(db);
  return result.rows;
}
