import { z } from 'zod';
import { id } from './envelope.ts';
import { text } from './text.ts';

export const CAP_FEED_LIMITS = {
  perOwner: 5,
  name: 60,
  address: 2000,
  intervalMax: 60,
  trustedKeys: 20_000,
} as const;

/** Certificates and public keys as PEM, of which one must have signed each alert. */
const trustedKeys = z
  .string()
  .trim()
  .min(1, 'Enter a certificate or a public key')
  .max(CAP_FEED_LIMITS.trustedKeys, `Use at most ${CAP_FEED_LIMITS.trustedKeys} characters`);

const feedFields = {
  name: text({ max: CAP_FEED_LIMITS.name, required: 'Enter a name', long: `Use at most ${CAP_FEED_LIMITS.name} characters` }),
  /** Minutes between two requests. */
  intervalMinutes: z.number().int().min(1).max(CAP_FEED_LIMITS.intervalMax).default(5),
  /** Whether exercises and tests raise drills. */
  hasDrills: z.boolean().default(false),
  /** Null when signatures are not required. */
  trustedKeys: trustedKeys.nullable().default(null),
};
const address = z
  .string({ error: 'Enter an address' })
  .trim()
  .min(1, 'Enter an address')
  .max(CAP_FEED_LIMITS.address, `Use at most ${CAP_FEED_LIMITS.address} characters`)
  .regex(/^https?:\/\//i, 'Enter an address that starts with https:// or http://');

/** POST /emergency/feeds */
export const createCapFeedBody = z.strictObject({ userId: id.optional(), orgId: id.optional(), ...feedFields, address });
export type CreateCapFeed = z.input<typeof createCapFeedBody>;

/** PUT /emergency/feeds/{feedId}: without an address, it stays. */
export const editCapFeedBody = z.strictObject({ ...feedFields, address: address.optional() });
export type EditCapFeed = z.input<typeof editCapFeedBody>;

export const capFeedParams = z.object({ feedId: id });

export const capFeed = z
  .object({
    _id: id,
    orgId: z.string().nullable(),
    name: z.string(),
    /** Null for staff who view the account. */
    address: z.string().nullable(),
    intervalMinutes: z.number().int(),
    hasDrills: z.boolean(),
    trustedKeys: z.string().nullable(),
    state: z.enum(['waiting', 'current', 'failing']),
    /** ISO time of the last request; null before the first one. */
    checkedAt: z.string().nullable(),
    failingSince: z.string().nullable(),
    /** Why the feed could not be read. */
    failure: z.string().nullable(),
    /** Why alerts of the feed were refused, or could not be fetched, the last time that this happened. */
    problem: z.string().nullable(),
    problemAt: z.string().nullable(),
  })
  .meta({ id: 'CapFeed' });
export type CapFeed = z.infer<typeof capFeed>;

/** GET /emergency/feeds */
export const capFeeds = z.object({
  feeds: z.array(capFeed),
  /** Certificates and keys for alerts that programs post. Null when their signatures are not required. */
  postingKeys: z.string().nullable(),
});
export type CapFeeds = z.infer<typeof capFeeds>;

/** PUT /emergency/cap/keys */
export const editPostingKeysBody = z.strictObject({ userId: id.optional(), orgId: id.optional(), trustedKeys: trustedKeys.nullable() });
