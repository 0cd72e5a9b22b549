import { useForm } from 'react-hook-form';
import { messageOf } from '../../../lib/app-error.ts';
import { schemaResolver } from '../../../lib/schema-resolver.ts';
import { Button } from '../../../ui/button.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { useRequestReset } from '../api/account-mutations.ts';
import styles from './account-form.module.css';

const resolver = schemaResolver(() => import('@vitrine/contract/accounts').then(({ forgotBody }) => forgotBody.pick({ email: true })));

export function ForgotPasswordForm({ onSent }: { onSent: (email: string, message?: string) => void }) {
  const { register, handleSubmit, formState } = useForm({ resolver, mode: 'onTouched', defaultValues: { email: '' } });
  const send = useRequestReset({
    onSuccess: ({ message }, { email }) => onSent(email, message),
  });
  return (
    <form className={styles.form} onSubmit={handleSubmit((values) => send.mutate(values))} noValidate>
      <TextField
        required
        label="Email"
        type="email"
        autoComplete="username"
        inputMode="email"
        error={formState.errors.email?.message}
        {...register('email')}
      />
      {send.error && (
        <p className={styles.failure} role="alert">
          {messageOf(send.error)}
        </p>
      )}
      <Button kind="primary" size="large" type="submit" isLoading={send.isPending}>
        Send link
      </Button>
    </form>
  );
}
