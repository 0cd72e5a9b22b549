import { useQuery } from '@tanstack/react-query';
import type { Subscription, SubscriptionSummary } from '@vitrine/contract/subscriptions';
import { getErrorMessage } from '../../../lib/app-error.ts';
import { formatCents } from '../../../lib/money.ts';
import { useDialog } from '../../../lib/use-overlay.ts';
import { toast } from '../../../ui/toast-store.ts';
import { creditOptions } from '../../payments/api/credit.ts';
import { CardDialog } from '../../payments/parts/card-pay-form.tsx';
import { getPaymentFailureMessage } from '../../payments/payment-labels.ts';
import { useChangeCard, useResumePlan } from '../api/subscription-mutations.ts';
import { CancelPlanDialog } from './cancel-plan-dialog.tsx';
import { CurrentPlanSummary } from './current-plan.tsx';
import { OpenPaymentBanner } from './open-payment-banner.tsx';

interface BoughtPlanProps {
  subscription: Subscription;
  allowance: SubscriptionSummary | null;
  userId: string;
  isOwn: boolean;
}

/** The subscription with what can be done with it; its dialogs are in the address. */
export function CurrentPlan({ subscription, allowance, userId, isOwn }: BoughtPlanProps) {
  // The page works without it while the bank is away.
  const balance = useQuery(creditOptions(userId)).data;
  const { dialog, open, close } = useDialog();
  const keep = useResumePlan(subscription.id, {
    onSuccess: ({ message }) => toast.success(message ?? 'Your plan continues.'),
    onError: (error) => toast.error(getErrorMessage(error)),
  });
  const changeCard = useChangeCard(subscription.id);
  const onCard = async (paymentMethodId: string) => {
    try {
      const { message } = await changeCard.mutateAsync(paymentMethodId);
      toast.success(message ?? 'Card updated.');
      close();
      return undefined;
    } catch (error) {
      return getPaymentFailureMessage(error);
    }
  };
  const { openPayment } = subscription;
  return (
    <>
      {isOwn && <OpenPaymentBanner subscription={subscription} onChangeCard={() => open('card')} />}
      <CurrentPlanSummary
        subscription={subscription}
        allowance={allowance}
        balance={balance}
        isOwn={isOwn}
        isResuming={keep.isPending}
        onCancel={() => open('cancel')}
        onResume={() => keep.mutate()}
        onChangeCard={() => open('card')}
      />
      <CancelPlanDialog subscription={subscription} credit={balance?.credit ?? 0} isOpen={isOwn && dialog === 'cancel'} onClose={close} />
      <CardDialog
        isOpen={isOwn && dialog === 'card' && subscription.abilities.changeCard}
        onClose={close}
        description={
          openPayment
            ? `The outstanding ${formatCents(openPayment.amount)} will be charged to this card immediately.`
            : 'Future payments will be charged to this card. You won’t be charged now.'
        }
        onCard={onCard}
      />
    </>
  );
}
