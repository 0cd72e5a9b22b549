import { Link } from '@tanstack/react-router';
import type { Notification } from '@vitrine/contract/notifications';
import { getErrorMessage } from '../../../lib/app-error.ts';
import { formatRelative } from '../../../lib/format.ts';
import { getAvatarPicture } from '../../../lib/picture-url.ts';
import { useBrand } from '../../../lib/platform.ts';
import { messageToasts } from '../../../lib/use-api-mutation.ts';
import { Avatar } from '../../../ui/avatar.tsx';
import { Button } from '../../../ui/button.tsx';
import { Text, VisuallyHidden } from '../../../ui/text.tsx';
import { toast } from '../../../ui/toast-store.ts';
import { useMarkNotificationsRead, useReplyToShare } from '../api/notifications.ts';
import styles from './notification-list.module.css';

interface NotificationListProps {
  notifications: readonly Notification[];
  userId: string;
  /** True in the bell's popover, which has less space. */
  isDense?: boolean;
}

export function NotificationList({ notifications, userId, isDense = false }: NotificationListProps) {
  return (
    <ul className={styles.list} data-dense={isDense ? '' : undefined} aria-label="Notifications">
      {notifications.map((notification) => (
        <NotificationItem key={notification._id} notification={notification} userId={userId} />
      ))}
    </ul>
  );
}

interface NotificationItemProps {
  notification: Notification;
  userId: string;
}

/** A click anywhere on the row marks it as read. Invitations have buttons to accept and decline. */
function NotificationItem({ notification, userId }: NotificationItemProps) {
  const read = useMarkNotificationsRead(userId, {
    onError: (error) => toast.error(getErrorMessage(error)),
  });
  const product = useBrand();
  const sender = notification.createdUser[0];
  const isUnread = notification.status && !read.isPending;
  return (
    <li className={styles.item} data-unread={isUnread ? '' : undefined}>
      <Avatar name={sender?.name ?? product.name} size={44} {...getAvatarPicture(sender?.profilePicture, 160)} />
      <div className={styles.text}>
        <p className={styles.body}>
          {isUnread ? (
            <button type="button" className={styles.read} onClick={() => read.mutate(notification._id)}>
              <VisuallyHidden>Unread: </VisuallyHidden>
              {notification.notificationBody}
              <VisuallyHidden>. Mark as read</VisuallyHidden>
            </button>
          ) : (
            notification.notificationBody
          )}
        </p>
        <Text as="time" tone="soft" size="sm" dateTime={notification.updatedAt}>
          {formatRelative(notification.updatedAt)}
        </Text>
        {notification.invitationType === 'share_album' && notification.invitationId && (
          <InvitationButtons notification={notification} invitationId={notification.invitationId} />
        )}
        {notification.outcome && <InvitationOutcome {...notification} />}
        {notification.invitationType === 'family' && (
          <p className={styles.answer}>
            <Link to="/main/family" onClick={() => isUnread && read.mutate(notification._id)}>
              View family
            </Link>
          </p>
        )}
      </div>
      {isUnread && <span className={styles.dot} aria-hidden="true" />}
    </li>
  );
}

/** Outcome of an invitation that is no longer pending. */
function InvitationOutcome({ outcome, albumId }: Pick<Notification, 'outcome' | 'albumId'>) {
  if (outcome === 'closed') return <p className={styles.outcome}>This invitation is no longer available.</p>;
  if (albumId === null) return null;
  return (
    <p className={styles.outcome}>
      Invitation accepted.{' '}
      <Link to="/main/media" search={{ albumId, shared: true }}>
        Open album
      </Link>
    </p>
  );
}

function InvitationButtons({ notification, invitationId }: { notification: Notification; invitationId: string }) {
  const reply = useReplyToShare(invitationId, notification._id, {
    ...messageToasts,
  });
  // The buttons stay disabled unless the request failed.
  const isAnswered = reply.isPending || reply.isSuccess;
  return (
    <div className={styles.answer}>
      <Button
        kind="primary"
        disabled={isAnswered}
        isLoading={reply.isPending && reply.variables === 'accept'}
        onClick={() => reply.mutate('accept')}
      >
        Accept
      </Button>
      <Button disabled={isAnswered} isLoading={reply.isPending && reply.variables === 'canceled'} onClick={() => reply.mutate('canceled')}>
        Decline
      </Button>
    </div>
  );
}
