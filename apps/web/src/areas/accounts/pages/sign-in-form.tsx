import type { User } from '@vitrine/contract/accounts';
import { MESSAGES } from '@vitrine/contract/messages';
import { type ReactNode, useEffect } from 'react';
import { useForm } from 'react-hook-form';
import { AppError, getErrorMessage } from '../../../lib/app-error.ts';
import { lazySchemaResolver } from '../../../lib/schema-resolver.ts';
import { Button } from '../../../ui/button.tsx';
import { PasswordField } from '../../../ui/password-field.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { toast } from '../../../ui/toast-store.ts';
import { useResendVerification, useSignIn } from '../api/account-mutations.ts';
import styles from './account-form.module.css';

const resolver = lazySchemaResolver(() => import('@vitrine/contract/accounts').then(({ signInForm }) => signInForm));

interface SignInFormProps {
  /** Who it is, where that is known: the password is all that is missing. */
  email?: string;
  onSignedIn: (user: User) => void;
  /** The way to a new password, under the field of the old one. */
  forgotLink: ReactNode;
}

export function SignInForm({ email = '', onSignedIn, forgotLink }: SignInFormProps) {
  const { register, handleSubmit, getValues, setFocus, formState } = useForm({
    resolver,
    mode: 'onTouched',
    defaultValues: { email, password: '' },
  });
  const mutation = useSignIn({ onSuccess: onSignedIn });
  useEffect(() => {
    if (email !== '') setFocus('password');
  }, [email, setFocus]);
  return (
    <form className={styles.form} onSubmit={handleSubmit((values) => mutation.mutate(values))} noValidate>
      <TextField
        required
        label="Email"
        type="email"
        autoComplete="username"
        inputMode="email"
        error={formState.errors.email?.message}
        {...register('email')}
      />
      <PasswordField
        required
        label="Password"
        autoComplete="current-password"
        error={formState.errors.password?.message}
        {...register('password')}
      />
      <p className={styles.forgot}>{forgotLink}</p>
      {mutation.error && <SignInFailure error={mutation.error} email={getValues('email')} onResent={() => mutation.reset()} />}
      <Button kind="primary" size="large" type="submit" isLoading={mutation.isPending}>
        Sign in
      </Button>
    </form>
  );
}

function SignInFailure({ error, email, onResent }: { error: Error; email: string; onResent: () => void }) {
  const resend = useResendVerification(email, {
    onSuccess: ({ message }) => {
      toast.success(message ?? 'We sent you another email.');
      onResent();
    },
    onError: (failure) => toast.error(getErrorMessage(failure)),
  });
  const isUnverified = error instanceof AppError && error.code === 'ACCOUNT_NOT_VERIFY';
  return (
    <p className={styles.failure} role="alert">
      {isUnverified ? MESSAGES.notVerified + MESSAGES.resendQuestion : getErrorMessage(error)}{' '}
      {isUnverified && (
        <button type="button" className={styles.link} onClick={() => resend.mutate()} disabled={resend.isPending}>
          Resend
        </button>
      )}
    </p>
  );
}
