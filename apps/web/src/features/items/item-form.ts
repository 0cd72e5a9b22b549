import { type Item, itemBody } from '@vitrine/contract/items';
import type { z } from 'zod';

/** As it is typed: what is no number yet is text, and a size may be left empty. */
export interface TypedItem {
  name: string;
  description: string;
  price: string;
  height: string;
  width: string;
  length: string;
  weight: string;
  pictureKey: string;
  isTaxed: boolean;
  taxPercentage: string;
}

const typed = (value: number | null | undefined): string => (value === null || value === undefined ? '' : String(value));

/** What stands in the form of a product, or in that of a new one. */
export const typedItem = (item?: Item): TypedItem => ({
  name: item?.name ?? '',
  description: item?.description ?? '',
  price: typed(item?.price),
  height: typed(item?.height),
  width: typed(item?.width),
  length: typed(item?.length),
  weight: typed(item?.weight),
  pictureKey: item?.picture?.key ?? '',
  isTaxed: item?.salesTax.isApplicable ?? false,
  taxPercentage: item?.salesTax.taxPercentage ? String(item.salesTax.taxPercentage) : '',
});

const numberOf = (text: string): number | undefined => (text.trim() === '' ? undefined : Number(text.replace(',', '.')));
const sizeOf = (text: string): number | null => numberOf(text) ?? null;

/** What is sent, before it was checked. */
export const sentItem = (form: TypedItem) => ({
  name: form.name,
  description: form.description,
  price: numberOf(form.price),
  height: sizeOf(form.height),
  width: sizeOf(form.width),
  length: sizeOf(form.length),
  weight: numberOf(form.weight),
  picture: form.pictureKey === '' ? undefined : { key: form.pictureKey },
  salesTax: { isApplicable: form.isTaxed, taxPercentage: form.isTaxed ? (numberOf(form.taxPercentage) ?? 0) : 0 },
});

export type ItemField = keyof TypedItem;
type Checked = { values: z.output<typeof itemBody> } | { faults: Partial<Record<ItemField, string>> };

const FIELDS: Record<string, ItemField> = { picture: 'pictureKey', salesTax: 'taxPercentage' };
const SIZE_WORDS = 'Please enter a size from 0 to 10000 cm.';
/** What the contract says of numbers that are too large or too exact is for programs. */
const WORDS: Partial<Record<ItemField, string>> = {
  price: 'Please enter a price up to $1,000,000, with at most two decimals.',
  weight: 'Please enter a weight up to 1000000 g.',
  height: SIZE_WORDS,
  width: SIZE_WORDS,
  length: SIZE_WORDS,
  taxPercentage: 'Please enter a percentage from 0 to 100, with at most two decimals.',
  description: 'Should not exceed 200 characters!',
};
/** Fields whose first words are the specification's: nothing, or nothing that counts, was typed. */
const NEEDED: readonly string[] = ['price', 'weight'] satisfies ItemField[];

/** By the contract's schema; of each field its first fault. */
export function checkItem(form: TypedItem): Checked {
  const checked = itemBody.safeParse(sentItem(form));
  if (checked.success) return { values: checked.data };
  const faults: Partial<Record<ItemField, string>> = {};
  for (const { path, message } of checked.error.issues) {
    const name = String(path[0]);
    const field = FIELDS[name] ?? (name as ItemField);
    const isMissing = NEEDED.includes(field) && !(Number(numberOf(String(form[field]))) > 0);
    faults[field] ??= isMissing ? message : (WORDS[field] ?? message);
  }
  return { faults };
}

/** Of one, in cents, rounded half up as the server does it; null while there is nothing to reckon. */
export function taxCents({ isTaxed, price, taxPercentage }: Pick<TypedItem, 'isTaxed' | 'price' | 'taxPercentage'>): number | null {
  const [amount, percentage] = [numberOf(price), numberOf(taxPercentage)];
  if (!isTaxed || !amount || percentage === undefined || Number.isNaN(amount * percentage)) return null;
  return Math.floor((Math.round(amount * 100) * Math.round(percentage * 100) + 5_000) / 10_000);
}
