import type { SourceSettings } from '@vitrine/contract/sources';
import { sql } from 'kysely';
import type { Tx } from '../../platform/database/database.ts';

export interface NewSource {
  id: string;
  owner_id: string;
  name: string;
  settings: SourceSettings;
  encrypted_address: Buffer | null;
  interval_minutes: number;
  /** When it is created and first fetched. */
  now: Date;
}

export const insertSource = (tx: Tx, { now, settings, ...source }: NewSource) =>
  tx
    .insertInto('sources')
    .values({
      ...source,
      kind: settings.kind,
      settings: JSON.stringify(settings),
      is_waiting: true,
      requested_at: now,
      next_fetch_at: now,
      created_at: now,
    })
    .execute();

/** Counts the sources of an account, without copies of other accounts' sources. The caller has locked the account. */
export async function countSources(tx: Tx, ownerId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from sources where owner_id = ${ownerId} and copy_of is null`.execute(tx);
  return rows[0]?.count ?? 0;
}

export const lockSource = (tx: Tx, id: string) =>
  tx
    .selectFrom('sources')
    .select(['owner_id', 'kind', 'settings', 'encrypted_address', 'interval_minutes', 'copy_of', 'requested_at'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();

export const renameSource = (tx: Tx, id: string, name: string) => tx.updateTable('sources').set({ name }).where('id', '=', id).execute();

export const updateInterval = (tx: Tx, id: string, minutes: number, now: Date) =>
  tx
    .updateTable('sources')
    .set({
      interval_minutes: minutes,
      // Null stays: the data is never fetched again.
      next_fetch_at: sql`case when next_fetch_at is not null then least(next_fetch_at, ${new Date(now.getTime() + minutes * 60_000)}::timestamptz) end`,
    })
    .where('id', '=', id)
    .execute();

interface Request {
  /** When the data is fetched at the earliest. */
  at: Date;
  now: Date;
}

/** Replaces the settings and the address. The data of the earlier ones stays until it is replaced. */
export const updateSettings = (
  tx: Tx,
  id: string,
  change: { settings: SourceSettings; encrypted_address: Buffer | null },
  { at, now }: Request,
) =>
  tx
    .updateTable('sources')
    .set({
      settings: JSON.stringify(change.settings),
      encrypted_address: change.encrypted_address,
      copy_of: null,
      version: sql`version + 1`,
      etag: null,
      last_modified: null,
      is_waiting: true,
      requested_at: now,
      next_fetch_at: at,
    })
    .where('id', '=', id)
    .execute();

/** Schedules a fetch now, and returns false when the last request is more recent than `pauseMs`. */
export async function requestFetch(tx: Tx, id: string, now: Date, pauseMs: number): Promise<boolean> {
  const updated = await tx
    .updateTable('sources')
    .set({ is_waiting: true, requested_at: now, next_fetch_at: now })
    .where('id', '=', id)
    .where(({ or, eb }) => or([eb('requested_at', 'is', null), eb('requested_at', '<=', new Date(now.getTime() - pauseMs))]))
    .returning('id')
    .executeTakeFirst();
  return updated !== undefined;
}

/** Time in which a widget that is being saved gets its media. */
const SAVING_MINUTES = 5;

/** Deletes a source unless a widget uses it. The caller has locked it, so that no widget begins to. */
export async function deleteUnusedSource(tx: Tx, id: string): Promise<boolean> {
  const { rows } = await sql`
    delete from sources where id = ${id} and not exists (
      select from widget_sources link join files on files.id = link.file_id where link.source_id = sources.id and (
        files.created_at > now() - make_interval(mins => ${SAVING_MINUTES})
        or exists (select from media where media.file_id = link.file_id)
        or exists (select from binned_media where binned_media.file_id = link.file_id)))
    returning id`.execute(tx);
  return rows.length > 0;
}

/** Records which source the widget with these settings draws, and fetches the data soon if no widget used it before. The source must exist. */
export async function insertLink(tx: Tx, fileId: string, sourceId: string, now: Date): Promise<boolean> {
  const { rows } = await sql`
    insert into widget_sources (file_id, source_id, named_id)
    select ${fileId}, id, id from sources where id = ${sourceId} for key share returning source_id`.execute(tx);
  await sql`
    update sources set next_fetch_at = least(next_fetch_at, checked_at + make_interval(mins => interval_minutes))
    where id = ${sourceId} and next_fetch_at > ${now} and not is_waiting`.execute(tx);
  return rows.length > 0;
}
