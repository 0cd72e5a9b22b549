import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { BUSINESS_MESSAGES } from '@vitrine/contract/business-messages';
import type { CreditBalance, Subscription, SubscriptionSummary } from '@vitrine/contract/subscriptions';
import { type ReactNode, useState } from 'react';
import { getErrorMessage } from '../../../lib/app-error.ts';
import { formatCents } from '../../../lib/format.ts';
import { useDialog } from '../../../lib/use-overlay.ts';
import { ClockIcon, SubscriptionIcon } from '../../../ui/app-icons.tsx';
import { Badge } from '../../../ui/badge.tsx';
import { Button, buttonClass } from '../../../ui/button.tsx';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { FactGrid } from '../../../ui/details.tsx';
import { CheckIcon, CloseIcon, WarningIcon } from '../../../ui/icons.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { Text } from '../../../ui/text.tsx';
import { toast } from '../../../ui/toast-store.ts';
import { creditOptions } from '../../payments/api/payments.ts';
import { CardDialog } from '../../payments/parts/card-pay-form.tsx';
import { getPaymentFailureMessage } from '../../payments/payment-labels.ts';
import { useFinishPayment } from '../../payments/use-payment.ts';
import { useCancelPlan, useChangeCard, useResumePlan } from '../api/plans.ts';
import subscriptionStyles from '../pages/subscription.module.css';
import {
  formatExtraScreens,
  formatPlanPrice,
  formatUnixDate,
  getDateLabel,
  getFullPlanName,
  getIntervalLabel,
  getNextPlanLabel,
  getStateBadge,
  getSubscriptionNote,
  upcomingWords,
} from '../subscription-labels.ts';
import styles from './current-plan.module.css';
import { ExtraScreensDialog } from './extra-screens-dialog.tsx';

const STATE_ICONS: Record<Subscription['state'], ReactNode> = {
  incomplete: <ClockIcon size={16} />,
  trial: <ClockIcon size={16} />,
  active: <CheckIcon size={16} />,
  pastDue: <WarningIcon size={16} />,
  cancelled: <ClockIcon size={16} />,
  expired: <CloseIcon size={16} />,
};

interface PlanSummaryProps {
  subscription: Subscription;
  allowance: SubscriptionSummary | null;
  /** Undefined while it is loading or the bank is unreachable. */
  balance?: CreditBalance;
  /** True for the account's owner, who alone can change the plan. */
  isOwn: boolean;
  isResuming: boolean;
  onCancel: () => void;
  onResume: () => void;
  onChangeCard: () => void;
  onExtraScreens: () => void;
}

/** Plan, status, price and card of a subscription, with the available actions. */
function CurrentPlanSummary({ subscription, allowance, balance, isOwn, ...actions }: PlanSummaryProps) {
  const { plan, items, state, extraScreens, current_period_end: end } = subscription;
  const { word: status, tone } = getStateBadge(subscription);
  const isGranted = subscription.source === 'given';
  const { devices = '', user = '' } = items.data[0]?.metadata ?? {};
  const facts: [string, ReactNode][] = [
    ['Plan', plan.nickname],
    ['Status', status],
    ['Billing period', isGranted ? '–' : getIntervalLabel(plan.interval)],
    [getDateLabel(subscription), formatUnixDate(end)],
    // A granted plan has no price and no record.
    ['Device quantity', isGranted ? (allowance?.devices.allowed ?? 'Unlimited') : devices],
    ...(extraScreens.quantity > 0 ? ([['Extra screens', formatExtraScreens(subscription)]] as [string, ReactNode][]) : []),
    ['Total users', isGranted ? (allowance?.users ?? '') : user],
    ['Price', isGranted ? '--' : formatPlanPrice(plan.amount, plan.interval)],
    ...(balance && balance.credit > 0 ? ([['Credit left', formatCents(balance.credit)]] as [string, ReactNode][]) : []),
  ];
  return (
    <Panel
      title={isGranted ? plan.nickname : `${plan.nickname} · ${getIntervalLabel(plan.interval)}`}
      note={getSubscriptionNote(subscription)}
      actions={
        <Badge tone={tone}>
          <span className={styles.icon} aria-hidden="true">
            {STATE_ICONS[state]}
          </span>
          {status}
        </Badge>
      }
    >
      <FactGrid facts={facts} />
      {balance?.upcoming && <Text tone="soft">{upcomingWords(balance.upcoming)}</Text>}
      {subscription.card && <CardOnFile subscription={subscription} isOwn={isOwn} onChangeCard={actions.onChangeCard} />}
      {isOwn && <PlanActions subscription={subscription} {...actions} />}
    </Panel>
  );
}

