import { sql } from 'kysely';
import type { Db, Tx } from '../../platform/database/database.ts';

export interface UploadSelection {
  album_id: string;
  user_id: string;
  /** Microseconds since 1970. */
  chosen_at_us: number;
}

/** Finds the first media still in the album that this account chose after it. */
export async function findNextSelectedMedia(db: Db, { album_id, user_id, chosen_at_us }: UploadSelection): Promise<string | null> {
  const row = await db
    .selectFrom('upload_order')
    .innerJoin('media', (join) =>
      join.onRef('media.id', '=', 'upload_order.media_id').onRef('media.album_id', '=', 'upload_order.album_id'),
    )
    .select('media.id')
    .where('upload_order.album_id', '=', album_id)
    .where('upload_order.user_id', '=', user_id)
    .where('upload_order.chosen_at_us', '>', chosen_at_us)
    .orderBy('upload_order.chosen_at_us')
    .limit(1)
    .executeTakeFirst();
  return row?.id ?? null;
}

export const insertUploadOrder = (tx: Tx, mediaId: string, chosen: UploadSelection) =>
  tx
    .insertInto('upload_order')
    .values({ media_id: mediaId, ...chosen })
    .execute();

/** Deletes old entries, whose uploads have arrived or never will. */
export const deleteUploadOrderBefore = (tx: Tx, hours: number) =>
  tx.deleteFrom('upload_order').where('created_at', '<', sql<Date>`now() - make_interval(hours => ${hours})`).execute();
