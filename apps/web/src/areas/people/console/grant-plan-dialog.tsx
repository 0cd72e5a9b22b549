import { useQuery } from '@tanstack/react-query';
import { BUSINESS_MESSAGES } from '@vitrine/contract/business-messages';
import type { PersonDetails, PersonRow } from '@vitrine/contract/people';
import type { Plan } from '@vitrine/contract/subscriptions';
import { type FormEvent, type ReactNode, useState } from 'react';
import { getErrorMessage } from '../../../lib/app-error.ts';
import { formatDate, formatLimit } from '../../../lib/format.ts';
import { FactGrid } from '../../../ui/details.tsx';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { NoteBox } from '../../../ui/panel.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { toast } from '../../../ui/toast-store.ts';
import { plansOptions } from '../../plans/api/plans.ts';
import { formatPlanPrice } from '../../plans/subscription-labels.ts';
import { personOptions, useGrantPlan } from './api/people.ts';
import { getPlanExpiry, getPlanStatusLabel, getRoleLabel } from './people-labels.ts';
import { getGrantDateRange, getRoleForPlan, validatePlanGrant } from './plan-grant.ts';

interface GrantPlanDialogProps {
  person: PersonRow;
  onClose: () => void;
}

/** Grants an account a plan without payment until a date. */
export function GrantPlanDialog({ person, onClose }: GrantPlanDialogProps) {
  const plans = useQuery(plansOptions(person.platform)).data;
  const details = useQuery(personOptions(person._id));
  const [values, setValues] = useState({ planName: '', day: '' });
  const [isSubmitted, setIsSubmitted] = useState(false);
  const [openedAt] = useState(() => new Date());
  const grant = useGrantPlan({
    onSuccess: ({ message }) => {
      toast.success(message ?? BUSINESS_MESSAGES.subscriptionAdded);
      onClose();
    },
  });
  const result = validatePlanGrant(values, plans ?? [], openedAt);
  const faults = isSubmitted && 'faults' in result ? result.faults : {};
  const chosen = plans?.find(({ planName }) => planName === values.planName);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setIsSubmitted(true);
    if ('subscription' in result && !grant.isPending) grant.mutate({ person, subscription: result.subscription });
  };
  return (
    <FormDialog
      isOpen
      onClose={onClose}
      size="full"
      closesOutside={false}
      title="Add subscription"
      submitLabel="Add subscription"
      isSubmitting={grant.isPending}
      failure={grant.error ? getErrorMessage(grant.error) : undefined}
      onSubmit={submit}
    >
      <FactGrid facts={getPlanFacts(person, details.data)} />
      {details.data && !details.data.subscription && <NoteBox>{BUSINESS_MESSAGES.noSubscription}</NoteBox>}
      {details.data?.paid && <NoteBox>{getPaidPlanNote(details.data.paid)}</NoteBox>}
      {details.data?.given && (
        <NoteBox>
          This replaces {details.data.given.planName}, which was granted until {formatUnixDay(details.data.given.endDate)}.
        </NoteBox>
      )}
      <SelectField
        label="Plan name"
        placeholder={plans ? 'Choose a plan' : 'Loading plans…'}
        options={(plans ?? []).map(toPlanChoice)}
        value={values.planName}
        error={faults.planName}
        onChange={(event) => setValues({ ...values, planName: event.target.value })}
      />
      {chosen && <PlanContents plan={chosen} person={person} />}
      <TextField
        label="Plan end date"
        type="date"
        {...getGrantDateRange(openedAt)}
        value={values.day}
        hint="The plan ends at the end of this day. Choose a date within the next 10 years."
        error={faults.day}
        onChange={(event) => setValues({ ...values, day: event.target.value })}
      />
    </FormDialog>
  );
}

type PaidPlan = NonNullable<PersonDetails['paid']>;

const formatUnixDay = (seconds: number) => formatDate(new Date(seconds * 1000).toISOString());

const getPaidPlanNote = ({ planName, amount, interval, endDate }: PaidPlan) =>
  `This user pays for ${planName} by card (${formatPlanPrice(amount, interval)}, paid until ${formatUnixDay(endDate)}). The higher limits of both plans apply, and the card is charged until the user cancels.`;

const getPlanFacts = (person: PersonRow, details: PersonDetails | undefined): [string, ReactNode][] => [
  ['User name', person.name],
  ['Email', person.email],
  ['Subscription status', details ? getPlanStatusLabel(details) : '…'],
  ['Expiry date', getPlanExpiry(person)],
  ['Platform', person.platform],
];

function toPlanChoice({ planName, plans }: Plan) {
  const price = plans.find(({ interval }) => interval === 'month') ?? plans[0];
  return {
    value: planName,
    label: price && price.amount > 0 ? `${planName} (${formatPlanPrice(price.amount, price.interval)})` : planName,
  };
}

function PlanContents({ plan, person }: { plan: Plan; person: PersonRow }) {
  const role = getRoleForPlan(plan, person.platform);
  return (
    <p>
      {formatLimit(plan.planStorage)} storage, {plan.device} {plan.device === 1 ? 'device' : 'devices'}, {plan.users}{' '}
      {plan.users === 1 ? 'user' : 'users'}.
      {role && role !== person.role && ` ${person.name}’s role changes to ${getRoleLabel({ role, isSuperAdmin: false })}.`}
    </p>
  );
}
