import { Link } from '@tanstack/react-router';
import type { CompanySignInStep } from '@vitrine/contract/company-sign-in';
import { useEffect, useState } from 'react';
import { useForm } from 'react-hook-form';
import { getErrorMessage } from '../../../lib/app-error.ts';
import { lazySchemaResolver } from '../../../lib/schema-resolver.ts';
import { Button } from '../../../ui/button.tsx';
import { Stack } from '../../../ui/layout.tsx';
import { PasswordField } from '../../../ui/password-field.tsx';
import { FormError } from '../../../ui/text-field.tsx';
import { type CompanyProof, useProveCompanySignIn } from '../api/company-sign-in.ts';
import styles from './auth-layout.module.css';
import { CodeField, codeResolver } from './code-field.tsx';

const passwordResolver = lazySchemaResolver(() =>
  import('@vitrine/contract/accounts').then(({ signInForm }) => signInForm.pick({ password: true })),
);

interface ProofFormProps {
  onStep: (step: CompanySignInStep, proof: CompanyProof) => void;
}

/** Links an existing account by its password. */
export function LinkForm({ onStep }: ProofFormProps) {
  const { register, handleSubmit, setFocus, formState } = useForm({
    resolver: passwordResolver,
    mode: 'onSubmit',
    defaultValues: { password: '' },
  });
  const prove = useProveCompanySignIn({ onSuccess: onStep });
  useEffect(() => setFocus('password'), [setFocus]);
  return (
    <Stack as="form" gap={5} onSubmit={handleSubmit((values) => prove.mutate(values))} noValidate>
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
      {prove.error && <FormError size="base">{getErrorMessage(prove.error)}</FormError>}
      <Button kind="primary" size="large" type="submit" isLoading={prove.isPending}>
        Link and sign in
      </Button>
    </Stack>
  );
}

/** Requests a code of the second factor. `password`: the password that was just entered, which is sent again with the code. */
export function CompanyCodeForm({ password, onStep }: ProofFormProps & { password: string | undefined }) {
  const [isRecoveryCode, setIsRecoveryCode] = useState(false);
  const { register, handleSubmit, setFocus, resetField, formState } = useForm({
    resolver: codeResolver,
    mode: 'onSubmit',
    defaultValues: { code: '' },
  });
  const prove = useProveCompanySignIn({ onSuccess: onStep });
  useEffect(() => setFocus('code'), [setFocus, isRecoveryCode]);
  const switchKind = () => {
    resetField('code');
    prove.reset();
    setIsRecoveryCode(!isRecoveryCode);
  };
  return (
    <Stack as="form" gap={5} onSubmit={handleSubmit(({ code }) => prove.mutate({ password, code }))} noValidate>
      <CodeField isRecoveryCode={isRecoveryCode} error={formState.errors.code?.message} {...register('code')} />
      {prove.error && <FormError size="base">{getErrorMessage(prove.error)}</FormError>}
      <Button kind="primary" size="large" type="submit" isLoading={prove.isPending}>
        Sign in
      </Button>
      <button type="button" className={styles.link} onClick={switchKind}>
        {isRecoveryCode ? 'Use a code from your app' : 'Use a recovery code'}
      </button>
    </Stack>
  );
}
