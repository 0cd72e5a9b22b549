import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { uploadFiles } from '@vitrine/contract/files.endpoints';
import type { Item, itemBody, quoteBody } from '@vitrine/contract/items';
import * as endpoints from '@vitrine/contract/items.endpoints';
import type { z } from 'zod';
import { call, type MessageResponse, send } from '../../../lib/api-client.ts';
import { type MutationCallbacks, useApiMutation } from '../../../lib/use-api-mutation.ts';
import type { Versioned } from '../../../lib/use-edit-version.ts';
import { needsConversion } from '../product-picture-rules.ts';

export const itemKeys = {
  all: ['items'] as const,
  list: ['items', 'list'] as const,
  one: (id: string) => ['items', 'one', id] as const,
  quote: (basket: string) => ['items', 'quote', basket] as const,
};

const PAGE_SIZE = 150;

/** All products, newest first; the shop has few. */
export const itemListOptions = queryOptions({
  queryKey: itemKeys.list,
  queryFn: ({ signal }) => call(endpoints.listItems, { query: { platform: 'WV', dataPerPage: PAGE_SIZE }, signal }),
});

export const itemOptions = (id: string) =>
  queryOptions({ queryKey: itemKeys.one(id), queryFn: ({ signal }) => call(endpoints.readItem, { params: { id }, signal }) });

export type QuoteRequest = z.input<typeof quoteBody>;

/** Current price of a basket. The previous totals stay until the new ones arrive. */
export const quoteOptions = (basket: QuoteRequest) =>
  queryOptions({
    queryKey: itemKeys.quote(JSON.stringify(basket)),
    queryFn: ({ signal }) => call(endpoints.quoteItems, { body: basket, signal }),
    placeholderData: keepPreviousData,
  });

type ItemForm = z.input<typeof itemBody>;

/** Without an id, a new one. */
const saveItem = (form: ItemForm, id?: string, version?: string) =>
  id ? send(endpoints.editItem, { params: { id }, body: { ...form, version } }) : send(endpoints.createItem, { body: form });

const deleteItem = (id: string) => send(endpoints.deleteItems, { body: { itemIds: [id] } });

/** Answers the key of the upload. */
async function uploadProductPicture(file: File): Promise<string> {
  const form = new FormData();
  form.set('file', file);
  const [uploaded] = await call(uploadFiles, { query: { fileType: needsConversion(file) ? 'convert' : 'image' }, body: form });
  return uploaded?.key ?? '';
}

/** Creates a product, or with an id replaces the one that has this version. */
export const useSaveItem = (id: string | undefined, after: MutationCallbacks<Versioned<ItemForm>, MessageResponse>) =>
  useApiMutation(
    {
      mutate: ({ form, version }: Versioned<ItemForm>) => saveItem(form, id, version),
      invalidates: [itemKeys.all],
      invalidatesOnError: true,
    },
    after,
  );

/** After a conflict, the list is outdated as well. */
export const useDeleteItem = (after: MutationCallbacks<Item, MessageResponse>) =>
  useApiMutation({ mutate: ({ _id }: Item) => deleteItem(_id), invalidates: [itemKeys.all], invalidatesOnError: true }, after);

export const useUploadProductPicture = (after: MutationCallbacks<File, string>) =>
  useApiMutation({ mutate: uploadProductPicture, invalidates: [] }, after);
