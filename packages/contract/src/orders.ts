import { z } from 'zod';
import { BUSINESS_MESSAGES } from './business-messages.ts';
import { id, sentVersion } from './envelope.ts';
import { ITEM_LIMITS } from './item-limits.ts';
import { orderType, paymentEvent } from './payments.ts';
import { POSTER_QUANTITIES } from './posters.ts';
import { addressBody } from './profile.ts';

/** Returns the message for an input, or undefined for the usual one. */
interface MessageOptions {
  error: (issue: { input?: unknown }) => string | undefined;
}

/** Price in dollars with at most two decimals, as specified for the API. Other amounts are in whole cents. */
const createDollars = (params?: MessageOptions) =>
  z
    .number(params)
    .min(0)
    .max(1_000_000)
    .refine((amount) => Math.abs(Math.round(amount * 100) - amount * 100) < 1e-6, 'Enter an amount with no more than two decimal places.');

/** Shipping region: US are the 48 contiguous states, AL is Alaska and Hawaii (specification 2 §3). */
const SHIPPING_COUNTRIES = ['US', 'AL'] as const;
export const shippingCountry = z.enum(SHIPPING_COUNTRIES);
export type ShippingCountry = z.infer<typeof shippingCountry>;

/** Printed part of the image, in fractions of the width and height of the upright image. */
export const crop = z
  .strictObject({
    x: z.number().min(0).max(1),
    y: z.number().min(0).max(1),
    width: z.number().gt(0).max(1),
    height: z.number().gt(0).max(1),
  })
  .refine(({ x, y, width, height }) => x + width <= 1.000_001 && y + height <= 1.000_001, 'The crop area is outside the image.');
export type Crop = z.infer<typeof crop>;

/** Values that the specification's form sends for a field without a choice, and those of a request without the field. */
const EMPTY_VALUES: readonly unknown[] = [undefined, null, '', 0];

/** Message for a field that a poster order cannot be without (specification 2 §3 and §8). */
const posterField: MessageOptions = {
  error: ({ input }) => (EMPTY_VALUES.includes(input) ? BUSINESS_MESSAGES.posterFields : undefined),
};

const orderFields = {
  userId: id.optional(),
  /** Idempotency key, created by the client's form. Repeated requests with the same value return the same order. Each request without one is a new order. */
  requestId: id.optional(),
  /** Total that the client showed, in dollars. The order is refused when the server calculates another one. */
  amount: createDollars(),
  shippingCountry,
  /** Saved address of the buyer. `address` is not saved. Without both, the buyer's only saved address is used. */
  addressId: id.optional(),
  address: addressBody.optional(),
};

const posterOrderBody = z.strictObject({
  orderType: z.literal('poster'),
  ...orderFields,
  quantity: z.literal(POSTER_QUANTITIES, posterField),
  amount: createDollars(posterField).refine((amount) => amount !== 0, BUSINESS_MESSAGES.posterFields),
  shippingCountry: z.enum(SHIPPING_COUNTRIES, posterField),
  /** Id of the chosen shipping option. */
  shippingIn: z.uuid(posterField),
  poster: z.strictObject({ mediaId: z.uuid(posterField), combinationId: z.uuid(posterField), crop: crop.optional() }, posterField),
});

const itemOrderBody = z.strictObject({
  orderType: z.literal('item'),
  ...orderFields,
  items: z
    .array(z.strictObject({ itemId: id, quantity: z.number().int().min(1).max(ITEM_LIMITS.itemsPerLine) }))
    .min(1)
    .max(ITEM_LIMITS.linesPerOrder),
});

const hasAtMostOneAddress = (order: { addressId?: string; address?: unknown }) =>
  order.addressId === undefined || order.address === undefined;

/** POST /orders/: creates an unpaid order. POST /stripes/payment/intent pays it. */
export const createOrderBody = z
  .discriminatedUnion('orderType', [posterOrderBody, itemOrderBody], {
    error: ({ input }) => posterField.error({ input: (input as { orderType?: unknown } | undefined)?.orderType }),
  })
  .refine(hasAtMostOneAddress, { path: ['address'], message: 'Send either addressId or address.' });
export type CreateOrder = z.infer<typeof createOrderBody>;

/** Price of an order, in whole cents. */
export const orderAmounts = z.object({
  items: z.number().int(),
  shipping: z.number().int(),
  tax: z.number().int(),
  credit: z.number().int(),
  total: z.number().int(),
  /** Refunded to the card. */
  refunded: z.number().int(),
  /** Returned to the buyer's credit by refunds. */
  returned: z.number().int(),
});

const option = z.object({ _id: z.string(), name: z.string() });
const status = z.object({ _id: z.string(), name: z.string(), color: z.string(), event: z.string() });

/** Row of a list of orders. */
export const orderRow = z
  .object({
    _id: z.string(),
    /** Order number, short enough to read out over the phone. */
    orderId: z.string(),
    orderType,
    platform: z.enum(['PP', 'WV']),
    description: z.string(),
    quantity: z.number().int(),
    /** Total in dollars, as specified for the API. */
    amount: z.number(),
    amounts: orderAmounts,
    /** Empty after the account is deleted. `buyer` remains. */
    userId: z.array(z.object({ _id: z.string(), name: z.string(), email: z.string(), phoneNo: z.string() })),
    buyer: z.object({ name: z.string(), email: z.string() }),
    statusId: z.array(status),
    paymentStatusId: z.array(status),
    createdDate: z.string(),
    paidDate: z.string().nullable(),
    /** Id of the payment at the bank; null before one was created. */
    paymentId: z.string().nullable(),
  })
  .meta({ id: 'OrderRow' });
