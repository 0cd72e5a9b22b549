import { sql } from 'kysely';
import type { Db, Tx } from '../../platform/database/database.ts';
import type { MediaMetadata } from '../../platform/media-tools/media-metadata.ts';

/** Which version of our reading finds out when and where something was taken. One more, and what is stored is read again. */
const METADATA_VERSION = 1;

/** What a file says, as columns of its row. */
export const toMetadataColumns = ({ takenAt, offsetMin, camera, lens, position, place, hasLocation: tellsPlace }: MediaMetadata) => ({
  taken_at: takenAt,
  taken_offset_min: takenAt === null ? null : offsetMin,
  camera,
  lens,
  latitude: position?.latitude ?? null,
  longitude: position?.longitude ?? null,
  place,
  tells_place: tellsPlace,
  facts_recipe: METADATA_VERSION,
});
export type MetadataColumns = ReturnType<typeof toMetadataColumns>;

/** Where an original was taken is not written where it is told to nobody. */
export async function updateMetadata(tx: Tx, id: string, facts: MediaMetadata): Promise<void> {
  const { latitude, longitude, place, ...others } = toMetadataColumns(facts);
  await tx
    .updateTable('files')
    .set({
      ...others,
      latitude: sql`case when hides_place then null else ${latitude}::double precision end`,
      longitude: sql`case when hides_place then null else ${longitude}::double precision end`,
      place: sql`case when hides_place then null else ${place} end`,
    })
    .where('id', '=', id)
    .execute();
}

/** Nothing is known of it, and nothing can be found out. */
export const markMetadataUnavailable = (tx: Tx, id: string) =>
  tx.updateTable('files').set({ facts_recipe: METADATA_VERSION }).where('id', '=', id).execute();

/** Originals that nobody, or an older version, read for when and where they were taken. */
export const listFilesWithoutMetadata = (db: Db, limit: number) =>
  db
    .selectFrom('files')
    .select(['id', 'owner_id', 'storage_key', 'size_bytes'])
    .where('root_id', 'is', null)
    .where('facts_recipe', '<', METADATA_VERSION)
    .orderBy('facts_recipe')
    .orderBy('id')
    .limit(limit)
    .execute();
export type FileWithoutMetadata = Awaited<ReturnType<typeof listFilesWithoutMetadata>>[number];
