import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { deleteItemsBody, item, itemBody, itemsQuery, quote, quoteBody } from './items.ts';

const tag = 'items';

/** Products of the partner platform: for its people and for administrators. */
export const listItems = endpoint({ method: 'GET', path: '/items', access: 'session', tag, query: itemsQuery, result: z.array(item) });

export const readItem = endpoint({ method: 'GET', path: '/items/:id', access: 'session', tag, result: item });

export const createItem = endpoint({
  method: 'POST',
  path: '/items',
  access: 'console',
  capability: 'products.edit',
  tag,
  body: itemBody,
  result: item,
  status: 201,
});

export const editItem = endpoint({
  method: 'PUT',
  path: '/items/:id',
  access: 'console',
  capability: 'products.edit',
  tag,
  body: itemBody,
  result: item,
});

/** What was ordered stays on its orders. */
export const deleteItems = endpoint({
  method: 'DELETE',
  path: '/items',
  access: 'console',
  capability: 'products.edit',
  tag,
  body: deleteItemsBody,
});

export const quoteItems = endpoint({ method: 'POST', path: '/items/quote', access: 'session', tag, body: quoteBody, result: quote });
