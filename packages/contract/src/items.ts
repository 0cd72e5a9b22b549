import { z } from 'zod';
import { id, sentVersion } from './envelope.ts';
import { ITEM_LIMITS } from './item-limits.ts';

const required = (message: string) => z.number({ error: message });
const centimetres = z.number().min(0).max(10_000).nullable().default(null);

/** Product with prices in dollars, sizes in centimeters and weight in grams. Messages are those of specification 3 §5. */
export const itemBody = z.strictObject({
  version: sentVersion,
  name: z
    .string({ error: 'Name should not be empty.' })
    .trim()
    .min(1, 'Name should not be empty.')
    .max(ITEM_LIMITS.itemNameMax, 'Should not exceed 30 characters!'),
  description: z.string().trim().max(ITEM_LIMITS.itemDescriptionMax).default(''),
  price: required('Price should not be empty.').min(0.01, 'Price should not be empty.').max(1_000_000).multipleOf(0.01),
  platform: z.literal('WV').default('WV'),
  picture: z.looseObject({ key: id }, { error: 'Picture should be uploaded.' }),
  height: centimetres,
  width: centimetres,
  length: centimetres,
  weight: required('Weight should not be empty.').positive('Weight should not be empty.').max(1_000_000),
  salesTax: z
    .strictObject({ isApplicable: z.boolean(), taxPercentage: z.number().min(0).max(100).multipleOf(0.01) })
    .default({ isApplicable: false, taxPercentage: 0 }),
});

export const item = z
  .object({
    _id: z.string(),
    name: z.string(),
    description: z.string(),
    price: z.number(),
    platform: z.literal('WV'),
    picture: z.object({ key: z.string() }).nullable(),
    height: z.number().nullable(),
    width: z.number().nullable(),
    length: z.number().nullable(),
    weight: z.number(),
    salesTax: z.object({ isApplicable: z.boolean(), taxPercentage: z.number() }),
    version: z.string(),
  })
  .meta({ id: 'Item' });
export type Item = z.infer<typeof item>;

export const itemsQuery = z.object({
  platform: z.literal('WV').optional(),
  dataPerPage: z.coerce.number<number>().int().min(1).max(150).default(150),
  page: z.coerce.number<number>().int().min(1).max(1000).default(1),
});

export const deleteItemsBody = z.strictObject({ itemIds: z.array(id).min(1).max(150) });

/** POST /items/quote: returns the price of a basket, in cents. */
export const quoteBody = z.strictObject({
  items: z
    .array(z.strictObject({ itemId: id, quantity: z.number().int().min(1).max(ITEM_LIMITS.itemsPerLine) }))
    .min(1)
    .max(ITEM_LIMITS.linesPerOrder),
  shippingCountry: z.enum(['US', 'AL']),
});
export const quote = z
  .object({
    lines: z.array(z.object({ itemId: z.string(), quantity: z.number().int(), amount: z.number().int(), tax: z.number().int() })),
    items: z.number().int(),
    shipping: z.number().int(),
    tax: z.number().int(),
    total: z.number().int(),
  })
  .meta({ id: 'Quote' });
export type Quote = z.infer<typeof quote>;
