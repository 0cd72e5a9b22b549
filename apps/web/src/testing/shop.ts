import type { User } from '@vitrine/contract/accounts';
import type { Item } from '@vitrine/contract/items';
import { ANA } from './signed-in.ts';

/** A user of the partner, who has a shop. */
export const WANDA: User = { ...ANA, name: 'Wanda Reis', platform: 'WV' };

/** A product of the shop without a picture. `index` makes its id. */
export const anItem = (index: number, values: Partial<Item> = {}): Item => ({
  _id: `00000000-0000-7000-8000-00000001${String(index).padStart(4, '0')}`,
  name: 'Oak frame',
  description: 'With a mat',
  price: 10,
  platform: 'WV',
  picture: null,
  height: null,
  width: null,
  length: 2.5,
  weight: 400,
  salesTax: { isApplicable: false, taxPercentage: 0 },
  version: '1',
  ...values,
});
