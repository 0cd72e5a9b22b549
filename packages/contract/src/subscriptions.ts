import { z } from 'zod';

const DAY_MS = 86_400_000;

/** What every new account starts on. Source: specification 1 §9. */
export const FREE_PLAN = {
  planName: 'Free',
  trialMs: 30 * DAY_MS,
  users: 1,
  devices: 1,
  playlists: 10,
  albums: 20,
  storageBytes: 5e9,
} as const;

/** Devices of an organisation whose owner bought no plan that carries more. Source: specification 2 §5. */
export const ORGANISATION_DEVICES = 1;

const allowance = z.object({ used: z.number(), allowed: z.number() });

/** GET /subscriptions/{userId}: the plan of an account and what of it is taken; null for one that has none. */
export const subscriptionSummary = z
  .object({
    planName: z.string(),
    /** An expired plan stops new uploads and devices, and nothing that is there. */
    status: z.enum(['active', 'expired']),
    isTrial: z.boolean(),
    endDate: z.string(),
    users: z.number(),
    devices: allowance,
    playlists: allowance,
    albums: allowance,
  })
  .meta({ id: 'SubscriptionSummary' });
export type SubscriptionSummary = z.infer<typeof subscriptionSummary>;