function CardOnFile({ subscription, isOwn, onChangeCard }: Pick<PlanSummaryProps, 'subscription' | 'isOwn' | 'onChangeCard'>) {
  const { card, abilities } = subscription;
  if (!card) return null;
  const expiry = `${String(card.expMonth).padStart(2, '0')}/${card.expYear}`;
  return (
    <div className={styles.card}>
      <SubscriptionIcon />
      <p className={styles.text}>
        <span className={styles.brand}>{card.brand}</span> •••• {card.last4}
        <Text as="span" tone="soft">
          expires {expiry}
        </Text>
      </p>
      {isOwn && abilities.changeCard && (
        <Button kind="quiet" onClick={onChangeCard}>
          Change card
        </Button>
      )}
    </div>
  );
}

function PlanActions({
  subscription,
  isResuming,
  onCancel,
  onResume,
  onExtraScreens,
}: Omit<PlanSummaryProps, 'isOwn' | 'allowance' | 'balance' | 'onChangeCard'>) {
  const next = getNextPlanLabel(subscription);
  const { cancel, resume, changeExtraScreens } = subscription.abilities;
  if (!next && !cancel && !resume && !changeExtraScreens) return null;
  return (
    <div className={styles.actions}>
      {cancel && <Button onClick={onCancel}>Cancel Plan</Button>}
      {resume && (
        <Button kind={next ? 'secondary' : 'primary'} isLoading={isResuming} onClick={onResume}>
          Keep plan
        </Button>
      )}
      {changeExtraScreens && (
        <Button onClick={onExtraScreens}>{subscription.extraScreens.quantity > 0 ? 'Change extra screens' : 'Buy extra screens'}</Button>
      )}
      {next && (
        <Link to="/main/subscription" search={{ choose: true }} className={buttonClass('primary')}>
          {next}
        </Link>
      )}
    </div>
  );
}

interface CancelPlanDialogProps {
  subscription: Subscription;
  /** Account credit in cents. */
  credit: number;
  isOpen: boolean;
  onClose: () => void;
}

function CancelPlanDialog({ subscription, credit, isOpen, onClose }: CancelPlanDialogProps) {
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
      consequence={`You can use the ${getFullPlanName(subscription.plan.nickname)} until ${end}. You won’t be charged again. You can change your mind until then.${getCreditNote(credit)}`}
      confirmLabel="Cancel Plan"
      cancelLabel="Keep plan"
      isBusy={cancel.isPending}
    />
  );
}

const getCreditNote = (credit: number): string =>
  credit > 0 ? ` Your credit of ${formatCents(credit)} stays in your account and pays for your next plan.` : '';

interface CurrentPlanProps {
  subscription: Subscription;
  allowance: SubscriptionSummary | null;
  userId: string;
  isOwn: boolean;
}

/** The current subscription with its dialogs. The URL stores the open dialog. */
export function CurrentPlan({ subscription, allowance, userId, isOwn }: CurrentPlanProps) {
  // The page works without the balance while the bank is unreachable.
  const balance = useQuery(creditOptions(userId)).data;
  const { dialog, open, close } = useDialog();
  const resume = useResumePlan(subscription.id, {
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
        isResuming={resume.isPending}
        onCancel={() => open('cancel')}
        onResume={() => resume.mutate()}
        onChangeCard={() => open('card')}
        onExtraScreens={() => open('extraScreens')}
      />
      {isOwn && dialog === 'extraScreens' && subscription.abilities.changeExtraScreens && (
        <ExtraScreensDialog subscription={subscription} allowance={allowance} onClose={close} />
      )}
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

/** Banner of an unfinished payment: the payer confirms it at the bank or uses another card. */
function OpenPaymentBanner({ subscription, onChangeCard }: { subscription: Subscription; onChangeCard: () => void }) {
  const { openPayment: payment, abilities, priceId } = subscription;
  const { confirmOrder, dialog } = useFinishPayment();
  const [isBusy, setIsBusy] = useState(false);
  if (!payment) return dialog;
  const confirm = async () => {
    setIsBusy(true);
    try {
      const result = await confirmOrder(payment.orderId, payment);
      if ('failure' in result) toast.error(result.failure);
      else toast.success(BUSINESS_MESSAGES.paymentSucceeded);
    } catch (error) {
      toast.error(getPaymentFailureMessage(error));
    }
    setIsBusy(false);
  };
  const amount = formatCents(payment.amount);
  return (
    <section className={subscriptionStyles.banner} aria-label="Open payment">
      <WarningIcon />
      <p>
        {payment.needsConfirmation
          ? `Your bank asks you to confirm a payment of ${amount}.`
          : `Your payment of ${amount} failed. Use another card to complete it.`}
      </p>
      {payment.needsConfirmation && (
        <Button kind="primary" isLoading={isBusy} onClick={() => void confirm()}>
          Confirm payment
        </Button>
      )}
      {!payment.needsConfirmation && abilities.changeCard && (
        <Button kind="primary" onClick={onChangeCard}>
          Use another card
        </Button>
      )}
      {!payment.needsConfirmation && !abilities.changeCard && priceId && (
        <Link to="/main/subscription/stripepayment" search={{ priceId }} className={buttonClass('primary')}>
          Pay with another card
        </Link>
      )}
      {dialog}
    </section>
  );
}
