import type { Category, CategoryVisibility, Faq, UserFaq } from '@vitrine/contract';
import type { CategoryRow } from './categories.store.ts';
import type { FaqRow } from './faqs.read-model.ts';

export const presentUserFaq = (row: FaqRow): UserFaq => ({
  _id: row.id,
  question: row.question,
  answer: row.answer,
  isVisible: row.is_visible,
  catagory:
    row.category_id === null
      ? null
      : {
          _id: row.category_id,
          catagoryName: row.category_name ?? '',
          visibality: row.category_visibility as CategoryVisibility,
        },
});

export const presentFaq = (row: FaqRow): Faq => ({
  ...presentUserFaq(row),
  version: row.version,
  updatedAt: row.updated_at.toISOString(),
});

export const presentCategory = (row: CategoryRow): Category => ({
  _id: row.id,
  catagoryName: row.name,
  visibality: row.visibility as CategoryVisibility,
  visibleFaqs: row.visible_faqs,
  version: row.version,
});
