import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { adminFaqQuery, catagory, catagoryBody, catagoryEditBody, faq, faqBody, faqEditBody } from './faqs.ts';

/** What administrators call; apart from what everybody reads, whose page is small. */
const tag = 'faqs';
const edits = { access: 'console', capability: 'faqs.edit', tag } as const;

/** Hidden ones, too. */
export const searchFaqs = endpoint({
  method: 'GET',
  path: '/faqs/admin/search',
  access: 'console',
  capability: 'faqs.see',
  tag,
  query: adminFaqQuery,
  result: z.array(faq),
});

export const createFaq = endpoint({ method: 'POST', path: '/faqs', ...edits, body: faqBody, result: faq, status: 201 });
export const editFaq = endpoint({ method: 'PUT', path: '/faqs/:id', ...edits, body: faqEditBody, result: faq });
export const deleteFaq = endpoint({ method: 'DELETE', path: '/faqs/:id', ...edits });

export const createCatagory = endpoint({
  method: 'POST',
  path: '/catagories',
  ...edits,
  body: catagoryBody,
  result: catagory,
  status: 201,
});
export const editCatagory = endpoint({ method: 'PUT', path: '/catagories/:id', ...edits, body: catagoryEditBody, result: catagory });
/** Refused while questions are in it. */
export const deleteCatagory = endpoint({ method: 'DELETE', path: '/catagories/:id', ...edits });
