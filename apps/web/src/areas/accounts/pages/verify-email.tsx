import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { MESSAGES } from '@vitrine/contract/messages';
import { useEffect } from 'react';
import { AppError } from '../../../lib/app-error.ts';
import { getSession } from '../../../lib/session.ts';
import { buttonClass } from '../../../ui/button.tsx';
import { Spinner } from '../../../ui/loading.tsx';
import { toast } from '../../../ui/toast-store.ts';
import { verificationOptions } from '../api/accounts.ts';
import { AuthLayout } from '../parts/auth-layout.tsx';

export function VerifyEmailPage() {
  const navigate = useNavigate();
  const { emailvfkey, emailvflock } = useSearch({ from: '/public/verify-email' });
  const isWhole = Boolean(emailvfkey && emailvflock);
  const { isSuccess, data, error } = useQuery({ ...verificationOptions(emailvfkey ?? '', emailvflock ?? ''), enabled: isWhole });
  const message = data?.message;
  const email = data?.result.email;
  useEffect(() => {
    if (!isSuccess) return;
    toast.success(message ?? 'Email address verified.');
    // Signed-in users have confirmed a changed address and return to their profile.
    if (getSession()) void navigate({ to: '/main/profile', search: { open: false }, replace: true });
    else void navigate({ to: '/login', state: { email }, replace: true });
  }, [isSuccess, message, email, navigate]);
  if (isWhole && !error) {
    return (
      <AuthLayout title="Verifying your email address…" lead="This only takes a moment.">
        <Spinner size={28} />
      </AuthLayout>
    );
  }
  const isExpired = !(error instanceof AppError) || error.code === 'LINK_EXPIRED' || error.status === 422;
  return (
    <AuthLayout
      title={isExpired ? MESSAGES.linkExpired : 'Couldn’t verify your email address'}
      lead={isExpired ? 'Sign in with your email and password to request a new link.' : error.message}
    >
      <Link to="/login" className={buttonClass('primary', 'large')}>
        Go to sign in
      </Link>
    </AuthLayout>
  );
}
