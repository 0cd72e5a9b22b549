import { BUSINESS_MESSAGES } from '@vitrine/contract/business-messages';
import type { Subscription } from '@vitrine/contract/subscriptions';
import { messageOf } from '../../../lib/app-error.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { toast } from '../../../ui/toast-store.ts';
import { useCancelPlan } from '../api/subscription-mutations.ts';
import { formatSeconds, fullPlanName } from '../subscription-words.ts';

export function CancelPlanDialog({ subscription, isOpen, onClose }: { subscription: Subscription; isOpen: boolean; onClose: () => void }) {
  const end = formatSeconds(subscription.current_period_end);
  const cancel = useCancelPlan(subscription.id, {
    onSuccess: ({ message }) => {
      toast.success(message ?? `Your plan is cancelled. It runs until ${end}.`);
      onClose();
    },
    onError: (error) => toast.error(messageOf(error)),
  });
  return (
    <ConfirmDialog
      isOpen={isOpen && subscription.abilities.cancel}
      onClose={onClose}
      onConfirm={() => cancel.mutate()}
      title={BUSINESS_MESSAGES.cancelPlanQuestion}
      consequence={`The ${fullPlanName(subscription.plan.nickname)} runs until ${end}, and nothing is charged after that. Until then you can take it back.`}
      confirmLabel="Cancel Plan"
      cancelLabel="Keep my plan"
      isBusy={cancel.isPending}
    />
  );
}