export type OrderRow = z.infer<typeof orderRow>;

export const orderedItem = z.object({
  name: z.string(),
  description: z.string(),
  quantity: z.number().int(),
  /** Unit price at the time of sale, in dollars. */
  price: z.number(),
  height: z.number().nullable(),
  width: z.number().nullable(),
  length: z.number().nullable(),
  weight: z.number().nullable(),
  picture: z.object({ key: z.string() }).nullable(),
  /** In cents. */
  amount: z.number().int(),
  tax: z.number().int(),
});

export const orderChange = z.object({
  what: z.enum(['order', 'payment', 'refund']),
  before: z.string(),
  after: z.string(),
  /** Null for changes reported by the bank. */
  changedBy: z.string().nullable(),
  changedAt: z.string(),
});

/** GET /orders/{id}: the only element of `result`. */
export const order = orderRow
  .extend({
    /** Present if orderType is poster. `mediaId` is empty after the media is deleted. The print file remains. */
    poster: z
      .object({
        mediaId: z.array(z.object({ _id: z.string(), name: z.string(), mediaFile: z.object({ key: z.string() }) })),
        name: z.string(),
        crop,
        /** True when the print file, stored when the order was placed, can be downloaded. */
        hasPrintFile: z.boolean(),
        /** Pixels per inch on paper, with this crop and size. */
        pixelsPerInch: z.number(),
      })
      .nullable(),
    orientationId: option.nullable(),
    sizeId: option.nullable(),
    paperStockId: option.nullable(),
    laminationId: option.nullable(),
    items: z.array(orderedItem),
    shippingAddress: z
      .object({ houseAddress: z.string(), city: z.string(), state: z.string(), zipcode: z.string(), country: z.string() })
      .nullable(),
    shippingCountry: shippingCountry.nullable(),
    trackingNumber: z.string().nullable(),
    /** Version of the status and the tracking number, for conflict detection. */
    version: z.string(),
    card: z.object({ brand: z.string(), last4: z.string() }).nullable(),
    /** For a subscription: its plan and price as sold, and the end of the paid period, in Unix seconds. */
    planId: z.object({ planName: z.string(), interval: z.enum(['month', 'year']).nullable() }).nullable(),
    endDate: z.number().nullable(),
    history: z.array(orderChange),
    abilities: z.object({ changeStatus: z.boolean(), refund: z.boolean() }),
    /** For administrators who may refund the order: the amounts that can be refunded, in cents. Null for everyone else. */
    refundable: z
      .object({
        card: z.number().int(),
        credit: z.number().int(),
        /** Already returned as credit by plan changes, and therefore not refundable. */
        credited: z.number().int(),
        /** True when the plan that the order paid for is still active, so that the refund can end it. */
        isPlanRunning: z.boolean(),
      })
      .nullable(),
  })
  .meta({ id: 'Order' });
export type Order = z.infer<typeof order>;

/** GET /orders: for administrators, newest first; partner administrators see the partner's. */
export const ordersQuery = z.object({
  role: z.string().max(20).optional(),
  orderType: orderType.optional(),
  platform: z.enum(['PP', 'WV']).optional(),
  dataPerPage: z.coerce.number<number>().int().min(1).max(100).default(20),
  page: z.coerce.number<number>().int().min(1).max(100_000).default(1),
  /** Returns the page after this order. Replaces `page` and is equally fast on all pages. */
  after: id.optional(),
  /** An order's number, or a part of the buyer's name or address. */
  string: z.string().trim().max(200).optional(),
  statusId: id.optional(),
  paymentEvent: paymentEvent.optional(),
  /** ISO dates; both days included. */
  from: z.iso.date().optional(),
  until: z.iso.date().optional(),
});
export type OrdersQuery = z.infer<typeof ordersQuery>;

/** GET /orders/users/{userId}: the user's own orders, newest first. */
export const ownOrdersQuery = ordersQuery.pick({ orderType: true, dataPerPage: true, after: true });

/** PUT /orders/{id}/status: set by an administrator. The email to the buyer contains the tracking number. */
export const orderStatusBody = z.strictObject({
  version: sentVersion,
  statusId: id,
  trackingNumber: z.string().trim().max(100).optional(),
});

/** Effect of refunding a subscription's order on the plan. */
export const planEnd = z.enum(['keep', 'periodEnd', 'now']);
export type PlanEnd = z.infer<typeof planEnd>;

/**
 * POST /orders/{id}/refunds: `amount` is in cents. Without it, the whole refundable amount is refunded. The card is refunded first, and the rest
 * returns to the buyer's credit.
 */
export const refundBody = z.strictObject({
  requestId: id,
  amount: z.number().int().positive().optional(),
  reason: z.string().trim().max(500).default(''),
  planEnd: planEnd.default('keep'),
});
export type RefundBody = z.input<typeof refundBody>;
