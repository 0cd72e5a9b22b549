import { Link, useLocation, useSearch } from '@tanstack/react-router';
import type { User } from '@vitrine/contract/accounts';
import { MESSAGES } from '@vitrine/contract/messages';
import { lazy, Suspense, useEffect, useState } from 'react';
import { useForm } from 'react-hook-form';
import { AppError, getErrorMessage } from '../../../lib/app-error.ts';
import { lazySchemaResolver } from '../../../lib/schema-resolver.ts';
import { getLastSessionEnd, type SessionEnd } from '../../../lib/session.ts';
import { Button } from '../../../ui/button.tsx';
import { InfoIcon } from '../../../ui/icons.tsx';
import { Stack } from '../../../ui/layout.tsx';
import { Spinner } from '../../../ui/loading.tsx';
import { PasswordField } from '../../../ui/password-field.tsx';
import { FormError, TextField } from '../../../ui/text-field.tsx';
import { toast } from '../../../ui/toast-store.ts';
import { type Credentials, useResendVerification, useSignIn } from '../api/accounts.ts';
import styles from '../parts/auth-layout.module.css';
import { AuthLayout } from '../parts/auth-layout.tsx';
import { CompanySignInButton } from '../parts/company-sign-in-button.tsx';
import { useEntrance } from '../parts/entrance.tsx';
import { PasskeyButton, useOffersPasskey, usePasskeyAutofill } from '../parts/passkey-sign-in.tsx';

// Opened after the password was sent, so its code is loaded then.
const CodeForm = lazy(() => import('../parts/code-form.tsx').then((file) => ({ default: file.CodeForm })));

export function LoginPage() {
  const { next } = useSearch({ from: '/public/login' });
  // Still so while the agreement is read, over this page and signed in.
  const [confirmed] = useState(useLocation({ select: ({ state }) => state.email }));
  const [credentials, setCredentials] = useState<Credentials | null>(null);
  const [ending] = useState(getLastSessionEnd);
  const { onSignedIn, privacyDialog } = useEntrance({ next });
  if (credentials) {
    return (
      <AuthLayout title="Two-step sign-in" lead="Enter the code from your authenticator app.">
        <Suspense fallback={<Spinner size={28} />}>
          <CodeForm credentials={credentials} onSignedIn={onSignedIn} onBack={() => setCredentials(null)} />
        </Suspense>
        {privacyDialog}
      </AuthLayout>
    );
  }
  return (
    <AuthLayout
      title={confirmed ? 'Welcome' : 'Welcome back'}
      lead={
        confirmed
          ? 'Your email address is verified. Sign in to put your photos on a screen in three steps.'
          : 'Sign in to manage your photos and screens.'
      }
      footer={
        <>
          New here? <Link to="/signup">Sign up</Link>
        </>
      }
    >
      {ending && (
        <output className={styles.notice}>
          <InfoIcon size={18} />
          {SESSION_END_LABELS[ending]}
        </output>
      )}
      <SignInForm email={confirmed} next={next} onSignedIn={onSignedIn} onCodeNeeded={setCredentials} />
      {privacyDialog}
    </AuthLayout>
  );
}

const SESSION_END_LABELS: Record<SessionEnd, string> = {
  expired: 'You were signed out because 24 hours passed since you signed in. Sign in to continue where you left off.',
  revoked:
    'You were signed out because your session was ended, for example on another device or by a new password. Sign in to continue where you left off.',
  idle: 'You were signed out because you were inactive. Sign in to continue where you left off.',
  administrator: 'You were signed out because an administrator ended your sessions. Sign in to continue where you left off.',
  password: 'You were signed out because the password of your account was changed. Sign in with the new password.',
  email: 'You were signed out because the email address of your account was changed. Sign in with the new address.',
  secondFactor: 'You were signed out because two-step sign-in was changed for your account. Sign in to continue where you left off.',
  disabled: 'You were signed out because your account was deactivated. Please contact an administrator.',
  elsewhere: 'You were signed out because your session was ended on another device. Sign in to continue where you left off.',
};

const resolver = lazySchemaResolver(() => import('@vitrine/contract/accounts').then(({ signInForm }) => signInForm));

interface SignInFormProps {
  /** Who it is, where that is known: the password is all that is missing. */
  email?: string;
  /** Page to open afterwards. */
  next?: string;
  onSignedIn: (user: User) => void;
  /** The password is correct, and the account has a second factor. */
  onCodeNeeded: (credentials: Credentials) => void;
}

function SignInForm({ email = '', next, onSignedIn, onCodeNeeded }: SignInFormProps) {
  const { register, handleSubmit, getValues, setFocus, formState } = useForm({
    resolver,
    mode: 'onTouched',
    defaultValues: { email, password: '' },
  });
  usePasskeyAutofill(onSignedIn);
  const offersPasskey = useOffersPasskey();
  const mutation = useSignIn({
    onSuccess: onSignedIn,
    onError: (error, form) => {
      if (error instanceof AppError && error.code === 'SECOND_FACTOR_REQUIRED') onCodeNeeded(form);
    },
  });
  useEffect(() => {
    if (email !== '') setFocus('password');
  }, [email, setFocus]);
  return (
    <Stack as="form" gap={5} onSubmit={handleSubmit((values) => mutation.mutate(values))} noValidate>
      <TextField
        required
        label="Email"
        type="email"
        autoComplete="username webauthn"
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
      <p className={styles.forgot}>
        <Link to="/forgot-password">Forgot password?</Link>
      </p>
      {mutation.error && <SignInFailure error={mutation.error} email={getValues('email')} onResent={() => mutation.reset()} />}
      <Button kind="primary" size="large" type="submit" isLoading={mutation.isPending}>
        Sign in
      </Button>
      {offersPasskey && <PasskeyButton onSignedIn={onSignedIn} />}
      <CompanySignInButton next={next} />
    </Stack>
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
    <FormError size="base">
      {isUnverified ? MESSAGES.notVerified + MESSAGES.resendQuestion : getErrorMessage(error)}{' '}
      {isUnverified && (
        <button type="button" className={styles.link} onClick={() => resend.mutate()} disabled={resend.isPending}>
          Resend
        </button>
      )}
    </FormError>
  );
}
