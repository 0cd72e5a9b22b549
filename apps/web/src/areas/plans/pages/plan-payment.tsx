import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { ERRORS } from '@vitrine/contract/errors';
import type { ReactNode } from 'react';
import { getErrorMessage, getLoadFailure } from '../../../lib/app-error.ts';
import { formatCents } from '../../../lib/format.ts';
import { useSession } from '../../../lib/session.ts';
import { SubscriptionIcon } from '../../../ui/app-icons.tsx';
import { buttonClass } from '../../../ui/button.tsx';
import { EmptyState, LoadFailure } from '../../../ui/empty-state.tsx';
import { Skeleton } from '../../../ui/loading.tsx';
import { BackLink, PageHeader } from '../../../ui/page-header.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { Text } from '../../../ui/text.tsx';
import { PurchaseSteps } from '../../accounts/parts/purchase-steps.tsx';
import { clearPaymentKey, getPaymentKey } from '../../payments/idempotency-key.ts';
import { CardPayForm } from '../../payments/parts/card-pay-form.tsx';
import { getPaymentFailureMessage, isStalePurchase } from '../../payments/payment-labels.ts';
import { useFinishPayment } from '../../payments/use-payment.ts';
import { plansOptions, pricePreviewOptions, useSubscribe } from '../api/plans.ts';
import { PricePreview } from '../parts/price-preview.tsx';
import { findOffer, type PlanOffer } from '../plan-offers.ts';
import { formatPlanPrice, getIntervalLabel } from '../subscription-labels.ts';
import styles from './subscription.module.css';

const SEARCH = { choose: true } as const;

/** Card fields, with the amounts charged now and later. */
export function PlanPaymentPage() {
  const platform = useSession()?.platform ?? 'PP';
  const { priceId, steps } = useSearch({ from: '/main/subscription/stripepayment' });
  const plans = useQuery(plansOptions(platform));
  const offer = plans.data && findOffer(plans.data, priceId);
  return (
    <div className={styles.narrow}>
      {steps && <PurchaseSteps current="Payment" />}
      <PageHeader title="Payment" back={<BackLink to="/main/subscription" search={{ choose: true }} label="Back to plans" />} />
      {plans.isLoadingError && <LoadFailure message={getErrorMessage(plans.error)} onRetry={() => void plans.refetch()} />}
      {plans.isPending && <Skeleton style={{ height: 320 }} />}
      {plans.data && !offer && (
        <EmptyState icon={<SubscriptionIcon size={26} />} title="Plan not found" action={<GoToPlansLink />}>
          {ERRORS.PLAN_UNKNOWN.message}
        </EmptyState>
      )}
      {offer && <PlanPaymentForm key={offer.price.priceId} offer={offer} />}
    </div>
  );
}

const GoToPlansLink = () => (
  <Link to="/main/subscription" search={SEARCH} className={buttonClass('primary')}>
    View current plans
  </Link>
);

function PlanPaymentForm({ offer }: { offer: PlanOffer }) {
  const { plan, price } = offer;
  const preview = useQuery(pricePreviewOptions(price.priceId));
  const { pay, dialog } = usePayPlan(offer, preview.data?.amountDue ?? price.amount);
  if (isStalePurchase(preview.error)) {
    return (
      <EmptyState icon={<SubscriptionIcon size={26} />} title="This plan isn’t available" action={<GoToPlansLink />}>
        {getErrorMessage(preview.error)}
      </EmptyState>
    );
  }
  return (
    <>
      <Panel
        title={`${plan.planName} · ${getIntervalLabel(price.interval)}`}
        actions={
          <Text as="strong" size="lg" isTabular>
            {formatPlanPrice(price.amount, price.interval)}
          </Text>
        }
      >
        {preview.isPending && <Skeleton style={{ height: 84 }} />}
        {getLoadFailure(preview) && <LoadFailure message={getErrorMessage(preview.error)} onRetry={() => void preview.refetch()} />}
        {preview.data && <PricePreview preview={preview.data} />}
      </Panel>
      {preview.data && (
        <Panel title="Card">
          <CardPayForm submitLabel={`Pay Now ${formatCents(preview.data.amountDue)}`} onCard={pay} />
        </Panel>
      )}
      {dialog}
    </>
  );
}

function usePayPlan(offer: PlanOffer, amountDue: number) {
  const navigate = useNavigate();
  const platform = useSession()?.platform ?? 'PP';
  const { steps } = useSearch({ from: '/main/subscription/stripepayment' });
  const { mutateAsync: subscribe } = useSubscribe();
  const { finish, dialog } = useFinishPayment();
  const purchase = offer.price.priceId;
  const attempt = async (paymentMethodId: string): Promise<ReactNode> => {
    const made = await subscribe({ offer, platform, paymentMethodId, idempotencyKey: getPaymentKey(purchase) });
    const end = await finish(made, amountDue);
    if ('failure' in end) return end.failure;
    clearPaymentKey(purchase);
    // Back must not lead to a form that was paid.
    await navigate({ to: '/main/subscription/confirmpage', search: { orderId: end.orderId, steps }, replace: true });
    return undefined;
  };
  const pay = (paymentMethodId: string): Promise<ReactNode> =>
    attempt(paymentMethodId).catch((error: unknown) =>
      isStalePurchase(error) ? (
        <>
          {getErrorMessage(error)}{' '}
          <Link to="/main/subscription" search={SEARCH}>
            View current plans
          </Link>
        </>
      ) : (
        getPaymentFailureMessage(error)
      ),
    );
  return { pay, dialog };
}
