import type { Notification } from '@vitrine/contract/notifications';
import { NotificationItem } from './notification-item.tsx';
import styles from './notification-list.module.css';

interface NotificationListProps {
  notifications: readonly Notification[];
  userId: string;
  /** Within the bell's window, where there is less room. */
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
