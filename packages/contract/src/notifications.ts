import { z } from 'zod';

export const notification = z
  .object({
    _id: z.string(),
    /** True while unread. */
    status: z.boolean(),
    notificationBody: z.string(),
    /** `family`: about a family, with nothing to answer. */
    invitationType: z.enum(['share_album', 'family']).nullable(),
    invitationId: z.string().nullable(),
    /** Outcome of an album invitation that is no longer pending: `closed` was declined or withdrawn, or its album was deleted. */
    outcome: z.enum(['accepted', 'closed']).nullable(),
    /** The album that an accepted invitation opened. */
    albumId: z.string().nullable(),
    /** Who caused it; the first one's picture is shown. */
    createdUser: z.array(z.object({ _id: z.string(), name: z.string(), profilePicture: z.object({ key: z.string() }).nullable() })),
    createdAt: z.string(),
    updatedAt: z.string(),
  })
  .meta({ id: 'Notification' });
export type Notification = z.infer<typeof notification>;

export const markReadQuery = z.object({ notificationId: z.uuid().optional() });
export const readState = z.array(z.object({ _id: z.string(), status: z.boolean() }));
