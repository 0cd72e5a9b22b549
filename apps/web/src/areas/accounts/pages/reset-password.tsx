import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { MESSAGES } from '@vitrine/contract/messages';
import { AppError, getErrorMessage } from '../../../lib/app-error.ts';
import { Button, buttonClass } from '../../../ui/button.tsx';
import { Spinner } from '../../../ui/spinner.tsx';
import { toast } from '../../../ui/toast-store.ts';
import { resetLinkOptions } from '../api/accounts.ts';
import { AuthLayout } from '../parts/auth-layout.tsx';
import { ResetPasswordForm } from './reset-password-form.tsx';

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
