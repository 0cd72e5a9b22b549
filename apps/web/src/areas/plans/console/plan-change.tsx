import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { can } from '@vitrine/contract/capabilities';
import { ERRORS } from '@vitrine/contract/errors';
import { type EditablePlan, PLAN_LIMITS } from '@vitrine/contract/plans';
import type { Interval } from '@vitrine/contract/subscriptions';
import { type FormEvent, useState } from 'react';
import { getErrorMessage } from '../../../lib/app-error.ts';
import { useSession } from '../../../lib/session.ts';
import { LoadFailure } from '../../../ui/empty-state.tsx';
import { Skeleton } from '../../../ui/loading.tsx';
import { BackLink, PageHeader } from '../../../ui/page-header.tsx';
import { PaneForm } from '../../../ui/pane-form.tsx';
import { SegmentedChoice } from '../../../ui/segmented-choice.tsx';
import { TextAreaField, TextField } from '../../../ui/text-field.tsx';
import { toast } from '../../../ui/toast-store.ts';
import { SwitchField } from '../../../ui/toggles.tsx';
import { MoneyField } from '../../payments/parts/money-field.tsx';
import { editablePlansOptions, useEditPlan } from '../api/plans.ts';
import { getIntervalLabel } from '../subscription-labels.ts';
import { FeatureList } from './feature-list.tsx';
import { type PlanFormValues, toPlanFormValues, validatePlan } from './plan-form.ts';
import styles from './plans.module.css';

/** One plan, edited for real: what is sold from now on. */
export function PlanChangePage() {
  const { planId, interval } = useSearch({ from: '/admin/subscriptionPlanChange' });
  const plans = useQuery(editablePlansOptions());
  const canEdit = can(useSession(), 'plans.edit');
  const plan = plans.data?.find(({ _id }) => _id === planId);
  const isUnknown = plans.data && (!plan || !canEdit);
  return (
    <>
      <PageHeader
        title={plan ? `Edit ${plan.planName}` : 'Edit plan'}
        back={<BackLink to="/admin/subscription" label="Back to subscriptions" />}
      />
      {plans.isPending && <Skeleton style={{ height: 420 }} />}
      {plans.isLoadingError && <LoadFailure message={getErrorMessage(plans.error)} onRetry={() => void plans.refetch()} />}
      {isUnknown && <LoadFailure message={ERRORS.NOT_FOUND.message} onRetry={() => void plans.refetch()} />}
      {plan && canEdit && <PlanEditor plan={plan} interval={interval === 'year' ? 'year' : 'month'} />}
    </>
  );
}

const INTERVAL_WORDS = { month: 'Monthly', year: 'Yearly' } as const;

function PlanEditor({ plan, interval }: { plan: EditablePlan; interval: Interval }) {
  const navigate = useNavigate();
  // A concurrent change must not be overwritten unseen, so the form keeps its initial version.
  const [begun] = useState(plan);
  const leave = () => void navigate({ to: '/admin/subscription', search: { interval } });
  const sold = plan.plans.map((price) => ({ value: price.interval, label: INTERVAL_WORDS[price.interval] }));
  return (
    <div className={styles.editor}>
      {sold.length > 1 && (
        <SegmentedChoice
          label="Validity"
          value={interval}
          onChange={(value) =>
            void navigate({
              to: '/admin/subscriptionPlanChange',
              search: (before) => ({ ...before, interval: value }),
              replace: true,
            })
          }
          choices={sold.toReversed()}
        />
      )}
      <PlanEditForm
        key={interval}
        plan={begun}
        interval={interval}
        onCancel={leave}
        onSaved={(message) => {
          toast.success(message);
          leave();
        }}
      />
    </div>
  );
}

interface PlanEditFormProps {
  /** State when editing started; a concurrent change is reported on saving. */
  plan: EditablePlan;
  interval: Interval;
  onSaved: (message: string) => void;
  onCancel: () => void;
}

/** Everything of a plan that is sold; its price at one interval. */
function PlanEditForm({ plan, interval, onSaved, onCancel }: PlanEditFormProps) {
  const [typed, setTyped] = useState(() => toPlanFormValues(plan, interval));
  // Errors are shown after the first submit, and then while typing.
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
      <TextField
        required
        label="Devices"
        inputMode="numeric"
        autoComplete="off"
        value={typed.devices}
        readOnly={plan.isFree}
        hint={
          plan.isFree
            ? 'You can’t change the devices of a free plan.'
            : 'Applies to new subscribers, monthly and yearly. The feature that states the number is updated.'
        }
        error={faults.devices}
        onChange={(event) => change({ devices: event.target.value })}
      />
      {!plan.isFree && (
        <MoneyField
          label={`Price of an extra screen, ${getIntervalLabel(interval).toLowerCase()} ($)`}
          value={typed.extraScreenPrice}
          hint="Subscribers can add any number of screens at this price. Leave it empty for a plan without extra screens. Extra screens that were sold keep their price."
          error={faults.extraScreenPrice}
          onChange={(event) => change({ extraScreenPrice: event.target.value })}
        />
      )}
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
