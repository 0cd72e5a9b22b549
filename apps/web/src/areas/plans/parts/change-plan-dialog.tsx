import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { BUSINESS_MESSAGES } from '@vitrine/contract/business-messages';
import type { Preview, Subscription } from '@vitrine/contract/subscriptions';
import { useRef, useState } from 'react';
import { getErrorMessage, getLoadFailure } from '../../../lib/app-error.ts';
import { formatCents } from '../../../lib/format.ts';
import { useSession } from '../../../lib/session.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Skeleton } from '../../../ui/loading.tsx';
import { FormError } from '../../../ui/text-field.tsx';
import { toast } from '../../../ui/toast-store.ts';
import { clearPaymentKey, getPaymentKey } from '../../payments/idempotency-key.ts';
import { getPaymentFailureMessage } from '../../payments/payment-labels.ts';
import { useFinishPayment } from '../../payments/use-payment.ts';
import { pricePreviewOptions, useChangePlan } from '../api/plans.ts';
import type { PlanOffer } from '../plan-offers.ts';
import { getIntervalLabel } from '../subscription-labels.ts';
import { PricePreview } from './price-preview.tsx';

interface ChangePlanDialogProps {
  subscription: Subscription;
  offer: PlanOffer;
  onClose: () => void;
}

/** Cost of another plan, previewed by the bank, and the change with the stored card. */
export function ChangePlanDialog({ subscription, offer, onClose }: ChangePlanDialogProps) {
  const preview = useQuery(pricePreviewOptions(offer.price.priceId));
  const { change, isBusy, failure, dialog } = usePlanChange(subscription, offer);
  const { plan, price } = offer;
  return (
    <>
      <Dialog
        isOpen
        onClose={onClose}
        title={`Change to ${plan.planName}?`}
        description={`You’re changing from ${subscription.plan.nickname} (${getIntervalLabel(subscription.plan.interval)}) to ${plan.planName} (${getIntervalLabel(price.interval)}). The change takes effect immediately.`}
        footer={
          <>
            <Button kind="quiet" onClick={onClose} disabled={isBusy}>
              Cancel
            </Button>
            <Button kind="primary" isLoading={isBusy} disabled={!preview.data} onClick={() => preview.data && change(preview.data)}>
              {preview.data && preview.data.amountDue > 0 ? `Pay ${formatCents(preview.data.amountDue)} and change plan` : 'Change plan'}
            </Button>
          </>
        }
      >
        {(failure || getLoadFailure(preview)) && <FormError>{failure ?? getErrorMessage(preview.error)}</FormError>}
        {preview.isPending && <Skeleton style={{ height: 128 }} />}
        {preview.data && <PricePreview preview={preview.data} />}
      </Dialog>
      {dialog}
    </>
  );
}

function usePlanChange(subscription: Subscription, offer: PlanOffer) {
  const navigate = useNavigate();
  const platform = useSession()?.platform ?? 'PP';
  const { mutateAsync: changePlan } = useChangePlan();
  const { finish, dialog } = useFinishPayment();
  const isUnderWay = useRef(false);
  const [isBusy, setIsBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  const purchase = `${subscription.id} to ${offer.price.priceId}`;
  const attempt = async ({ amountDue, prorationDate }: Preview): Promise<string | undefined> => {
    const idempotencyKey = getPaymentKey(purchase);
    const { result, message } = await changePlan({
      offer,
      platform,
      idempotencyKey,
      subscriptionId: subscription.id,
      amountDue,
      prorationDate,
    });
    const end = await finish(result, amountDue);
    if ('failure' in end) return end.failure;
    clearPaymentKey(purchase);
    toast.success(message ?? BUSINESS_MESSAGES.subscriptionUpdated);
    await navigate({ to: '/main/subscription/confirmpage', search: { orderId: end.orderId }, replace: true });
    return undefined;
  };
  const change = (preview: Preview) => {
    if (isUnderWay.current) return;
    isUnderWay.current = true;
    setIsBusy(true);
    setFailure(undefined);
    void attempt(preview)
      .catch(getPaymentFailureMessage)
      .then((words) => {
        isUnderWay.current = false;
        setIsBusy(false);
        setFailure(words);
      });
  };
  return { change, isBusy, failure, dialog };
}
