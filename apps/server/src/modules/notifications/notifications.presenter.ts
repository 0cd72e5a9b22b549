import type { Notification } from '@vitrine/contract';
import type { NotificationRow } from './notifications.read-model.ts';

export const presentNotification = (row: NotificationRow): Notification => ({
  _id: row.id,
  status: row.is_unread,
  notificationBody: row.body,
  invitationType: getNotificationType(row),
  invitationId: row.is_open ? row.invitation_id : null,
  outcome: getInvitationOutcome(row),
  albumId: row.joined_album_id,
  createdUser: row.sender_id
    ? [{ _id: row.sender_id, name: row.sender_name ?? '', profilePicture: row.sender_picture ? { key: row.sender_picture } : null }]
    : [],
  createdAt: row.created_at.toISOString(),
  updatedAt: row.updated_at.toISOString(),
});

/** A closed invitation has no buttons; notifications about a family link to its page. */
function getNotificationType({ invitation_type, is_open }: NotificationRow): Notification['invitationType'] {
  if (invitation_type === 'family') return 'family';
  return is_open && invitation_type === 'share_album' ? 'share_album' : null;
}

function getInvitationOutcome({ invitation_type, is_open, joined_album_id }: NotificationRow): Notification['outcome'] {
  if (invitation_type !== 'share_album' || is_open) return null;
  return joined_album_id === null ? 'closed' : 'accepted';
}
