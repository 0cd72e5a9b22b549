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
      toast.success(message ?? `Plan canceled. You can use it until ${end}.`);
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
      consequence={`You can use the ${getFullPlanName(subscription.plan.nickname)} until ${end}. You won’t be charged again. You can change your mind until then.${creditWords(credit)}`}
      confirmLabel="Cancel Plan"
      cancelLabel="Keep plan"
      isBusy={cancel.isPending}
    />
  );
}

const creditWords = (credit: number): string =>
  credit > 0 ? ` Your credit of ${formatCents(credit)} stays in your account and pays for your next plan.` : '';
