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
      <AuthLayout title="Set a new password" lead="Choose one you don’t use elsewhere. You will be signed out everywhere.">
        <ResetPasswordForm
          link={{ email: link.data.email, key, lock }}
          onReset={(message) => {
            toast.success(message ?? 'Your new password has been set.');
            void navigate({ to: '/login', replace: true });
          }}
        />
      </AuthLayout>
    );
  }
  if (isWhole && !link.error) {
    return (
      <AuthLayout title="One moment" lead="Your link is being checked.">
        <Spinner size={28} />
      </AuthLayout>
    );
  }
  if (link.error instanceof AppError && ['NETWORK', 'UNAVAILABLE', 'TOO_MANY_REQUESTS'].includes(link.error.code)) {
    return (
      <AuthLayout title="Not checked yet" lead={getErrorMessage(link.error)}>
        <Button kind="primary" size="large" onClick={() => void link.refetch()}>
          Try again
        </Button>
      </AuthLayout>
    );
  }
  return (
    <AuthLayout title={MESSAGES.linkExpired} lead="A link works once, for one day. Ask for a new one.">
      <Link to="/forgot-password" className={buttonClass('primary', 'large')}>
        Send a new link
      </Link>
    </AuthLayout>
  );
}
