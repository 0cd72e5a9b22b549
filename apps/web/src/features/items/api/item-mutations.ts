import type { Item } from '@vitrine/contract/items';
import { type After, useChange } from '../../../lib/use-change.ts';
import type { Versioned } from '../../../lib/use-edit-version.ts';
import { itemKeys } from '../item-keys.ts';
import { deleteItem, type ItemForm, saveItem, uploadProductPicture } from './items.ts';

interface Said {
  message?: string;
}

/** Creates a product, or with an id replaces the one that has this version. */
export const useSaveItem = (id: string | undefined, after: After<Versioned<ItemForm>, Said>) =>
  useChange(
    { change: ({ form, version }: Versioned<ItemForm>) => saveItem(form, id, version), stale: [itemKeys.all], isStaleOnError: true },
    after,
  );

/** Somebody else may have been quicker: then the list is old, too. */
export const useDeleteItem = (after: After<Item, Said>) =>
  useChange({ change: ({ _id }: Item) => deleteItem(_id), stale: [itemKeys.all], isStaleOnError: true }, after);

export const useUploadProductPicture = (after: After<File, string>) => useChange({ change: uploadProductPicture, stale: [] }, after);
