import { z } from 'zod';
import { platform } from './accounts.ts';
import { id } from './envelope.ts';
import { formatLimit, LIMITS } from './limits.ts';

const DAY_MS = 86_400_000;

/** Plan of a new account. Source: specification 1 §9. */
export const FREE_PLAN = {
  planName: 'Free',
  trialMs: 30 * DAY_MS,
  users: 1,
  devices: 1,
  playlists: 10,
  albums: 20,
  sharingGroups: 5,
  storageBytes: 5e9,
} as const;

/** The plan of which there is one for each family; who has it may create a family (specification 3 §2). */
export const FAMILY_PLAN = 'Family Plan';
/** The plan for one person. */
export const SINGLE_PLAN = 'Single User';
/** Offered monthly alone, and like the family's not left by an upgrade (specification 3 §2). */
export const ENTERPRISE_PLAN = 'Enterprise Plan';

/** `allowed` is null for as many as they like. */
const allowance = z.object({ used: z.number(), allowed: z.number().nullable() });

export const subscriptionState = z.enum(['incomplete', 'trial', 'active', 'pastDue', 'cancelled', 'expired']);
/** incomplete: never paid yet; trial; active; pastDue: a renewal failed and is tried again; cancelled: runs until the end of what was paid; expired. */
export type SubscriptionState = z.infer<typeof subscriptionState>;

/** GET /subscriptions/{userId}: the plan of an account and what of it is taken; null for one that has none. */
export const subscriptionSummary = z
  .object({
    planName: z.string(),
    /** An expired plan blocks new uploads and devices; existing content is not affected. */
    status: z.enum(['active', 'expired']),
    isTrial: z.boolean(),
    endDate: z.string(),
    users: z.number(),
    devices: allowance,
    /** Extra screens that the account pays for, and whether its owner can buy some now. */
    extraScreens: z.object({ quantity: z.number().int(), canBuy: z.boolean() }),
    playlists: allowance,
    albums: allowance,
    sharingGroups: allowance,
    /** The newest subscription there is, running or not; null for an account that never had one. */
    subscriptionId: z.string().nullable(),
  })
  .meta({ id: 'SubscriptionSummary' });
export type SubscriptionSummary = z.infer<typeof subscriptionSummary>;

export const interval = z.enum(['month', 'year']);
export type Interval = z.infer<typeof interval>;

export const planType = z.enum(['pp_plan', 'wv_plan', 'wv_adv_plan', 'other']);

/** Amounts are whole cents of a US dollar. */
export const planPrice = z.object({
  priceId: z.string(),
  interval,
  amount: z.number().int(),
  /** Price of one extra screen for a period. Null when the plan has no extra screens. */
  extraScreenAmount: z.number().int().nullable(),
  currency: z.literal('usd'),
});
export type PlanPrice = z.infer<typeof planPrice>;

/** GET /stripes/prices: what can be subscribed to. */
export const plan = z
  .object({
    _id: z.string(),
    planName: z.string(),
    planType,
    description: z.string(),
    features: z.array(z.object({ text: z.string(), isIncluded: z.boolean() })),
    device: z.number(),
    users: z.number(),
    /** Bytes. */
    planStorage: z.number(),
    /** Null for as many as they like, here and below. */
    playlists: z.number().nullable(),
    albums: z.number().nullable(),
    sharingGroups: z.number().nullable(),
    /** Days before the first payment; 0 without a trial. */
    trialDays: z.number(),
    /** Yearly first, where there is one; read the `interval`, not the position. */
    plans: z.array(planPrice),
  })
  .meta({ id: 'Plan' });
export type Plan = z.infer<typeof plan>;

export const pricesQuery = z.object({ platform: platform.default('PP') });

export const cardOnFile = z.object({ brand: z.string(), last4: z.string(), expMonth: z.number(), expYear: z.number() });
export type CardOnFile = z.infer<typeof cardOnFile>;

/** A payment that waits for the person: to confirm it, or for another card. */
export const openPayment = z.object({
  orderId: z.string(),
  paymentIntentId: z.string(),
  clientSecret: z.string(),
  amount: z.number().int(),
  /** Whether the bank asks the person to confirm it; otherwise it needs a card. */
  needsConfirmation: z.boolean(),
});

/**
 * GET /stripes/subscriptions/{subscriptionId}: the payment provider's record of a subscription in its own spelling, and in `state` what the product knows
 * about it. Times of the record are epoch seconds.
 */
export const subscription = z
  .object({
    id: z.string(),
    status: z.enum(['active', 'canceled']),
    current_period_start: z.number(),
    /** The next billing date, or when it expires or expired. */
    current_period_end: z.number(),
    plan: z.object({ nickname: z.string(), interval, amount: z.number().int() }),
    items: z.object({
      data: z.array(
        z.object({
          plan: z.object({ id: z.string(), nickname: z.string(), interval, amount: z.number().int() }),
          quantity: z.number(),
          metadata: z.object({ devices: z.string(), storage: z.string(), user: z.string() }),
        }),
      ),
    }),
    state: subscriptionState,
    /** `given` by an administrator: no card is charged for it, and it ends on its date. */
    source: z.enum(['card', 'given']),
    planId: z.string().nullable(),
    priceId: z.string().nullable(),
    planType,
    /** The card that is charged. */
    card: cardOnFile.nullable(),
    /** When a failed renewal is tried again. */
    nextAttempt: z.number().nullable(),
    openPayment: openPayment.nullable(),
    /** Extra screens in addition to the devices of the plan. `amount` is the price of one for a period; null when the plan has none. */
    extraScreens: z.object({ quantity: z.number().int(), amount: z.number().int().nullable() }),
    /** `buyExtraScreens`: any number. `changeExtraScreens`: at least fewer than now. */
    abilities: z.object({
      cancel: z.boolean(),
      resume: z.boolean(),
      change: z.boolean(),
      changeCard: z.boolean(),
      buyExtraScreens: z.boolean(),
      changeExtraScreens: z.boolean(),
    }),
  })
  .meta({ id: 'Subscription' });
