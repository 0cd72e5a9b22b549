import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { can } from '@vitrine/contract/capabilities';
import { getErrorMessage } from '../../../lib/app-error.ts';
import { useSession } from '../../../lib/session.ts';
import { PencilIcon } from '../../../ui/app-icons.tsx';
import { buttonClass } from '../../../ui/button.tsx';
import { LoadFailure } from '../../../ui/empty-state.tsx';
import { Skeleton } from '../../../ui/loading.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { SegmentedChoice } from '../../../ui/segmented-choice.tsx';
import { editablePlansOptions } from '../api/plans.ts';
import { PlanSummary } from './plan-summary.tsx';
import styles from './plans.module.css';

const INTERVALS = [
  { value: 'month', label: 'Monthly' },
  { value: 'year', label: 'Yearly' },
] as const;
const PLATFORMS = [
  { value: 'PP', label: 'Vitrine' },
  { value: 'WV', label: 'Partner' },
] as const;

/** Editable plans as cards. */
export function PlansPage() {
  const search = useSearch({ from: '/admin/subscription' });
  const interval = search.interval === 'year' ? 'year' : 'month';
  const platform = search.platform === 'WV' ? 'WV' : 'PP';
  const navigate = useNavigate();
  const plans = useQuery(editablePlansOptions());
  const canEdit = can(useSession(), 'plans.edit');
  const show = (patch: PlansSearch) =>
    void navigate({ to: '/admin/subscription', search: (before) => ({ ...before, ...patch }), replace: true, resetScroll: false });
  const shown = plans.data?.filter((plan) => plan.platform === platform) ?? [];
  return (
    <>
      <PageHeader title="Subscriptions" />
      <div className={styles.choices}>
        <SegmentedChoice label="Platform" value={platform} onChange={(value) => show({ platform: value })} choices={PLATFORMS} />
        <SegmentedChoice label="Validity" value={interval} onChange={(value) => show({ interval: value })} choices={INTERVALS} />
      </div>
      {plans.isPending && <Skeleton style={{ height: 320 }} />}
      {plans.isLoadingError && <LoadFailure message={getErrorMessage(plans.error)} onRetry={() => void plans.refetch()} />}
      <div className={styles.plans}>
        {shown.map((plan) => (
          <PlanSummary
            key={plan._id}
            plan={plan}
            interval={interval}
            actions={
              canEdit &&
              plan.plans.some((price) => price.interval === interval) && (
                <Link
                  to="/admin/subscriptionPlanChange"
                  search={{ planId: plan._id, interval }}
                  className={buttonClass('secondary')}
                  aria-label={`Edit Plan ${plan.planName}`}
                >
                  <PencilIcon size={18} />
                  Edit Plan
                </Link>
              )
            }
          />
        ))}
      </div>
    </>
  );
}

export interface PlansSearch {
  platform?: 'PP' | 'WV';
  interval?: 'month' | 'year';
  /** Which plan is edited. */
  planId?: string;
}
