import type { Interval, Plan, Subscription } from '@vitrine/contract/subscriptions';
import { useId } from 'react';
import { Button } from '../../../ui/button.tsx';
import { SegmentedChoice } from '../../../ui/segmented-choice.tsx';
import { getPlanSlug, isCurrentOffer, listOffers, type PlanOffer } from '../plan-offers.ts';
import { PlanCard } from './plan-card.tsx';
import styles from './plan-picker.module.css';

const INTERVALS = [
  { value: 'month', label: 'Monthly' },
  { value: 'year', label: 'Yearly' },
] as const;

/** What is selected when nothing is to be bought. */
export const FREE_CHOICE = 'free';

interface PlanPickerProps {
  plans: readonly Plan[];
  active?: Subscription;
  interval: Interval;
  /** A price's id, or FREE. */
  selected?: string;
  onInterval: (interval: Interval) => void;
  onSelect: (selected: string) => void;
  onSubscribe: (offer: PlanOffer) => void;
  /** Why nothing can be bought now. */
  isBlocked?: boolean;
  /** Right after signing up, Free can be chosen too, and only what is meant for one person or a family. */
  onFree?: () => void;
}

export function PlanPicker({ plans, active, interval, selected, isBlocked, onInterval, onSelect, onSubscribe, onFree }: PlanPickerProps) {
  const name = useId();
  const offers = listOffers(plans, interval).filter(({ plan }) => !onFree || getPlanSlug(plan));
  const free = onFree && plans.find((plan) => getPlanSlug(plan) === 'free');
  const chosen = offers.find(({ plan, price }) => price.priceId === selected && !isCurrentOffer({ plan, price }, active));
  const isFree = free !== undefined && selected === FREE_CHOICE;
  const submit = () => {
    if (isFree) onFree?.();
    else if (chosen) onSubscribe(chosen);
  };
  return (
    <div className={styles.picker}>
      <SegmentedChoice label="Billing period" value={interval} onChange={onInterval} choices={INTERVALS} />
      <fieldset className={styles.cards}>
        <legend className={styles.legend}>Plans</legend>
        {free && <PlanCard plan={free} interval={interval} name={name} isSelected={isFree} onSelect={() => onSelect(FREE_CHOICE)} />}
        {offers.map((offer) => (
          <PlanCard
            key={offer.price.priceId}
            plan={offer.plan}
            price={offer.price}
            interval={interval}
            name={name}
            isActive={isCurrentOffer(offer, active)}
            isSelected={chosen?.price === offer.price}
            onSelect={() => onSelect(offer.price.priceId)}
          />
        ))}
      </fieldset>
      <div className={styles.bar}>
        <p className={styles.chosen} aria-live="polite">
          {chosen?.plan.planName ?? (isFree ? free.planName : 'Select a plan')}
        </p>
        <Button kind="primary" size="large" disabled={isBlocked || (!chosen && !isFree)} onClick={submit}>
          {isFree ? 'Start free' : 'Subscribe'}
        </Button>
      </div>
    </div>
  );
}
