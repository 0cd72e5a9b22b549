import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { catagoryList, userFaq, userFaqQuery, userFaqSearchQuery } from './faqs.ts';

const tag = 'faqs';

/** What everybody may read, in the order in which it is shown. */
export const listUserFaqs = endpoint({
  method: 'GET',
  path: '/faqs/users',
  access: 'public',
  tag,
  query: userFaqQuery,
  result: z.array(userFaq),
  hasEtag: true,
});

/** The same page by page, by category and by a text of the question or the answer. */
export const searchUserFaqs = endpoint({
  method: 'GET',
  path: '/faqs/users/search',
  access: 'public',
  tag,
  query: userFaqSearchQuery,
  result: z.array(userFaq),
  hasEtag: true,
});

/** A picture in an answer. */
export const readFaqPicture = endpoint({ method: 'GET', path: '/faqs/pictures/:id', access: 'public', tag, answers: 'bytes' });

export const listCatagories = endpoint({
  method: 'GET',
  path: '/catagories',
  access: 'public',
  tag,
  result: catagoryList,
  hasEtag: true,
});
