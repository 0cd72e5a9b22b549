import type { Item, Order, Quote } from '@vitrine/contract';
import { withVersion } from '../accounts/index.ts';
import { toDollars } from '../orders/index.ts';
import type { OrderLineRow } from './items.read-model.ts';
import type { BasketAmounts, LineAmounts } from './items.rules.ts';
import type { ItemRow } from './items.store.ts';

const presentPicture = (fileId: string | null) => (fileId === null ? null : { key: fileId });

export const presentItem = (row: ItemRow): Item =>
  withVersion({
    _id: row.id,
    name: row.name,
    description: row.description,
    price: toDollars(row.price_cents),
    platform: 'WV',
    picture: presentPicture(row.picture_file_id),
    height: row.height_cm,
    width: row.width_cm,
    length: row.length_cm,
    weight: row.weight_grams,
    salesTax: { isApplicable: row.is_taxed, taxPercentage: row.tax_basis_points / 100 },
  });

type QuotedLine = LineAmounts & { product: { id: string }; quantity: number };

export const presentQuote = ({ lines, ...amounts }: BasketAmounts<QuotedLine>): Quote => ({
  lines: lines.map(({ product, quantity, amount, tax }) => ({ itemId: product.id, quantity, amount, tax })),
  ...amounts,
});

export const presentOrderLine = (row: OrderLineRow): Order['items'][number] => ({
  name: row.name,
  description: row.description,
  quantity: row.quantity,
  price: toDollars(row.price_cents),
  height: row.height_cm,
  width: row.width_cm,
  length: row.length_cm,
  weight: row.weight_grams,
  picture: presentPicture(row.picture_file_id),
  amount: row.amount_cents,
  tax: row.tax_cents,
});
