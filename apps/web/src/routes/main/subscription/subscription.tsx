import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { organisationOptions } from '../../../features/organisations/api/organisations.ts';
import { storageOptions } from '../../../features/profile/api/storage.ts';
import { StorageBar } from '../../../features/profile/components/storage-summary.tsx';
import { subscriptionOptions } from '../../../features/subscription/api/subscription.ts';
import { PlanSummary } from '../../../features/subscription/components/plan-summary.tsx';
import { messageOf } from '../../../lib/app-error.ts';
import { useEffectiveAccount } from '../../../lib/session.ts';
import { buttonClass } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { FamilyIcon, SubscriptionIcon } from '../../../ui/icons.tsx';
import { LoadFailure } from '../../../ui/load-failure.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { useAccount } from '../use-account.ts';
import styles from './subscription.module.css';

/** The plan of the account in view. A sub-admin in the family's account has that of the family. */
export function SubscriptionPage() {
  const { userId, isOwn } = useAccount();
  const { mode, orgId } = useEffectiveAccount();
  return (
    <div className={styles.page}>
      <PageHeader
        title="Subscription"
        actions={
          <Link to="/pricing" className={buttonClass('secondary')}>
            See all plans
          </Link>
        }
      />
      {isOwn && mode === 'sub-admin' && orgId ? <OfFamily orgId={orgId} /> : <Plan userId={userId} />}
    </div>
  );
}

function OfFamily({ orgId }: { orgId: string }) {
  const organisation = useQuery(organisationOptions(orgId));
  if (organisation.isError) return <LoadFailure message={messageOf(organisation.error)} onRetry={() => void organisation.refetch()} />;
  if (!organisation.data) return <Skeleton style={{ height: 180 }} />;
  return (
    <EmptyState icon={<FamilyIcon size={26} />} title={`You are already added to ${organisation.data.name}`}>
      Its plan covers you too. To see your own plan, turn off the family account in the profile menu.
    </EmptyState>
  );
}

function Plan({ userId }: { userId: string }) {
  const plan = useQuery(subscriptionOptions(userId));
  const storage = useQuery(storageOptions(userId));
  if (plan.isError) return <LoadFailure message={messageOf(plan.error)} onRetry={() => void plan.refetch()} />;
  if (plan.data === null) return <EmptyState icon={<SubscriptionIcon size={26} />} title="No Subscription Found" />;
  if (!plan.data) return <Skeleton style={{ height: 240 }} />;
  const bar = storage.data && <StorageBar used={storage.data.totalStorage} quota={storage.data.quotaBytes} />;
  return <PlanSummary plan={plan.data} storage={bar} />;
}
