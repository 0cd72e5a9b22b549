import { BUSINESS_MESSAGES } from '@vitrine/contract/business-messages';
import type { Subscription } from '@vitrine/contract/subscriptions';
import { getErrorMessage } from '../../../lib/app-error.ts';
import { formatCents } from '../../../lib/money.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { toast } from '../../../ui/toast-store.ts';
import { useCancelPlan } from '../api/subscription-mutations.ts';
import { formatUnixDate, getFullPlanName } from '../subscription-labels.ts';

interface CancelPlanDialogProps {
  subscription: Subscription;
  /** In cents. */
  credit: number;
  isOpen: boolean;
  onClose: () => void;
}

export function CancelPlanDialog({ subscription, credit, isOpen, onClose }: CancelPlanDialogProps) {
  const end = formatUnixDate(subscription.current_period_end);
  const cancel = useCancelPlan(subscription.id, {
    onSuccess: ({ message }) => {
      toast.success(message ?? `Your plan is cancelled. It runs until ${end}.`);
      onClose();
    },
    onError: (error) => toast.error(getErrorMessage(error)),
  });
  return (
    <ConfirmDialog
      isOpen={isOpen && subscription.abilities.cancel}
      onClose={onClose}
      onConfirm={() => cancel.mutate()}
      title={BUSINESS_MESSAGES.cancelPlanQuestion}
      consequence={`The ${getFullPlanName(subscription.plan.nickname)} runs until ${end}, and nothing is charged after that. Until then you can take it back.${creditWords(credit)}`}
      confirmLabel="Cancel Plan"
      cancelLabel="Keep my plan"
      isBusy={cancel.isPending}
    />
  );
}

const creditWords = (credit: number): string =>
  credit > 0 ? ` Your credit of ${formatCents(credit)} stays in your account and pays for your next plan.` : '';
