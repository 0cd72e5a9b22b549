import type { Item } from '@vitrine/contract/items';
import type { MessageResponse } from '../../../lib/api-client.ts';
import { type MutationCallbacks, useApiMutation } from '../../../lib/use-api-mutation.ts';
import type { Versioned } from '../../../lib/use-edit-version.ts';
import { itemKeys } from './item-keys.ts';
import { deleteItem, type ItemForm, saveItem, uploadProductPicture } from './items.ts';

/** Creates a product, or with an id replaces the one that has this version. */
export const useSaveItem = (id: string | undefined, after: MutationCallbacks<Versioned<ItemForm>, MessageResponse>) =>
  useApiMutation(
    { change: ({ form, version }: Versioned<ItemForm>) => saveItem(form, id, version), stale: [itemKeys.all], isStaleOnError: true },
    after,
  );

/** Somebody else may have been quicker: then the list is old, too. */
export const useDeleteItem = (after: MutationCallbacks<Item, MessageResponse>) =>
  useApiMutation({ change: ({ _id }: Item) => deleteItem(_id), stale: [itemKeys.all], isStaleOnError: true }, after);

export const useUploadProductPicture = (after: MutationCallbacks<File, string>) =>
  useApiMutation({ change: uploadProductPicture, stale: [] }, after);
