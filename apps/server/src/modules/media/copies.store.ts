import { sql } from 'kysely';
import type { Tx } from '../../platform/database/database.ts';
import { liesIn } from './media.store.ts';

/** One media that is to be copied, with what decides whose file the copy shows. */
export interface Source {
  id: string;
  fileId: string;
  kind: string;
  ownerId: string;
  sizeBytes: number;
  /** An original with the same bytes that the copier has already. */
  ownFileId: string | null;
}

/** Those of these that are in the album, in its order. */
export async function listSources(tx: Tx, albumId: string, ids: string[], copierId: string): Promise<Source[]> {
  const result = await sql<Source>`
    select media.id, media.file_id as "fileId", media.kind, files.owner_id as "ownerId", files.size_bytes as "sizeBytes",
      (select own.id from files own where own.owner_id = ${copierId} and own.sha256 = files.sha256 and own.root_id is null
        order by own.id limit 1) as "ownFileId"
    from media join files on files.id = media.file_id
    where media.id = any(${ids}::uuid[]) and ${liesIn(albumId)}
    order by media.sequence, media.id`.execute(tx);
  return result.rows;
}

export interface Copy {
  id: string;
  sourceId: string;
  fileId: string;
}

/** Media like their sources, at the end of an album, in the order given. Answers which are there: a source may have gone meanwhile. */
export async function insertCopies(
  tx: Tx,
  albumId: string,
  uploadedBy: string,
  copies: Copy[],
): Promise<{ id: string; fileId: string; kind: string; isUnfinished: boolean }[]> {
  const list = (pick: (copy: Copy) => string) => sql`${copies.map(pick)}::uuid[]`;
  const result = await sql<{ id: string; fileId: string; kind: string; isUnfinished: boolean }>`
    insert into media (id, album_id, file_id, kind, name, caption, sequence, status, failure_reason, uploaded_by, size_bytes, rotation)
    select copy.id, ${albumId}, copy.file_id, media.kind, media.name, media.caption, ending.sequence + copy.place,
      media.status, media.failure_reason, ${uploadedBy}, media.size_bytes, media.rotation
    from unnest(${list((copy) => copy.id)}, ${list((copy) => copy.sourceId)}, ${list((copy) => copy.fileId)})
        with ordinality as copy (id, source_id, file_id, place)
      join media on media.id = copy.source_id,
      (select coalesce(max(sequence), 0) as sequence from media where album_id = ${albumId}) as ending
    returning id, file_id as "fileId", kind, status < 6 as "isUnfinished"`.execute(tx);
  return result.rows;
}

/** Rows for bytes that were copied: the same originals and the same of all that was made from them, as somebody else's. */
export async function insertFileCopies(
  tx: Tx,
  ownerId: string,
  files: { id: string; rootId: string | null; sourceId: string; storageKey: string }[],
): Promise<void> {
  await sql`
    insert into files (id, owner_id, root_id, role, storage_key, sha256, size_bytes, mimetype, kind, original_name, width, height,
      thumbhash, duration_ms, taken_at, rotation)
    select copy.id, ${ownerId}, copy.root_id, files.role, copy.storage_key, files.sha256, files.size_bytes, files.mimetype, files.kind,
      files.original_name, files.width, files.height, files.thumbhash, files.duration_ms, files.taken_at, files.rotation
    from unnest(${files.map((file) => file.id)}::uuid[], ${files.map((file) => file.rootId)}::uuid[],
      ${files.map((file) => file.sourceId)}::uuid[], ${files.map((file) => file.storageKey)}::text[])
      as copy (id, root_id, source_id, storage_key)
    join files on files.id = copy.source_id`.execute(tx);
}
