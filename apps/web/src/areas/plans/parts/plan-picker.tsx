import type { Interval, Plan, PlanPrice, Subscription } from '@vitrine/contract/subscriptions';
import { useId } from 'react';
import { formatPrice } from '../../../lib/format.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { CheckIcon, CloseIcon } from '../../../ui/icons.tsx';
import { Stack } from '../../../ui/layout.tsx';
import { SegmentedChoice } from '../../../ui/segmented-choice.tsx';
import { Text, VisuallyHidden } from '../../../ui/text.tsx';
import { getPlanSlug, getYearlySaving, isCurrentOffer, listOffers, type PlanOffer } from '../plan-offers.ts';
import { formatPlanPrice } from '../subscription-labels.ts';
import styles from './plan-picker.module.css';

const INTERVALS = [
  { value: 'month', label: 'Monthly' },
  { value: 'year', label: 'Yearly' },
] as const;

/** Selected value for the free plan, which needs no purchase. */
export const FREE_CHOICE = 'free';

interface PlanPickerProps {
  plans: readonly Plan[];
  active?: Subscription;
  interval: Interval;
  /** Id of the selected price, or FREE_CHOICE. */
  selected?: string;
  onInterval: (interval: Interval) => void;
  onSelect: (selected: string) => void;
  onSubscribe: (offer: PlanOffer) => void;
  /** Disables the purchase. */
  isBlocked?: boolean;
  /** Present right after sign-up. Then only Free and the plans for individuals and families are offered. */
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
    <Stack align="start" gap={4}>
      <SegmentedChoice label="Billing period" value={interval} onChange={onInterval} choices={INTERVALS} />
      <fieldset className={styles.cards}>
        <VisuallyHidden as="legend">Plans</VisuallyHidden>
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
    </Stack>
  );
}

interface PlanCardProps {
  plan: Plan;
  /** Undefined for the free plan. */
  price?: PlanPrice;
  interval: Interval;
  /** Name of the radio group. */
  name: string;
  /** True for the current plan at this interval, which cannot be selected. */
  isActive?: boolean;
  isSelected: boolean;
  onSelect: () => void;
}

function PlanCard({ plan, price, interval, name, isActive = false, isSelected, onSelect }: PlanCardProps) {
  const id = useId();
  const saving = interval === 'year' && price ? getYearlySaving(plan) : 0;
  return (
    <section className={styles.card} aria-labelledby={`${id}-name`} data-selected={isSelected ? '' : undefined}>
      {/* The radio button covers the card, so that a click anywhere selects the plan. */}
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
      {price?.extraScreenAmount && (
        <Text tone="soft" size="sm">{`Extra screens: ${formatPlanPrice(price.extraScreenAmount, price.interval)} each`}</Text>
      )}
      {/* Rendered even when empty, so that the content below is aligned on all cards. */}
      {interval === 'year' && <p className={styles.saving}>{saving > 0 && `Save ${formatPrice(saving)} a year`}</p>}
      <Text tone="soft" breaks="pretty">
        {plan.description}
      </Text>
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
