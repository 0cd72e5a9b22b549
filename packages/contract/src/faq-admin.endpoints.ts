import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { adminFaqQuery, category, categoryBody, categoryEditBody, faq, faqBody, faqEditBody } from './faqs.ts';

/** Endpoints for administrators, separate from the public ones to keep the public page small. */
const tag = 'faqs';
const edits = { access: 'console', capability: 'faqs.edit', tag } as const;

export const searchFaqs = endpoint({
  method: 'GET',
  path: '/faqs/admin/search',
  summary: 'Searches all questions and answers, including hidden ones.',
  errors: [],
  access: 'console',
  capability: 'faqs.see',
  tag,
  query: adminFaqQuery,
  result: z.array(faq),
});

export const createFaq = endpoint({
  method: 'POST',
  path: '/faqs',
  summary: 'Adds a question with its answer.',
  errors: ['FAQ_LIMIT', 'FILE_UNSUPPORTED', 'FILE_BROKEN', 'IMAGE_TOO_LARGE', 'DISK_FULL'],
  ...edits,
  body: faqBody,
  result: faq,
  status: 201,
});
export const editFaq = endpoint({
  method: 'PUT',
  path: '/faqs/:id',
  summary: 'Changes a question, its answer, category, order or visibility.',
  errors: ['FAQ_CHANGED', 'FILE_UNSUPPORTED', 'FILE_BROKEN', 'IMAGE_TOO_LARGE', 'DISK_FULL'],
  ...edits,
  body: faqEditBody,
  result: faq,
});
export const deleteFaq = endpoint({
  method: 'DELETE',
  path: '/faqs/:id',
  summary: 'Deletes a question.',
  errors: [],
  ...edits,
});

export const createCategory = endpoint({
  method: 'POST',
  path: '/catagories',
  summary: 'Adds a category of questions.',
  errors: ['VALUE_TAKEN', 'FAQ_LIMIT'],
  ...edits,
  body: categoryBody,
  result: category,
  status: 201,
});
export const editCategory = endpoint({
  method: 'PUT',
  path: '/catagories/:id',
  summary: 'Renames a category of questions or changes its visibility.',
  errors: ['VALUE_TAKEN', 'FAQ_CHANGED'],
  ...edits,
  body: categoryEditBody,
  result: category,
});
export const deleteCategory = endpoint({
  method: 'DELETE',
  path: '/catagories/:id',
  summary: 'Deletes a category that contains no questions.',
  errors: ['FAQ_CATEGORY_IN_USE'],
  ...edits,
});
