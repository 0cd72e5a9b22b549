import type { SearchSchemaInput } from '@tanstack/react-router';
import { readCount, readOneOf, readTexts } from '../../lib/search-params.ts';

/** Choices are in the address, so that they survive a reload and can be opened in another tab. */
export interface MakePosterSearch {
  mediaId: string;
  albumId: string;
  orientationId?: string;
  sizeId?: string;
  paperStockId?: string;
  laminationId?: string;
  /** The master value of the shipping. */
  shippingIn?: string;
  quantity?: number;
  /** Center of the printed part within the photo: `0.5,0.5`. */
  at?: string;
}

export const makePosterSearch = (raw: MakePosterSearch & SearchSchemaInput): MakePosterSearch => ({
  mediaId: '',
  albumId: '',
  ...readTexts(raw, 'mediaId', 'albumId', 'orientationId', 'sizeId', 'paperStockId', 'laminationId', 'shippingIn', 'at'),
  quantity: readCount(raw.quantity),
});

interface OrderConfirmSearch {
  albumId?: string;
  /** The bank's name of the payment; missing where the order had been paid before. */
  intentId?: string;
  orderId?: string;
}

export const orderConfirmSearch = (raw: OrderConfirmSearch & SearchSchemaInput): OrderConfirmSearch =>
  readTexts(raw, 'albumId', 'intentId', 'orderId');

/** Search parameters of the pages for products, payment and confirmation. */
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
