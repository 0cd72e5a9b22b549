import { sql } from 'kysely';
import type { Db, Tx } from '../../platform/database/database.ts';
import type { MediaFacts } from '../../platform/media-tools/media-facts.ts';

/** Which version of our reading finds out when and where something was taken. One more, and what is stored is read again. */
const FACTS_RECIPE = 1;

/** What a file says, as columns of its row. */
export const factColumns = ({ takenAt, offsetMin, camera, lens, position, place, tellsPlace }: MediaFacts) => ({
  taken_at: takenAt,
  taken_offset_min: takenAt === null ? null : offsetMin,
  camera,
  lens,
  latitude: position?.latitude ?? null,
  longitude: position?.longitude ?? null,
  place,
  tells_place: tellsPlace,
  facts_recipe: FACTS_RECIPE,
});
export type FactColumns = ReturnType<typeof factColumns>;

/** Where an original was taken is not written where it is told to nobody. */
export async function updateFacts(tx: Tx, id: string, facts: MediaFacts): Promise<void> {
  const { latitude, longitude, place, ...others } = factColumns(facts);
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
export const keepUnknown = (tx: Tx, id: string) =>
  tx.updateTable('files').set({ facts_recipe: FACTS_RECIPE }).where('id', '=', id).execute();

/** Originals that nobody, or an older version, read for when and where they were taken. */
export const listUnread = (db: Db, limit: number) =>
  db
    .selectFrom('files')
    .select(['id', 'owner_id', 'storage_key', 'size_bytes'])
    .where('root_id', 'is', null)
    .where('facts_recipe', '<', FACTS_RECIPE)
    .orderBy('facts_recipe')
    .orderBy('id')
    .limit(limit)
    .execute();
export type UnreadFile = Awaited<ReturnType<typeof listUnread>>[number];
