import { sql } from 'kysely';
import type { Db, Tx } from '../../platform/database/database.ts';
import { pickCaptureTime, readNameDate } from '../../platform/media-tools/capture-time.ts';
import type { ImageProbe } from '../../platform/media-tools/image-tool-types.ts';
import type { MediaMetadata } from '../../platform/media-tools/media-metadata.ts';

/** Version of the code that reads date and place of capture. After an increase, stored originals are read again. */
const METADATA_VERSION = 2;

/** Adds the date in the file's name when its contents have none. */
export function addNameDate(facts: MediaMetadata, fileName: string): MediaMetadata {
  return facts.takenAt === null ? { ...facts, ...pickCaptureTime([readNameDate(fileName)]) } : facts;
}

/** Returns a file's metadata as columns of its row. */
export const toMetadataColumns = ({ takenAt, offsetMin, camera, lens, position, place, hasLocation }: MediaMetadata) => ({
  taken_at: takenAt,
  taken_offset_min: takenAt === null ? null : offsetMin,
  camera,
  lens,
  latitude: position?.latitude ?? null,
  longitude: position?.longitude ?? null,
  place,
  tells_place: hasLocation,
  facts_recipe: METADATA_VERSION,
});
export type MetadataColumns = ReturnType<typeof toMetadataColumns>;

/** Columns of a file that has no metadata. All other columns of metadata are null by default. */
export const NO_METADATA_COLUMNS = { tells_place: false, facts_recipe: METADATA_VERSION };

/** Returns what makes a file part of a live photo as columns of its row. */
export const toLivePhotoColumns = ({ contentId, embeddedVideo }: Pick<ImageProbe, 'contentId' | 'embeddedVideo'>) => ({
  content_id: contentId,
  embedded_video_start: embeddedVideo?.start ?? null,
  embedded_video_bytes: embeddedVideo?.bytes ?? null,
});
export type LivePhotoColumns = ReturnType<typeof toLivePhotoColumns>;

/** Marks a photo as one without a video, because its video cannot be played. */
export const clearEmbeddedVideo = (tx: Tx, id: string) =>
  tx.updateTable('files').set({ embedded_video_start: null, embedded_video_bytes: null }).where('id', '=', id).execute();

/** Stores metadata. The place of capture is left out when it must stay hidden. */
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

/** Lists originals whose metadata was never read or read by an older version. */
export const listFilesWithoutMetadata = (db: Db, limit: number) =>
  db
    .selectFrom('files')
    .select(['id', 'owner_id', 'storage_key', 'size_bytes', 'original_name'])
    .where('root_id', 'is', null)
    .where('facts_recipe', '<', METADATA_VERSION)
    .orderBy('facts_recipe')
    .orderBy('id')
    .limit(limit)
    .execute();
export type FileWithoutMetadata = Awaited<ReturnType<typeof listFilesWithoutMetadata>>[number];
