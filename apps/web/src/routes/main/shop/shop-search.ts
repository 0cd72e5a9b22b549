import type { SearchSchemaInput } from '@tanstack/react-router';
import { oneOf, textsOf } from '../../search-values.ts';

/** What the pages carry on which a product is looked at, paid and confirmed. */
interface ShopSearch {
  itemId?: string;
  addressId?: string;
  region?: 'AL';
  intentId?: string;
  orderId?: string;
}

export const shopSearch = (raw: ShopSearch & SearchSchemaInput): ShopSearch => ({
  ...textsOf(raw, 'itemId', 'addressId', 'intentId', 'orderId'),
  region: oneOf(raw.region, ['AL']),
});
