import { Link, useNavigate } from '@tanstack/react-router';
import { useForm } from 'react-hook-form';
import { getErrorMessage } from '../../../lib/app-error.ts';
import { lazySchemaResolver } from '../../../lib/schema-resolver.ts';
import { Button } from '../../../ui/button.tsx';
import { Stack } from '../../../ui/layout.tsx';
import { FormError, TextField } from '../../../ui/text-field.tsx';
import { toast } from '../../../ui/toast-store.ts';
import { useRequestPasswordReset } from '../api/accounts.ts';
import { AuthLayout } from '../parts/auth-layout.tsx';

export function ForgotPasswordPage() {
  const navigate = useNavigate();
  return (
    <AuthLayout
      title="Forgot your password?"
      lead="Enter your email address and we’ll send you a link to reset your password."
      footer={<Link to="/login">Back to sign in</Link>}
    >
      <ForgotPasswordForm
        onSent={(email, message) => {
          if (message) toast.success(message);
          void navigate({ to: '/verification', state: { email, type: 'forget' } });
        }}
      />
    </AuthLayout>
  );
}

const resolver = lazySchemaResolver(() => import('@vitrine/contract/accounts').then(({ forgotBody }) => forgotBody.pick({ email: true })));

function ForgotPasswordForm({ onSent }: { onSent: (email: string, message?: string) => void }) {
  const { register, handleSubmit, formState } = useForm({ resolver, mode: 'onTouched', defaultValues: { email: '' } });
  const send = useRequestPasswordReset({
    onSuccess: ({ message }, { email }) => onSent(email, message),
  });
  return (
    <Stack as="form" gap={5} onSubmit={handleSubmit((values) => send.mutate(values))} noValidate>
      <TextField
        required
        label="Email"
        type="email"
        autoComplete="username"
        inputMode="email"
        error={formState.errors.email?.message}
        {...register('email')}
      />
      {send.error && <FormError size="base">{getErrorMessage(send.error)}</FormError>}
      <Button kind="primary" size="large" type="submit" isLoading={send.isPending}>
        Send link
      </Button>
    </Stack>
  );
}
