import type { User } from '@vitrine/contract/accounts';
import { useEffect, useState } from 'react';
import { useForm } from 'react-hook-form';
import { getErrorMessage } from '../../../lib/app-error.ts';
import { Button } from '../../../ui/button.tsx';
import { Row, Stack } from '../../../ui/layout.tsx';
import { FormError } from '../../../ui/text-field.tsx';
import { type Credentials, useSignIn } from '../api/accounts.ts';
import { useRequestFactorRecovery } from '../api/second-factor.ts';
import styles from './auth-layout.module.css';
import { CodeField, codeResolver } from './code-field.tsx';

interface CodeFormProps {
  /** Email address and password, which were correct. */
  credentials: Credentials;
  onSignedIn: (user: User) => void;
  onBack: () => void;
}

/** Second step of signing in, for accounts with a second factor. */
export function CodeForm({ credentials, onSignedIn, onBack }: CodeFormProps) {
  const [isRecoveryCode, setIsRecoveryCode] = useState(false);
  const { register, handleSubmit, setFocus, resetField, formState } = useForm({
    resolver: codeResolver,
    mode: 'onSubmit',
    defaultValues: { code: '' },
  });
  const signIn = useSignIn({ onSuccess: onSignedIn });
  useEffect(() => setFocus('code'), [setFocus, isRecoveryCode]);
  const switchKind = () => {
    resetField('code');
    signIn.reset();
    setIsRecoveryCode(!isRecoveryCode);
  };
  return (
    <Stack gap={5}>
      <Stack as="form" gap={5} onSubmit={handleSubmit(({ code }) => signIn.mutate({ ...credentials, code }))} noValidate>
        <CodeField isRecoveryCode={isRecoveryCode} error={formState.errors.code?.message} {...register('code')} />
        {signIn.error && <FormError size="base">{getErrorMessage(signIn.error)}</FormError>}
        <Button kind="primary" size="large" type="submit" isLoading={signIn.isPending}>
          Sign in
        </Button>
      </Stack>
      <Row wrap gap={4}>
        <button type="button" className={styles.link} onClick={switchKind}>
          {isRecoveryCode ? 'Use a code from your app' : 'Use a recovery code'}
        </button>
        <button type="button" className={styles.link} onClick={onBack}>
          Use another account
        </button>
      </Row>
      {isRecoveryCode && <LostCodes credentials={credentials} />}
    </Stack>
  );
}

/** For people who have neither the app nor a recovery code. */
function LostCodes({ credentials }: { credentials: Credentials }) {
  const request = useRequestFactorRecovery({});
  if (request.data) {
    return (
      <output className={styles.notice}>
        {request.data.message} Open it to start. After 24 hours you can sign in with your password alone.
      </output>
    );
  }
  return (
    <Stack gap={2}>
      {request.error && <FormError size="base">{getErrorMessage(request.error)}</FormError>}
      <p>
        No recovery codes?{' '}
        <button type="button" className={styles.link} disabled={request.isPending} onClick={() => request.mutate(credentials)}>
          Recover your account by email
        </button>
        . This takes 24 hours.
      </p>
    </Stack>
  );
}
