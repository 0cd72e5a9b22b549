import { zodResolver } from '@hookform/resolvers/zod';
import { BUSINESS_MESSAGES } from '@vitrine/contract/business-messages';
import { LIMITS } from '@vitrine/contract/limits';
import type { PersonRow } from '@vitrine/contract/people';
import { personNameForm } from '@vitrine/contract/profile';
import { useForm } from 'react-hook-form';
import { Button } from '../../../ui/button.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { toast } from '../../../ui/toast-store.ts';
import { useRenamePerson } from './api/people-mutations.ts';
import { getRefusalMessage } from './people-labels.ts';
import styles from './person-details.module.css';

/** There to be changed at any time, saved once it was. */
export function NameForm({ person }: { person: PersonRow }) {
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
