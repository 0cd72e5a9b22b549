import type { SearchSchemaInput } from '@tanstack/react-router';
import { readCount, readTexts } from '../../lib/search-params.ts';

/** What was chosen is in the address, so that a reload and a second tab go on with it. */
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
  /** Where the printed part lies in the picture: `0.5,0.5`. */
  at?: string;
}

export const makePosterSearch = (raw: MakePosterSearch & SearchSchemaInput): MakePosterSearch => ({
  mediaId: '',
  albumId: '',
  ...readTexts(raw, 'mediaId', 'albumId', 'orientationId', 'sizeId', 'paperStockId', 'laminationId', 'shippingIn', 'at'),
  quantity: readCount(raw.quantity),
});
