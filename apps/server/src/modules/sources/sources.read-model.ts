import { sql } from 'kysely';
import type { Db } from '../../platform/database/database.ts';

/** Widgets in albums and in the bin that use a source. */
const usedBy = sql<number>`((
  select count(*) from widget_sources link join media on media.file_id = link.file_id where link.source_id = sources.id) + (
  select count(*) from widget_sources link join binned_media on binned_media.file_id = link.file_id where link.source_id = sources.id))::integer`;

const selectSources = (db: Db) =>
  db
    .selectFrom('sources')
    .select([
      'sources.id',
      'sources.owner_id',
      'sources.kind',
      'sources.name',
      'sources.settings',
      sql<boolean>`sources.encrypted_address is not null`.as('has_address'),
      'sources.copy_of',
      'sources.is_waiting',
      'sources.changed_at',
      'sources.checked_at',
      'sources.failing_since',
      'sources.failure',
      'sources.interval_minutes',
      usedBy.as('used_by'),
    ]);
export type SourceRow = Awaited<ReturnType<ReturnType<typeof selectSources>['executeTakeFirstOrThrow']>>;

/** Lists the sources of an account by name. Their number is limited. */
export const listSources = (db: Db, ownerId: string): Promise<SourceRow[]> =>
  selectSources(db).where('sources.owner_id', '=', ownerId).orderBy(sql`lower(sources.name)`).orderBy('sources.id').execute();

export const findSource = (db: Db, id: string): Promise<SourceRow | undefined> =>
  selectSources(db).where('sources.id', '=', id).executeTakeFirst();

/** Returns the data of a source that only some responses contain. */
export const findSourceData = (db: Db, id: string) =>
  db.selectFrom('sources').select(['encrypted_address', 'document']).where('id', '=', id).executeTakeFirst();

/** Returns true for a source that is fetched again and was requested after this time. */
export const wasRequestedSince = async (db: Db, id: string, time: Date): Promise<boolean> =>
  (await db
    .selectFrom('sources')
    .select('id')
    .where('id', '=', id)
    .where('requested_at', '>', time)
    .where('next_fetch_at', 'is not', null)
    .executeTakeFirst()) !== undefined;

/** Returns the source of the widget whose settings are in this file. */
export const findSourceOfFile = (db: Db, fileId: string) =>
  db
    .selectFrom('widget_sources')
    .innerJoin('sources', 'sources.id', 'widget_sources.source_id')
    .select(['sources.id', 'sources.owner_id', 'sources.kind', 'sources.name', 'sources.document', 'sources.failing_since'])
    .where('widget_sources.file_id', '=', fileId)
    .executeTakeFirst();

/** Lists widgets in albums that draw the source, by file id, with the time when their still image was drawn. */
export async function listStillsOfSource(db: Db, sourceId: string, { after, limit }: { after: string | undefined; limit: number }) {
  const { rows } = await sql<{ fileId: string; ownerId: string; drawnAt: Date | null }>`
    select original.id as "fileId", original.owner_id as "ownerId", still.created_at as "drawnAt" from widget_sources link
    join files original on original.id = link.file_id
    left join files still on still.root_id = original.id and still.role = 'display'
    where link.source_id = ${sourceId} and (${after ?? null}::uuid is null or link.file_id > ${after ?? null})
      and exists (select from media where media.file_id = link.file_id)
    order by link.file_id limit ${limit}`.execute(db);
  return rows;
}

/** Returns the account's sources with their addresses for the export of personal data. */
export const listSourcesForExport = (db: Db, ownerId: string) =>
  db
    .selectFrom('sources')
    .select(['name', 'kind', 'settings', 'encrypted_address', 'interval_minutes', 'created_at'])
    .where('owner_id', '=', ownerId)
    .orderBy('created_at')
    .execute();
