import { Link } from '@tanstack/react-router';
import type { CreditBalance, Subscription, SubscriptionSummary } from '@vitrine/contract/subscriptions';
import type { ReactNode } from 'react';
import { formatCents } from '../../../lib/money.ts';
import { ClockIcon, SubscriptionIcon } from '../../../ui/app-icons.tsx';
import { Badge } from '../../../ui/badge.tsx';
import { Button, buttonClass } from '../../../ui/button.tsx';
import { FactGrid } from '../../../ui/fact-grid.tsx';
import { CheckIcon, CloseIcon, WarningIcon } from '../../../ui/icons.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { formatPlanPrice, getIntervalLabel } from '../price-words.ts';
import { formatUnixDate, getDateLabel, getNextPlanLabel, getStateBadge, getSubscriptionNote } from '../subscription-labels.ts';
import { upcomingWords } from '../upcoming-charge-labels.ts';
import styles from './current-plan.module.css';

const STATE_ICONS: Record<Subscription['state'], ReactNode> = {
  incomplete: <ClockIcon size={16} />,
  trial: <ClockIcon size={16} />,
  active: <CheckIcon size={16} />,
  pastDue: <WarningIcon size={16} />,
  cancelled: <ClockIcon size={16} />,
  expired: <CloseIcon size={16} />,
};

interface BoughtSummaryProps {
  subscription: Subscription;
  allowance: SubscriptionSummary | null;
  /** Not loaded yet, or the bank is away. */
  balance?: CreditBalance;
  /** Only whose it is acts on it. */
  isOwn: boolean;
  isResuming: boolean;
  onCancel: () => void;
  onResume: () => void;
  onChangeCard: () => void;
}

/** The subscription there is: what, until when, for how much, by which card, and what can be done with it. */
export function CurrentPlanSummary({ subscription, allowance, balance, isOwn, ...actions }: BoughtSummaryProps) {
  const { plan, items, state, current_period_end: end } = subscription;
  const { word, tone } = getStateBadge(subscription);
  const isGiven = subscription.source === 'given';
  const { devices = '', user = '' } = items.data[0]?.metadata ?? {};
  const facts: [string, ReactNode][] = [
    ['Plan', plan.nickname],
    ['Status', word],
    ['Billing period', isGiven ? '–' : getIntervalLabel(plan.interval)],
    [getDateLabel(subscription), formatUnixDate(end)],
    // What was given has no price, and its record no figures.
    ['Device quantity', isGiven ? (allowance?.devices.allowed ?? 'Unlimited') : devices],
    ['Total users', isGiven ? (allowance?.users ?? '') : user],
    ['Price', isGiven ? '--' : formatPlanPrice(plan.amount, plan.interval)],
    ...(balance && balance.credit > 0 ? ([['Credit left', formatCents(balance.credit)]] as [string, ReactNode][]) : []),
  ];
  return (
    <Panel
      title={isGiven ? plan.nickname : `${plan.nickname} · ${getIntervalLabel(plan.interval)}`}
      note={getSubscriptionNote(subscription)}
      actions={
        <Badge tone={tone}>
          <span className={styles.icon} aria-hidden="true">
            {STATE_ICONS[state]}
          </span>
          {word}
        </Badge>
      }
    >
      <FactGrid facts={facts} />
      {balance?.upcoming && <p className={styles.upcoming}>{upcomingWords(balance.upcoming)}</p>}
      {subscription.card && <CardOnFile subscription={subscription} isOwn={isOwn} onChangeCard={actions.onChangeCard} />}
      {isOwn && <PlanActions subscription={subscription} {...actions} />}
    </Panel>
  );
}

function CardOnFile({ subscription, isOwn, onChangeCard }: Pick<BoughtSummaryProps, 'subscription' | 'isOwn' | 'onChangeCard'>) {
  const { card, abilities } = subscription;
  if (!card) return null;
  const expiry = `${String(card.expMonth).padStart(2, '0')}/${card.expYear}`;
  return (
    <div className={styles.card}>
      <SubscriptionIcon />
      <p className={styles.words}>
        <span className={styles.brand}>{card.brand}</span> •••• {card.last4}
        <span className={styles.soft}>expires {expiry}</span>
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
}: Omit<BoughtSummaryProps, 'isOwn' | 'allowance' | 'balance' | 'onChangeCard'>) {
  const next = getNextPlanLabel(subscription);
  const { cancel, resume } = subscription.abilities;
  if (!next && !cancel && !resume) return null;
  return (
    <div className={styles.actions}>
      {cancel && <Button onClick={onCancel}>Cancel Plan</Button>}
      {resume && (
        <Button kind={next ? 'secondary' : 'primary'} isLoading={isResuming} onClick={onResume}>
          Keep plan
        </Button>
      )}
      {next && (
        <Link to="/main/subscription" search={{ choose: true }} className={buttonClass('primary')}>
          {next}
        </Link>
      )}
    </div>
  );
}
