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

interface GivePlanDialogProps {
  person: PersonRow;
  onClose: () => void;
}

/** A plan that no card pays for, until a day. */
export function GrantPlanDialog({ person, onClose }: GivePlanDialogProps) {
  const plans = useQuery(plansOptions(person.platform)).data;
  const details = useQuery(personOptions(person._id));
  const [typed, setTyped] = useState({ planName: '', day: '' });
  const [isJudged, setIsJudged] = useState(false);
  const [openedAt] = useState(() => new Date());
  const give = useGrantPlan({
    onSuccess: ({ message }) => {
      toast.success(message ?? BUSINESS_MESSAGES.subscriptionAdded);
      onClose();
    },
  });
  const checked = validatePlanGrant(typed, plans ?? [], openedAt);
  const faults = isJudged && 'faults' in checked ? checked.faults : {};
  const chosen = plans?.find(({ planName }) => planName === typed.planName);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setIsJudged(true);
    if ('subscription' in checked && !give.isPending) give.mutate({ person, subscription: checked.subscription });
  };
  return (
    <FormDialog
      isOpen
      onClose={onClose}
      size="full"
      closesOutside={false}
      title="Add subscription"
      submitLabel="Add subscription"
      isSubmitting={give.isPending}
      failure={give.error ? getErrorMessage(give.error) : undefined}
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
        value={typed.planName}
        error={faults.planName}
        onChange={(event) => setTyped({ ...typed, planName: event.target.value })}
      />
      {chosen && <PlanContents plan={chosen} person={person} />}
      <TextField
        label="Plan end date"
        type="date"
        {...getGrantDateRange(openedAt)}
        value={typed.day}
        hint="The plan ends at the end of this day. Choose a date within the next 10 years."
        error={faults.day}
        onChange={(event) => setTyped({ ...typed, day: event.target.value })}
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
