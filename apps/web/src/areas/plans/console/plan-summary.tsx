import type { EditablePlan } from '@vitrine/contract/plans';
import type { Interval } from '@vitrine/contract/subscriptions';
import type { ReactNode } from 'react';
import { CheckIcon, CloseIcon } from '../../../ui/icons.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { Text, VisuallyHidden } from '../../../ui/text.tsx';
import { formatPlanPrice } from '../subscription-labels.ts';
import styles from './plan-summary.module.css';

/** Price and features of a plan at one billing interval. */
export function PlanSummary({ plan, interval, actions }: { plan: EditablePlan; interval: Interval; actions?: ReactNode }) {
  const price = plan.plans.find((candidate) => candidate.interval === interval);
  const priceLabel = plan.isFree
    ? 'Free'
    : price
      ? formatPlanPrice(price.amount, interval)
      : `Not available ${interval === 'year' ? 'yearly' : 'monthly'}`;
  return (
    <Panel title={plan.planName} note={plan.description} actions={actions}>
      <div>
        <Text size="lg" weight="bold" isTabular>
          {priceLabel}
        </Text>
        {price?.extraScreenAmount && <Text tone="soft">{`Extra screens: ${formatPlanPrice(price.extraScreenAmount, interval)} each`}</Text>}
        {plan.trialDays > 0 && <Text tone="soft">{plan.trialDays}-day free trial</Text>}
      </div>
      <ul className={styles.features}>
        {plan.features.map(({ text, isIncluded }) => (
          <li key={text} data-missing={isIncluded ? undefined : ''}>
            {isIncluded ? <CheckIcon size={18} /> : <CloseIcon size={18} />}
            <span>
              {!isIncluded && <VisuallyHidden>Not included: </VisuallyHidden>}
              {text}
            </span>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
