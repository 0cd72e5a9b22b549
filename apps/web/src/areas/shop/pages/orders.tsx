import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { getErrorMessage } from '../../../lib/app-error.ts';
import { BagIcon } from '../../../ui/app-icons.tsx';
import { buttonClass } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { ListSkeleton } from '../../../ui/list-skeleton.tsx';
import { LoadFailure } from '../../../ui/load-failure.tsx';
import { LoadMore } from '../../../ui/load-more.tsx';
import { useAccountInView } from '../../accounts/account-in-view.ts';
import { ownOrdersOptions } from '../api/orders.ts';
import { OrderList } from './order-list.tsx';

/** What was ordered with this account, of whatever type, newest first. */
export function OrdersPage() {
  const { userId } = useAccountInView();
  const list = useInfiniteQuery(ownOrdersOptions(userId));
  const orders = list.data?.pages.flat() ?? [];
  if (list.isPending) return <ListSkeleton view="List" />;
  if (list.isLoadingError) return <LoadFailure message={getErrorMessage(list.error)} onRetry={() => void list.refetch()} />;
  if (orders.length === 0) {
    return (
      <EmptyState
        icon={<BagIcon size={26} />}
        title="No orders yet"
        action={
          <Link to="/main" className={buttonClass('primary')}>
            Go to your albums
          </Link>
        }
      >
        Open a photo and choose Create Poster to have it printed. You can track your orders here.
      </EmptyState>
    );
  }
  return (
    <>
      <OrderList orders={orders} />
      {list.isFetchNextPageError && <LoadFailure message={getErrorMessage(list.error)} onRetry={() => void list.fetchNextPage()} />}
      {list.hasNextPage && !list.isFetchNextPageError && (
        <LoadMore isLoading={list.isFetchingNextPage} onMore={() => void list.fetchNextPage()} />
      )}
    </>
  );
}
