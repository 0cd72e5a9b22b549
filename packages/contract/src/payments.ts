import { z } from 'zod';
import { INVALID_ID_MESSAGE, id } from './envelope.ts';

/** An order by its `_id` or by its number, such as V100042-5. The specification calls both orderId. */
export const orderReference = z.union([id, z.string().regex(/^V\d{1,15}-\d$/i)], INVALID_ID_MESSAGE);

/** GET /stripes/config: which bank takes the cards, and what a browser needs for its fields. */
export const bankConfig = z.object({ bank: z.enum(['testBank', 'stripe']), publishableKey: z.string().nullable() });
export type BankConfig = z.infer<typeof bankConfig>;

/** POST /stripes/payment/intent: cents. Without `orderId` it is for the caller's newest order of this amount that waits to be paid. */
export const intentBody = z.strictObject({ amount: z.number().int().positive().max(100_000_000), orderId: orderReference.optional() });
export const intent = z.object({ id: z.string(), client_secret_key: z.string() });

/** POST /stripes/payment: the outcome seen by the browser. It is only a hint, because the server asks the bank. */
export const paymentBody = z.strictObject({
  paymentType: z.enum(['paymentsuccess', 'paymentfailed']),
  paymentIntentId: z.string().min(1).max(255),
  orderId: orderReference.optional(),
});

export const paymentEvent = z.enum(['paymentpending', 'paymentsuccess', 'paymentfailed']);
export type PaymentEvent = z.infer<typeof paymentEvent>;

export const orderType = z.enum(['subscription', 'item', 'poster']);
export type OrderType = z.infer<typeof orderType>;

/** State of a payment at the bank. `intentStatus` is Stripe's. */
export const reportedPayment = z
  .object({ orderId: z.string(), orderType, paymentEvent, intentStatus: z.string() })
  .meta({ id: 'SettledPayment' });
export type ReportedPayment = z.infer<typeof reportedPayment>;

/** One payment: a line under Transactions. Amounts are whole cents. */
export const payment = z
  .object({
    _id: z.string(),
    orderId: z.string(),
    /** As people read it over the phone. */
    orderNumber: z.string(),
    orderType,
    description: z.string(),
    amount: z.number().int(),
    /** Refunded to the card. */
    refundedAmount: z.number().int(),
    /** Returned to the payer's credit by refunds. */
    returnedAmount: z.number().int(),
    /** Above zero: paid from the payer's credit. Below zero: added to it. */
    credit: z.number().int(),
    /** Why the bank made the invoice of a subscription. Null for other orders and for orders of earlier versions. */
    invoiceReason: z.enum(['start', 'renewal', 'change']).nullable(),
    currency: z.literal('usd'),
    status: z.enum(['pending', 'success', 'failed', 'refunded', 'partlyRefunded']),
    card: z.object({ brand: z.string(), last4: z.string() }).nullable(),
    createdAt: z.string(),
    paidAt: z.string().nullable(),
  })
  .meta({ id: 'Payment' });
export type Payment = z.infer<typeof payment>;

/** Newest first. `before`: the `_id` of the last one of the page before. */
export const paymentsQuery = z.object({
  before: id.optional(),
  dataPerPage: z.coerce.number<number>().int().min(1).max(100).default(20),
});

export const receiptLine = z.object({ description: z.string(), quantity: z.number().int(), amount: z.number().int() });

/** GET /stripes/payments/{userId}/{paymentId}: all that a receipt shows. */
export const receipt = z
  .object({
    payment,
    lines: z.array(receiptLine),
    shipping: z.number().int(),
    tax: z.number().int(),
    /** Above zero: paid from the payer's credit. Below zero: added to it. */
    credit: z.number().int(),
    /** The payer's credit after this payment. Null where it is not known. */
    creditLeft: z.number().int().nullable(),
    total: z.number().int(),
    payer: z.object({ name: z.string(), email: z.string() }),
    /** Period that a subscription's payment covers, as ISO dates. */
    period: z.object({ from: z.string(), until: z.string() }).nullable(),
    bank: z.enum(['testBank', 'stripe']),
  })
  .meta({ id: 'Receipt' });
export type Receipt = z.infer<typeof receipt>;
