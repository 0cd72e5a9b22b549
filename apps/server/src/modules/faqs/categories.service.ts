import { type Category, type categoryBody, type categoryEditBody, FAQ_LIMITS } from '@vitrine/contract';
import type { z } from 'zod';
import type { Database, Tx } from '../../platform/database/database.ts';
import { AppError } from '../../platform/errors.ts';
import { newId } from '../../platform/ids.ts';
import { insertAuditEntry, type Person } from '../access/index.ts';
import * as store from './categories.store.ts';
import { presentCategory } from './faqs.presenter.ts';
import { lockFaqs } from './faqs.store.ts';

/** Categories of questions, and where they are shown. */
export function createCategoriesService({ db }: { db: Database }) {
  const audit = (tx: Tx, { userId }: Person, action: string, id: string) =>
    insertAuditEntry(tx, { actorId: userId, userId: null, action, objects: { table: 'faq_categories', ids: [id] } });

  const withLockedFaqs = <Result>(work: (tx: Tx) => Promise<Result>): Promise<Result> =>
    db.transaction().execute(async (tx) => {
      await lockFaqs(tx);
      return work(tx);
    });

  const findOrThrow = async (tx: Tx, id: string): Promise<store.CategoryRow> => {
    const [row] = await store.listCategories(tx, id);
    if (!row) throw new AppError('NOT_FOUND');
    return row;
  };

  const assertNameAvailable = async (tx: Tx, name: string, id?: string): Promise<void> => {
    const taken = await store.findCategoryByName(tx, name);
    if (taken && taken.id !== id) throw new AppError('VALUE_TAKEN');
  };

  return {
    list: async (): Promise<Category[]> => (await store.listCategories(db)).map(presentCategory),

    /** VALUE_TAKEN, FAQ_LIMIT. */
    create: (actor: Person, { catagoryName, visibality }: z.output<typeof categoryBody>): Promise<Category> =>
      withLockedFaqs(async (tx) => {
        await assertNameAvailable(tx, catagoryName);
        if ((await store.listCategories(tx)).length >= FAQ_LIMITS.categoriesMax) throw new AppError('FAQ_LIMIT');
        const id = newId();
        await audit(tx, actor, 'faqCategory.create', id);
        await store.insertCategory(tx, { id, name: catagoryName, visibility: visibality });
        return presentCategory(await findOrThrow(tx, id));
      }),

    /** NOT_FOUND, FAQ_CHANGED, VALUE_TAKEN. */
    edit: (actor: Person, id: string, { catagoryName, visibality, version }: z.output<typeof categoryEditBody>): Promise<Category> =>
      withLockedFaqs(async (tx) => {
        const before = await findOrThrow(tx, id);
        if (version !== undefined && version !== before.version) throw new AppError('FAQ_CHANGED');
        await assertNameAvailable(tx, catagoryName, id);
        await audit(tx, actor, 'faqCategory.update', id);
        await store.updateCategory(tx, id, { name: catagoryName, visibility: visibality });
        return presentCategory(await findOrThrow(tx, id));
      }),

    /** Deletes a category. NOT_FOUND, FAQ_CATEGORY_IN_USE while questions are in it. */
    delete: (actor: Person, id: string): Promise<void> =>
      withLockedFaqs(async (tx) => {
        await findOrThrow(tx, id);
        if (await store.isCategoryUsed(tx, id)) throw new AppError('FAQ_CATEGORY_IN_USE');
        await audit(tx, actor, 'faqCategory.delete', id);
        await store.deleteCategory(tx, id);
      }),
  };
}

export type CategoriesService = ReturnType<typeof createCategoriesService>;
