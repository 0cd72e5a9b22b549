import { on, type Reaction } from '../../platform/events.ts';
import { albumInvited, albumJoined, invitationClosed } from '../albums/index.ts';
import type { NotificationsService } from './notifications.service.ts';

export const createAlbumNotificationReactions = ({ notify, closeInvitation }: NotificationsService): Reaction[] => [
  on(albumInvited, (tx, { userId, invitationId, inviterId, inviterName, albumName }) =>
    notify(tx, {
      user_id: userId,
      body: `${inviterName} wants to share the album “${albumName}” with you.`,
      created_by: inviterId,
      invitation_type: 'share_album',
      invitation_id: invitationId,
    }),
  ),
  on(albumJoined, (tx, { userId, name, inviterId, albumName }) =>
    notify(tx, { user_id: inviterId, body: `${name} joined the album “${albumName}”.`, created_by: userId }),
  ),
  on(invitationClosed, (tx, { userId, notificationId }) => closeInvitation(tx, userId, notificationId)),
];
