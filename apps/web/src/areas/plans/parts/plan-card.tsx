import type { Interval, Plan, PlanPrice } from '@vitrine/contract/subscriptions';
import { useId } from 'react';
import { formatPrice } from '../../../lib/money.ts';
import { Badge } from '../../../ui/badge.tsx';
import { CheckIcon, CloseIcon } from '../../../ui/icons.tsx';
import { VisuallyHidden } from '../../../ui/visually-hidden.tsx';
import { getYearlySaving } from '../plan-offers.ts';
import { formatPlanPrice } from '../price-words.ts';
import styles from './plan-picker.module.css';

interface PlanCardProps {
  plan: Plan;
  /** None for what costs nothing. */
  price?: PlanPrice;
  interval: Interval;
  /** Of the radio group. */
  name: string;
  /** It is what they have, at this interval: nothing to select. */
  isActive?: boolean;
  isSelected: boolean;
  onSelect: () => void;
}

export function PlanCard({ plan, price, interval, name, isActive = false, isSelected, onSelect }: PlanCardProps) {
  const id = useId();
  const saving = interval === 'year' && price ? getYearlySaving(plan) : 0;
  return (
    <section className={styles.card} aria-labelledby={`${id}-name`} data-selected={isSelected ? '' : undefined}>
      {/* It covers the card: a click anywhere selects the plan. */}
      {!isActive && (
        <input
          type="radio"
          className={styles.radio}
          name={name}
          checked={isSelected}
          onChange={onSelect}
          aria-labelledby={`${id}-name ${id}-price`}
          aria-describedby={`${id}-features`}
        />
      )}
      <div className={styles.head}>
        <h3 id={`${id}-name`}>{plan.planName}</h3>
        {isActive ? (
          <Badge tone="success">Current plan</Badge>
        ) : (
          <span className={styles.tick} aria-hidden="true">
            <CheckIcon size={16} />
          </span>
        )}
      </div>
      <p id={`${id}-price`} className={styles.price}>
        {price ? formatPlanPrice(price.amount, price.interval) : 'Free'}
      </p>
      {/* Also where they are empty, so that what follows is level on all cards. */}
      {interval === 'year' && <p className={styles.saving}>{saving > 0 && `Save ${formatPrice(saving)} a year`}</p>}
      <p className={styles.soft}>{plan.description}</p>
      <ul id={`${id}-features`} className={styles.features}>
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
    </section>
  );
}
