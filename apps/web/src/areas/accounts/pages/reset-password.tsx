import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { ERRORS } from '@vitrine/contract/errors';
import { MESSAGES } from '@vitrine/contract/messages';
import { useForm } from 'react-hook-form';
import { AppError, getErrorMessage } from '../../../lib/app-error.ts';
import { lazySchemaResolver } from '../../../lib/schema-resolver.ts';
import { Button, buttonClass } from '../../../ui/button.tsx';
import { Stack } from '../../../ui/layout.tsx';
import { Spinner } from '../../../ui/loading.tsx';
import { NewPasswordFields } from '../../../ui/password-field.tsx';
import { FormError, TextField } from '../../../ui/text-field.tsx';
import { toast } from '../../../ui/toast-store.ts';
import { resetLinkOptions, useResetPassword } from '../api/accounts.ts';
import { AuthLayout } from '../parts/auth-layout.tsx';

export function ResetPasswordPage() {
  const navigate = useNavigate();
  const { resetvfkey: key = '', resetvflock: lock = '' } = useSearch({ from: '/public/reset-password' });
  const isWhole = key !== '' && lock !== '';
  const link = useQuery({ ...resetLinkOptions(key, lock), enabled: isWhole });
  if (link.data) {
    return (
      <AuthLayout title="Set a new password" lead="Choose a password you don’t use elsewhere. You’ll be signed out everywhere.">
        <ResetPasswordForm
          link={{ email: link.data.email, key, lock }}
          onReset={(message) => {
            toast.success(message ?? 'Password changed.');
            void navigate({ to: '/login', replace: true });
          }}
        />
      </AuthLayout>
    );
  }
  if (isWhole && !link.error) {
    return (
      <AuthLayout title="Checking your link…" lead="This only takes a moment.">
        <Spinner size={28} />
      </AuthLayout>
    );
  }
  if (link.error instanceof AppError && ['NETWORK', 'UNAVAILABLE', 'TOO_MANY_REQUESTS'].includes(link.error.code)) {
    return (
      <AuthLayout title="Couldn’t check your link" lead={getErrorMessage(link.error)}>
        <Button kind="primary" size="large" onClick={() => void link.refetch()}>
          Try again
        </Button>
      </AuthLayout>
    );
  }
  return (
    <AuthLayout title={MESSAGES.linkExpired} lead="Links can be used once and expire after 24 hours. Request a new one.">
      <Link to="/forgot-password" className={buttonClass('primary', 'large')}>
        Send new link
      </Link>
    </AuthLayout>
  );
}

const resolver = lazySchemaResolver(() => import('@vitrine/contract/profile').then(({ resetPasswordForm }) => resetPasswordForm));

interface ResetPasswordFormProps {
  link: { email: string; key: string; lock: string };
  onReset: (message?: string) => void;
}

function ResetPasswordForm({ link, onReset }: ResetPasswordFormProps) {
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
    <Stack as="form" gap={5} onSubmit={handleSubmit((values) => reset.mutate(values))} noValidate>
      <TextField label="Email" type="email" autoComplete="username" value={link.email} readOnly />
      <NewPasswordFields
        label="New password"
        password={{ error: errors.password?.message, ...register('password') }}
        confirmation={{ error: errors.confirmPassword?.message, ...register('confirmPassword') }}
      />
      {reset.error && <FormError size="base">{getResetFailure(reset.error)}</FormError>}
      <Button kind="primary" size="large" type="submit" isLoading={reset.isPending}>
        Set password
      </Button>
    </Stack>
  );
}

/** Errors of the password have one wording (specification 1 §8); other errors have their own. */
function getResetFailure(error: Error): string {
  const isElsewhere = error instanceof AppError && ['NETWORK', 'UNAVAILABLE', 'TOO_MANY_REQUESTS', 'LINK_EXPIRED'].includes(error.code);
  return isElsewhere ? getErrorMessage(error) : ERRORS.RESET_INVALID.message;
}
