import type { SearchSchemaInput } from '@tanstack/react-router';
import { readTexts } from '../../lib/search-params.ts';

interface OrderConfirmSearch {
  albumId?: string;
  /** The bank's name of the payment; missing where the order had been paid before. */
  intentId?: string;
  orderId?: string;
}

export const orderConfirmSearch = (raw: OrderConfirmSearch & SearchSchemaInput): OrderConfirmSearch =>
  readTexts(raw, 'albumId', 'intentId', 'orderId');
