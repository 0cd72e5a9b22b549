import { type Item, type itemBody, type itemsQuery, type Quote, type quoteBody } from '@vitrine/contract';
import type { z } from 'zod';
import type { Database, Db, Tx } from '../../platform/database/database.ts';
import { AppError } from '../../platform/errors.ts';
import { newId } from '../../platform/ids.ts';
import { insertAuditEntry, type Person } from '../access/index.ts';
import { assertVersion } from '../accounts/index.ts';
import { toCents } from '../orders/index.ts';
import { computeBasket } from './basket.service.ts';
import type { ItemPicturesService } from './item-pictures.service.ts';
import { presentItem, presentQuote } from './items.presenter.ts';
import { deleteItems, findItems, type ItemFields, insertItem, listItems, lockItemsForUpdate, updateItem } from './items.store.ts';
import { assertCanReadShop } from './shop-access.service.ts';

type ItemForm = z.output<typeof itemBody>;

export function createItemsService({ db, pictures }: { db: Database; pictures: ItemPicturesService }) {
  const findOrThrow = async (db: Db, id: string): Promise<Item> => {
    const [row] = await findItems(db, [id]);
    if (!row) throw new AppError('NOT_FOUND');
    return presentItem(row);
  };

  const audit = (tx: Tx, { userId }: Person, action: string, ids: readonly string[]) =>
    insertAuditEntry(tx, { actorId: userId, userId: null, action, objects: { table: 'items', ids } });

  return {
    async list(actor: Person, { dataPerPage, page }: z.output<typeof itemsQuery>): Promise<Item[]> {
      await assertCanReadShop(db, actor);
      return (await listItems(db, { limit: dataPerPage, offset: (page - 1) * dataPerPage })).map(presentItem);
    },

    async read(actor: Person, id: string): Promise<Item> {
      await assertCanReadShop(db, actor);
      return findOrThrow(db, id);
    },

    /** Returns the current price of a basket. ITEM_GONE, INVALID. */
    async quote(actor: Person, { items, shippingCountry }: z.output<typeof quoteBody>): Promise<Quote> {
      await assertCanReadShop(db, actor);
      return presentQuote(await computeBasket((ids) => findItems(db, ids), items, shippingCountry));
    },

    /** Creates a product. NOT_FOUND, FILE_UNSUPPORTED or FILE_BROKEN when the picture cannot be used. */
    async create(actor: Person, form: ItemForm): Promise<Item> {
      await pictures.ensureJpeg(actor.userId, form.picture.key);
      return db.transaction().execute(async (tx) => {
        await pictures.assertOwn(tx, actor.userId, form.picture.key);
        const id = newId();
        await audit(tx, actor, 'item.create', [id]);
        await insertItem(tx, { id, ...toItemFields(form) });
        return findOrThrow(tx, id);
      });
    },

    /** Replaces the product. NOT_FOUND, EDIT_CONFLICT. Its own picture may be sent again by any administrator. */
    async edit(actor: Person, id: string, form: ItemForm, version?: string): Promise<Item> {
      const { picture } = await findOrThrow(db, id);
      if (picture?.key !== form.picture.key) await pictures.ensureJpeg(actor.userId, form.picture.key);
      return db.transaction().execute(async (tx) => {
        const [row] = await lockItemsForUpdate(tx, [id]);
        if (!row) throw new AppError('NOT_FOUND');
        await assertVersion(tx, version, await findOrThrow(tx, id), { table: 'items', id });
        if (row.picture_file_id !== form.picture.key) await pictures.assertOwn(tx, actor.userId, form.picture.key);
        await audit(tx, actor, 'item.update', [id]);
        await updateItem(tx, id, toItemFields(form));
        return findOrThrow(tx, id);
      });
    },

    /** Deletes all or none of the products. Existing orders keep their data. */
    delete: (actor: Person, itemIds: readonly string[]): Promise<void> =>
      db.transaction().execute(async (tx) => {
        const ids = [...new Set(itemIds)];
        if ((await lockItemsForUpdate(tx, ids)).length < ids.length) throw new AppError('NOT_FOUND');
        await audit(tx, actor, 'item.delete', ids);
        await deleteItems(tx, ids);
      }),
  };
}

export type ItemsService = ReturnType<typeof createItemsService>;

const toItemFields = (form: ItemForm): ItemFields => ({
  name: form.name,
  description: form.description,
  price_cents: toCents(form.price),
  picture_file_id: form.picture.key,
  height_cm: form.height,
  width_cm: form.width,
  length_cm: form.length,
  weight_grams: form.weight,
  is_taxed: form.salesTax.isApplicable,
  tax_basis_points: Math.round(form.salesTax.taxPercentage * 100),
});