export type Subscription = z.infer<typeof subscription>;

/** Created by the client's form for each intended payment. Repeated requests with the same key pay once. */
const idempotencyKey = z.uuid().optional();

/** Values that the client expects to buy; refused when the plan has others. Numbers may be sent as text. */
const believed = z.union([z.string().max(30), z.number()]).optional();
const item = z.strictObject({
  price: id,
  quantity: z.literal(1, 'You can buy only one subscription at a time').optional(),
  metadata: z
    .strictObject({
      devices: believed,
      storage: believed,
      user: believed,
      users: believed,
      orderType: z.enum(['single', 'family', 'enterprise']).optional(),
      platform: platform.optional(),
    })
    .optional(),
});
const items = z.array(item).length(1, 'You can buy only one plan at a time');

/** POST /stripes/subscription. `amount` in cents, if given, is compared. */
export const subscribeBody = z.strictObject({
  paymentMethodId: z.string().min(1).max(255),
  priceId: id,
  planId: id.optional(),
  items: items.optional(),
  userId: id.optional(),
  role: z.string().max(20).optional(),
  amount: z.number().int().optional(),
  idempotencyKey,
});
export type SubscribeBody = z.infer<typeof subscribeBody>;

/** PUT /stripes/subscription/{id}. `prorationDate` is the preview's, so that the change costs exactly what was shown. */
export const changeBody = z.strictObject({
  items,
  userId: id.optional(),
  planId: id.optional(),
  prorationDate: z.number().int().optional(),
  amount: z.number().int().optional(),
  idempotencyKey,
});

const EXTRA_SCREENS_RANGE = `Enter a number from 0 to ${formatLimit(LIMITS.extraScreensMax)}.`;
/** Number of extra screens that a subscription shall have. */
export const extraScreensNumber = z
  .number({ error: EXTRA_SCREENS_RANGE })
  .int(EXTRA_SCREENS_RANGE)
  .min(0, EXTRA_SCREENS_RANGE)
  .max(LIMITS.extraScreensMax, EXTRA_SCREENS_RANGE);

/** POST /stripes/subscription/{id}/extra-screens/preview. */
export const extraScreensPreviewBody = z.strictObject({ quantity: extraScreensNumber });

/** PUT /stripes/subscription/{id}/extra-screens. `prorationDate` and `amount` are the preview's, so that the change costs exactly what was shown. */
export const extraScreensBody = z.strictObject({
  quantity: extraScreensNumber,
  prorationDate: z.number().int().optional(),
  amount: z.number().int().optional(),
  idempotencyKey,
});
export type ExtraScreensBody = z.infer<typeof extraScreensBody>;

export const changeCardBody = z.strictObject({ paymentMethodId: z.string().min(1).max(255) });

/** POST and PUT of a subscription. */
export const subscribed = z
  .object({
    subscription,
    orderId: z.string(),
    /** `requires_action`: the person confirms it with `clientSecret`; then POST /stripes/payment. */
    payment: z.object({
      status: z.enum(['succeeded', 'processing', 'requires_action']),
      paymentIntentId: z.string().nullable(),
      clientSecret: z.string().nullable(),
    }),
  })
  .meta({ id: 'Subscribed' });
export type Subscribed = z.infer<typeof subscribed>;

/** The next charges of a plan as they will happen. Cents; times in epoch seconds. */
export const upcomingCharges = z.object({
  /** Until when the credit pays every renewal in full. Null when it doesn't cover the next one. */
  coveredUntil: z.number().nullable(),
  /** The first renewal that charges the card, and with how much: the rest of the credit pays the other part. */
  chargeAt: z.number(),
  chargeAmount: z.number().int(),
  /** Charged by every later renewal. */
  amount: z.number().int(),
  interval,
});
export type UpcomingCharges = z.infer<typeof upcomingCharges>;

/** GET /stripes/credit/{userId}: the customer's credit, as the bank says, and the charges to come. `upcoming` is null when no plan renews. */
export const creditBalance = z
  .object({ credit: z.number().int(), currency: z.literal('usd'), upcoming: upcomingCharges.nullable() })
  .meta({ id: 'CreditBalance' });
export type CreditBalance = z.infer<typeof creditBalance>;

export const previewBody = z.strictObject({ priceId: id });
/** POST /stripes/preview: what is charged now and what from when, by the bank's own reckoning. Cents; times in epoch seconds. */
export const preview = z
  .object({
    amountDue: z.number().int(),
    /** Left to the payer's credit for later payments. */
    credit: z.number().int(),
    currency: z.literal('usd'),
    lines: z.array(z.object({ description: z.string(), amount: z.number().int() })),
    nextAt: z.number(),
    nextAmount: z.number().int(),
    upcoming: upcomingCharges,
    prorationDate: z.number().int(),
  })
  .meta({ id: 'Preview' });
export type Preview = z.infer<typeof preview>;
