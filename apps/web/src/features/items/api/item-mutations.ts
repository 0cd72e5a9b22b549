import type { Item } from '@vitrine/contract/items';
import { type After, useChange } from '../../../lib/use-change.ts';
import { itemKeys } from '../item-keys.ts';
import { deleteItem, type ItemForm, saveItem, uploadProductPicture } from './items.ts';

interface Said {
  message?: string;
}

export const useSaveItem = (id: string | undefined, after: After<ItemForm, Said>) =>
  useChange({ change: (form: ItemForm) => saveItem(form, id), stale: [itemKeys.all], isStaleOnError: true }, after);

/** Somebody else may have been quicker: then the list is old, too. */
export const useDeleteItem = (after: After<Item, Said>) =>
  useChange({ change: ({ _id }: Item) => deleteItem(_id), stale: [itemKeys.all], isStaleOnError: true }, after);

export const useUploadProductPicture = (after: After<File, string>) => useChange({ change: uploadProductPicture, stale: [] }, after);
