import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { getErrorMessage } from '../../../lib/app-error.ts';
import { SubscriptionIcon } from '../../../ui/app-icons.tsx';
import { buttonClass } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { ListSkeleton } from '../../../ui/list-skeleton.tsx';
import { LoadFailure } from '../../../ui/load-failure.tsx';
import { LoadMore } from '../../../ui/load-more.tsx';
import { useAccountInView } from '../../accounts/account-in-view.ts';
import { paymentsOptions } from '../api/payments.ts';
import { PaymentList } from './payment-list.tsx';

export function TransactionsPage() {
  const { userId, isOwn } = useAccountInView();
  const list = useInfiniteQuery(paymentsOptions(userId));
  const payments = list.data?.pages.flat() ?? [];
  if (list.isPending) return <ListSkeleton view="List" />;
  if (list.isLoadingError) return <LoadFailure message={getErrorMessage(list.error)} onRetry={() => void list.refetch()} />;
  if (payments.length === 0) {
    return (
      <EmptyState
        icon={<SubscriptionIcon size={26} />}
        title="No transactions yet"
        action={
          isOwn && (
            <Link to="/main/subscription" search={{ choose: true }} className={buttonClass('primary')}>
              View plans
            </Link>
          )
        }
      >
        Your payments and receipts will appear here.
      </EmptyState>
    );
  }
  return (
    <>
      <PaymentList payments={payments} />
      {list.isFetchNextPageError && <LoadFailure message={getErrorMessage(list.error)} onRetry={() => void list.fetchNextPage()} />}
      {list.hasNextPage && !list.isFetchNextPageError && (
        <LoadMore isLoading={list.isFetchingNextPage} onMore={() => void list.fetchNextPage()} />
      )}
    </>
  );
}
