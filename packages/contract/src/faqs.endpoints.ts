import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { categoryList, userFaq, userFaqQuery, userFaqSearchQuery } from './faqs.ts';

const tag = 'faqs';

export const listUserFaqs = endpoint({
  method: 'GET',
  path: '/faqs/users',
  summary: 'Lists the published questions and answers in display order.',
  errors: [],
  access: 'public',
  tag,
  query: userFaqQuery,
  result: z.array(userFaq),
  hasEtag: true,
});

export const searchUserFaqs = endpoint({
  method: 'GET',
  path: '/faqs/users/search',
  summary: 'Searches the published questions and answers by category and text.',
  errors: [],
  access: 'public',
  tag,
  query: userFaqSearchQuery,
  result: z.array(userFaq),
  hasEtag: true,
});

export const readFaqPicture = endpoint({
  method: 'GET',
  path: '/faqs/pictures/:id',
  summary: 'Returns a picture that a published answer contains.',
  errors: ['NOT_FOUND'],
  access: 'public',
  tag,
  answers: 'bytes',
});

export const listCategories = endpoint({
  method: 'GET',
  path: '/catagories',
  summary: 'Lists the categories of questions.',
  errors: [],
  access: 'public',
  tag,
  result: categoryList,
  hasEtag: true,
});
