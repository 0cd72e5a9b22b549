import { zodResolver } from '@hookform/resolvers/zod';
import { useQuery } from '@tanstack/react-query';
import { BUSINESS_MESSAGES } from '@vitrine/contract/business-messages';
import { LIMITS } from '@vitrine/contract/limits';
import type { PersonDetails as Details, PersonRow } from '@vitrine/contract/people';
import { personNameForm } from '@vitrine/contract/profile';
import type { CreditBalance } from '@vitrine/contract/subscriptions';
import type { ReactNode } from 'react';
import { useForm } from 'react-hook-form';
import { getErrorMessage } from '../../../lib/app-error.ts';
import { formatCents, formatDate, formatDay } from '../../../lib/format.ts';
import { getAvatarPicture } from '../../../lib/picture-url.ts';
import { Avatar } from '../../../ui/avatar.tsx';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { ListSkeleton } from '../../../ui/card.tsx';
import { FactGrid } from '../../../ui/details.tsx';
import { LoadFailure } from '../../../ui/empty-state.tsx';
import { Row, Stack } from '../../../ui/layout.tsx';
import { Text } from '../../../ui/text.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { toast } from '../../../ui/toast-store.ts';
import { formatPhone, GENDER_LABELS } from '../../accounts/personal-data.ts';
import { creditOptions } from '../../payments/api/payments.ts';
import { personOptions, useRenamePerson } from './api/people.ts';
import styles from './people.module.css';
import {
  getDevicesLabel,
  getExtraScreensLabel,
  getPlanExpiry,
  getPlanName,
  getPlanStatusLabel,
  getRefusalMessage,
  getRemainingStorage,
  getRoleLabel,
} from './people-labels.ts';

/** Width of the profile picture (specification 3 §9), shown at half size for sharp displays. */
const PICTURE_PX = 160;

/** Details of one account. `children` renders its actions. */
export function PersonDetails({ userId, children }: { userId: string; children: (person: Details) => ReactNode }) {
  const person = useQuery(personOptions(userId));
  const balance = useQuery(creditOptions(userId));
  if (person.isPending) return <ListSkeleton view="List" />;
  if (!person.data) return <LoadFailure message={getErrorMessage(person.error)} onRetry={() => void person.refetch()} />;
  const { data } = person;
  return (
    <Stack gap={4}>
      <Avatar name={data.name} {...getAvatarPicture(data.profilePicture, PICTURE_PX)} size={PICTURE_PX / 2} />
      {/* Remounted for another account, and when this account was renamed elsewhere. */}
      {data.abilities.edit ? (
        <NameForm key={`${data._id} ${data.name}`} person={data} />
      ) : (
        <Text size="lg" breaks="anywhere">
          {data.name}
        </Text>
      )}
      <FactGrid facts={[...getPersonFacts(data), ['Credit left', getCreditLabel(balance)]]} />
      <Row wrap gap={2}>
        {children(data)}
      </Row>
    </Stack>
  );
}

const getCreditLabel = ({ data, isError }: { data?: CreditBalance; isError: boolean }): string =>
  data ? formatCents(data.credit) : isError ? 'Unknown: the payment provider isn’t responding' : '…';

const getPersonFacts = (data: Details): [string, ReactNode][] => [
  ['Email', data.email],
  ['Email verified', data.isVerified ? 'Yes' : 'No'],
  [
    'Status',
    <Badge key="status" tone={data.disable ? 'neutral' : 'success'}>
      {data.disable ? 'Inactive' : 'Active'}
    </Badge>,
  ],
  ['Role', getRoleLabel(data)],
  ['Platform', data.platform],
  ['Gender', data.gender && GENDER_LABELS[data.gender]],
  ['Birthday', data.dateOfBirth && formatDay(data.dateOfBirth)],
  ['Registration date', formatDate(data.createdAt)],
  ['Phone number', formatPhone(data.phoneNo)],
  ['Plan', getPlanName(data)],
  ['Plan status', getPlanStatusLabel(data)],
  ['Plan expiry', getPlanExpiry(data)],
  ['Remaining storage', getRemainingStorage(data)],
  ['Devices', getDevicesLabel(data)],
  ...(getExtraScreensLabel(data) ? ([['Extra screens', getExtraScreensLabel(data)]] as [string, ReactNode][]) : []),
];

/** Always editable. The Save button appears after a change. */
function NameForm({ person }: { person: PersonRow }) {
  const { register, handleSubmit, formState, reset } = useForm({
    resolver: zodResolver(personNameForm),
    mode: 'onChange',
    defaultValues: { name: person.name },
  });
  const save = useRenamePerson({
    onSuccess: ({ message }, { name }) => {
      reset({ name });
      toast.success(message ?? 'Successfully Updated.');
    },
    onError: (error) => toast.error(getRefusalMessage(error, BUSINESS_MESSAGES.nameRefused)),
  });
  return (
    <form className={styles.name} onSubmit={handleSubmit(({ name }) => save.mutate({ person, name }))} noValidate>
      <TextField
        label="Name"
        autoComplete="off"
        maxLength={LIMITS.detailNameMax}
        error={formState.errors.name?.message}
        {...register('name')}
      />
      {formState.isDirty && (
        <Button kind="primary" type="submit" isLoading={save.isPending} disabled={!formState.isValid}>
          Save
        </Button>
      )}
    </form>
  );
}
