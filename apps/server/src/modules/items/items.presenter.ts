import type { Item, Order, Quote } from '@vitrine/contract';
import { withVersion } from '../accounts/index.ts';
import { dollarsOf } from '../orders/index.ts';
import type { SoldLineRow } from './items.read-model.ts';
import type { Reckoned, ReckonedLine } from './items.rules.ts';
import type { ItemRow } from './items.store.ts';

const pictureOf = (fileId: string | null) => (fileId === null ? null : { key: fileId });

export const presentItem = (row: ItemRow): Item =>
  withVersion({
    _id: row.id,
    name: row.name,
    description: row.description,
    price: dollarsOf(row.price_cents),
    platform: 'WV',
    picture: pictureOf(row.picture_file_id),
    height: row.height_cm,
    width: row.width_cm,
    length: row.length_cm,
    weight: row.weight_grams,
    salesTax: { isApplicable: row.is_taxed, taxPercentage: row.tax_basis_points / 100 },
  });

type QuotedLine = ReckonedLine & { product: { id: string }; quantity: number };

export const presentQuote = ({ lines, ...amounts }: Reckoned<QuotedLine>): Quote => ({
  lines: lines.map(({ product, quantity, amount, tax }) => ({ itemId: product.id, quantity, amount, tax })),
  ...amounts,
});

export const presentSoldLine = (row: SoldLineRow): Order['items'][number] => ({
  name: row.name,
  description: row.description,
  quantity: row.quantity,
  price: dollarsOf(row.price_cents),
  height: row.height_cm,
  width: row.width_cm,
  length: row.length_cm,
  weight: row.weight_grams,
  picture: pictureOf(row.picture_file_id),
  amount: row.amount_cents,
  tax: row.tax_cents,
});
