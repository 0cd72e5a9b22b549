import { useQuery } from '@tanstack/react-query';
import { getErrorMessage } from '../../../lib/app-error.ts';
import { BellIcon } from '../../../ui/app-icons.tsx';
import { Button } from '../../../ui/button.tsx';
import { ListSkeleton } from '../../../ui/card.tsx';
import { EmptyState, LoadFailure } from '../../../ui/empty-state.tsx';
import { CheckIcon } from '../../../ui/icons.tsx';
import { BackLink, PageHeader } from '../../../ui/page-header.tsx';
import { toast } from '../../../ui/toast-store.ts';
import { useIsPhone } from '../../../ui/use-media-query.ts';
import { useAccountInView } from '../../accounts/account-in-view.ts';
import { GoToAlbumsLink } from '../../accounts/parts/page-links.tsx';
import { notificationListOptions, useMarkNotificationsRead } from '../api/notifications.ts';
import styles from '../parts/notification-list.module.css';
import { NotificationList } from '../parts/notification-list.tsx';

export function NotificationsPage() {
  const { userId } = useAccountInView();
  const notifications = useQuery(notificationListOptions(userId));
  const readAll = useMarkNotificationsRead(userId, {
    onError: (error) => toast.error(getErrorMessage(error)),
  });
  const isPhone = useIsPhone();
  const unread = (notifications.data ?? []).filter(({ status }) => status).length;
  return (
    <div className={styles.page}>
      <PageHeader
        title="Notifications"
        note={unread > 0 ? `${unread} unread` : undefined}
        back={<BackLink to="/main" label="Back to albums" />}
        actions={
          unread > 0 && (
            <Button icon={!isPhone && <CheckIcon size={18} />} isLoading={readAll.isPending} onClick={() => readAll.mutate(undefined)}>
              Mark all as read
            </Button>
          )
        }
      />
      {notifications.isPending && <ListSkeleton view="List" />}
      {notifications.isLoadingError && (
        <LoadFailure message={getErrorMessage(notifications.error)} onRetry={() => void notifications.refetch()} />
      )}
      {notifications.data?.length === 0 && (
        <EmptyState icon={<BellIcon size={26} />} title="No notifications yet" action={<GoToAlbumsLink />}>
          Invitations and updates about your screens will appear here.
        </EmptyState>
      )}
      {notifications.data && notifications.data.length > 0 && <NotificationList notifications={notifications.data} userId={userId} />}
    </div>
  );
}
