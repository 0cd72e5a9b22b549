import type { SearchSchemaInput } from '@tanstack/react-router';
import { oneOf, type Raw, textOf } from '../../search-values.ts';

/** What the pages carry on which a product is looked at, paid and confirmed. */
interface ShopSearch {
  itemId?: string;
  addressId?: string;
  region?: 'AL';
  intentId?: string;
  orderId?: string;
}

export function shopSearch(raw: ShopSearch & SearchSchemaInput): ShopSearch {
  const search: Raw = { ...raw };
  return {
    itemId: textOf(search.itemId),
    addressId: textOf(search.addressId),
    region: oneOf(search.region, ['AL']),
    intentId: textOf(search.intentId),
    orderId: textOf(search.orderId),
  };
}
