import { sql } from 'kysely';
import type { Db, Tx } from '../../platform/database/database.ts';

export interface CategoryFields {
  name: string;
  visibility: string;
}

/** In the order in which they are shown, each with how many of its questions people see. */
export const listCategories = (db: Db, id?: string) =>
  db
    .selectFrom('faq_categories')
    .select(['id', 'name', 'visibility', 'version'])
    .select(
      sql<number>`(select count(*)::integer from faqs where faqs.category_id = faq_categories.id and faqs.is_visible)`.as('visible_faqs'),
    )
    .$if(id !== undefined, (query) => query.where('id', '=', id ?? ''))
    .orderBy('position')
    .orderBy('id')
    .execute();
export type CategoryRow = Awaited<ReturnType<typeof listCategories>>[number];

export const findCategoryByName = (db: Db, name: string) =>
  db.selectFrom('faq_categories').select('id').where(sql`lower(name)`, '=', sql`lower(${name})`).executeTakeFirst();

/** Behind the others. */
export const insertCategory = (tx: Tx, category: CategoryFields & { id: string }) =>
  tx
    .insertInto('faq_categories')
    .values({ ...category, position: sql<number>`(select coalesce(max(position), 0) + 1 from faq_categories)` })
    .execute();

export const updateCategory = (tx: Tx, id: string, fields: CategoryFields) =>
  tx
    .updateTable('faq_categories')
    .set({ ...fields, version: sql`version + 1`, updated_at: sql`now()` })
    .where('id', '=', id)
    .execute();

export const deleteCategory = (tx: Tx, id: string) => tx.deleteFrom('faq_categories').where('id', '=', id).execute();

export const isCategoryUsed = async (db: Db, id: string): Promise<boolean> =>
  (await db.selectFrom('faqs').select('id').where('category_id', '=', id).limit(1).executeTakeFirst()) !== undefined;
