import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import type { Interval, Plan, Subscription } from '@vitrine/contract/subscriptions';
import { useEffect } from 'react';
import { getErrorMessage } from '../../../lib/app-error.ts';
import { useSession } from '../../../lib/session.ts';
import { useDialog } from '../../../lib/use-overlay.ts';
import { SubscriptionIcon } from '../../../ui/app-icons.tsx';
import { Button, buttonClass } from '../../../ui/button.tsx';
import { ListSkeleton } from '../../../ui/card.tsx';
import { EmptyState, LoadFailure } from '../../../ui/empty-state.tsx';
import { WarningIcon } from '../../../ui/icons.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { toast } from '../../../ui/toast-store.ts';
import { clearChosenPlan } from '../../accounts/chosen-plan.ts';
import { plansOptions, useResumePlan } from '../api/plans.ts';
import styles from '../pages/subscription.module.css';
import { findOffer, findPlanBySlug, findPrice, type PlanOffer } from '../plan-offers.ts';
import type { SubscriptionSearch } from '../search-params.ts';
import { getChangeObstacle } from '../subscription-labels.ts';
import { ChangePlanDialog } from './change-plan-dialog.tsx';
import { FREE_CHOICE, PlanPicker } from './plan-picker.tsx';

/** Available plans. The selection is in the address. */
export function ChoosePlan({ active }: { active?: Subscription }) {
  const platform = useSession()?.platform ?? 'PP';
  const plans = useQuery(plansOptions(platform));
  const { steps, interval = active?.plan.interval ?? 'month', ...search } = useSearch({ from: '/main/subscription' });
  const { look, pay, startFree } = usePlanNavigation(steps);
  const dialog = useDialog();
  useEffect(() => {
    // From here on the address carries it.
    if (steps) clearChosenPlan();
  }, [steps]);
  if (plans.isLoadingError) return <LoadFailure message={getErrorMessage(plans.error)} onRetry={() => void plans.refetch()} />;
  if (!plans.data) return <ListSkeleton minWidth={230} />;
  if (plans.data.length === 0) {
    return (
      <EmptyState icon={<SubscriptionIcon size={26} />} title="No plans available">
        Try again later or contact us.
      </EmptyState>
    );
  }
  const obstacle = active && getChangeObstacle(active);
  const wished = search.plan ? findPlanBySlug(plans.data, search.plan) : undefined;
  const selected = search.priceId ?? (search.plan === FREE_CHOICE ? FREE_CHOICE : wished && findPrice(wished, interval)?.priceId);
  const turnTo = (next: Interval) => {
    const plan = findOffer(plans.data, selected)?.plan;
    look({ interval: next, priceId: selected === FREE_CHOICE ? FREE_CHOICE : plan && findPrice(plan, next)?.priceId });
  };
  const subscribe = (offer: PlanOffer) =>
    active?.abilities.change ? dialog.open('change', offer.price.priceId) : pay(offer.price.priceId);
  const changed = dialog.dialog === 'change' ? findOffer(plans.data, dialog.target) : undefined;
  return (
    <>
      {active && obstacle && <PlanChangeObstacle subscription={active} reason={obstacle} />}
      <PlanPicker
        plans={plans.data}
        active={active}
        interval={interval}
        selected={selected}
        isBlocked={obstacle !== undefined}
        onInterval={turnTo}
        onSelect={(priceId) => look({ interval, priceId })}
        onSubscribe={subscribe}
        onFree={steps ? startFree : undefined}
      />
      <PlanComparison plans={plans.data} />
      {active && changed && <ChangePlanDialog subscription={active} offer={changed} onClose={dialog.close} />}
    </>
  );
}

/** Requirement that must be met before the plan can be changed. */
function PlanChangeObstacle({ subscription, reason }: { subscription: Subscription; reason: string }) {
  const keep = useResumePlan(subscription.id, { onError: (error) => toast.error(getErrorMessage(error)) });
  return (
    <section className={styles.banner} aria-label="Current plan">
      <WarningIcon />
      <p>{reason}</p>
      {subscription.abilities.resume ? (
        <Button kind="primary" isLoading={keep.isPending} onClick={() => keep.mutate()}>
          Keep plan
        </Button>
      ) : (
        <Link to="/main/subscription" search={{ dialog: 'card' }} className={buttonClass('primary')}>
          Change card
        </Link>
      )}
    </section>
  );
}

/** Navigation from this page. */
function usePlanNavigation(steps?: boolean) {
  const navigate = useNavigate();
  const look = (choice: Pick<SubscriptionSearch, 'interval' | 'priceId'>) =>
    void navigate({
      to: '/main/subscription',
      search: (before) => ({ ...before, plan: undefined, ...choice }),
      replace: true,
      resetScroll: false,
    });
  const pay = (priceId: string) => void navigate({ to: '/main/subscription/stripepayment', search: { priceId, steps } });
  const startFree = () => {
    clearChosenPlan();
    void navigate({ to: '/main' });
  };
  return { look, pay, startFree };
}

/** Every plan there is, side by side; also what costs nothing. */
function PlanComparison({ plans }: { plans: readonly Plan[] }) {
  return (
    <Panel title="Compare plans">
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">Plan name</th>
            <th scope="col">Users</th>
            <th scope="col">Devices</th>
            <th scope="col">Storage</th>
          </tr>
        </thead>
        <tbody>
          {plans.map((plan) => (
            <tr key={plan._id}>
              <th scope="row">{plan.planName}</th>
              <td>{plan.users}</td>
              <td>{plan.device}</td>
              <td>{plan.planStorage / 1e9} GB</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Panel>
  );
}
