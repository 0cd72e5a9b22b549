import { useQuery } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import { MESSAGES } from '@vitrine/contract/messages';
import { AppError, getErrorMessage } from '../../../lib/app-error.ts';
import { formatMoment } from '../../../lib/format.ts';
import { Button, buttonClass } from '../../../ui/button.tsx';
import { Spinner } from '../../../ui/loading.tsx';
import { recoveryLinkOptions } from '../api/second-factor.ts';
import { AuthLayout } from '../parts/auth-layout.tsx';

/** Opened by the emailed links that start and stop the recovery of a lost second factor. */
export function RecoverAccountPage() {
  const { action, key = '', lock = '' } = useSearch({ from: '/public/recover-account' });
  const isWhole = (action === 'start' || action === 'stop') && key !== '' && lock !== '';
  const recovery = useQuery({ ...recoveryLinkOptions(action === 'stop' ? 'stop' : 'start', { key, lock }), enabled: isWhole });
  if (recovery.data?.endsAt === null) {
    return (
      <AuthLayout title="Recovery stopped" lead="Two-step sign-in stays on. Someone else knows your password, so set a new one now.">
        <Link to="/forgot-password" className={buttonClass('primary', 'large')}>
          Reset your password
        </Link>
      </AuthLayout>
    );
  }
  if (recovery.data?.endsAt) {
    return (
      <AuthLayout
        title="Recovery started"
        lead={`From ${formatMoment(recovery.data.endsAt)} on, you can sign in to ${recovery.data.email} with your password alone. Two-step sign-in is then turned off.`}
      >
        <Link to="/login" className={buttonClass('primary', 'large')}>
          Go to sign in
        </Link>
      </AuthLayout>
    );
  }
  if (isWhole && !recovery.error) {
    return (
      <AuthLayout title="Checking your link…" lead="This only takes a moment.">
        <Spinner size={28} />
      </AuthLayout>
    );
  }
  const isTemporary = recovery.error instanceof AppError && ['NETWORK', 'UNAVAILABLE', 'TOO_MANY_REQUESTS'].includes(recovery.error.code);
  if (isTemporary) {
    return (
      <AuthLayout title="Couldn’t check your link" lead={getErrorMessage(recovery.error)}>
        <Button kind="primary" size="large" onClick={() => void recovery.refetch()}>
          Try again
        </Button>
      </AuthLayout>
    );
  }
  return (
    <AuthLayout title={MESSAGES.linkExpired} lead="The recovery was stopped, or the link is older than 24 hours.">
      <Link to="/login" className={buttonClass('primary', 'large')}>
        Go to sign in
      </Link>
    </AuthLayout>
  );
}
