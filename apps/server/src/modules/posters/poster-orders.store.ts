import type { Insertable } from 'kysely';
import { sql } from 'kysely';
import { type Db, type Tx, toUuidArray } from '../../platform/database/database.ts';
import type { DB } from '../../platform/database/schema.gen.ts';

/** Locks media with its original and the JPEG of a HEIC, so that none of them is deleted in the meantime. */
export async function lockPrintableMedia(tx: Tx, mediaId: string) {
  const media = await tx
    .selectFrom('media')
    .innerJoin('files', 'files.id', 'media.file_id')
    .select(['media.name', 'media.kind', 'media.status', 'media.rotation', 'files.id as file_id', 'files.mimetype', 'files.storage_key'])
    .select(['files.width', 'files.height'])
    .where('media.id', '=', mediaId)
    .forKeyShare()
    .executeTakeFirst();
  if (!media) return undefined;
  const display = await tx
    .selectFrom('files')
    .select(['storage_key', 'width', 'height'])
    .where('root_id', '=', media.file_id)
    .where('role', '=', 'display')
    .executeTakeFirst();
  return { ...media, display };
}

/** Locks a combination of poster options against changes until the order is stored. */
export const lockCombination = (tx: Tx, id: string) =>
  tx
    .selectFrom('poster_combinations as combination')
    .innerJoin('poster_values as orientation', 'orientation.id', 'combination.orientation_id')
    .innerJoin('poster_values as size', 'size.id', 'combination.size_id')
    .innerJoin('poster_values as paper', 'paper.id', 'combination.paper_stock_id')
    .innerJoin('poster_values as lamination', 'lamination.id', 'combination.lamination_id')
    .select([
      'combination.price_cents',
      'orientation.id as orientation_id',
      'orientation.name as orientation_name',
      'size.id as size_id',
      'size.name as size_name',
      'paper.id as paper_stock_id',
      'paper.name as paper_stock_name',
      'lamination.id as lamination_id',
      'lamination.name as lamination_name',
    ])
    .where('combination.id', '=', id)
    .forShare()
    .executeTakeFirst();

export const lockShippingPrice = (tx: Tx, id: string, type: string) =>
  tx.selectFrom('poster_values').select('price_cents').where('id', '=', id).where('type', '=', type).forShare().executeTakeFirst();

export const insertPosterOrder = (tx: Tx, order: Insertable<DB['poster_orders']>) => tx.insertInto('poster_orders').values(order).execute();

const COLUMNS = [
  ...([
    'order_id',
    'media_id',
    'media_name',
    'file_id',
    'source_key',
    'print_key',
    'turn',
    'width',
    'height',
    'crop_x',
    'crop_y',
    'crop_width',
  ] as const),
  ...(['crop_height', 'orientation_id', 'orientation_name', 'size_id', 'size_name', 'paper_stock_id', 'paper_stock_name'] as const),
  ...(['lamination_id', 'lamination_name'] as const),
];

export const listPosterOrders = (db: Db, orderIds: string[]) =>
  db
    .selectFrom('poster_orders')
    .leftJoin('media', 'media.id', 'poster_orders.media_id')
    .select(COLUMNS.map((column) => `poster_orders.${column}` as const))
    .select(['media.id as shown_id', 'media.name as shown_name', 'media.file_id as shown_file_id', 'media.rotation'])
    .where('order_id', '=', sql<string>`any(${toUuidArray(orderIds)})`)
    .execute();
export type PosterOrderRow = Awaited<ReturnType<typeof listPosterOrders>>[number];

export const findPosterOrder = (db: Db, orderId: string) =>
  db.selectFrom('poster_orders').select(COLUMNS).where('order_id', '=', orderId).executeTakeFirst();

/** Returns, once, the file that the order referred to or stored, and clears it. */
export async function clearPrintFile(tx: Tx, orderId: string) {
  const printFile = await tx
    .selectFrom('poster_orders')
    .select(['print_key', 'file_id'])
    .where('order_id', '=', orderId)
    .forUpdate()
    .executeTakeFirst();
  await tx.updateTable('poster_orders').set({ print_key: null, file_id: null, source_key: null }).where('order_id', '=', orderId).execute();
  return printFile;
}

/** Marks the order as having its own copy. Returns, once, the file that it referred to. */
export async function setPrintKey(tx: Tx, orderId: string, key: string): Promise<string | undefined> {
  const row = await tx.selectFrom('poster_orders').select('file_id').where('order_id', '=', orderId).forUpdate().executeTakeFirst();
  if (!row || row.file_id === null) return undefined;
  await tx.updateTable('poster_orders').set({ print_key: key, file_id: null, source_key: null }).where('order_id', '=', orderId).execute();
  return row.file_id;
}

/** Lists orders that still refer to files of an account. */
export const listOrdersReferencingFiles = (db: Db, ownerId: string) =>
  db
    .selectFrom('poster_orders')
    .innerJoin('files', 'files.id', 'poster_orders.file_id')
    .select('order_id')
    .where('files.owner_id', '=', ownerId)
    .execute();
