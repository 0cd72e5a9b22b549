/** How staff view a user's account, and what the user sees of it. */
import { z } from 'zod';
import { id } from './envelope.ts';

/** `open`: staff may view an account at any time. `consent`: only with the user's permission. Both are recorded. */
export const staffAccessMode = z.enum(['open', 'consent']);
export type StaffAccessMode = z.infer<typeof staffAccessMode>;

export const STAFF_ACCESS_LIMITS = { reasonMin: 10, reasonMax: 500, activityPage: 20 } as const;

/** How long a user permits the access: one hour, one day, or until they revoke it. */
export const grantDuration = z.enum(['hour', 'day', 'untilRevoked']);
export type GrantDuration = z.infer<typeof grantDuration>;

export const grantState = z.enum(['waiting', 'allowed', 'denied', 'revoked', 'expired']);
export type GrantState = z.infer<typeof grantState>;

const instant = z.iso.datetime();
const reason = z
  .string()
  .trim()
  .min(STAFF_ACCESS_LIMITS.reasonMin, `Give a reason of at least ${STAFF_ACCESS_LIMITS.reasonMin} characters.`)
  .max(STAFF_ACCESS_LIMITS.reasonMax);

/** POST /console/views. The reason is for a super-admin who views the account without the user's permission. */
export const openViewBody = z.strictObject({ userId: id, reason: reason.optional() });

/** POST /console/views/requests. */
export const requestGrantBody = z.strictObject({
  userId: id,
  duration: grantDuration,
  message: z.string().trim().max(STAFF_ACCESS_LIMITS.reasonMax).default(''),
});

/** PUT /users/staff-access/:id. The duration is the one the user chose, which may be shorter than requested. */
export const answerGrantBody = z.discriminatedUnion('answer', [
  z.strictObject({ answer: z.literal('allow'), duration: grantDuration }),
  z.strictObject({ answer: z.literal('deny') }),
  z.strictObject({ answer: z.literal('revoke') }),
]);
export type GrantAnswer = z.infer<typeof answerGrantBody>;

/** The account that this session of staff is viewing. */
export const accountView = z.object({
  _id: z.string(),
  userId: z.string(),
  name: z.string(),
  isReadOnly: z.boolean(),
  startedAt: instant,
  expiresAt: instant,
});
export type AccountView = z.infer<typeof accountView>;

/** The options of a staff member for viewing one account. */
export const viewOptions = z.object({
  name: z.string(),
  mode: staffAccessMode,
  isViewing: z.boolean(),
  isReadOnly: z.boolean(),
  /** Whether this staff member may view the account without permission, after giving a reason. */
  canOverride: z.boolean(),
  request: z.object({ state: grantState, duration: grantDuration, askedAt: instant, endsAt: instant.nullable() }).nullable(),
});
export type ViewOptions = z.infer<typeof viewOptions>;

/** A staff member's request to view the own account, or the permission given for it. */
export const staffGrant = z.object({
  _id: z.string(),
  staffName: z.string(),
  duration: grantDuration,
  message: z.string(),
  state: grantState,
  askedAt: instant,
  endsAt: instant.nullable(),
});
export type StaffGrant = z.infer<typeof staffGrant>;

export const viewedKind = z.enum(['files', 'media', 'albums', 'playlists', 'devices', 'orders', 'addresses', 'notifications', 'changes']);

/** One time that staff viewed the own account. */
export const staffVisit = z.object({
  _id: z.string(),
  staffName: z.string(),
  isReadOnly: z.boolean(),
  /** Given by a super-admin who viewed the account without permission. */
  reason: z.string().nullable(),
  startedAt: instant,
  /** Null while the visit lasts. */
  endedAt: instant.nullable(),
  items: z.array(z.object({ kind: viewedKind, count: z.number().int() })),
});
export type StaffVisit = z.infer<typeof staffVisit>;

/** GET /users/activity, newest first. `before` is the `_id` of the last entry of the previous page. */
export const activityQuery = z.object({
  before: id.optional(),
  dataPerPage: z.coerce.number<number>().int().min(1).max(100).default(STAFF_ACCESS_LIMITS.activityPage),
});
