import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { deleteItemsBody, item, itemBody, itemsQuery, quote, quoteBody } from './items.ts';

const tag = 'items';

export const listItems = endpoint({
  method: 'GET',
  path: '/items',
  summary: 'Lists the products of the shop.',
  errors: ['NOT_FOUND'],
  access: 'session',
  tag,
  query: itemsQuery,
  result: z.array(item),
});

export const readItem = endpoint({
  method: 'GET',
  path: '/items/:id',
  summary: 'Returns a product of the shop.',
  errors: ['NOT_FOUND'],
  access: 'session',
  tag,
  result: item,
});

export const createItem = endpoint({
  method: 'POST',
  path: '/items',
  summary: 'Adds a product to the shop.',
  errors: ['FILE_UNSUPPORTED', 'FILE_BROKEN', 'IMAGE_TOO_LARGE', 'DISK_FULL'],
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
  summary: 'Replaces the details of a product.',
  errors: ['EDIT_CONFLICT', 'FILE_UNSUPPORTED', 'FILE_BROKEN', 'IMAGE_TOO_LARGE', 'DISK_FULL'],
  access: 'console',
  capability: 'products.edit',
  tag,
  body: itemBody,
  result: item,
});

export const deleteItems = endpoint({
  method: 'DELETE',
  path: '/items',
  summary: 'Deletes products from the shop without changing existing orders.',
  errors: [],
  access: 'console',
  capability: 'products.edit',
  tag,
  body: deleteItemsBody,
});

export const quoteItems = endpoint({
  method: 'POST',
  path: '/items/quote',
  summary: 'Calculates the price of a cart with shipping and tax.',
  errors: ['NOT_FOUND', 'ITEM_GONE'],
  access: 'session',
  tag,
  body: quoteBody,
  result: quote,
});
