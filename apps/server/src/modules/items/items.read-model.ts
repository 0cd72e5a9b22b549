import type { Db } from '../../platform/database/database.ts';

export const findUserPlatform = async (db: Db, userId: string): Promise<string | undefined> =>
  (await db.selectFrom('users').select('platform').where('id', '=', userId).executeTakeFirst())?.platform;

export const findPictureFile = (db: Db, fileId: string) =>
  db.selectFrom('files').select(['owner_id', 'role', 'kind', 'mimetype']).where('id', '=', fileId).executeTakeFirst();

/** Lists the lines of these orders, in the order of the basket. */
export const listOrderLines = (db: Db, orderIds: readonly string[]) =>
  db
    .selectFrom('item_order_lines')
    .select(['order_id', 'name', 'description', 'quantity', 'price_cents', 'amount_cents', 'tax_cents', 'picture_file_id'])
    .select(['height_cm', 'width_cm', 'length_cm', 'weight_grams'])
    .where('order_id', 'in', orderIds)
    .orderBy('order_id')
    .orderBy('position')
    .execute();
export type OrderLineRow = Awaited<ReturnType<typeof listOrderLines>>[number];
