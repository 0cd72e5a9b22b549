import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { can } from '@vitrine/contract/capabilities';
import { ERRORS } from '@vitrine/contract/errors';
import type { EditablePlan } from '@vitrine/contract/plans';
import type { Interval } from '@vitrine/contract/subscriptions';
import { useState } from 'react';
import { getErrorMessage } from '../../../lib/app-error.ts';
import { useSession } from '../../../lib/session.ts';
import { BackLink } from '../../../ui/back-link.tsx';
import { LoadFailure } from '../../../ui/load-failure.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { SegmentedChoice } from '../../../ui/segmented-choice.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { toast } from '../../../ui/toast-store.ts';
import { editablePlansOptions } from '../api/plans.ts';
import { PlanEditForm } from './plan-edit-form.tsx';
import styles from './plans.module.css';

/** One plan, edited for real: what is sold from now on. */
export function PlanChangePage() {
  const { planId, interval } = useSearch({ from: '/admin/subscriptionPlanChange' });
  const plans = useQuery(editablePlansOptions());
  const canEdit = can(useSession(), 'plans.edit');
  const plan = plans.data?.find(({ _id }) => _id === planId);
  const isUnknown = plans.data && (!plan || !canEdit);
  return (
    <>
      <PageHeader
        title={plan ? `Edit ${plan.planName}` : 'Edit plan'}
        back={<BackLink to="/admin/subscription" label="Back to subscriptions" />}
      />
      {plans.isPending && <Skeleton style={{ height: 420 }} />}
      {plans.isLoadingError && <LoadFailure message={getErrorMessage(plans.error)} onRetry={() => void plans.refetch()} />}
      {isUnknown && <LoadFailure message={ERRORS.NOT_FOUND.message} onRetry={() => void plans.refetch()} />}
      {plan && canEdit && <PlanEditor plan={plan} interval={interval === 'year' ? 'year' : 'month'} />}
    </>
  );
}

const INTERVAL_WORDS = { month: 'Monthly', year: 'Yearly' } as const;

function PlanEditor({ plan, interval }: { plan: EditablePlan; interval: Interval }) {
  const navigate = useNavigate();
  // What came meanwhile must not be written over unseen: the form keeps what it began with.
  const [begun] = useState(plan);
  const leave = () => void navigate({ to: '/admin/subscription', search: { interval } });
  const sold = plan.plans.map((price) => ({ value: price.interval, label: INTERVAL_WORDS[price.interval] }));
  return (
    <div className={styles.editor}>
      {sold.length > 1 && (
        <SegmentedChoice
          label="Validity"
          value={interval}
          onChange={(value) =>
            void navigate({
              to: '/admin/subscriptionPlanChange',
              search: (before) => ({ ...before, interval: value }),
              replace: true,
            })
          }
          choices={sold.toReversed()}
        />
      )}
      <PlanEditForm
        key={interval}
        plan={begun}
        interval={interval}
        onCancel={leave}
        onSaved={(message) => {
          toast.success(message);
          leave();
        }}
      />
    </div>
  );
}
