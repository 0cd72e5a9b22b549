import { ERRORS } from '@vitrine/contract/errors';
import { useForm } from 'react-hook-form';
import { AppError, getErrorMessage } from '../../../lib/app-error.ts';
import { lazySchemaResolver } from '../../../lib/schema-resolver.ts';
import { Button } from '../../../ui/button.tsx';
import { NewPasswordFields } from '../../../ui/new-password-fields.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { useResetPassword } from '../api/account-mutations.ts';
import styles from './account-form.module.css';

const resolver = lazySchemaResolver(() => import('@vitrine/contract/profile').then(({ resetPasswordForm }) => resetPasswordForm));

interface ResetPasswordFormProps {
  link: { email: string; key: string; lock: string };
  onReset: (message?: string) => void;
}

export function ResetPasswordForm({ link, onReset }: ResetPasswordFormProps) {
  const { register, handleSubmit, formState } = useForm({
    resolver,
    mode: 'onTouched',
    defaultValues: { password: '', confirmPassword: '' },
  });
  const { errors } = formState;
  const reset = useResetPassword(link, {
    onSuccess: ({ message }) => onReset(message),
  });
  return (
    <form className={styles.form} onSubmit={handleSubmit((values) => reset.mutate(values))} noValidate>
      <TextField label="Email" type="email" autoComplete="username" value={link.email} readOnly />
      <NewPasswordFields
        label="New password"
        password={{ error: errors.password?.message, ...register('password') }}
        confirmation={{ error: errors.confirmPassword?.message, ...register('confirmPassword') }}
      />
      {reset.error && (
        <p className={styles.failure} role="alert">
          {getResetFailure(reset.error)}
        </p>
      )}
      <Button kind="primary" size="large" type="submit" isLoading={reset.isPending}>
        Set password
      </Button>
    </form>
  );
}

/** What is wrong with the password has one wording (specification 1 §8); what is wrong elsewhere says so. */
function getResetFailure(error: Error): string {
  const isElsewhere = error instanceof AppError && ['NETWORK', 'UNAVAILABLE', 'TOO_MANY_REQUESTS', 'LINK_EXPIRED'].includes(error.code);
  return isElsewhere ? getErrorMessage(error) : ERRORS.RESET_INVALID.message;
}
