import type { Db, Tx } from '../../platform/database/database.ts';

const COLUMNS = [
  'id',
  'name',
  'description',
  'price_cents',
  'picture_file_id',
  'height_cm',
  'width_cm',
  'length_cm',
  'weight_grams',
  'is_taxed',
  'tax_basis_points',
] as const;

export interface ItemFields {
  name: string;
  description: string;
  price_cents: number;
  picture_file_id: string;
  height_cm: number | null;
  width_cm: number | null;
  length_cm: number | null;
  weight_grams: number;
  is_taxed: boolean;
  tax_basis_points: number;
}

/** Newest first. */
export const listItems = (db: Db, { limit, offset }: { limit: number; offset: number }) =>
  db.selectFrom('items').select(COLUMNS).orderBy('id', 'desc').limit(limit).offset(offset).execute();
export type ItemRow = Awaited<ReturnType<typeof listItems>>[number];

export const findItems = (db: Db, ids: readonly string[]) => db.selectFrom('items').select(COLUMNS).where('id', 'in', ids).execute();

/** Locks products against edits and deletion until the transaction ends; concurrent sales are possible. Missing ones are left out. */
export const lockItemsForShare = (tx: Tx, ids: readonly string[]) =>
  tx.selectFrom('items').select(COLUMNS).where('id', 'in', ids).orderBy('id').forShare().execute();

export const lockItemsForUpdate = (tx: Tx, ids: readonly string[]) =>
  tx.selectFrom('items').select(COLUMNS).where('id', 'in', ids).orderBy('id').forUpdate().execute();

export const insertItem = (tx: Tx, item: ItemFields & { id: string }) => tx.insertInto('items').values(item).execute();

export const updateItem = (tx: Tx, id: string, fields: ItemFields) => tx.updateTable('items').set(fields).where('id', '=', id).execute();

export const deleteItems = (tx: Tx, ids: readonly string[]) => tx.deleteFrom('items').where('id', 'in', ids).execute();

export interface OrderLine extends Omit<ItemFields, 'picture_file_id' | 'is_taxed' | 'tax_basis_points'> {
  order_id: string;
  position: number;
  item_id: string;
  quantity: number;
  amount_cents: number;
  tax_cents: number;
  picture_file_id: string | null;
}

export const insertOrderLines = (tx: Tx, lines: OrderLine[]) => tx.insertInto('item_order_lines').values(lines).execute();
