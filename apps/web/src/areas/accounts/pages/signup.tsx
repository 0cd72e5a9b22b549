import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useForm } from 'react-hook-form';
import { getErrorMessage } from '../../../lib/app-error.ts';
import { lazySchemaResolver } from '../../../lib/schema-resolver.ts';
import { Button } from '../../../ui/button.tsx';
import { Stack } from '../../../ui/layout.tsx';
import { NewPasswordFields } from '../../../ui/password-field.tsx';
import { FormError, RequiredNote, TextField } from '../../../ui/text-field.tsx';
import { toast } from '../../../ui/toast-store.ts';
import { useSignUp } from '../api/accounts.ts';
import { storeChosenPlan } from '../chosen-plan.ts';
import { AuthLayout } from '../parts/auth-layout.tsx';
import { PurchaseSteps } from '../parts/purchase-steps.tsx';

export function SignUpPage() {
  const navigate = useNavigate();
  const { email: invited, plan } = useSearch({ from: '/public/signup' });
  useEffect(() => {
    // The emailed link opens in another tab, and users with an account sign in instead.
    if (plan) storeChosenPlan(plan);
  }, [plan]);
  return (
    <AuthLayout
      title="Create your account"
      lead="Your first photo can be on a screen in three minutes."
      footer={
        <>
          Already have an account? <Link to="/login">Sign in</Link>
        </>
      }
    >
      {plan && <PurchaseSteps current="Sign Up" />}
      <SignUpForm
        email={invited}
        onSignedUp={({ name, email, message }) => {
          if (message) toast.success(message);
          void navigate({ to: '/verification', state: { name, email } });
        }}
      />
    </AuthLayout>
  );
}

interface SignUpResult {
  name: string;
  email: string;
  message?: string;
}

const resolver = lazySchemaResolver(() => import('@vitrine/contract/accounts').then(({ signUpForm }) => signUpForm));

interface SignUpFormProps {
  /** Address from an invitation. */
  email?: string;
  onSignedUp: (result: SignUpResult) => void;
}

function SignUpForm({ email: invitedEmail = '', onSignedUp }: SignUpFormProps) {
  const { register, handleSubmit, formState } = useForm({
    resolver,
    mode: 'onTouched',
    defaultValues: { name: '', email: invitedEmail, password: '', confirmPassword: '' },
  });
  const { errors } = formState;
  const mutation = useSignUp({
    onSuccess: ({ message }, { name, email }) => onSignedUp({ name, email, message }),
  });
  return (
    <Stack as="form" gap={5} onSubmit={handleSubmit((values) => mutation.mutate(values))} noValidate>
      <RequiredNote />
      <TextField required label="Name" autoComplete="name" error={errors.name?.message} {...register('name')} />
      <TextField
        required
        label="Email"
        type="email"
        autoComplete="username"
        inputMode="email"
        error={errors.email?.message}
        {...register('email')}
      />
      <NewPasswordFields
        label="Password"
        password={{ error: errors.password?.message, ...register('password') }}
        confirmation={{ error: errors.confirmPassword?.message, ...register('confirmPassword') }}
      />
      {mutation.error && <FormError size="base">{getErrorMessage(mutation.error)}</FormError>}
      <Button kind="primary" size="large" type="submit" isLoading={mutation.isPending}>
        Sign up
      </Button>
    </Stack>
  );
}
