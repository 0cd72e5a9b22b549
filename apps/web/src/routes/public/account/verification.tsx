import { Link, useLocation } from '@tanstack/react-router';
import { SendAgain } from '../../../features/accounts/components/send-again.tsx';
import { buttonClass } from '../../../ui/button.tsx';
import { AuthPage } from './auth-page.tsx';

/** After sign-up, and after a forgotten password: who was written to comes in the state of the navigation. */
export function VerificationPage() {
  const { name, email, type } = useLocation({ select: (location) => location.state });
  const address = email ? <strong>{email}</strong> : 'your email address';
  return (
    <AuthPage
      title={name ? `Hello ${name}, check your email` : 'Check your email'}
      lead={
        type === 'forget' ? (
          <>If an account belongs to {address}, a link to set a new password is on its way. It works once, for one day.</>
        ) : (
          <>We have sent a link to {address}. Follow it within 24 hours to verify your address, then sign in.</>
        )
      }
      footer={
        type === 'forget' ? (
          <>
            Nothing there? Check your spam folder, or <Link to="/forgot-password">try again</Link>.
          </>
        ) : (
          email && (
            <>
              Nothing there? Check your spam folder, or <SendAgain email={email} />. Not your address?{' '}
              <Link to="/signup">Sign up again</Link>.
            </>
          )
        )
      }
    >
      <Link to="/login" className={buttonClass('primary', 'large')}>
        Go to sign in
      </Link>
    </AuthPage>
  );
}
