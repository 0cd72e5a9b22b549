import { sql } from 'kysely';
import type { Tx } from '../../platform/database/database.ts';
import { newId } from '../../platform/ids.ts';

/** Copies of sources that one account can have. Further widgets have no data. */
const MAX_COPIES = 100;
const COPY_FAILURE = 'This is a copy of another account’s data, which isn’t updated.';

interface ForeignLink {
  file_id: string;
  named_id: string;
  source_id: string;
  /** Account of the file, which gets the copy of the source. */
  owner_id: string;
}

const areInOneOrganisation = sql<boolean>`exists (
  select from organisation_members own join organisation_members other on other.org_id = own.org_id
  where own.user_id = sources.owner_id and other.user_id = files.owner_id)`;

/**
 * Gives copies of files the sources of their originals. In the same account, and between the members of a family, that is the same source. Other accounts
 * get a copy with the last data and without the address.
 */
export async function linkFileCopies(tx: Tx, copies: readonly { fileId: string; copyId: string }[], now: Date): Promise<void> {
  const copied = sql`unnest(${copies.map(({ fileId }) => fileId)}::uuid[], ${copies.map(({ copyId }) => copyId)}::uuid[]) as copied (file_id, copy_id)`;
  const { rows } = await sql<ForeignLink & { is_shared: boolean }>`
    select copied.copy_id as file_id, link.named_id, link.source_id, files.owner_id,
      (sources.owner_id = files.owner_id or ${areInOneOrganisation}) as is_shared
    from ${copied} join widget_sources link on link.file_id = copied.file_id
    join sources on sources.id = link.source_id join files on files.id = copied.copy_id`.execute(tx);
  for (const { is_shared: isShared, ...link } of rows) {
    const sourceId = isShared ? link.source_id : await copySource(tx, link, now);
    if (sourceId !== null)
      await tx
        .insertInto('widget_sources')
        .values({ file_id: link.file_id, named_id: link.named_id, source_id: sourceId })
        .onConflict((conflict) => conflict.column('file_id').doNothing())
        .execute();
  }
}

/**
 * Separates the widgets and sources of an account that left a family from those of its members: widgets of one side that draw a source of the other get a
 * copy with the last data. Returns the albums that show them.
 */
export async function separateSources(tx: Tx, userId: string, now: Date): Promise<string[]> {
  const { rows } = await sql<ForeignLink>`
    select link.file_id, link.named_id, link.source_id, files.owner_id from widget_sources link
    join sources on sources.id = link.source_id join files on files.id = link.file_id
    where sources.owner_id <> files.owner_id and ${userId} in (sources.owner_id, files.owner_id) order by link.file_id`.execute(tx);
  for (const link of rows) {
    const sourceId = await copySource(tx, link, now);
    if (sourceId === null) await tx.deleteFrom('widget_sources').where('file_id', '=', link.file_id).execute();
    else await tx.updateTable('widget_sources').set({ source_id: sourceId }).where('file_id', '=', link.file_id).execute();
  }
  if (rows.length === 0) return [];
  const albums = await tx
    .selectFrom('media')
    .select('album_id')
    .distinct()
    .where(
      'file_id',
      'in',
      rows.map((row) => row.file_id),
    )
    .orderBy('album_id')
    .execute();
  return albums.map((row) => row.album_id);
}

/** Copies the last data of a source for another account, once for each state of the data. Returns null when the account has too many copies. */
async function copySource(tx: Tx, { source_id: sourceId, owner_id: ownerId }: ForeignLink, now: Date): Promise<string | null> {
  const { rows: known } = await sql<{ id: string }>`
    select copy.id from sources copy join sources original on original.id = ${sourceId}
    where copy.owner_id = ${ownerId} and copy.copy_of = original.id and copy.document_sha256 is not distinct from original.document_sha256
    order by copy.id limit 1`.execute(tx);
  if (known[0]) return known[0].id;
  const { rows: inserted } = await sql<{ id: string }>`
    insert into sources (id, owner_id, kind, name, settings, interval_minutes, copy_of, document, document_sha256, changed_at, parsed_at, checked_at,
      failures, failing_since, failure)
    select ${newId()}, ${ownerId}, kind, name, settings, interval_minutes, id, document, document_sha256, changed_at, parsed_at, checked_at,
      0, coalesce(failing_since, ${now}), ${COPY_FAILURE}
    from sources original where id = ${sourceId}
      and (select count(*) from sources copy where copy.owner_id = ${ownerId} and copy.copy_of is not null) < ${MAX_COPIES}
    returning id`.execute(tx);
  return inserted[0]?.id ?? null;
}

/** Deletes copies that no widget uses any longer. */
export const deleteUnusedCopies = (tx: Tx) =>
  sql`delete from sources where copy_of is not null and not exists (select from widget_sources where source_id = sources.id)`.execute(tx);
