import { z } from 'zod';

export const notification = z
  .object({
    _id: z.string(),
    /** True while unread. */
    status: z.boolean(),
    notificationBody: z.string(),
    /** `family`: a notification about a family that needs no answer. */
    invitationType: z.enum(['share_album', 'family']).nullable(),
    invitationId: z.string().nullable(),
    /** Outcome of an album invitation that is no longer pending: `closed` was declined or withdrawn, or its album was deleted. */
    outcome: z.enum(['accepted', 'closed']).nullable(),
    /** Album of an accepted invitation. */
    albumId: z.string().nullable(),
    /** Users who caused the notification. The first user's picture is shown. */
    createdUser: z.array(z.object({ _id: z.string(), name: z.string(), profilePicture: z.object({ key: z.string() }).nullable() })),
    createdAt: z.string(),
    updatedAt: z.string(),
  })
  .meta({ id: 'Notification' });
export type Notification = z.infer<typeof notification>;

export const markReadQuery = z.object({ notificationId: z.uuid().optional() });
export const readState = z.array(z.object({ _id: z.string(), status: z.boolean() }));
