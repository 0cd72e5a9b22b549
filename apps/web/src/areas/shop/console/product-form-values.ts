import { type Item, itemBody } from '@vitrine/contract/items';
import type { z } from 'zod';
import { readMoney, readNumber, typedMoney, typedNumber } from '../../../lib/number-input.ts';

/** As it is typed: what is no number yet is text, and a size may be left empty. */
export interface ItemFormValues {
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

const toText = (value: number | null | undefined): string => (value === null || value === undefined ? '' : typedNumber(value));

/** Returns the form values of a product, or of a new one. */
export const toItemFormValues = (item?: Item): ItemFormValues => ({
  name: item?.name ?? '',
  description: item?.description ?? '',
  price: item ? typedMoney(Math.round(item.price * 100)) : '',
  height: toText(item?.height),
  width: toText(item?.width),
  length: toText(item?.length),
  weight: toText(item?.weight),
  pictureKey: item?.picture?.key ?? '',
  isTaxed: item?.salesTax.isApplicable ?? false,
  taxPercentage: item?.salesTax.taxPercentage ? typedNumber(item.salesTax.taxPercentage) : '',
});

const centsOf = (text: string): number | undefined => {
  const reading = readMoney(text);
  return reading && 'cents' in reading ? reading.cents : undefined;
};
/** NaN for text that is no number, which the contract's schema rejects. */
const parseNumber = (text: string): number | undefined => {
  const reading = readNumber(text);
  return reading && ('value' in reading ? reading.value : Number.NaN);
};
const parseSize = (text: string): number | null => parseNumber(text) ?? null;
/** Converts cents to the dollars of the wire. */
const dollarsOf = (cents: number | undefined): number | undefined => (cents === undefined ? undefined : cents / 100);

/** The request body, before it is checked. */
export const toItemBody = (form: ItemFormValues) => ({
  name: form.name,
  description: form.description,
  price: dollarsOf(centsOf(form.price)),
  height: parseSize(form.height),
  width: parseSize(form.width),
  length: parseSize(form.length),
  weight: parseNumber(form.weight),
  picture: form.pictureKey === '' ? undefined : { key: form.pictureKey },
  salesTax: { isApplicable: form.isTaxed, taxPercentage: form.isTaxed ? (parseNumber(form.taxPercentage) ?? 0) : 0 },
});

export type ItemField = keyof ItemFormValues;
type ItemValidation = { values: z.output<typeof itemBody> } | { faults: Partial<Record<ItemField, string>> };

const FIELDS: Record<string, ItemField> = { picture: 'pictureKey', salesTax: 'taxPercentage' };
const SIZE_MESSAGE = 'Enter a size from 0 to 10,000 cm.';
/** The contract's messages about large or precise numbers are technical. */
const FIELD_MESSAGES: Partial<Record<ItemField, string>> = {
  price: 'Enter a price up to $1,000,000.',
  weight: 'Enter a weight up to 1,000,000 g.',
  height: SIZE_MESSAGE,
  width: SIZE_MESSAGE,
  length: SIZE_MESSAGE,
  taxPercentage: 'Enter a percentage from 0 to 100 with no more than two decimal places.',
  description: 'Should not exceed 200 characters!',
};
/** Fields that may not be empty or zero; the specification words that message. */
const REQUIRED_NUMBERS: readonly string[] = ['price', 'weight'] satisfies ItemField[];
const NUMBERS = ['height', 'width', 'length', 'weight', 'taxPercentage'] as const;

/** Explains why the text of a number field can't be read. */
function readingFaults(form: ItemFormValues): Partial<Record<ItemField, string>> {
  const faults: Partial<Record<ItemField, string>> = {};
  const price = readMoney(form.price);
  if (price && 'fault' in price) faults.price = price.fault;
  for (const field of NUMBERS) {
    const reading = field !== 'taxPercentage' || form.isTaxed ? readNumber(form[field]) : undefined;
    if (reading && 'fault' in reading) faults[field] = reading.fault;
  }
  return faults;
}

/** Checks the form with the contract's schema. Returns the first fault of each field. */
export function validateItem(form: ItemFormValues): ItemValidation {
  const faults = readingFaults(form);
  const checked = itemBody.safeParse(toItemBody(form));
  if (checked.success && Object.keys(faults).length === 0) return { values: checked.data };
  for (const { path, message } of checked.error?.issues ?? []) {
    const name = String(path[0]);
    const field = FIELDS[name] ?? (name as ItemField);
    const amount = field === 'price' ? centsOf(form.price) : parseNumber(String(form[field]));
    const isMissing = REQUIRED_NUMBERS.includes(field) && !(Number(amount) > 0);
    faults[field] ??= isMissing ? message : (FIELD_MESSAGES[field] ?? message);
  }
  return { faults };
}

/** The sales tax of one product in cents, rounded half up as the server rounds it. Null while price or percentage is missing. */
export function getTaxCents({ isTaxed, price, taxPercentage }: Pick<ItemFormValues, 'isTaxed' | 'price' | 'taxPercentage'>): number | null {
  const [cents, percentage] = [centsOf(price), parseNumber(taxPercentage)];
  if (!isTaxed || !cents || percentage === undefined || Number.isNaN(percentage)) return null;
  return Math.floor((cents * Math.round(percentage * 100) + 5_000) / 10_000);
}
