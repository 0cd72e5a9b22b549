import { z } from 'zod';

/** API of the built-in test bank: the part of Stripe's, as JSON, that a browser needs. It answers 404 when Stripe keys are configured. */

/** POST /test-bank/v1/payment_methods. Digits with or without spaces; `exp_year` with two digits or four. */
export const testCardBody = z.strictObject({
  number: z.string().min(1).max(30),
  exp_month: z.coerce.number<number | string>().int().min(1).max(12),
  exp_year: z.coerce.number<number | string>().int().min(0).max(2200),
  cvc: z.string().max(4),
});
export const testCard = z.object({
  id: z.string(),
  card: z.object({ brand: z.string(), last4: z.string(), exp_month: z.number(), exp_year: z.number() }),
});

/** POST /test-bank/v1/payment_intents/{id}/confirm. */
export const testConfirmBody = z.strictObject({ client_secret: z.string().max(255), payment_method: z.string().max(255) });
/** POST /test-bank/v1/payment_intents/{id}/authenticate: what the person answered to "is this you?". */
export const testAuthenticateBody = z.strictObject({ client_secret: z.string().max(255), is_confirmed: z.boolean() });
export const testIntent = z.object({
  id: z.string(),
  status: z.string(),
  amount: z.number().int(),
  currency: z.string(),
  last_payment_error: z.object({ code: z.string(), decline_code: z.string().nullable(), message: z.string() }).nullable(),
});
export type TestIntent = z.infer<typeof testIntent>;
export const testIntentParams = z.object({ id: z.string().max(255) });
export const testIntentQuery = z.object({ client_secret: z.string().max(255) });

/** The bank's time, which an administrator moves forward to see what a year does. Epoch seconds. */
export const testClock = z.object({ now: z.number().int() });
export const testClockBody = z.strictObject({
  advanceSeconds: z
    .number()
    .int()
    .min(1)
    .max(400 * 86_400),
});
