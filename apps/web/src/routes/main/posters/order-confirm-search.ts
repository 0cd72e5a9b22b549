import type { SearchSchemaInput } from '@tanstack/react-router';
import { type Raw, textOf } from '../../search-values.ts';

interface OrderConfirmSearch {
  albumId?: string;
  /** The bank's name of the payment; missing where the order had been paid before. */
  intentId?: string;
  orderId?: string;
}

export function orderConfirmSearch(raw: OrderConfirmSearch & SearchSchemaInput): OrderConfirmSearch {
  const search: Raw = { ...raw };
  return { albumId: textOf(search.albumId), intentId: textOf(search.intentId), orderId: textOf(search.orderId) };
}
