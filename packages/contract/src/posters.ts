import { z } from 'zod';
import { id, sentVersion } from './envelope.ts';

export const masterValueType = z.enum(['orientation', 'size', 'paperstock', 'lamination', 'shippingus', 'shippingalaskahawai']);

/** GET /mastervalues: what a poster can be made of, and what sending it costs. */
export const masterValue = z.object({
  _id: z.string(),
  type: masterValueType,
  name: z.string(),
  description: z.string(),
  /** Price of shipping, in dollars. */
  price: z.number().nullable(),
  version: z.string(),
});
export type MasterValue = z.infer<typeof masterValue>;
/** One type, or all that make posters (`poster`), or the statuses of orders and payments (`order`). */
export const masterValuesQuery = z.object({ type: masterValueType.or(z.enum(['order', 'poster'])).optional() });

const option = z.object({ _id: z.string(), name: z.string() });

/** GET /postercombination: a way to make a poster. */
export const posterCombination = z
  .object({
    _id: z.string(),
    name: z.string(),
    orientationId: option,
    sizeId: option,
    paperStockId: option,
    laminationId: option,
    /** Price of one poster, in dollars. */
    price: z.number(),
    version: z.string(),
  })
  .meta({ id: 'PosterCombination' });
export type PosterCombination = z.infer<typeof posterCombination>;

export const combinationsQuery = z.object({ orientationId: id.optional() });
export const priceQuery = z.object({ orientationId: id, sizeId: id, paperStockId: id, laminationId: id });
/** `_id` is the combination's. */
export const posterPrice = z.object({ _id: z.string(), price: z.number() });

/** How many of one poster can be ordered at once (specification 2 §5). */
export const POSTER_QUANTITIES = [1, 2, 3, 4, 5, 10, 20, 50] as const;

const described = z.string().trim().max(250).default('');
const named = z.string({ error: 'Name should not be empty.' }).trim().min(1, 'Name should not be empty.').max(60);
const price = z.number({ error: 'Price should not be empty.' }).max(100_000).multipleOf(0.01);

/** POST and PUT /mastervalues for a property of posters. Only shipping has a price. Source of messages: specification 3 §5. */
export const masterValueBody = z.strictObject({
  version: sentVersion,
  type: z.enum(masterValueType.options, { error: 'Type should not be empty.' }),
  name: named,
  description: described,
  price: price.min(0).nullish(),
});

export type MasterValueBody = z.infer<typeof masterValueBody>;

/** The same for a status of orders or payments, which follow the event of the bank alone. */
export const statusType = z.enum(['order', 'payment']);
export const statusEvent = z.enum(['ordercreated', 'paymentpending', 'paymentsuccess', 'paymentfailed']);
export const STATUS_EVENTS = { order: ['ordercreated'], payment: ['paymentpending', 'paymentsuccess', 'paymentfailed'] } as const;
export const statusBody = z
  .strictObject({
    version: sentVersion,
    type: z.enum(statusType.options, { error: 'Type should not be empty.' }),
    name: named,
    color: z.string({ error: 'Color should not be empty.' }).regex(/^#[0-9a-f]{6}$/i, 'Color should not be empty.'),
    event: z.enum(statusEvent.options, { error: 'Event should not be empty.' }),
    description: described,
    /** For statuses of orders: the buyer is emailed when an order gets this status. */
    notifies: z.boolean().default(false),
  })
  .refine(({ type, event }) => (STATUS_EVENTS[type] as readonly string[]).includes(event), {
    path: ['event'],
    message: 'Event should not be empty.',
  });

/** Body of POST and PUT /mastervalues. The type decides which fields are required, so that a missing field is reported by its own message. */
export const masterValueOrStatusBody = z.discriminatedUnion('type', [masterValueBody, statusBody], { error: 'Type should not be empty.' });

export const statusValue = z.object({
  _id: z.string(),
  type: statusType,
  name: z.string(),
  color: z.string(),
  event: statusEvent,
  description: z.string(),
  notifies: z.boolean(),
  version: z.string(),
});
export type StatusBody = z.infer<typeof statusBody>;
export type StatusValue = z.infer<typeof statusValue>;

const chosenValue = (label: string) => z.uuid({ error: `${label} should not be empty.` });
/** POST and PUT /postercombination. */
export const combinationBody = z.strictObject({
  version: sentVersion,
  name: z.string({ error: 'Name should not be empty.' }).trim().min(1, 'Name should not be empty.').max(200),
  orientationId: chosenValue('Orientation'),
  sizeId: chosenValue('Size'),
  paperStockId: chosenValue('Paper Stock'),
  laminationId: chosenValue('Lamination'),
  price: price.min(0.01, 'Price should not be empty.'),
});
export type CombinationBody = z.infer<typeof combinationBody>;
