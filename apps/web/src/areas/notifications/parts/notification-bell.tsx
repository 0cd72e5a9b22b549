import { Popover as Base } from '@base-ui/react/popover';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ReactElement, type ReactNode, useState } from 'react';
import { getErrorMessage } from '../../../lib/app-error.ts';
import { formatCount } from '../../../lib/format.ts';
import { BellIcon } from '../../../ui/app-icons.tsx';
import { buttonClass, IconButton } from '../../../ui/button.tsx';
import popupStyles from '../../../ui/popup.module.css';
import { notificationListOptions } from '../api/notifications.ts';
import styles from './notification-bell.module.css';
import { NotificationList } from './notification-list.tsx';

/** Number of notifications in the bell's popover (specification 1 §9). */
const MAX_ITEMS = 4;

interface NotificationBellProps {
  userId: string;
}

export function NotificationBell({ userId }: NotificationBellProps) {
  const [isOpen, setIsOpen] = useState(false);
  const notifications = useQuery(notificationListOptions(userId));
  const unread = (notifications.data ?? []).filter(({ status }) => status).length;
  const label = unread > 0 ? `Notifications, ${unread} unread` : 'Notifications';
  const trigger = (
    <IconButton
      label={label}
      icon={
        <span className={styles.bell}>
          <BellIcon />
          {unread > 0 && <span className={styles.dot} />}
        </span>
      }
    />
  );
  const latest = notifications.data?.slice(0, MAX_ITEMS) ?? [];
  return (
    <Popover trigger={trigger} title="Notifications" isOpen={isOpen} onOpenChange={setIsOpen}>
      {unread > 0 && <p className={styles.note}>{formatCount(unread, 'unread notification')}</p>}
      {notifications.isLoadingError && <p className={styles.note}>{getErrorMessage(notifications.error)}</p>}
      {notifications.isPending && <p className={styles.note}>Loading…</p>}
      {notifications.data?.length === 0 && (
        <p className={styles.note}>No notifications yet. Invitations and updates about your screens will appear here.</p>
      )}
      {latest.length > 0 && <NotificationList notifications={latest} userId={userId} isDense />}
      <div className={styles.all}>
        <Link to="/main/notification" search={{ userId }} className={buttonClass('quiet')} onClick={() => setIsOpen(false)}>
          View all notifications
        </Link>
      </div>
    </Popover>
  );
}

interface PopoverProps {
  /** Button that opens the popover. */
  trigger: ReactElement;
  title: string;
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
  children: ReactNode;
}

/** Small window next to a button, for content that does not fit a menu. */
function Popover({ trigger, title, isOpen, onOpenChange, children }: PopoverProps) {
  return (
    <Base.Root open={isOpen} onOpenChange={onOpenChange}>
      <Base.Trigger render={trigger} />
      <Base.Portal>
        <Base.Positioner className={popupStyles.positioner} align="end" sideOffset={6} collisionPadding={8}>
          <Base.Popup className={`${popupStyles.popup} ${styles.popup}`}>
            <Base.Title className={styles.title}>{title}</Base.Title>
            {children}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
