import type { SearchSchemaInput } from '@tanstack/react-router';
import { countOf, type Raw, textOf } from '../../search-values.ts';

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

export function makePosterSearch(raw: MakePosterSearch & SearchSchemaInput): MakePosterSearch {
  const search: Raw = { ...raw };
  return {
    mediaId: textOf(search.mediaId) ?? '',
    albumId: textOf(search.albumId) ?? '',
    orientationId: textOf(search.orientationId),
    sizeId: textOf(search.sizeId),
    paperStockId: textOf(search.paperStockId),
    laminationId: textOf(search.laminationId),
    shippingIn: textOf(search.shippingIn),
    quantity: countOf(search.quantity),
    at: textOf(search.at),
  };
}
