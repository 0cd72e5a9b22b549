import { sql } from 'kysely';
import type { Db, Tx } from '../../platform/database/database.ts';
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
export async function listSources(db: Db, albumId: string, ids: string[], copierId: string): Promise<Source[]> {
  const result = await sql<Source>`
    select media.id, media.file_id as "fileId", media.kind, files.owner_id as "ownerId", files.size_bytes as "sizeBytes",
      (select own.id from files own where own.owner_id = ${copierId} and own.sha256 = files.sha256 and own.root_id is null
        order by own.id limit 1) as "ownFileId"
    from media join files on files.id = media.file_id
    where media.id = any(${ids}::uuid[]) and ${liesIn(albumId)}
    order by media.sequence, media.id`.execute(db);
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
