import { type EditablePlan, PLAN_LIMITS } from '@vitrine/contract/plans';
import type { Interval } from '@vitrine/contract/subscriptions';
import { type FormEvent, useState } from 'react';
import { getErrorMessage } from '../../../lib/app-error.ts';
import { PaneForm } from '../../../ui/pane-form.tsx';
import { SwitchField } from '../../../ui/switch-field.tsx';
import { TextAreaField } from '../../../ui/text-area-field.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { MoneyField } from '../../payments/parts/money-field.tsx';
import { useEditPlan } from '../api/plans.ts';
import { getIntervalLabel } from '../price-words.ts';
import { FeatureList } from './feature-list.tsx';
import { type PlanFormValues, toPlanFormValues, validatePlan } from './plan-form.ts';

interface PlanEditFormProps {
  /** As it was when editing began: another's change of it is told when it is saved. */
  plan: EditablePlan;
  interval: Interval;
  onSaved: (message: string) => void;
  onCancel: () => void;
}

/** Everything of a plan that is sold; its price at one interval. */
export function PlanEditForm({ plan, interval, onSaved, onCancel }: PlanEditFormProps) {
  const [typed, setTyped] = useState(() => toPlanFormValues(plan, interval));
  // What is wrong is said once somebody wanted to save, and then as they type.
  const [isJudged, setIsJudged] = useState(false);
  const save = useEditPlan({ onSuccess: ({ message }) => onSaved(message ?? '') });
  const checked = validatePlan(typed, plan, interval);
  const faults = isJudged && 'faults' in checked ? checked.faults : {};
  const isChanged = JSON.stringify(typed) !== JSON.stringify(toPlanFormValues(plan, interval));
  const change = (part: Partial<PlanFormValues>) => setTyped((before) => ({ ...before, ...part }));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setIsJudged(true);
    if ('body' in checked && !save.isPending) save.mutate({ id: plan._id, body: checked.body });
  };
  return (
    <PaneForm
      title="Plan details"
      onSubmit={submit}
      onCancel={onCancel}
      submitLabel="Save"
      isSubmitting={save.isPending}
      isChanged={isChanged}
      failure={save.error ? getErrorMessage(save.error) : undefined}
    >
      <TextField
        required
        label="Plan name"
        autoComplete="off"
        maxLength={PLAN_LIMITS.name}
        value={typed.name}
        readOnly={plan.isNameFixed}
        hint={plan.isNameFixed && 'This plan’s name can’t be changed.'}
        error={faults.name}
        onChange={(event) => change({ name: event.target.value })}
      />
      <MoneyField
        label={`${getIntervalLabel(interval)} price ($)`}
        value={typed.price}
        readOnly={plan.isFree}
        hint={
          plan.isFree
            ? 'You can’t set a price for a free plan.'
            : 'Applies to new subscribers. Existing subscribers keep their current price.'
        }
        error={faults.price}
        onChange={(event) => change({ price: event.target.value })}
      />
      <SwitchField label="Free trial" isOn={typed.hasTrial} onChange={(hasTrial) => change({ hasTrial })} />
      {typed.hasTrial && (
        <TextField
          label="Trial days"
          inputMode="numeric"
          autoComplete="off"
          value={typed.trialDays}
          error={faults.trialDays}
          onChange={(event) => change({ trialDays: event.target.value })}
        />
      )}
      <TextAreaField
        label="Description"
        rows={3}
        maxLength={PLAN_LIMITS.description}
        value={typed.description}
        error={faults.description}
        onChange={(event) => change({ description: event.target.value })}
      />
      <FeatureList features={typed.features} onChange={(features) => change({ features })} error={faults.features} />
    </PaneForm>
  );
}
