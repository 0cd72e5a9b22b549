import type { SearchSchemaInput } from '@tanstack/react-router';
import { readOneOf, readTexts } from '../../lib/search-params.ts';

/** What the pages carry on which a product is looked at, paid and confirmed. */
interface ShopSearch {
  itemId?: string;
  addressId?: string;
  region?: 'AL';
  intentId?: string;
  orderId?: string;
}

export const shopSearch = (raw: ShopSearch & SearchSchemaInput): ShopSearch => ({
  ...readTexts(raw, 'itemId', 'addressId', 'intentId', 'orderId'),
  region: readOneOf(raw.region, ['AL']),
});
