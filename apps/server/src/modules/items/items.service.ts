import { type Item, type itemBody, type itemsQuery, type Quote, type quoteBody } from '@vitrine/contract';
import type { z } from 'zod';
import type { Database, Db, Tx } from '../../platform/database/database.ts';
import { AppError } from '../../platform/errors.ts';
import { newId } from '../../platform/ids.ts';
import { insertAuditEntry, type Person } from '../access/index.ts';
import { assertVersion } from '../accounts/index.ts';
import { centsOf } from '../orders/index.ts';
import type { ItemPictures } from './item-pictures.ts';
import { assertSeesShop } from './items.access.ts';
import { presentItem, presentQuote } from './items.presenter.ts';
import { deleteItems, findItems, type ItemFields, insertItem, listItems, lockItems, updateItem } from './items.store.ts';
import { reckonBasket } from './selling.ts';

type ItemForm = z.output<typeof itemBody>;

export function createItemsService({ db, pictures }: { db: Database; pictures: ItemPictures }) {
  const one = async (db: Db, id: string): Promise<Item> => {
    const [row] = await findItems(db, [id]);
    if (!row) throw new AppError('NOT_FOUND');
    return presentItem(row);
  };

  const audit = (tx: Tx, { userId }: Person, action: string, ids: readonly string[]) =>
    insertAuditEntry(tx, { actorId: userId, userId: null, action, objects: { table: 'items', ids } });

  return {
    async list(actor: Person, { dataPerPage, page }: z.output<typeof itemsQuery>): Promise<Item[]> {
      await assertSeesShop(db, actor);
      return (await listItems(db, { limit: dataPerPage, offset: (page - 1) * dataPerPage })).map(presentItem);
    },

    async read(actor: Person, id: string): Promise<Item> {
      await assertSeesShop(db, actor);
      return one(db, id);
    },

    /** What a basket costs now. ITEM_GONE, INVALID. */
    async quote(actor: Person, { items, shippingCountry }: z.output<typeof quoteBody>): Promise<Quote> {
      await assertSeesShop(db, actor);
      return presentQuote(await reckonBasket((ids) => findItems(db, ids), items, shippingCountry));
    },

    /** NOT_FOUND, FILE_UNSUPPORTED, FILE_BROKEN, all of its picture. */
    async create(actor: Person, form: ItemForm): Promise<Item> {
      await pictures.develop(actor.userId, form.picture.key);
      return db.transaction().execute(async (tx) => {
        await pictures.assertOwn(tx, actor.userId, form.picture.key);
        const id = newId();
        await audit(tx, actor, 'item.create', [id]);
        await insertItem(tx, { id, ...fieldsOf(form) });
        return one(tx, id);
      });
    },

    /** Replaces the product. NOT_FOUND, EDIT_CONFLICT. Its own picture may be sent again by any administrator. */
    async edit(actor: Person, id: string, form: ItemForm, version?: string): Promise<Item> {
      const { picture } = await one(db, id);
      if (picture?.key !== form.picture.key) await pictures.develop(actor.userId, form.picture.key);
      return db.transaction().execute(async (tx) => {
        const [row] = await lockItems(tx, [id]);
        if (!row) throw new AppError('NOT_FOUND');
        await assertVersion(tx, version, await one(tx, id), { table: 'items', id });
        if (row.picture_file_id !== form.picture.key) await pictures.assertOwn(tx, actor.userId, form.picture.key);
        await audit(tx, actor, 'item.update', [id]);
        await updateItem(tx, id, fieldsOf(form));
        return one(tx, id);
      });
    },

    /** All of them or none. What was ordered stays on its orders. */
    delete: (actor: Person, itemIds: readonly string[]): Promise<void> =>
      db.transaction().execute(async (tx) => {
        const ids = [...new Set(itemIds)];
        if ((await lockItems(tx, ids)).length < ids.length) throw new AppError('NOT_FOUND');
        await audit(tx, actor, 'item.delete', ids);
        await deleteItems(tx, ids);
      }),
  };
}

export type ItemsService = ReturnType<typeof createItemsService>;

const fieldsOf = (form: ItemForm): ItemFields => ({
  name: form.name,
  description: form.description,
  price_cents: centsOf(form.price),
  picture_file_id: form.picture.key,
  height_cm: form.height,
  width_cm: form.width,
  length_cm: form.length,
  weight_grams: form.weight,
  is_taxed: form.salesTax.isApplicable,
  tax_basis_points: Math.round(form.salesTax.taxPercentage * 100),
});
